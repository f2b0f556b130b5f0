import CarillonModel

/// Text with `{field}` placeholders, such as `assignment-{project_id}`; `{{` and `}}` stand for braces.
///
/// Inserted values aren't parsed again: a value that looks like a placeholder stays text.
public struct PlaceholderText: Sendable, Hashable {
    public enum Segment: Sendable, Hashable {
        case text(String)
        case field(FieldPath)
    }

    public let segments: [Segment]
    /// As written.
    public let source: String

    public init(_ source: String) throws(PlaceholderFault) {
        self.source = source
        self.segments = try Self.parse(source)
    }

    /// All placeholders in their order.
    public var fields: [FieldPath] {
        segments.compactMap { segment in
            if case .field(let path) = segment { path } else { nil }
        }
    }

    /// The placeholder, where the text consists of only that.
    public var onlyField: FieldPath? {
        if segments.count == 1, case .field(let path) = segments[0] { path } else { nil }
    }

    /// The text with all placeholders filled, or nil where a value is absent.
    ///
    /// - Parameter encode: converts each value before it is inserted.
    public func resolved(in scope: TemplateScope, encoding encode: (String) -> String = { $0 }) -> String? {
        var text = ""
        for segment in segments {
            switch segment {
            case .text(let literal): text += literal
            case .field(let path):
                guard let value = scope.text(at: path) else { return nil }
                text += encode(value)
            }
        }
        return text
    }

    private static func parse(_ source: String) throws(PlaceholderFault) -> [Segment] {
        var segments: [Segment] = []
        var literal: [UInt8] = []
        let bytes = Array(source.utf8)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            let isDoubled = position + 1 < bytes.count && bytes[position + 1] == byte
            switch byte {
            case UInt8(ascii: "{") where isDoubled, UInt8(ascii: "}") where isDoubled:
                literal.append(byte)
                position += 2
            case UInt8(ascii: "}"): throw PlaceholderFault(kind: .strayBrace, range: position..<position + 1)
            case UInt8(ascii: "{"):
                guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "}")) else {
                    throw PlaceholderFault(kind: .unclosed, range: position..<bytes.count)
                }
                guard let path = FieldPath(String(decoding: bytes[position + 1..<end], as: UTF8.self)) else {
                    throw PlaceholderFault(kind: .badPath, range: position..<end + 1)
                }
                if !literal.isEmpty { segments.append(.text(String(decoding: literal, as: UTF8.self))) }
                literal = []
                segments.append(.field(path))
                position = end + 1
            default:
                literal.append(byte)
                position += 1
            }
        }
        if !literal.isEmpty { segments.append(.text(String(decoding: literal, as: UTF8.self))) }
        return segments
    }
}

/// Names joined by dots, such as `delivery.error`; a `?` at the end marks a value that may be absent.
public struct FieldPath: Sendable, Hashable, CustomStringConvertible {
    public let steps: [String]
    public let isOptional: Bool

    public init(_ steps: [String], isOptional: Bool = false) {
        self.steps = steps
        self.isOptional = isOptional
    }

    public init?(_ text: String) {
        let isOptional = text.hasSuffix("?")
        let path = isOptional ? text.dropLast() : text[...]
        let steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard steps.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isNameByte) }) else { return nil }
        self.init(steps, isOptional: isOptional)
    }

    public var description: String {
        steps.count == 1 && !isOptional ? steps[0] : steps.joined(separator: ".") + (isOptional ? "?" : "")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
}

/// An error in the braces of a text.
public struct PlaceholderFault: Error, Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// `{` without `}`.
        case unclosed
        /// `}` without `{`.
        case strayBrace
        /// The text between the braces isn't a name.
        case badPath
    }

    public let kind: Kind
    /// Offsets into the text's UTF-8.
    public let range: Range<Int>

    public init(kind: Kind, range: Range<Int>) {
        self.kind = kind
        self.range = range
    }
}
