import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// The beginning of a channel file: what a request shows, and questions where it shows nothing.
///
/// What looks like a secret becomes a setting, and isn't copied. Neither a request nor its answer says what a provider's
/// errors mean: those rules are for people who have read its documentation.
struct ChannelDraft {
    /// What the provider answers where it accepted a message, as it documents it.
    struct Acceptance {
        let status: Int
        /// Nil where it is empty.
        let body: JSONValue?
        /// A header that names the message; nil where none does.
        var header: String?
    }

    let id: PluginID
    let command: ShownRequest
    let documented: DocumentedOperation?
    let answers: AnswerDraft

    var settings = JSONObject()
    var slots = JSONObject()
    var sampleTexts = JSONObject()
    var address: String?
    var wire = JSONObject()
    var wireQuery = JSONObject()
    var pathPattern = ""
    var hasSecretPath = false
    /// Parts of the URL that were taken for secrets by their look.
    var guesses = 0

    init(_ id: PluginID, from command: CurlCommand, acceptance: Acceptance?) {
        self.id = id
        self.command = command.request
        documented = nil
        answers = AnswerDraft(acceptance, [])
    }

    /// - Parameter acceptance: takes the place of the answer that the document has.
    init(_ id: PluginID, from operation: DocumentedOperation, acceptance: Acceptance?) {
        self.id = id
        command = operation.request
        documented = operation
        answers = AnswerDraft(acceptance ?? operation.accepted, operation.errors)
    }

    /// What is left to be written by people, a clause each.
    var questions: [String] {
        answers.questions
            + (documented?.questions ?? [
                "wire: what the provider demands, from its documentation; it was made from one request"
            ])
            + [
                "slots: the longest that each text may be; limits: how many messages a second",
                "summary, sources, settings.*.description; checked: the day on which you compared it with these",
            ]
            + (guesses > 0
                ? [
                    "request.url: \(guesses) of its parts looked like secrets and weren't copied; make settings of the type "
                        + "`text` of those that are none"
                ] : [])
            + (address == nil
                ? ["address: nothing in the request looks like one; write {address} where it belongs"] : [])
    }

    /// The file.
    mutating func json() -> JSONValue {
        let auth = authentication()
        let request = request()
        if slots.isEmpty { addSlot("body", isRequired: true, sample: "Hello") }
        let wireForm = wireForm(auth?.wire)
        var file: JSONObject = [
            "channel": .string(id.rawValue), "format": 1,
            "summary": .string(
                documented?.summary ?? "Messages through \(command.origin.dropFirst("https://".count))"
            ),
            "sources": [.string(documented?.source ?? "\(command.origin)/")],
        ]
        if !settings.isEmpty { file["settings"] = .object(settings) }
        file["origins"] = .array(origins.map { .string($0) })
        file["address"] = addressForm
        file["slots"] = .object(slots)
        file["auth"] = auth?.json
        file["request"] = request
        file["answer"] = answers.json
        file["wire"] = wireForm
        file["samples"] = .object([
            "requests": ["plain": ["slots": .object(sampleTexts), "golden": .null]], "answers": answers.samples,
        ])
        return withGolden(file)
    }

    private var addressForm: JSONValue {
        let sample = address ?? "example"
        let (from, shape, pattern, wrong): (String, String, String, String) =
            if sample.wholeMatch(of: #/\+[1-9][0-9]{6,14}/#) != nil {
                ("phone", "a number such as \(sample)", #"\+[1-9][0-9]{6,14}"#, String(sample.dropFirst()))
            } else if sample.wholeMatch(of: #/[^@\s<>,;]+@[^@\s<>,;]+\.[^@\s<>,;]+/#) != nil {
                ("email", "a mail address", #"[^@\s<>,;]+@[^@\s<>,;]+\.[^@\s<>,;]+"#, "somebody")
            } else if sample.wholeMatch(of: #/-?[0-9]{1,20}/#) != nil {
                ("device", "a number such as \(sample)", "-?[0-9]{1,20}", "somebody")
            } else {
                ("device", "an id such as \(sample)", #"[^\s]{1,256}"#, "two words")
            }
        var form: JSONObject = ["from": .string(from), "shape": .string(shape), "pattern": .string(pattern)]
        if from == "phone" { form["form"] = ["e164"] }
        form["samples"] = [.string(sample)]
        form["wrong"] = [.string(wrong)]
        return .object(form)
    }

    /// With the body that the sample's request has: what was read from the line, written as the program writes it.
    private func withGolden(_ file: JSONObject) -> JSONValue {
        var trial = file
        // What has no answers yet can't be read.
        trial["answer"] = ["own": "/id", "rules": [["json": ["/id": ["present": true]], "then": "accepted"]]]
        var sources = SourceSet()
        let text = JSONValue.object(trial).utf8
        let read = ChannelFile(text, path: "\(id).json", into: &sources)
        guard let channel = read.draft, let sample = channel.samples.requests.first,
            let body = try? channel.request(of: sample).body
        else { return .object(file) }
        var file = file
        let golden: JSONValue = (try? JSONValue(parsing: body)) ?? .string(String(decoding: body, as: UTF8.self))
        file["samples"] = .object([
            "requests": ["plain": ["slots": .object(sampleTexts), "golden": golden]], "answers": answers.samples,
        ])
        return .object(file)
    }
}
