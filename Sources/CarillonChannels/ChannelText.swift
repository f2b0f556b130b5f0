import CarillonModel

/// A text with placeholders, such as `Bearer {secret.token}` or `{expires.in?|clamp:1:3600}`; `{{` and `}}` stand for
/// braces.
///
/// Placeholders are filled once and never read again: a value that looks like one stays text.
public struct ChannelText: Sendable, Hashable {
    public enum Segment: Sendable, Hashable {
        case text(String)
        case value(Placeholder)
    }

    public struct Placeholder: Sendable, Hashable {
        public let value: ChannelValue
        /// Written with `?`: without it the whole text is absent.
        public let isOptional: Bool
        public let filters: [ChannelFilter]
    }

    public let segments: [Segment]

    /// - Throws: ``ChannelTextFault``, for what no placeholder can mean.
    public init(_ source: String) throws(ChannelTextFault) {
        var segments: [Segment] = []
        var literal = ""
        var rest = source[...]
        while let character = rest.popFirst() {
            switch character {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                literal.append(character)
                rest.removeFirst()
            case "}": throw .strayBrace
            case "{":
                guard let end = rest.firstIndex(of: "}") else { throw .strayBrace }
                if !literal.isEmpty { segments.append(.text(literal)) }
                literal = ""
                segments.append(.value(try Self.placeholder(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            default: literal.append(character)
            }
        }
        if !literal.isEmpty { segments.append(.text(literal)) }
        self.segments = segments
    }

    private static func placeholder(_ written: Substring) throws(ChannelTextFault) -> Placeholder {
        let parts = written.split(separator: "|", omittingEmptySubsequences: false)
        let isOptional = parts[0].hasSuffix("?")
        let name = String(isOptional ? parts[0].dropLast() : parts[0])
        guard let value = ChannelValue(name) else { throw .unknownValue(name) }
        var filters: [ChannelFilter] = []
        for part in parts.dropFirst() {
            guard let filter = ChannelFilter(String(part)) else { throw .unknownFilter(String(part)) }
            filters.append(filter)
        }
        return Placeholder(value: value, isOptional: isOptional, filters: filters)
    }

    public var placeholders: [Placeholder] {
        segments.compactMap { if case .value(let placeholder) = $0 { placeholder } else { nil } }
    }

    /// The text before the first placeholder.
    public var beginning: String {
        if case .text(let text)? = segments.first { text } else { "" }
    }

    /// The text, or the value itself where the text is one placeholder alone; nil where an optional value is absent.
    ///
    /// - Parameter encode: what each value becomes before it stands among other text.
    /// - Throws: ``RequestFault/missing(_:)`` where a value is absent that had to be there.
    func resolved(
        in scope: MessageScope,
        encoding encode: (String) throws(RequestFault) -> String = { $0 }
    ) throws(RequestFault) -> JSONValue? {
        var values: [JSONValue] = []
        for placeholder in placeholders {
            guard let value = placeholder.resolved(in: scope) else {
                guard placeholder.isOptional else { throw .missing(placeholder.value.name) }
                return nil
            }
            values.append(value)
        }
        if segments.count == 1, let value = values.first, value.string == nil { return value }
        var text = ""
        var remaining = values[...]
        for segment in segments {
            switch segment {
            case .text(let literal): text += literal
            case .value(let placeholder):
                guard let plain = remaining.removeFirst().plainText else { throw .missing(placeholder.value.name) }
                text += try encode(plain)
            }
        }
        return .string(text)
    }

    /// The same as text.
    func text(
        in scope: MessageScope,
        encoding encode: (String) throws(RequestFault) -> String = { $0 }
    ) throws(RequestFault) -> String? {
        guard let value = try resolved(in: scope, encoding: encode) else { return nil }
        guard let text = value.plainText else { throw .missing(placeholders.first?.value.name ?? "") }
        return try value.string == nil ? encode(text) : text
    }
}

extension ChannelText.Placeholder {
    fileprivate func resolved(in scope: MessageScope) -> JSONValue? {
        filters.reduce(scope.value(of: value)) { value, filter in value.flatMap { filter.applied(to: $0) } }
    }
}

/// Why a text with placeholders can't be read.
public enum ChannelTextFault: Error, Sendable, Hashable {
    /// A brace that opens or closes nothing.
    case strayBrace
    case unknownValue(String)
    /// No filter is written so, with its arguments.
    case unknownFilter(String)
}

/// Why no request can be made for a message; it is refused then.
public enum RequestFault: Error, Sendable, Hashable {
    /// A value that had to be there.
    case missing(String)
    /// What a header can't hold: control characters, or others than ASCII.
    case unfitHeader(String)
    /// A key that isn't written as the file says.
    case unusableKey
    /// An empty step of a path, `.` or `..`.
    case unfitPath

    public var reason: (code: String, message: String) {
        switch self {
        case .missing(let name): ("MissingValue", "the message has no \(name)")
        case .unfitHeader(let name): ("UnfitHeader", "the header \(name) can't hold what the message has for it")
        case .unusableKey: ("UnusableKey", "the key of the channel isn't written in Base64")
        case .unfitPath: ("UnfitPath", "a value of the message can't be a step of the URL's path")
        }
    }
}
