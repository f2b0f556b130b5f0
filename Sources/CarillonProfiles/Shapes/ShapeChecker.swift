import CarillonDiagnostics
import CarillonModel

/// Compares a file's JSON with its shape, and reports every difference.
struct ShapeChecker {
    /// How many faults are reported for one file.
    static let limit = 1000

    private let source: SourceID
    private(set) var diagnostics: [Diagnostic] = []
    /// Paths with a fault, from the root.
    private(set) var faults: [[JSONStep]] = []
    /// The path from the root to the value that is being checked.
    private var path: [JSONStep] = []

    init(source: SourceID) {
        self.source = source
    }

    mutating func check(_ node: JSONNode, _ shape: Shape) {
        visit(node, shape)
    }

    private mutating func visit(_ node: JSONNode, _ shape: Shape) {
        guard !node.isBroken else {
            faults.append(path)
            return
        }
        if node.isDamaged { faults.append(path) }
        guard !node.isDamaged || node.isContainer else { return }
        guard !node.isUnbalanced else {
            checkUnbalanced(node, shape)
            return
        }
        switch shape {
        case .anything: break
        case .anyObject: if !node.isObject { report(.wrongType(span(node), shape, got: node.kind)) }
        case .boolean: if node.boolean == nil { report(.wrongType(span(node), shape, got: node.kind)) }
        case .integer(let range): checkInteger(node, range)
        case .text(let text): checkText(node, text)
        case .choice(let values): checkChoice(node, values)
        case .list(let element, let count): checkList(node, element, count)
        case .map(let key, let value): checkMap(node, key, value)
        case .object(let object): checkObject(node, object)
        case .tagged(let tagged): checkTagged(node, tagged)
        case .either(let shapes): checkEither(node, shapes)
        case .slotGroup: checkSlotGroup(node)
        }
    }

    /// Where brackets are missing, it isn't known which members belong together.
    ///
    /// So only containers in their expected place are checked.
    private mutating func checkUnbalanced(_ node: JSONNode, _ shape: Shape) {
        for member in node.members where member.value.isContainer {
            guard let known = shape.member(member.name, of: node), known.accepts(kindOf: member.value) else { continue }
            visit(member.value, known, inside: .name(member.name))
        }
    }

    // MARK: scalars

    private mutating func checkInteger(_ node: JSONNode, _ range: ClosedRange<Int>) {
        guard case .number = node.content else {
            report(.wrongType(span(node), .integer(range), got: node.kind))
            return
        }
        guard let number = node.integer, range.contains(number) else {
            report(.outOfRange(span(node), .integer(range)))
            return
        }
    }

    private mutating func checkText(_ node: JSONNode, _ text: TextShape) {
        guard let string = node.string else {
            report(.wrongType(span(node), .text(text), got: node.kind))
            return
        }
        if !text.isValid(string) { report(.badText(string, text, span(node))) }
    }

    private mutating func checkChoice(_ node: JSONNode, _ values: [String]) {
        guard let string = node.string else {
            report(.wrongType(span(node), .choice(values), got: node.kind))
            return
        }
        if !values.contains(string) { report(.notAllowed(string, values, span(node))) }
    }

    // MARK: containers

    private mutating func checkList(
        _ node: JSONNode,
        _ element: Shape,
        _ count: ClosedRange<Int>
    ) {
        guard case .array(let elements) = node.content else {
            report(.wrongType(span(node), .list(element, count: count), got: node.kind))
            return
        }
        if !count.contains(elements.count), !node.isDamaged {
            report(.wrongCount(elements.count, count, span(node)))
        }
        for (index, value) in elements.enumerated() { visit(value, element, inside: .index(index)) }
    }

    private mutating func checkMap(_ node: JSONNode, _ key: TextShape, _ value: Shape) {
        guard case .object(let members) = node.content else {
            report(.wrongType(span(node), .map(key, value), got: node.kind))
            return
        }
        for member in members {
            if !key.isValid(member.name) {
                report(.badKey(member.name, key, Span(source, member.nameRange)), inside: .name(member.name))
            }
            visit(member.value, value, inside: .name(member.name))
        }
    }

    private mutating func checkObject(_ node: JSONNode, _ shape: ObjectShape) {
        guard case .object(let members) = node.content else {
            let isSecret = shape.members.first?.name == "$secret" && node.string != nil
            let message = Diagnostic.wrongType(span(node), .object(shape), got: node.kind)
            report(isSecret ? .literalKey(span(node)) : message)
            return
        }
        checkMembers(members, of: node, shape.members, rest: shape.rest)
        guard !shape.exactlyOneOf.isEmpty, !node.isDamaged else { return }
        let found = members.filter { shape.exactlyOneOf.contains($0.name) }
        if found.isEmpty {
            let unknown = members.contains { member in
                shape.member(member.name) == nil
                    && Suggestion.closest(to: member.name, among: shape.exactlyOneOf) != nil
            }
            if !unknown { report(.missingOneOf(shape.exactlyOneOf, opening(node))) }
        } else if found.count > 1 {
            let places = found.map { Span(source, $0.nameRange) }
            report(.onlyOneOf(found.map(\.name), places))
        }
    }

