public import CarillonModel

/// The values that placeholders can use: a JSON value, and within a list its current element.
///
/// A path is looked up in the innermost value first, then outwards. A format can follow a value, such as `.epochMillis`
/// after a point in time.
public struct TemplateScope: Sendable {
    private let values: [JSONValue]
    private let offset: @Sendable (Instant) -> Int

    /// - Parameters:
    ///   - root: the outermost value.
    ///   - offset: seconds east of Greenwich in the reader's zone, for `.date`.
    public init(_ root: JSONObject, offset: @escaping @Sendable (Instant) -> Int = { _ in 0 }) {
        self.init(values: [.object(root)], offset: offset)
    }

    private init(values: [JSONValue], offset: @escaping @Sendable (Instant) -> Int) {
        self.values = values
        self.offset = offset
    }

    /// The scope of an element within a list.
    public func nested(_ element: JSONValue) -> TemplateScope {
        TemplateScope(values: values + [element], offset: offset)
    }

    /// The value at `path`; nil where there is none, or where it is null.
    public func value(at path: FieldPath) -> JSONValue? {
        for value in values.reversed() {
            if let found = self.value(at: path.steps[...], in: value), !found.isNull { return found }
        }
        return nil
    }

    /// The value at `path` as it is inserted into a text; nil where there is none.
    public func text(at path: FieldPath) -> String? {
        value(at: path).map(Self.text(of:))
    }

    /// A value in another format; nil where the format doesn't apply to it.
    func written(_ value: JSONValue, _ format: ValueFormat) -> JSONValue? { format.written(value, offset: offset) }

    private func value(at steps: ArraySlice<String>, in value: JSONValue) -> JSONValue? {
        guard let step = steps.first else { return value }
        let rest = steps.dropFirst()
        switch value {
        case .object(let object):
            guard let member = object[step] else { return nil }
            return self.value(at: rest, in: member)
        case .string, .boolean, .number:
            guard rest.isEmpty, let format = ValueFormat.named.first(where: { $0.name == step })?.format else {
                return nil
            }
            return written(value, format)
        case .null, .array: return nil
        }
    }

    /// Money as `12.50 NGN`, lists joined by commas, anything else as JSON.
    public static func text(of value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .boolean(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .array(let elements): elements.map(text(of:)).joined(separator: ",")
        case .object(let object):
            if object.members.count == 2, let value = object["value"]?.string, let code = object["currency"]?.string {
                "\(value) \(code)"
            } else {
                value.text
            }
        }
    }
}
