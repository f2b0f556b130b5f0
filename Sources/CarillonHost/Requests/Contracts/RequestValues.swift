import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// The values of a request, by their places.
struct RequestValues: Sendable {
    let specification: OperationSpecification
    let request: APIRequest
    let parameters: [String: String]
    /// Nil where no field comes from it.
    let body: JSONValue?

    /// The value that a field of the operation gets; nil where it gets none, or where `report` says why not.
    ///
    /// A null in place of what may be left out is as good as leaving it out.
    func value(of field: RequestField, _ report: inout ValueReport) -> JSONValue? {
        let place = place(of: field)
        switch field.source {
        case .constant(let value): return value
        case .composed(let text):
            var composed = ""
            for segment in text.segments {
                switch segment {
                case .text(let literal): composed += literal
                case .field(let path):
                    let value = RequestPath(path.description).flatMap(raw)
                    guard let value, !value.isNull else { return absent(field, at: place, &report) }
                    guard let part = value.string ?? value.wholeNumber.map({ "\($0)" }) else {
                        report.wrong(place, .wrongType, "must be a string or a whole number, not \(value.inWords)")
                        return nil
                    }
                    composed += part
                }
            }
            return field.rule.checked(.string(composed), isText: true, at: place, &report)
        case .field(let path):
            guard let value = field.rule.type == .list ? list(path, field.rule) : raw(path) else {
                return absent(field, at: place, &report)
            }
            if value.isNull {
                if field.rule.isNullable, keepsNull(field) { return .null }
                guard field.rule.isNullable || !field.isRequired else {
                    report.null(place)
                    return nil
                }
                return field.valueWhenAbsent
            }
            let checked = field.rule.checked(value, isText: isText(path, field.rule), at: place, &report)
            // A word that means nothing is as good as none, but where null says something.
            return checked?.isNull == true && !keepsNull(field) ? field.valueWhenAbsent : checked
        case .each(let path, let fields, let template):
            guard let value = raw(path) else { return absent(field, at: place, &report) }
            if value.isNull, field.rule.isNullable || !field.isRequired { return field.valueWhenAbsent }
            guard let list = field.rule.list(value, at: place, &report) else { return nil }
            let before = report.faults.count
            let elements = specification.field(field.target.steps[0])?.kind.fieldsOfElements ?? []
            let made = list.enumerated().compactMap { index, element in
                self.element(element, fields, template, for: elements, at: "\(place)[\(index)]", &report)
            }
            return report.faults.count == before ? .array(made) : nil
        }
    }

    /// A null that was written on purpose says something of a sound: none.
    ///
    /// What names nobody knows beforehand may hold any.
    private func keepsNull(_ field: RequestField) -> Bool {
        guard field.defaultValue == nil else { return false }
        return field.target.steps.count > 1 || specification.field(field.target.steps[0])?.isNullable == true
    }

    /// How clients call the field's place: what follows `body.`, `query.` and so on.
    func place(of field: RequestField) -> String {
        switch field.source {
        case .field(let path), .each(let path, _, _):
            path.steps.isEmpty ? "the body" : path.steps.joined(separator: ".")
        case .composed(let text):
            text.fields.map { $0.steps.dropFirst().joined(separator: ".") }.joined(separator: ", ")
        case .constant: field.target.description
        }
    }

    private func absent(_ field: RequestField, at place: String, _ report: inout ValueReport) -> JSONValue? {
        if field.isRequired { report.missing(place) }
        return field.valueWhenAbsent
    }

    private func raw(_ path: RequestPath) -> JSONValue? {
        switch path.part {
        case .body: body.flatMap { value(at: path.steps[...], in: $0) }
        case .query: request.query(path.steps[0]).map { .string($0) }
        case .path: parameters[path.steps[0]].map { .string($0) }
        case .header: request.header(path.steps[0].lowercased()).map { .string($0) }
        }
    }

