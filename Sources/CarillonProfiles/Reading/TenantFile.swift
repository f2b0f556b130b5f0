import CarillonDiagnostics

/// A tenant's file after the syntax and shape checks: its JSON, and where that is unreliable.
struct TenantFile: Sendable {
    /// Inside the tenant's folder.
    let path: String
    let source: SourceID
    let root: JSONNode
    /// Whether the file has no shape errors.
    let isSound: Bool
    /// Whether a syntax error may have hidden a name, or moved it elsewhere.
    private let isMisread: Bool
    /// Paths with an error.
    private let faults: Set<[JSONStep]>
    /// Paths that contain an error.
    private let surroundings: Set<[JSONStep]>

    /// - Parameter isRead: whether its syntax has no errors.
    init(path: String, source: SourceID, root: JSONNode, faults: [[JSONStep]], isRead: Bool = true) {
        self.path = path
        self.source = source
        self.root = root
        self.isSound = faults.isEmpty
        self.isMisread = !isRead && root.isMisread
        self.faults = Set(faults)
        self.surroundings = Set(faults.flatMap { fault in (0...fault.count).map { Array(fault[..<$0]) } })
    }

    /// The name without folder and extension.
    var stem: String {
        let name = path.split(separator: "/").last ?? ""
        return String(name.dropLast(".json".count))
    }

    /// Nil where a bracket is missing: half of the file's declarations may then seem to be missing, which should not be
    /// reported.
    var ifWhole: TenantFile? { root.isUnbalanced ? nil : self }

    /// Whether everything in the file could be read, and has the right shape.
    var isIntact: Bool { isSound && !isMisread }

    /// Whether there is an error at `path` or inside it, or a required member is missing there, or may be there and was misread.
    func isDamaged(_ path: [JSONStep]) -> Bool {
        if isMisread {
            guard let node = readNode(at: path) else { return true }
            if node?.isMisread == true { return true }
        }
        guard !isSound else { return false }
        return surroundings.contains(path) || (0..<path.count).contains { faults.contains(Array(path[..<$0])) }
    }

    /// Whether the value at `path` can't be read at all; errors inside it don't count.
    func isLost(_ path: [JSONStep]) -> Bool {
        if isMisread {
            guard let node = readNode(at: path) else { return true }
            if node?.isBroken == true { return true }
        }
        return !isSound && (0...path.count).contains { faults.contains(Array(path[..<$0])) }
    }

    /// What is surely at `path`, which may be nothing; nil where a syntax error around it makes that unsure.
    private func readNode(at path: [JSONStep]) -> JSONNode?? {
        var node = root
        for step in path {
            guard !node.isUnbalanced else { return nil }
            guard let next = node.node(at: [step]) else { return node.isDamaged || node.isBroken ? nil : .some(nil) }
            node = next
        }
        return .some(node)
    }

    func isLost(_ names: String...) -> Bool { isLost(names.map { .name($0) }) }

    func isDamaged(_ names: String...) -> Bool { !isIntact && isDamaged(names.map { .name($0) }) }

    /// The names that the object at a top-level key declares; nil where an error may hide some of them: a wrong
    /// bracket, a misspelt key, a value that isn't an object.
    func names(in key: String) -> [String]? {
        guard !faults.contains([]), !faults.contains([.name(key)]) else { return nil }
        guard !root.isDamaged, let node = root[key] else { return root.isDamaged ? nil : [] }
        return node.isDamaged || node.isBroken ? nil : node.members.map(\.name)
    }

    /// The range of the value at `path`, or of the closest existing value around it.
    func span(_ path: [JSONStep]) -> Span {
        var node = root
        for step in path {
            guard let next = node.node(at: [step]) else { break }
            node = next
        }
        return Span(source, node.isObject ? node.range.prefix(1) : node.range)
    }

    /// The range of the member's name at `path`, or the closest existing one around it.
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
    /// Whether a syntax error is anywhere inside.
    fileprivate var isMisread: Bool {
        isDamaged || isBroken || members.contains { $0.value.isMisread } || elements.contains { $0.isMisread }
    }

    func text(_ name: String) -> String? { self[name]?.string }
    func flag(_ name: String) -> Bool? { self[name]?.boolean }
    func number(_ name: String) -> Int? { self[name]?.integer }
    func texts(_ name: String) -> [String] { self[name]?.elements.compactMap(\.string) ?? [] }

    /// The member's value where `make` accepts its text; anything else was reported as a shape error.
    func made<Value>(_ name: String, _ make: (String) -> Value?) -> Value? { text(name).flatMap(make) }
}
