/// The pattern of links that a route's `app`, `web` or `screen` text describes.
struct RoutePattern {
    private let base: String?
    private let segments: [Piece]
    private let endsWithSlash: Bool
    private let query: [(name: String, piece: Piece)]
    private let isWeb: Bool
    /// Whether the last segment can match several.
    private var endsInPath: Bool { segments.last?.parameter?.type == .path }

    /// A segment or a query value: text around at most one parameter.
    private struct Piece {
        let prefix: String
        let parameter: Route.Parameter?
        let suffix: String
    }

    /// Nil for a text that gives no link even with harmless values; the loader has reported it.
    init?(_ text: PlaceholderText, of route: Route, isWeb: Bool) {
        let marked = text.segments.map { segment in
            switch segment {
            case .text(let literal): literal
            case .field(let path): Self.mark(path.description)
            }
        }
        .joined()
        guard let url = try? URLParts(reading: marked), let shape = try? LinkShape(url, isWeb: isWeb) else {
            return nil
        }
        base = shape.base
        segments = shape.segments.map { Self.piece($0, of: route) }
        endsWithSlash = shape.endsWithSlash
        self.isWeb = isWeb
        query = shape.query.map { ($0.name, Self.piece($0.value, of: route)) }
    }

    /// The parameters' values, by name.
    ///
    /// - Throws: where a link doesn't match, or a value isn't of its parameter's type.
    func values(in shape: LinkShape) throws(DeepLinkFault) -> [String: String] {
        var values: [String: String] = [:]
        guard shape.base == base else { throw .noSuchRoute }
        let given = endsInPath ? shape.joiningEnd(from: segments.count - 1) : shape.segments
        guard given.count == segments.count else { throw .noSuchRoute }
        for (piece, segment) in zip(segments, given) { try Self.read(segment, as: piece, into: &values) }
        for (name, piece) in query {
            guard let given = shape.query.first(where: { $0.name == name }) else { throw .missingParameter(name) }
            guard !given.isText || piece.parameter?.type == .text else { throw .badEscape }
            try Self.read(given.value, as: piece, into: &values)
        }
        guard shape.endsWithSlash == endsWithSlash else { throw endsWithSlash ? .noSuchRoute : .emptySegment }
        for parameter in shape.query where !query.contains(where: { $0.name == parameter.name }) {
            guard isWeb else { throw .undeclaredParameter(parameter.name) }
            guard !parameter.isText else { throw .badEscape }
        }
        return values
    }

    private static func read(
        _ text: String,
        as piece: Piece,
        into values: inout [String: String]
    ) throws(DeepLinkFault) {
        guard let parameter = piece.parameter else {
            guard text == piece.prefix else { throw .noSuchRoute }
            return
        }
        guard text.hasPrefix(piece.prefix), text.hasSuffix(piece.suffix),
            text.utf8.count >= piece.prefix.utf8.count + piece.suffix.utf8.count
        else { throw .noSuchRoute }
        let value = text.dropFirst(piece.prefix.count).dropLast(piece.suffix.count)
        guard parameter.type.accepts(String(value)) else { throw .badParameter(parameter.name, parameter.type) }
        // A parameter that occurs twice must have one value, else the link would lead to two places.
        guard values.updateValue(String(value), forKey: parameter.name).map({ $0 == value }) ?? true else {
            throw .noSuchRoute
        }
    }

    /// Marks a parameter's place in a link that is otherwise literal.
    ///
    /// No tenant could write it by accident.
    private static func mark(_ name: String) -> String { "~~\(name)~~" }

    private static func piece(_ text: String, of route: Route) -> Piece {
        for parameter in route.parameters {
            guard let range = text.firstRange(of: mark(parameter.name)) else { continue }
            return Piece(
                prefix: String(text[..<range.lowerBound]),
                parameter: parameter,
                suffix: String(text[range.upperBound...])
            )
        }
        return Piece(prefix: text, parameter: nil, suffix: "")
    }
}

extension LinkShape {
    /// The segments, of which those from an index on are joined to one.
    fileprivate func joiningEnd(from index: Int) -> [String] {
        guard segments.count > index + 1 else { return segments }
        return segments[..<index] + [segments[index...].joined(separator: "/")]
    }
}

extension Route.ParameterType {
    /// Whether `value`, decoded, may fill a parameter of this type.
    public func accepts(_ value: String) -> Bool {
        switch self {
        case .uuid: TextFormat.isUUID(value)
        case .slug: TextFormat.isSlug(value)
        case .path: TextFormat.isPath(value)
        case .integer: Int64(value) != nil && value.utf8.first != UInt8(ascii: "+")
        case .text:
            value.unicodeScalars.count <= Self.textLength && !TextFormat.hasControlCharacter(value)
        }
    }

    /// Unicode scalars of a text at most.
    static let textLength = 256
}

extension Route {
    /// Whether a parameter occurs in a link's path, and not only in its query.
    func hasInPath(_ parameter: String) -> Bool {
        LinkKind.allCases.contains { kind in
            let path = self[kind]?.source.prefix { $0 != "?" } ?? ""
            return path.contains("{\(parameter)}")
        }
    }
}
