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
    private let command: ShownRequest
    private let documented: DocumentedOperation?
    private let answers: AnswerDraft
    private let today: String

    private var settings = JSONObject()
    private var slots = JSONObject()
    private var sampleTexts = JSONObject()
    private var address: String?
    private var wire = JSONObject()
    private var hasSecretPath = false
    /// Parts of the URL that were taken for secrets by their look.
    private var guesses = 0

    /// - Parameter today: such as 2026-11-20.
    init(_ id: PluginID, from command: CurlCommand, acceptance: Acceptance?, today: String) {
        self.id = id
        self.command = command.request
        self.today = today
        documented = nil
        answers = AnswerDraft(acceptance, [])
    }

    /// - Parameters:
    ///   - acceptance: takes the place of the answer that the document has.
    ///   - today: such as 2026-11-20.
    init(_ id: PluginID, from operation: DocumentedOperation, acceptance: Acceptance?, today: String) {
        self.id = id
        command = operation.request
        self.today = today
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
                "summary, sources, settings.*.description",
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
            "checked": .string(today), "sources": [.string(documented?.source ?? "\(command.origin)/")],
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

    // MARK: the request

    /// Where it sends, and where a token is granted.
    private var origins: [String] {
        guard case .grant(let url, _)? = documented?.authentication, let (origin, _) = WebOrigin.split(url),
            origin.description != command.origin
        else { return [command.origin] }
        return [command.origin, origin.description]
    }

    private mutating func documentedAuthentication(
        _ kind: DocumentedOperation.Authentication
    ) -> (json: JSONValue, wire: String) {
        switch kind {
        case .basic:
            let user = setting("user", example: "example")
            return (["basic": ["user": .string(user), "password": .string(secret("password"))]], "basic")
        case .bearer: return (["bearer": .string(secret("token"))], "bearer")
        case .header(let name):
            return (["header": ["name": .string(name), "value": .string(secret("key"))]], "header:\(name)")
        case .query(let name):
            return (["query": ["name": .string(name), "value": .string(secret("key"))]], "query:\(name)")
        case .grant(let url, let scope):
            var grant: JSONObject = [
                "token": .string(url), "client": .string(setting("client", example: "example")),
                "secret": .string(secret("clientSecret")),
            ]
            if !scope.isEmpty { grant["scope"] = .string(scope) }
            return (["oauth2": .object(grant)], "bearer")
        }
    }

    private mutating func authentication() -> (json: JSONValue, wire: String)? {
        if let kind = documented?.authentication { return documentedAuthentication(kind) }
        if let user = command.user {
            let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = Self.variables(in: parts[0]).isEmpty ? setting("user", example: parts[0]) : template(parts[0])
            let password =
                parts.count == 2 && !Self.variables(in: parts[1]).isEmpty ? template(parts[1]) : secret("password")
            return (["basic": ["user": .string(name), "password": .string(password)]], "basic")
        }
        for header in command.headers {
            let name = header.name.lowercased()
            let pieces = header.value.split(separator: " ", maxSplits: 1).map(String.init)
            if name == "authorization", pieces.count == 2, pieces[0].lowercased() == "bearer" {
                return (["bearer": .string(secretText(pieces[1]))], "bearer")
            }
            guard name == "authorization" || Self.isSecretName(name) else { continue }
            let isWithScheme = name == "authorization" && pieces.count == 2
            let value = (isWithScheme ? "\(pieces[0]) " : "") + secretText(isWithScheme ? pieces[1] : header.value)
            return (["header": ["name": .string(header.name), "value": .string(value)]], "header:\(header.name)")
        }
        return nil
    }

    /// Headers that follow from the request, and the one that shows whom it comes from.
    private static let ownHeaders: Set<String> = [
        "authorization", "content-type", "content-length", "host", "accept-encoding", "connection", "user-agent",
        "transfer-encoding", "cookie", "accept",
    ]

    private mutating func request() -> JSONValue {
        var request: JSONObject = ["method": .string(command.method), "url": .string(command.origin + path())]
        var query = JSONObject()
        var wireQuery = JSONObject()
        for (name, value) in command.query {
            let text = placed(value, under: name)
            let isCopied = text == Self.escaped(value)
            let secret = isCopied ? value.likelySecret(isBehindHook: false).map { guessed($0, in: value) } : nil
            query[name] = .string(secret ?? text)
            wireQuery[name] = .object(
                member("text", isRequired: query[name]?.string?.contains("?}") != true, of: query[name])
            )
        }
        if !query.isEmpty { request["query"] = .object(query) }
        let headers = command.headers.filter { header in
            let name = header.name.lowercased()
            return !Self.ownHeaders.contains(name) && !Self.isSecretName(name)
        }
        if !headers.isEmpty {
            request["headers"] = .object(JSONObject(headers.map { .init($0.name, .string(template($0.value))) }))
        }
        switch command.body {
        case .none: break
        case .json(let json): request["json"] = templated(json, at: "", under: "")
        case .form(let pairs):
            var form = JSONObject()
            for (name, value) in pairs {
                form[name] = .string(placed(value, under: name))
                wire[name] = .object(
                    member("text", isRequired: form[name]?.string?.contains("?}") != true, of: form[name])
                )
            }
            request["form"] = .object(form)
        }
        self.wireQuery = wireQuery
        return .object(request)
    }

    private var wireQuery = JSONObject()
    private var pathPattern = ""

    private mutating func path() -> String {
        var steps: [String] = []
        var patterns: [String] = []
        var isBehindHook = false
        for step in command.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init) {
            let text = step.likelySecret(isBehindHook: isBehindHook).map { guessed($0, in: step) } ?? template(step)
            isBehindHook = isBehindHook || LikelySecret.hooks.contains(step.lowercased())
            steps.append(text)
            hasSecretPath = hasSecretPath || text.contains("{secret.")
            patterns.append(text == Self.escaped(step) ? Self.pattern(of: step) : "[^/]+")
        }
        pathPattern = "/" + patterns.joined(separator: "/")
        return "/" + steps.joined(separator: "/")
    }

    /// The step with a setting for what looks like a secret.
    private mutating func guessed(_ range: Range<String.Index>, in step: String) -> String {
        guesses += 1
        let name = "urlToken" + (guesses == 1 ? "" : "\(guesses)")
        return Self.escaped(String(step[..<range.lowerBound])) + secret(name)
            + Self.escaped(String(step[range.upperBound...]))
    }

    private mutating func templated(_ json: JSONValue, at pointer: String, under key: String) -> JSONValue {
        switch json {
        case .object(let object):
            if object.isEmpty, !pointer.isEmpty { wire[pointer] = ["type": "object"] }
            return .object(
                JSONObject(
                    object.members.map { member in
                        let inner = Self.isValue(member.name, of: key) ? key : member.name
                        return .init(
                            member.name,
                            templated(member.value, at: "\(pointer)/\(member.name)", under: inner)
                        )
                    }
                )
            )
        case .array(let elements):
            if elements.isEmpty, !pointer.isEmpty { wire[pointer] = ["type": "list"] }
            return .array(elements.map { templated($0, at: "\(pointer)/*", under: key) })
        case .string(let text):
            let template = JSONValue.string(placed(text, under: key))
            note("text", at: pointer, template)
            return template
        case .number(let text) where Self.isAddress(key) && address == nil:
            address = text
            note("integer", at: pointer, json)
            return "{address|number}"
        case .number(let text):
            note(text.allSatisfy { "-0123456789".contains($0) } ? "integer" : "number", at: pointer, json)
        case .boolean: note("boolean", at: pointer, json)
        case .null: wire[pointer] = [:]
        }
        return json
    }

    private mutating func note(_ type: String, at pointer: String, _ template: JSONValue) {
        guard wire[pointer] == nil else { return }
        wire[pointer] = .object(member(type, isRequired: template.string?.contains("?}") != true, of: template))
    }

    private func member(_ type: String, isRequired: Bool, of template: JSONValue?) -> JSONObject {
        var member: JSONObject = ["type": .string(type)]
        if isRequired { member["required"] = true }
        if template?.string?.contains("{secret.") == true { member["secret"] = true }
        return member
    }

    private func wireForm(_ auth: String?) -> JSONValue {
        var form: JSONObject = ["method": .string(command.method), "path": .string(pathPattern)]
        if hasSecretPath { form["secretPath"] = true }
        form["auth"] = auth.map { .string($0) }
        if !wireQuery.isEmpty { form["query"] = .object(wireQuery) }
        switch command.body {
        case .none: break
        case .json: form["json"] = .object(bodyMembers)
        case .form: form["form"] = .object(bodyMembers)
        }
        return .object(form)
    }

    /// What the document says of the body, with the secrets that the request has there; else what the request shows.
    private var bodyMembers: JSONObject {
        guard var members = documented?.wire else { return wire }
        for member in wire.members where member.value["secret"] == true {
            var known = members[member.name]?.object ?? JSONObject()
            known["secret"] = true
            members[member.name] = .object(known)
        }
        return members
    }

    // MARK: values

    private static let addressNames: Set<String> = [
        "to", "recipient", "recipients", "devicetoken", "registrationtoken", "subscriptionid", "phone", "phonenumber",
        "msisdn", "chatid", "chat", "channel", "channelid",
        "room",
        "roomid", "topic", "user", "userid", "userkey", "email", "destination", "number", "address",
    ]
    private static let textNames: Set<String> = ["text", "body", "message", "content", "sms", "msg"]
    private static let titleNames: Set<String> = ["title", "subject", "heading"]

    static func isText(_ name: String) -> Bool { textNames.contains(plain(name)) }
    static func isTitle(_ name: String) -> Bool { titleNames.contains(plain(name)) }
    static func isSender(_ name: String) -> Bool { ["from", "sender", "source"].contains(plain(name)) }

    /// Whether a member is a text by what it is in: `"content": [{ "type": "text/plain", "value": "Hello" }]`.
    static func isValue(_ name: String, of owner: String) -> Bool { plain(name) == "value" && isText(owner) }

    private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
    static func isAddress(_ name: String) -> Bool { addressNames.contains(plain(name)) }

    static func isSecretName(_ name: String) -> Bool {
        let name = plain(name)
        return ["token", "secret", "password", "apikey", "accesskey", "authkey"].contains { name.contains($0) }
            || name.hasSuffix("key") && name != "userkey"
    }

    /// The text as a file writes it, by what it is for.
    private mutating func placed(_ text: String, under name: String) -> String {
        if !Self.variables(in: text).isEmpty { return template(text) }
        if Self.isAddress(name), address == nil, !text.isEmpty {
            address = text
            return "{address}"
        }
        if Self.textNames.contains(Self.plain(name)), slots["body"] == nil {
            addSlot("body", isRequired: true, sample: text, longest: documented?.facts[name]?.longest)
            return "{slot.body}"
        }
        if Self.titleNames.contains(Self.plain(name)), slots["title"] == nil {
            let isRequired = documented?.demands(name) ?? false
            addSlot("title", isRequired: isRequired, sample: text, longest: documented?.facts[name]?.longest)
            return isRequired ? "{slot.title}" : "{slot.title?}"
        }
        if Self.isSecretName(name) { return secret(Self.plain(name)) }
        if Self.isSender(name) { return setting("from", example: text) }
        return Self.escaped(text)
    }

    private mutating func addSlot(_ name: String, isRequired: Bool, sample: String, longest: Int? = nil) {
        let isBody = name == "body"
        var slot: JSONObject = isRequired ? ["required": true] : [:]
        if isBody { slot["multiline"] = true }
        slot["max"] = JSONValue(longest.map { max(1, $0) } ?? (isBody ? 1000 : 100))
        slot["description"] = .string(isBody ? "What it says" : "The first line")
        slots[name] = .object(slot)
        sampleTexts[name] = .string(sample)
    }

    private mutating func setting(_ name: String, example: String) -> String {
        let fact = documented?.facts[name]
        var setting: JSONObject = ["type": "text", "required": true]
        if let choices = fact?.choices, !choices.isEmpty {
            setting["type"] = "choice"
            setting["values"] = .array(choices.map { .string($0) })
        }
        setting["description"] = .string(fact?.description ?? "The \(name)")
        setting["example"] = .string(fact?.example ?? example)
        settings[name] = .object(setting)
        return "{settings.\(name)}"
    }

    private mutating func secret(_ name: String) -> String {
        settings[name] = [
            "type": "secret", "required": true, "description": .string("The \(name)"),
            "example": ["$secret": .string("\(id)-\(name.lowercased())")],
        ]
        return "{secret.\(name)}"
    }

    /// A secret in a header: a variable's name, or `token`; its text isn't copied.
    private mutating func secretText(_ text: String) -> String {
        Self.variables(in: text).first.map { secret(Self.camel($0.name)) } ?? secret("token")
    }

    static func hasVariables(_ text: String) -> Bool { !variables(in: text).isEmpty }

    /// `$NAME`, `${NAME}` and `<NAME>`, in order.
    private static func variables(in text: String) -> [(range: Range<String.Index>, name: String)] {
        text.matches(of: #/\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)|<([A-Za-z][A-Za-z0-9_ -]*)>/#).map
        {
            ($0.range, String($0.output.1 ?? $0.output.2 ?? $0.output.3 ?? ""))
        }
    }

    /// With placeholders for variables, and braces that stand for themselves.
    private mutating func template(_ text: String) -> String {
        var template = ""
        var place = text.startIndex
        for variable in Self.variables(in: text) {
            template += Self.escaped(String(text[place..<variable.range.lowerBound]))
            template += placeholder(variable.name)
            place = variable.range.upperBound
        }
        return template + Self.escaped(String(text[place...]))
    }

    private mutating func placeholder(_ name: String) -> String {
        if Self.isAddress(name) {
            address = address ?? "example"
            return "{address}"
        }
        let camel = Self.camel(name)
        return Self.isSecretName(name) ? secret(camel) : setting(camel, example: "example")
    }

    /// `TWILIO_ACCOUNT_SID` → `twilioAccountSid`.
    static func camel(_ name: String) -> String {
        let pieces = name.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
        return (pieces.prefix(1) + pieces.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }).joined()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("{", with: "{{").replacing("}", with: "}}")
    }

    private static func pattern(of text: String) -> String {
        String(text.flatMap { ".+*?()[]{}|\\^$".contains($0) ? ["\\", $0] : [$0] })
    }

    // MARK: address, answers, golden

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
