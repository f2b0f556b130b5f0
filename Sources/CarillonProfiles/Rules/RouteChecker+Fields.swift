import CarillonDiagnostics
import CarillonModel

/// Checks what fills an operation's fields: each field exists, gets a fitting type, and is filled from an existing
/// place.
extension RouteChecker {
    func checkFields(_ report: inout RuleReport) {
        guard !file.isLost(place + [.name("request")]) else { return }
        let written = (node["request"]?.members ?? []).compactMap { FieldPath($0.name)?.steps[0] }
        let filled = Set(written)
        // A field with an error may turn out to be any field.
        let isWhole = isSound("request")
        let span = file.span(place + [.name("operation")])
        for input in operation.fields where input.isRequired {
            if !filled.contains(input.name) {
                if isWhole { report.add(.missingInput([input.name], route.operation, span)) }
            } else if let field = missingWhenAbsent([input.name]) {
                report.add(.optionalInput(field, route.operation, optionalSpan(field)))
            }
        }
        for names in operation.oneOf {
            if filled.isDisjoint(with: names) {
                if isWhole { report.add(.missingInput(names, route.operation, span)) }
            } else if !isLenient, let field = missingWhenAbsent(names) {
                report.add(.optionalInput(field, route.operation, optionalSpan(field)))
            }
        }
        for field in route.request {
            let step = place + [.name("request"), .name(field.target.description)]
            guard let input = operation.field(field.target.steps[0]) else {
                let known = operation.fields.map(\.name)
                report.add(.unknownInput(field.target.description, route.operation, known: known, file.nameSpan(step)))
                continue
            }
            guard field.target.steps.count == 1 else {
                let open = operation.fields.filter { $0.form == .open }.map(\.name)
                if input.form != .open {
                    let span = file.nameSpan(step)
                    report.add(.unknownPart(field.target.description, of: input, route.operation, open: open, span))
                }
                continue
            }
            if let type = declaredType(of: field), !input.form.takes(type) {
                report.add(.wrongInputType(input, type, file.span(step)))
            } else {
                checkValues(of: field, for: input, step, &report)
            }
        }
    }

    /// Values in the route have the field's type: constants, meanings of clients' values, and list elements.
    private func checkValues(
        of field: RequestField,
        for input: OperationField,
        _ step: [JSONStep],
        _ report: inout RuleReport
    ) {
        if case .constant(let value) = field.source, !input.form.takes(value) {
            report.add(.wrongConstant(value, input, file.span(step + [.name("value")])))
        }
        guard field.source.isField else { return }
        if let value = field.rule.values.first(where: { !input.form.takes($0.meaning) }) {
            report.add(.wrongMeaning(value.meaning, input, file.span(step + [.name("values")])))
        }
        guard declaredType(of: field) == .list, case .each(let element) = field.rule.items else { return }
        let items = step + [.name("items")]
        if let value = element.values.first(where: { !input.form.takesElement($0.meaning) }) {
            report.add(.wrongMeaning(value.meaning, elementOf: input, file.span(items + [.name("values")])))
        } else if element.values.isEmpty, !input.form.takesElements(element.type ?? .text) {
            report.add(.wrongElementType(input, element.type ?? .text, file.span(items)))
        }
    }

    /// A log-out without a device is ignored like one with an unknown device.
    private var isLenient: Bool { operation.unknown == .routeDecidesLeniently && route.onUnknown == .ignore }

    /// The field that a request may leave out although the operation needs one of these, and no other one fills them.
    private func missingWhenAbsent(_ names: [String]) -> RequestField? {
        let fields = route.request.filter { names.contains($0.target.steps[0]) }
        guard fields.count == 1, let field = fields.first, field.isOptional, field.defaultValue == nil else {
            return nil
        }
        return field
    }

    private func optionalSpan(_ field: RequestField) -> Span {
        file.span(place + [.name("request"), .name(field.target.description), .name("optional")])
    }

    /// Nil where any type fits: for constants, values that decide by themselves, and whole `open` fields.
    private func declaredType(of field: RequestField) -> RequestType? {
        switch field.source {
        case .constant: nil
        case .each: .list
        case .composed: .text
        case .field: field.rule.values.isEmpty ? field.rule.type ?? .text : nil
        }
    }

    // MARK: where they come from

    func checkSource(_ member: JSONMember, _ report: inout RuleReport) {
        let paths: [RequestPath]
        let key: String
        if let from = member.value.text("from"), let source = RequestSource(written: from) {
            key = "from"
            switch source {
            case .field(let path): paths = [path]
            case .composed(let text): paths = text.fields.compactMap { RequestPath($0.description) }
            case .each, .constant: paths = []
            }
        } else if let each = member.value.text("each") {
            key = "each"
            paths = [RequestPath(each)].compactMap { $0 }
            checkElements(member, &report)
        } else {
            return
        }
        let span = file.span(place + [.name("request"), .name(member.name), .name(key)])
        for path in paths {
            if path.part == .path, !route.path.parameters.contains(path.steps[0]) {
                report.add(.unknownPathParameter(path.steps[0], route.path, span))
            }
            if path.part == .body, route.method == .get { report.add(.bodyOfGet(span)) }
        }
    }

    private func checkElements(_ member: JSONMember, _ report: inout RuleReport) {
        guard let fields = member.value["fields"], let template = member.value["as"] else { return }
        let shape = ResultShape.object(fields.members.map { .open($0.name, "", .null) })
        AnswerChecker(file: file, root: shape).check(template, &report)
    }
}
