package import CarillonModel

/// What may stand at a place of a tenant's file: for editors, from the declarations that the checker uses.
package struct ShapeGuide: Sendable {
    /// A key that an object may have.
    package struct Key: Sendable {
        package let name: String
        /// One or two sentences.
        package let description: String
        package let example: JSONValue
        package let isRequired: Bool
        /// What its value must be, such as `a duration such as 30s`.
        package let expectation: String
        /// A value to begin with, as compact JSON: `{}`, `[]`, `""`, or the first of several words.
        package let skeleton: String
    }

    /// The key that leads to the place, where it is one with a fixed name.
    package let key: Key?
    /// The keys that an object there may have, in the order of the documentation.
    package let keys: [Key]
    /// The name of the form that other keys of such an object have, such as `channel` or `field`; nil where there are none.
    package let keyForm: String?
    /// The strings that may stand there, where they are few.
    package let choices: [String]
    /// The name of a string's form, such as `duration` or `channel`.
    package let form: String?
    package let isBoolean: Bool
    package let isString: Bool
    /// Completes "must be …".
    package let expectation: String

    /// - Parameters:
    ///   - file: its path in a tenant's folder, such as `templates/en.json`.
    ///   - path: the place, from the root.
    ///   - root: the file as far as it can be read; what stands there decides between alternatives.
    /// - Returns: nil for a place that no declaration knows.
    package init?(file: String, at path: [JSONStep], in root: JSONNode?) {
        guard let shape = Shape.file(file) else { return nil }
        var walk = Walk(shapes: [shape], node: root)
        for step in path {
            walk.enter(step)
            guard !walk.shapes.isEmpty else { return nil }
        }
        self.init(walk)
    }

    private init(_ walk: Walk) {
        key = walk.member.map(Key.init)
        let shapes = walk.shapes.flatMap(\.alternatives)
        var keys: [MemberShape] = []
        for member in shapes.flatMap({ $0.members(of: walk.node) })
        where !keys.contains(where: { $0.name == member.name }) { keys.append(member) }
        self.keys = keys.map(Key.init)
        keyForm = shapes.lazy.compactMap(\.keyForm).first
        choices = shapes.flatMap(\.choices)
        form = shapes.lazy.compactMap { if case .text(let text) = $0 { text.name } else { nil } }.first
        isBoolean = shapes.contains { if case .boolean = $0 { true } else { false } }
        isString = form != nil || !choices.isEmpty
        expectation = walk.shapes.first?.description ?? ""
    }

    /// On the way from the root to the place.
    private struct Walk {
        var shapes: [Shape]
        var node: JSONNode?
        var member: MemberShape?

        mutating func enter(_ step: JSONStep) {
            var found: [Shape] = []
            member = nil
            for shape in shapes.flatMap(\.alternatives) {
                switch step {
                case .index: if case .list(let element, _) = shape { found.append(element) }
                case .name(let name):
                    if let known = shape.members(of: node).first(where: { $0.name == name }) {
                        member = member ?? known
                        found.append(known.shape)
                    } else if let other = shape.otherValue {
                        found.append(other)
                    }
                }
            }
            shapes = found
            node = node?.node(at: [step])
        }
    }
}

extension ShapeGuide.Key {
    fileprivate init(_ member: MemberShape) {
        name = member.name
        description = member.description
        example = member.example
        isRequired = member.isRequired
        expectation = member.shape.description
        skeleton = member.shape.skeleton
    }
}

extension Shape {
    /// Of a file by its path in a tenant's folder.
    static func file(_ path: String) -> Shape? {
        switch path {
        case "profile.json": .profile
        case "events.json": .events
        case "contract.json": .contract
        case sampleContextFile: .sampleContext
        default: path.hasPrefix("templates/") ? .templates : path.hasPrefix("channels/") ? .channelFile : nil
        }
    }

    fileprivate var alternatives: [Shape] {
        if case .either(let shapes) = self { shapes.flatMap(\.alternatives) } else { [self] }
    }

    /// The keys of an object of this shape; where one of them decides on the others, as it is written there.
    fileprivate func members(of node: JSONNode?) -> [MemberShape] {
        switch self {
        case .object(let object): return object.members
        case .tagged(let tagged):
            let tags = tagged.cases.map(\.tag)
            let example = JSONValue.string(tags.first ?? "")
            let tag = MemberShape(tagged.tag, .choice(tags), isRequired: true, tagged.description, example: example)
            let chosen = node?[tagged.tag]?.string.flatMap(tagged.members(for:))
            return [tag] + (chosen ?? tagged.common)
        case .slotGroup: return node?["match"] == nil && node?["when"] == nil ? [] : Shape.selection.members
        default: return []
        }
    }

    fileprivate var keyForm: String? {
        switch self {
        case .map(let key, _): key.name
        case .object(let object): object.rest?.key.name
        case .slotGroup: "slot"
        default: nil
        }
    }

    /// The shape of values whose keys have no fixed name.
    fileprivate var otherValue: Shape? {
        switch self {
        case .map(_, let value): value
        case .object(let object): object.rest?.value
        case .slotGroup: .either([Shape.plainText, .slotGroup])
        default: nil
        }
    }

    fileprivate var choices: [String] {
        switch self {
        case .choice(let values): values
        case .text(let text): text.candidates
        default: []
        }
    }

    fileprivate var skeleton: String {
        switch self {
        case .text: "\"\""
        case .choice(let values): JSONValue.string(values.first ?? "").text
        case .integer(let range): "\(range.contains(1) ? 1 : range.lowerBound)"
        case .boolean: "true"
        case .list: "[]"
        case .map, .object, .tagged, .slotGroup, .anyObject: "{}"
        case .either(let shapes): shapes.first?.skeleton ?? "\"\""
        case .anything: "\"\""
        }
    }
}

/// Forms of names that editors complete and rename.
package enum NameForm {
    /// Of payload fields, terms and parameters.
    package static func isField(_ text: String) -> Bool { TextShape.fieldName.isValid(text) }
    /// Of categories, routes, Android channels and preferences.
    package static func isPlain(_ text: String) -> Bool { TextShape.plainName.isValid(text) }
    /// All IANA time zones, sorted.
    package static var timeZones: [String] { BuiltInTimeZones.names.sorted() }
}
