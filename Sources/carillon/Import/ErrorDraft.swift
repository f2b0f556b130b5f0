import CarillonModel
import CarillonProfiles

/// The `errors` of a contract, begun from what a document's operations answer when something is wrong.
struct ErrorDraft {
    /// Nil where nothing could be guessed.
    private(set) var json: JSONObject?
    private(set) var findings: [ImportFinding] = []
    private var codes = JSONObject()
    /// Where the document has the first of the bodies whose codes are numbers; nil where codes are words.
    private var numbered: DocumentPlace?
    /// Answers that several operations share are reported of once.
    private var reported: Set<String> = []

    init(_ answers: [DocumentOperation.ErrorAnswer]) {
        let read = answers.map { (answer: $0, body: ErrorBody($0.schema)) }
        guard let most = Self.most(read.compactMap(\.body?.template)),
            let chosen = read.compactMap(\.body).first(where: { $0.template == most })
        else {
            for answer in answers { add(answer.place, "this error body can't be mapped: write `errors.body`") }
            return
        }
        for (answer, body) in read where body?.template != most {
            let own = "write it in the `errors` of its routes"
            add(answer.place, "this error body is another than most, or can't be mapped: \(own)")
        }
        for member in chosen.unmapped {
            let promise = member.isRequired ? ", which clients are promised" : ""
            add(member.place, "errors have nothing for `\(member.name)`\(promise)")
        }
        let alike = read.filter { $0.body?.template == most }.map(\.answer)
        for answer in alike { note(answer, chosen) }
        if chosen.hasCode { reportUnknown(alike, chosen) }
        if chosen.hasNumbers || codes.members.contains(where: { $0.value["code"]?.integer != nil }) {
            numbered = alike.first?.place
        }
        json = JSONObject([.init("body", .object(most))])
        json?["codes"] = codes.isEmpty ? nil : .object(codes)
    }

    /// Gives a number to errors that the document lacks, where clients identify errors by number: the one that the host
    /// reports without it.
    mutating func number(_ errors: Set<CanonicalError>) {
        guard let numbered, !errors.isEmpty else { return }
        let known = codes
        let missing = CanonicalError.allCases.filter(errors.contains)
        for error in missing {
            let status = JSONValue(error.status)
            codes[error.rawValue] = error.broader.flatMap { known[$0.rawValue] } ?? ["status": status, "code": status]
        }
        json?["codes"] = .object(codes)
        let names = missing.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        add(numbered, "codes are numbers, and none is shown for \(names): the contract has the host's own, change them")
    }

    /// The body that most answers have, of several alike the first.
    private static func most(_ bodies: [JSONObject]) -> JSONObject? {
        let texts = bodies.map { JSONValue.object($0).text }
        let counts = texts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        let most = counts.values.max()
        return zip(bodies, texts).first { counts[$0.1] == most }?.0
    }

    /// The code of an answer, for the errors that have its status.
    private mutating func note(_ answer: DocumentOperation.ErrorAnswer, _ body: ErrorBody) {
        guard let status = answer.status else { return }
        let shown = body.code(in: answer)
        for error in Self.errors(of: status) {
            // Where no code is shown, and codes are words, another status than the host's own is worth saying.
            let own: JSONValue? = body.hasNumbers || status == error.status ? nil : .string(error.rawValue)
            guard let code = shown ?? own else { continue }
            write(code, status, of: error, at: answer.place)
        }
    }

    private mutating func write(_ code: JSONValue, _ status: Int, of error: CanonicalError, at place: DocumentPlace) {
        let before = codes[error.rawValue]
        // Of a document that has both, 422 is for what can be read and isn't right.
        if error == .validation, status == 400, before?["status"] == 422 { return }
        let isBetter = error == .validation && status == 422 && before?["status"] == 400
        guard let before, !isBetter else {
            codes[error.rawValue] = ["status": JSONValue(status), "code": code]
            return
        }
        guard let other = before["code"], other != code else { return }
        add(
            place,
            "`\(error.rawValue)` has the code \(other.text) elsewhere, and \(code.text) here: say so in the route's `errors`"
        )
    }

    /// Statuses whose code no example shows.
    private mutating func reportUnknown(_ answers: [DocumentOperation.ErrorAnswer], _ body: ErrorBody) {
        var reported = Set(answers.filter { body.code(in: $0) != nil }.compactMap(\.status))
        for answer in answers {
            guard let status = answer.status, reported.insert(status).inserted else { continue }
            let names = Self.errors(of: status).map { "`\($0.rawValue)`" }.joined(separator: " and ")
            guard !names.isEmpty else { continue }
            add(
                answer.place,
                "which code clients know \(status) by isn't said: write it in `errors.codes`, as that of \(names)"
            )
        }
    }

    /// What the host answers with such a status.
    private static func errors(of status: Int) -> [CanonicalError] {
        switch status {
        case 400: [.malformed, .validation]
        case 422: [.validation]
        case 404: [.notFound]
        case 403: [.forbidden]
        default: CanonicalError.allCases.filter { $0.status == status }
        }
    }

    private mutating func add(_ place: DocumentPlace, _ message: String) {
        guard reported.insert("\(place.pointer) \(message)").inserted else { return }
        findings.append(ImportFinding(place, message))
    }
}
