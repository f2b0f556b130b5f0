import CarillonModel
import CarillonProfiles

/// What changed about a tenant's own HTTP API for its clients.
enum ContractChange {
    static func all(from old: Contract?, to new: Contract?, _ tenant: String) -> [ProfileChange] {
        var list = ChangeList(tenant)
        switch (old, new) {
        case (nil, nil): break
        case (nil, _?): list.add("the contract is new", breaks: false)
        case (_?, nil): list.add("the contract is gone", breaks: true)
        case (let old?, let new?):
            list.compare("the base path of the contract", old.basePath, new.basePath, breaks: true)
            compareErrors(old.errors, new.errors, { $0.codes[$1].summary(instead: $1) }, &list)
            list.add(routes(old, new, tenant))
        }
        return list.changes
    }

    private static func routes(_ old: Contract, _ new: Contract, _ tenant: String) -> [ProfileChange] {
        var changes: [ProfileChange] = []
        for route in new.routes {
            var list = ChangeList("\(tenant): \(route.name)")
            if let before = old.routes.first(where: { $0.name == route.name }) {
                compare(before, route, &list)
            } else {
                list.add("the route is new", breaks: false)
            }
            changes += list.changes
        }
        for route in old.routes where !new.routes.contains(where: { $0.name == route.name }) {
            changes.append(.breaking("\(tenant): \(route.name)", "the route is gone"))
        }
        return changes
    }

    private static func compare(_ old: ContractRoute, _ new: ContractRoute, _ list: inout ChangeList) {
        list.compare("its operation", old.operation.rawValue, new.operation.rawValue, breaks: true)
        let opens = new.access == .none || new.access == .optionalUser && old.access == .user
        list.compare("who may call", old.access.rawValue, new.access.rawValue, breaks: !opens)
        list.compare("its rate limit", old.rateLimit?.description, new.rateLimit?.description)
        list.compare("what it says of the unknown", old.onUnknown.rawValue, new.onUnknown.rawValue, breaks: true)
        list.compare("its upstream", old.login?.upstream, new.login?.upstream)
        list.compareNames("passed header", old.login?.headers ?? [], new.login?.headers ?? [], breaks: false)
        for name in Set((old.parameters + new.parameters).map(\.name)).sorted() {
            let rules = [old, new].map { $0.parameters.first { $0.name == name }?.rule ?? ValueRule() }
            RequestChange.compare(rules[0], rules[1], "path.\(name)", &list)
        }
        for field in new.request {
            RequestChange.compare(old.request.first { $0.target == field.target }, field, &list)
        }
        for field in old.request where !new.request.contains(where: { $0.target == field.target }) {
            list.add("it reads \(field.source.summary) no longer", breaks: true)
        }
        list.compare("its status", "\(old.response.status)", "\(new.response.status)", breaks: true)
        list.compareMembers("its answer", old.response.body?.leaves, new.response.body?.leaves)
        list.compareMembers("the head of its answer", old.response.headers.leaves, new.response.headers.leaves)
        compareErrors(old.errors, new.errors, { $0.codes[$1]?.summary }, &list)
    }

    /// - Parameter summary: how a mapping of a canonical error is described; nil where there is none.
    private static func compareErrors(
        _ old: ContractErrors,
        _ new: ContractErrors,
        _ summary: (ContractErrors, CanonicalError) -> String?,
        _ list: inout ChangeList
    ) {
        for error in CanonicalError.allCases {
            list.compare("the error \(error.rawValue)", summary(old, error), summary(new, error), breaks: true)
            let messages = (old.codes[error]?.message?.source, new.codes[error]?.message?.source)
            list.compare("the message of \(error.rawValue)", messages.0, messages.1)
        }
        list.compareMembers("the answer to errors", old.body?.leaves, new.body?.leaves)
    }
}

/// What changed about a place of a request.
private enum RequestChange {
    static func compare(_ old: RequestField?, _ new: RequestField, _ list: inout ChangeList) {
        let place = new.source.summary
        guard let old else {
            let isNeeded = new.isRequired && !new.source.isConstant
            list.add(isNeeded ? "it needs \(place) now" : "it reads \(place)", breaks: isNeeded)
            return
        }
        list.compare("\(new.target) comes from a place that", old.source.summary, place, breaks: true)
        if old.isRequired, !new.isRequired { list.add("\(place) may be left out now", breaks: false) }
        if !old.isRequired, new.isRequired { list.add("\(place) could be left out before", breaks: true) }
        list.compare("the default of \(place)", old.defaultValue?.text, new.defaultValue?.text)
        list.compare("the error about \(place)", old.error.rawValue, new.error.rawValue, breaks: true)
        compare(old.rule, new.rule, place, &list)
    }

