/// A JSON value with its position in the file.
package struct JSONNode: Sendable {
    package enum Content: Sendable {
        case null
        case boolean(Bool)
        /// As written.
        case number(String)
        case string(String)
        case array([JSONNode])
        case object([JSONMember])
        /// Something that could not be parsed, and has been reported.
        case broken
    }

    package let content: Content
    /// Bytes of the file, quotes and brackets included.
    package let range: Range<Int>
    /// How far a syntax error directly inside makes the content unreliable.
    var damage = Damage.none

    enum Damage: Sendable {
        case none
        /// A member may be missing here only because it was misread.
        case members
        /// A bracket is missing or wrong, so members may belong to another container.
        case brackets
    }

    var isDamaged: Bool { damage != .none }
    var isUnbalanced: Bool { damage == .brackets }
}

/// A name with its value.
package struct JSONMember: Sendable {
    package let name: String
    package let nameRange: Range<Int>
    package let value: JSONNode
}

/// One step from a value to one inside it.
package enum JSONStep: Sendable, Hashable {
    case name(String)
    case index(Int)
}

extension JSONNode {
    package var string: String? {
        if case .string(let text) = content { text } else { nil }
    }

    package var boolean: Bool? {
        if case .boolean(let value) = content { value } else { nil }
    }

    package var integer: Int? {
        if case .number(let text) = content { Int(text) } else { nil }
    }

    /// Elements of an array, none of anything else.
    package var elements: [JSONNode] {
        if case .array(let elements) = content { elements } else { [] }
    }

    /// Members of an object, none of anything else.
    package var members: [JSONMember] {
        if case .object(let members) = content { members } else { [] }
    }

    package var isObject: Bool {
        if case .object = content { true } else { false }
    }

    /// Whether it is an array or an object.
    var isContainer: Bool {
        switch content {
        case .array, .object: true
        default: false
        }
    }

    var isBroken: Bool {
        if case .broken = content { true } else { false }
    }

    package subscript(name: String) -> JSONNode? { member(name)?.value }

    package func member(_ name: String) -> JSONMember? {
        // Iterates by index, so that only the member that is found is copied.
        guard case .object(let members) = content else { return nil }
        return members.indices.first { members[$0].name == name }.map { members[$0] }
    }

    package func node(at path: [JSONStep]) -> JSONNode? {
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
