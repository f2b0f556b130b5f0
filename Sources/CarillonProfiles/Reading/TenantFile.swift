import CarillonDiagnostics

/// A file of a tenant after syntax and shape: its JSON, and where it is unreliable.
struct TenantFile: Sendable {
    /// Inside the tenant's folder.
    let path: String
    let source: SourceID
    let root: JSONNode
    /// Places at which something is wrong.
    let faults: [[JSONStep]]

    /// Whether something is wrong at `path` or inside it, or whether what should be there is missing.
    func isDamaged(_ path: [JSONStep]) -> Bool {
        faults.contains { $0.starts(with: path) || path.starts(with: $0) }
    }

    func isDamaged(_ names: String...) -> Bool { isDamaged(names.map { .name($0) }) }

    /// The value at `path`, or the closest thing around it that exists.
    func span(_ path: [JSONStep]) -> Span {
        var node = root
        for step in path {
            guard let next = node.node(at: [step]) else { break }
            node = next
        }
        return Span(source, node.isObject ? node.range.prefix(1) : node.range)
    }

    /// The name of the member at `path`, or the closest thing around it.
    func nameSpan(_ path: [JSONStep]) -> Span {
        guard case .name(let name)? = path.last, let parent = root.node(at: Array(path.dropLast())),
            let member = parent.member(name)
        else { return span(path) }
        return Span(source, member.nameRange)
    }

    func span(_ names: String...) -> Span { span(names.map { .name($0) }) }
    func nameSpan(_ names: String...) -> Span { nameSpan(names.map { .name($0) }) }
}

extension JSONNode {
    func text(_ name: String) -> String? { self[name]?.string }
    func flag(_ name: String) -> Bool? { self[name]?.boolean }
    func number(_ name: String) -> Int? { self[name]?.integer }
    func texts(_ name: String) -> [String] { self[name]?.elements.compactMap(\.string) ?? [] }

    /// The member's value where `make` accepts its text; shape errors have been told.
    func made<Value>(_ name: String, _ make: (String) -> Value?) -> Value? { text(name).flatMap(make) }
}
