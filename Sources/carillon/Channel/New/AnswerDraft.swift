import CarillonChannels
import CarillonModel
import CarillonProfiles

/// What answers mean, as far as their statuses say so.
struct AnswerDraft {
    private let acceptance: ChannelDraft.Acceptance?
    private let errors: [DocumentedOperation.ErrorAnswer]
    /// Where errors have their code and their words; nil where they have none.
    private let code: String?
    private let message: String?

    init(_ acceptance: ChannelDraft.Acceptance?, _ errors: [DocumentedOperation.ErrorAnswer]) {
        self.acceptance = acceptance
        self.errors = errors
        let leaves = errors.map { Self.leaves($0.body, at: "") }
        code = Self.place(
            of: ["code", "errorcode", "errorid", "error", "type", "errortype", "reason", "name"],
            in: leaves
        )
        message = Self.place(of: ["message", "errormessage", "detail", "description", "title", "text"], in: leaves)
    }

    /// What is left to be written by people, a clause each.
    var questions: [String] {
        let rules = documented.count
        let meaning = "what each code means is in the provider's documentation: `gone` where nobody has the address"
        let accepted = accepted == nil ? "answer.rules: which answer accepts a message; " : ""
        let found =
            "answer.rules: \(rules == 1 ? "one follows from its status" : "\(rules) follow from their statuses")"
        return [
            rules == 0
                ? accepted.isEmpty
                    ? "answer.rules and samples.answers: what the provider's errors mean; it has one rule, for what is accepted"
                    : "answer.rules and samples.answers: which answer accepts a message, and what the provider's errors mean"
                : accepted + found + "; " + meaning,
            code == nil ? "answer.own, answer.code: where the provider's errors say what they are" : nil,
        ]
        .compactMap(\.self)
    }

    /// `answer`.
    var json: JSONValue {
        let own = [receipt, code == receipt ? nil : code].compactMap(\.self)
        var answer = JSONObject()
        answer["own"] =
            own.count == 1 ? .string(own[0]) : own.isEmpty ? "/error" : .array(own.map { .string($0) })
        answer["code"] = code.map { .string($0) }
        answer["message"] = message.map { .string($0) }
        answer["rules"] = .array([accepted].compactMap(\.self) + documented.map { rule($0) })
        return .object(answer)
    }

    /// `samples.answers`.
    var samples: JSONValue {
        var samples = JSONObject()
        if let acceptance, accepted != nil {
            var sample: JSONObject = ["status": JSONValue(acceptance.status)]
            if receipt == nil, let header = acceptance.header { sample["headers"] = [header: "m-1"] }
            sample["body"] = acceptance.body
            sample["is"] = "accepted"
            samples["ok"] = .object(sample)
        }
        for error in documented {
            samples[error.name] = [
                "status": JSONValue(error.status), "body": error.body, "is": .string(error.verdict.rawValue),
            ]
        }
        return .object(samples)
    }

    // MARK: what is accepted

    private var accepted: JSONValue? {
        guard let acceptance else { return nil }
        var rule: JSONObject = ["status": JSONValue(acceptance.status)]
        if let receipt {
            rule["json"] = [receipt: ["present": true]]
        } else if let header = acceptance.header {
            rule["header"] = .string(header)
        } else if acceptance.body != nil || errors.isEmpty {
            return nil
        }
        rule["then"] = "accepted"
        rule["receipt"] = (receipt ?? acceptance.header.map { "header:\($0)" }).map { .string($0) }
        return .object(rule)
    }

    /// Where the answer names the message: the first member that is called so, else the first value.
    private var receipt: String? {
        let leaves = acceptance?.body.map { Self.leaves($0, at: "") } ?? []
        let names = ["id", "sid", "uuid", "messageid", "messageuuid", "msgid", "requestid", "ts", "receipt"]
        let named = leaves.first { names.contains(Self.name($0.pointer)) }
        // What errors have as well accepts nothing.
        return (named ?? leaves.first { $0.pointer != code })?.pointer
    }

    // MARK: what isn't

    private struct Documented {
        let name: String
        let status: Int
        let code: JSONValue
        let body: JSONValue
        let verdict: AnswerTable.Verdict
    }

    /// Each code once: the same code with another status is the same fault.
    private var documented: [Documented] {
        guard let code else { return [] }
        var seen: Set<JSONValue> = []
        var names: Set<String> = ["ok"]
        return errors.compactMap { error in
            guard let value = Self.leaves(error.body, at: "").first(where: { $0.pointer == code })?.value,
                seen.insert(value).inserted
            else { return nil }
            let name = Self.sampleName(value.string ?? value.text, error.status)
            guard names.insert(name).inserted else { return nil }
            return Documented(
                name: name,
                status: error.status,
                code: value,
                body: error.body,
                verdict: Self.verdict(error.status)
            )
        }
    }

    private func rule(_ error: Documented) -> JSONValue {
        ["json": .object([code ?? "": error.code]), "then": .string(error.verdict.rawValue)]
    }

    /// What the status of an answer of the provider's own means where nothing else is known.
    private static func verdict(_ status: Int) -> AnswerTable.Verdict {
        switch status {
        case 401, 403: .misconfigured
        case 408, 425, 429: .deferred
        case 413: .tooLarge
        case 504: .uncertain
        case 500...: .deferred
        default: .refused
        }
    }

    /// `invalid_auth` is `InvalidAuth`, 21211 is `Error21211`.
    private static func sampleName(_ code: String, _ status: Int) -> String {
        let pieces = code.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }.prefix(6)
        let name = pieces.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined().prefix(60)
        guard let first = name.first else { return "Status\(status)" }
        return first.isLetter ? String(name) : "Error\(name)"
    }

    // MARK: pointers

    private typealias Leaf = (pointer: String, value: JSONValue)

    /// The place that most answers have, of the first of these names that any has.
    private static func place(of names: [String], in answers: [[Leaf]]) -> String? {
        for name in names {
            var counts: [String: Int] = [:]
            for leaf in answers.joined() where Self.name(leaf.pointer) == name { counts[leaf.pointer, default: 0] += 1 }
            if let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) { return best.key }
        }
        return nil
    }

    private static func name(_ pointer: String) -> String {
        (pointer.split(separator: "/").last ?? "").lowercased().filter { $0.isLetter || $0.isNumber }
    }

    private static func leaves(_ json: JSONValue, at pointer: String) -> [Leaf] {
        switch json {
        case .object(let object):
            object.members.flatMap { leaves($0.value, at: pointer + JSONPointer.step($0.name)) }
        case .array(let elements): elements.enumerated().flatMap { leaves($0.element, at: "\(pointer)/\($0.offset)") }
        case .string, .number: pointer.isEmpty ? [] : [(pointer, json)]
        case .boolean, .null: []
        }
    }
}