    /// A list: a JSON array, or a text with a separator between the elements.
    ///
    /// A query parameter may also be repeated: clients' libraries do so whatever a document says.
    private func list(_ path: RequestPath, _ rule: ValueRule) -> JSONValue? {
        guard path.part == .query else {
            guard let value = raw(path), let text = value.string, isText(path, rule) else { return raw(path) }
            return .array(rule.elements(of: text))
        }
        let values = request.query.filter { $0.name == path.steps[0] }.map(\.value)
        return values.isEmpty ? nil : .array(values.flatMap(rule.elements))
    }

    /// Whether what stands at a place is text, or made of text.
    private func isText(_ path: RequestPath, _ rule: ValueRule) -> Bool { path.part != .body || rule.separator != nil }

    private func value(at steps: ArraySlice<String>, in value: JSONValue) -> JSONValue? {
        guard let step = steps.first else { return value }
        return value.object?[step].flatMap { self.value(at: steps.dropFirst(), in: $0) }
    }

    /// What is made of one element of a list.
    ///
    /// - Parameter elements: what the operation takes of each.
    private func element(
        _ element: JSONValue,
        _ fields: [ElementField],
        _ template: JSONTemplate?,
        for elements: [OperationField],
        at place: String,
        _ report: inout ValueReport
    ) -> JSONValue? {
        guard !fields.isEmpty else { return made(of: element, template, for: elements) }
        guard let object = element.object else {
            report.wrong(place, .wrongType, "must be an object, not \(element.kind)")
            return nil
        }
        var checked = JSONObject()
        for field in fields {
            let inner = "\(place).\(field.name)"
            switch object[field.name] {
            case nil:
                if !field.isOptional { report.missing(inner) }
            case .null where field.rule.isNullable: checked[field.name] = .null
            case .null where field.isOptional: break
            case .null: report.null(inner)
            case .some(let value): checked[field.name] = field.rule.checked(value, isText: false, at: inner, &report)
            }
        }
        return made(of: .object(checked), template, for: elements)
    }

    /// A member whose placeholder stands for a null of the request is null, not left out: it may say “nobody's”.
    private func made(
        of element: JSONValue,
        _ template: JSONTemplate?,
        for elements: [OperationField]
    ) -> JSONValue? {
        guard let template else { return element }
        let scope = TemplateScope(JSONObject()).nested(element)
        guard case .object(let members) = template else { return template.resolved(in: scope, wholeValues: .asJSON) }
        var made = JSONObject()
        for member in members {
            if case .text(let text) = member.value, let path = text.onlyField, path.steps.count == 1,
                element[path.steps[0]]?.isNull == true
            {
                if elements.contains(where: { $0.name == member.name && $0.isNullable }) { made[member.name] = .null }
            } else {
                made[member.name] = member.value.resolved(in: scope, wholeValues: .asJSON)
            }
        }
        return .object(made)
    }
}

/// A fault of a field.
struct ValueReport: Sendable {
    /// The fault of a wrong value.
    let error: CanonicalError
    let plausibleTimes: PlausibleTimes
    private(set) var faults: [(error: CanonicalError, fault: Fault)] = []

    init(error: CanonicalError, at now: Instant) {
        self.error = error
        plausibleTimes = PlausibleTimes(at: now)
    }

    mutating func wrong(_ place: String, _ code: Fault.Code, _ message: String) {
        faults.append((error, .init(pointer: place, code: code, message: message)))
    }

    /// A null where none is allowed is a `validation` error, as a missing value is, whatever a wrong one raises.
    mutating func null(_ place: String) {
        faults.append((.validation, .null(place)))
    }

    mutating func missing(_ place: String) {
        faults.append((.validation, .missing(place)))
    }
}

extension ValueRule {
    /// What stands between the separators of a text; one that is empty has no elements.
    fileprivate func elements(of text: String) -> [JSONValue] {
        guard let separator else { return [.string(text)] }
        return text.isEmpty
            ? [] : text.split(separator: separator, omittingEmptySubsequences: false).map { .string(String($0)) }
    }
}
