import CarillonDiagnostics
import CarillonModel

/// Compares a file's JSON with its shape and reports every difference.
struct ShapeChecker {
    private let source: SourceID
    private(set) var diagnostics: [Diagnostic] = []
    /// Places, from the root, at which something is wrong.
    private(set) var faults: [[JSONStep]] = []

    init(source: SourceID) {
        self.source = source
    }

    mutating func check(_ node: JSONNode, _ shape: Shape) {
        check(node, shape, at: [])
    }

    private mutating func check(_ node: JSONNode, _ shape: Shape, at path: [JSONStep]) {
        guard !node.isBroken else {
            faults.append(path)
            return
        }
        switch shape {
        case .anything: break
        case .anyObject: if !node.isObject { report(.wrongType(span(node), shape, got: node.kind), at: path) }
        case .boolean: if node.boolean == nil { report(.wrongType(span(node), shape, got: node.kind), at: path) }
        case .integer(let range): checkInteger(node, range, at: path)
        case .text(let text): checkText(node, text, at: path)
        case .choice(let values): checkChoice(node, values, at: path)
        case .list(let element, let count): checkList(node, element, count, at: path)
        case .map(let key, let value): checkMap(node, key, value, at: path)
        case .object(let object): checkObject(node, object, at: path)
        case .tagged(let tagged): checkTagged(node, tagged, at: path)
        case .either(let shapes): checkEither(node, shapes, at: path)
        case .slotGroup: checkSlotGroup(node, at: path)
        }
    }

    // MARK: scalars

    private mutating func checkInteger(_ node: JSONNode, _ range: ClosedRange<Int>, at path: [JSONStep]) {
        guard case .number = node.content else {
            report(.wrongType(span(node), .integer(range), got: node.kind), at: path)
            return
        }
        guard let number = node.integer, range.contains(number) else {
            report(.outOfRange(span(node), .integer(range)), at: path)
            return
        }
    }

    private mutating func checkText(_ node: JSONNode, _ text: TextShape, at path: [JSONStep]) {
        guard let string = node.string else {
            report(.wrongType(span(node), .text(text), got: node.kind), at: path)
            return
        }
        if !text.isValid(string) { report(.badText(string, text, span(node)), at: path) }
    }

    private mutating func checkChoice(_ node: JSONNode, _ values: [String], at path: [JSONStep]) {
        guard let string = node.string else {
            report(.wrongType(span(node), .choice(values), got: node.kind), at: path)
            return
        }
        if !values.contains(string) { report(.notAllowed(string, values, span(node)), at: path) }
    }

    // MARK: containers

    private mutating func checkList(
        _ node: JSONNode,
        _ element: Shape,
        _ count: ClosedRange<Int>,
        at path: [JSONStep]
    ) {
        guard case .array(let elements) = node.content else {
            report(.wrongType(span(node), .list(element, count: count), got: node.kind), at: path)
            return
        }
        if !count.contains(elements.count), !node.isDamaged {
            report(.wrongCount(elements.count, count, span(node)), at: path)
        }
        for (index, value) in elements.enumerated() { check(value, element, at: path + [.index(index)]) }
    }

    private mutating func checkMap(_ node: JSONNode, _ key: TextShape, _ value: Shape, at path: [JSONStep]) {
        guard case .object(let members) = node.content else {
            report(.wrongType(span(node), .map(key, value), got: node.kind), at: path)
            return
        }
        for member in members {
            if !key.isValid(member.name) {
                report(.badKey(member.name, key, Span(source, member.nameRange)), at: path + [.name(member.name)])
            }
            check(member.value, value, at: path + [.name(member.name)])
        }
    }

    private mutating func checkObject(_ node: JSONNode, _ shape: ObjectShape, at path: [JSONStep]) {
        guard case .object(let members) = node.content else {
            let isSecret = shape.members.first?.name == "$secret" && node.string != nil
            let words = Diagnostic.wrongType(span(node), .object(shape), got: node.kind)
            report(isSecret ? .literalKey(span(node)) : words, at: path)
            return
        }
        checkMembers(members, of: node, shape.members, rest: shape.rest, at: path)
        guard !shape.exactlyOneOf.isEmpty, !node.isDamaged else { return }
        let found = members.filter { shape.exactlyOneOf.contains($0.name) }
        if found.isEmpty {
            let unknown = members.contains { member in
                shape.member(member.name) == nil
                    && Suggestion.closest(to: member.name, among: shape.exactlyOneOf) != nil
            }
            if !unknown { report(.missingOneOf(shape.exactlyOneOf, opening(node)), at: path) }
        } else if found.count > 1 {
            let places = found.map { Span(source, $0.nameRange) }
            report(.onlyOneOf(found.map(\.name), places), at: path)
        }
    }

