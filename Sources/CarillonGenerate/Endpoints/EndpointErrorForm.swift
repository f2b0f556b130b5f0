import CarillonModel
import CarillonProfiles

/// Where the error answers of a route say what went wrong, and what that can be.
struct EndpointErrorForm {
    /// Names from the outside in; nil where the body has none.
    let code: [String]?
    let message: [String]?
    let retryAfter: [String]?
    /// Every error that a request to the route can end with.
    let all: [Known]
    /// Those that are about the request itself, in the order of the reference.
    let expected: [(code: String, status: Int)]

    struct Known: Hashable {
        let status: Int
        let code: String
        /// Words that are the same each time; nil for others.
        let message: String?
    }

    /// - Parameter body: the contract's own; nil for problem details.
    init(body: JSONTemplate?, all: [Known], expected: [(code: String, status: Int)]) {
        if let body {
            code = Self.place(of: "code", in: body)
            message = Self.place(of: "message", in: body)
            retryAfter = Self.place(of: "retryAfter", in: body)
        } else {
            (code, message, retryAfter) = (["code"], ["detail"], ["retryAfter"])
        }
        self.all = all
        var seen: Set<String> = []
        self.expected = expected.filter { seen.insert("\($0.status) \($0.code)").inserted }
    }

    /// How an answer without a code is known: by its words, or by its status where that is enough.
    var known: [Known] {
        guard code == nil else { return [] }
        var known: [Known] = []
        for status in Set(all.map(\.status)).sorted() {
            let errors = all.filter { $0.status == status }
            let named = Set(errors.filter { $0.message != nil })
            known += named.sorted { ($0.message ?? "", $0.code) < ($1.message ?? "", $1.code) }
            let others = Set(errors.filter { $0.message == nil }.map(\.code))
            if others.count == 1, let code = others.first {
                known.append(Known(status: status, code: code, message: nil))
            } else if others.isEmpty, Set(errors.map(\.code)).count == 1 {
                known.append(Known(status: status, code: errors[0].code, message: nil))
            }
        }
        return known
    }

    /// The names that lead to a placeholder in a body.
    private static func place(of field: String, in template: JSONTemplate) -> [String]? {
        switch template {
        case .text(let text): text.onlyField?.steps == ["error", field] ? [] : nil
        case .value(let shown): shown.text.onlyField?.steps == ["error", field] && shown.values.isEmpty ? [] : nil
        case .object(let members):
            members.lazy.compactMap { member in place(of: field, in: member.value).map { [member.name] + $0 } }.first
        case .constant, .array, .each: nil
        }
    }
}

extension TenantEndpoints.Call {
    /// What a comment says of it.
    var summary: [String] {
        let errors = errors.expected.map { "`\(CommentText.line($0.code))` (\($0.status))" }
        return [
            CommentText.line(route.summary), "", "`\(route.method.rawValue) \(route.path)`.", "",
            "Errors: \(errors.joined(separator: ", ")).",
        ]
    }

    var query: [TenantEndpoints.Input] { inputs.filter { $0.place.part == .query } }

    var headers: [TenantEndpoints.Input] { inputs.filter { $0.place.part == .header } }

    /// Those that stand in the body; nil where the request has none.
    var body: [TenantEndpoints.Input]? {
        let inputs = inputs.filter { $0.place.part == .body }
        return inputs.isEmpty ? nil : inputs
    }
}