    static func compare(_ old: ValueRule, _ new: ValueRule, _ place: String, _ list: inout ChangeList) {
        list.compare("the type of \(place)", old.type?.rawValue ?? "text", new.type?.rawValue ?? "text", breaks: true)
        list.compare("how \(place) is written", old.form, new.form, breaks: true)
        let (before, after) = (old.values.map(\.written.text), new.values.map(\.written.text))
        if before.isEmpty != after.isEmpty {
            list.compare("the values of \(place)", before.listed, after.listed)
            if before.isEmpty { list.add("\(place) took every value before", breaks: true) }
        } else {
            list.compareNames("value of \(place)", before, after)
            for value in new.values {
                let was = old.values.first { $0.written == value.written }?.meaning.text
                guard let was else { continue }
                list.compare("what \(value.written.text) in \(place) means", was, value.meaning.text, breaks: true)
            }
        }
        list.compareLimit("the pattern of \(place)", old.pattern?.source, new.pattern?.source) { _, _ in true }
        list.compareLimit("the length of \(place)", old.maxLength, new.maxLength) { $1 < $0 }
        list.compareLimit("the smallest \(place)", old.minimum, new.minimum) { $1 > $0 && !new.clamps }
        list.compareLimit("the largest \(place)", old.maximum, new.maximum) { $1 < $0 && !new.clamps }
        list.compareLimit("the fewest elements of \(place)", old.minItems, new.minItems) { $1 > $0 }
        list.compareLimit("the most elements of \(place)", old.maxItems, new.maxItems) { $1 < $0 }
        list.compare("\(place) may be null", old.isNullable, new.isNullable, breaks: old.isNullable)
    }
}

extension ChangeList {
    /// A bound, which breaks where it refuses more than before; none refuses nothing.
    fileprivate mutating func compareLimit<Limit: Equatable>(
        _ what: String,
        _ old: Limit?,
        _ new: Limit?,
        tightens: (Limit, Limit) -> Bool
    ) {
        guard old != new else { return }
        switch (old, new) {
        case (nil, let new?): add("\(what) is \(new) now", breaks: true)
        case (let old?, let new?): add("\(what) was \(old), now \(new)", breaks: tightens(old, new))
        case (let old?, nil): add("\(what) was \(old) and is free now", breaks: false)
        case (nil, nil): break
        }
    }
}

extension ContractRoute {
    fileprivate var name: String { "\(method.rawValue) \(path)" }
}

extension RequestSource {
    fileprivate var summary: String {
        switch self {
        case .field(let path): path.description
        case .composed(let text): text.source
        case .each(let path, _, _): "each of \(path)"
        case .constant(let value): "always \(value.text)"
        }
    }

    fileprivate var isConstant: Bool {
        if case .constant = self { true } else { false }
    }
}

extension ErrorMapping {
    fileprivate var summary: String { "\(status) \(code.string ?? code.text)" }
}

extension ValueRule {
    /// Beyond its type.
    fileprivate var form: String {
        let summary = [format?.description, separator.map { "with “\($0)” between elements" }].compactMap(\.self)
        return summary.isEmpty ? "as usual" : summary.joined(separator: " ")
    }
}

extension [AnswerHeader] {
    fileprivate var leaves: ChangeList.Members {
        map { (path: $0.name, value: .array($0.values.map { .string($0.source) })) }
    }
}

extension ErrorMapping? {
    /// What the host answers where a contract specifies nothing.
    fileprivate func summary(instead error: CanonicalError) -> String {
        self?.summary ?? "\(error.status) \(error.rawValue)"
    }
}

extension JSONTemplate {
    /// The values of an answer, by the names that lead there; `[]` leads into the elements of a list.
    fileprivate var leaves: ChangeList.Members { leaves(below: "") }

    private func leaves(below path: String) -> ChangeList.Members {
        switch self {
        case .object(let members):
            members.flatMap { $0.value.leaves(below: path.isEmpty ? $0.name : "\(path).\($0.name)") }
        case .each(let list, let element):
            [(path: "\(path)[]", value: .string("each of \(list)"))] + element.leaves(below: "\(path)[]")
        case .constant, .text, .array, .value: [(path: path, value: written)]
        }
    }
}