    private mutating func checkMembers(
        _ members: [JSONMember],
        of node: JSONNode,
        _ shapes: [MemberShape],
        rest: ObjectShape.Rest?,
        at path: [JSONStep]
    ) {
        var misspelt: Set<String> = []
        for member in members {
            let place = path + [.name(member.name)]
            if let known = shapes.first(where: { $0.name == member.name }) {
                check(member.value, known.shape, at: place)
            } else if let rest {
                if !rest.key.isValid(member.name) {
                    report(.badKey(member.name, rest.key, Span(source, member.nameRange)), at: place)
                }
                check(member.value, rest.value, at: place)
            } else {
                let absent = shapes.map(\.name).filter { name in !members.contains { $0.name == name } }
                let guess = Suggestion.closest(to: member.name, among: absent)
                if let guess { misspelt.insert(guess) }
                let known = shapes.map(\.name)
                report(.unknownKey(member.name, guess, known: known, Span(source, member.nameRange)), at: place)
            }
        }
        guard !node.isDamaged else { return }
        for shape in shapes where shape.isRequired && !misspelt.contains(shape.name) {
            guard !members.contains(where: { $0.name == shape.name }) else { continue }
            report(.missingKey(shape, opening(node), isFirst: members.isEmpty), at: path + [.name(shape.name)])
        }
    }

    private mutating func checkTagged(_ node: JSONNode, _ shape: TaggedShape, at path: [JSONStep]) {
        guard case .object(let members) = node.content else {
            report(.wrongType(span(node), .tagged(shape), got: node.kind), at: path)
            return
        }
        let tags = shape.cases.map(\.tag)
        let example = tags.first ?? ""
        let tag = MemberShape(shape.tag, .choice(tags), isRequired: true, shape.description, example: .string(example))
        guard let chosen = node[shape.tag]?.string.flatMap(shape.members(for:)) else {
            let everything = shape.cases.flatMap(\.members) + shape.common
            let optional = everything.map { MemberShape($0.name, .anything, $0.description, example: $0.example) }
            checkMembers(members, of: node, [tag] + optional, rest: nil, at: path)
            return
        }
        checkMembers(members, of: node, [tag] + chosen, rest: nil, at: path)
    }

    private mutating func checkEither(_ node: JSONNode, _ shapes: [Shape], at path: [JSONStep]) {
        guard let shape = shapes.first(where: { $0.accepts(kindOf: node) }) else {
            report(.wrongType(span(node), .either(shapes), got: node.kind), at: path)
            return
        }
        check(node, shape, at: path)
    }

    /// Slots of a message: words, `{match, when}`, or a group of further slots; groups don't nest.
    private mutating func checkSlotGroup(_ node: JSONNode, at path: [JSONStep]) {
        guard case .object(let members) = node.content else {
            report(.wrongType(span(node), .slotGroup, got: node.kind), at: path)
            return
        }
        for member in members {
            let place = path + [.name(member.name)]
            let value = member.value
            if !TextShape.slotName.isValid(member.name) {
                report(.badKey(member.name, .slotName, Span(source, member.nameRange)), at: place)
            }
            if value.isObject, value["match"] != nil || value["when"] != nil {
                check(value, .object(Shape.selection), at: place)
            } else if value.isObject, path.count < 3 {
                checkSlotGroup(value, at: place)
            } else {
                check(value, Shape.plainText, at: place)
            }
        }
    }

    // MARK: reporting

    private func span(_ node: JSONNode) -> Span { Span(source, node.range) }

    /// The bracket that opens an object: where something is missing that has no place of its own.
    private func opening(_ node: JSONNode) -> Span {
        Span(source, node.range.lowerBound..<min(node.range.lowerBound + 1, node.range.upperBound))
    }

    private mutating func report(_ diagnostic: Diagnostic, at path: [JSONStep]) {
        diagnostics.append(diagnostic)
        faults.append(path)
    }
}

extension Shape {
    /// Whether this is the alternative that a value of this JSON type belongs to.
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
