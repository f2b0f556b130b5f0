import CarillonDiagnostics

/// A JSON value that knows where it stands.
struct JSONNode: Sendable {
    enum Content: Sendable {
        case null
        case boolean(Bool)
        /// As written.
        case number(String)
        case string(String)
        case array([JSONNode])
        case object([JSONMember])
        /// Something was there and could not be understood; that has been said.
        case broken
    }

    let content: Content
    /// Bytes of the file, quotes and brackets included.
    let range: Range<Int>
    /// A fault of syntax directly inside: what seems to be missing here may only have been misread.
    var isDamaged = false
}

/// A name with its value.
struct JSONMember: Sendable {
    let name: String
    let nameRange: Range<Int>
    let value: JSONNode
}

/// One step from a value to one inside it.
enum JSONStep: Sendable, Hashable {
    case name(String)
    case index(Int)
}

extension JSONNode {
    var string: String? {
        if case .string(let text) = content { text } else { nil }
    }

    var boolean: Bool? {
        if case .boolean(let value) = content { value } else { nil }
    }

    var integer: Int? {
        if case .number(let text) = content { Int(text) } else { nil }
    }

    /// Elements of an array, none of anything else.
    var elements: [JSONNode] {
        if case .array(let elements) = content { elements } else { [] }
    }

    /// Members of an object, none of anything else.
    var members: [JSONMember] {
        if case .object(let members) = content { members } else { [] }
    }

    var isObject: Bool {
        if case .object = content { true } else { false }
    }

    var isBroken: Bool {
        if case .broken = content { true } else { false }
    }

    subscript(name: String) -> JSONNode? { member(name)?.value }

    func member(_ name: String) -> JSONMember? { members.first { $0.name == name } }

    func node(at path: [JSONStep]) -> JSONNode? {
        var node = self
        for step in path {
            switch step {
            case .name(let name):
                guard let value = node[name] else { return nil }
                node = value
            case .index(let index):
                guard node.elements.indices.contains(index) else { return nil }
                node = node.elements[index]
            }
        }
        return node
    }
}