    private mutating func checkMembers(
        _ members: [JSONMember],
        of node: JSONNode,
        _ shapes: [MemberShape],
        rest: ObjectShape.Rest?
    ) {
        lazy var present = Set(members.map(\.name))
        lazy var absent = shapes.map(\.name).filter { !present.contains($0) }
        var misspelt: Set<String> = []
        for member in members {
            let place = JSONStep.name(member.name)
            if let known = shapes.first(where: { $0.name == member.name }) {
                visit(member.value, known.shape, inside: place)
            } else if let rest {
                if !rest.key.isValid(member.name) {
                    report(.badKey(member.name, rest.key, Span(source, member.nameRange)), inside: place)
                }
                visit(member.value, rest.value, inside: place)
            } else {
                let guess = isFull ? nil : Suggestion.closest(to: member.name, among: absent)
                if let guess {
                    misspelt.insert(guess)
                    // The key that was meant is there, and can't be read.
                    faults.append(path + [.name(guess)])
                }
                let known = shapes.map(\.name)
                report(.unknownKey(member.name, guess, known: known, Span(source, member.nameRange)), inside: place)
            }
        }
        guard !node.isDamaged else { return }
        for shape in shapes where shape.isRequired && !misspelt.contains(shape.name) {
            guard !members.contains(where: { $0.name == shape.name }) else { continue }
            report(.missingKey(shape, opening(node), isFirst: members.isEmpty), inside: .name(shape.name))
        }
    }

    private mutating func checkTagged(_ node: JSONNode, _ shape: TaggedShape) {
        guard case .object(let members) = node.content else {
            report(.wrongType(span(node), .tagged(shape), got: node.kind))
            return
        }
        let tags = shape.cases.map(\.tag)
        let example = tags.first ?? ""
        let tag = MemberShape(shape.tag, .choice(tags), isRequired: true, shape.description, example: .string(example))
        guard let chosen = node[shape.tag]?.string.flatMap(shape.members(for:)) else {
            let everything = shape.cases.flatMap(\.members) + shape.common
            let optional = everything.map { MemberShape($0.name, .anything, $0.description, example: $0.example) }
            checkMembers(members, of: node, [tag] + optional, rest: nil)
            return
        }
        checkMembers(members, of: node, [tag] + chosen, rest: nil)
    }

    private mutating func checkEither(_ node: JSONNode, _ shapes: [Shape]) {
        guard let shape = shapes.first(where: { $0.accepts(kindOf: node) }) else {
            report(.wrongType(span(node), .either(shapes), got: node.kind))
            return
        }
        visit(node, shape)
    }

    /// The slots of a message: texts, `{match, when}`, or a group of slots; groups can't be nested.
    ///
    /// The original of a translation is under the slot's name with a dollar sign.
    private mutating func checkSlotGroup(_ node: JSONNode) {
        guard case .object(let members) = node.content else {
            report(.wrongType(span(node), .slotGroup, got: node.kind))
            return
        }
        for member in members {
            let place = JSONStep.name(member.name)
            let value = member.value
            let noted = WrittenSlot.slot(notedBy: member.name)
            if !TextShape.slotName.isValid(noted ?? member.name) {
                report(.badKey(member.name, .slotName, Span(source, member.nameRange)), inside: place)
            }
            if value.isObject, value["match"] != nil || value["when"] != nil {
                visit(value, .object(Shape.selection), inside: place)
            } else if value.isObject, path.count < 3, noted == nil {
                visit(value, .slotGroup, inside: place)
            } else {
                visit(value, Shape.plainText, inside: place)
            }
        }
    }

    // MARK: reporting

    private func span(_ node: JSONNode) -> Span { Span(source, node.range) }

    /// The opening bracket of an object: the place to report something that is missing.
    private func opening(_ node: JSONNode) -> Span {
        Span(source, node.range.lowerBound..<min(node.range.lowerBound + 1, node.range.upperBound))
    }

    private mutating func visit(_ node: JSONNode, _ shape: Shape, inside step: JSONStep) {
        path.append(step)
        visit(node, shape)
        path.removeLast()
    }

    private mutating func report(_ diagnostic: Diagnostic, inside step: JSONStep? = nil) {
        faults.append(path + [step].compactMap { $0 })
        guard !isFull else { return }
        diagnostics.append(diagnostic)
        if isFull { diagnostics.append(.tooManyFaults(diagnostic.primary.span, limit: Self.limit)) }
    }

    private var isFull: Bool { diagnostics.count >= Self.limit }
}

extension Shape {
    /// The shape of an object's member; nil where it depends on the rest of the object.
    fileprivate func member(_ name: String, of node: JSONNode) -> Shape? {
        switch self {
        case .object(let shape): shape.member(name)?.shape
        case .either(let shapes): shapes.first { $0.accepts(kindOf: node) }?.member(name, of: node)
        default: nil
        }
    }

    /// Whether this alternative is the one for the value's JSON type.
    fileprivate func accepts(kindOf node: JSONNode) -> Bool {
        switch (self, node.content) {
        case (.text, .string), (.choice, .string), (.integer, .number), (.boolean, .boolean), (.list, .array),
            (.map, .object), (.object, .object), (.tagged, .object), (.slotGroup, .object), (.anyObject, .object),
            (.anything, _):
            true
        default: false
        }
    }
}
