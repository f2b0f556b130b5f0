import CarillonModel

/// The shape that a route's template gives its links.
struct LinkPattern: Sendable, Hashable {
    private let base: String?
    private let segments: [Piece]
    private let endsWithSlash: Bool
    private let query: [Named]
    private let isWeb: Bool

    /// A segment or a query value: text around at most one parameter.
    private struct Piece: Hashable {
        let prefix: String
        let parameter: AppRoute.Parameter?
        let suffix: String
    }

    private struct Named: Hashable {
        let name: String
        let piece: Piece
    }

    /// Nil for a template that gives no link.
    init?(_ template: String, of route: AppRoute, form: LinkForm) {
        let marked = PlaceholderPiece.pieces(of: template).map { piece in
            if case .name(let name) = piece { Self.mark(name) } else { piece.text }
        }
        .joined()
        guard let url = try? LinkParts(marked), (url.scheme == nil) == (form == .screen),
            let shape = try? LinkShape(url, form: form)
        else { return nil }
        base = shape.base
        segments = shape.segments.map { Self.piece($0, of: route) }
        endsWithSlash = shape.endsWithSlash
        isWeb = form == .web
        query = shape.query.map { Named(name: $0.name, piece: Self.piece($0.value, of: route)) }
    }

    /// The parameters' values, by name.
    ///
    /// - Throws: where a link doesn't match, or a value isn't of its parameter's type.
    func values(in shape: LinkShape) throws(LinkFault) -> [String: String] {
        var values: [String: String] = [:]
        guard shape.base?.exact == base?.exact else { throw .noSuchRoute }
        var given = shape.segments
        // A parameter of type path takes all that is left.
        if segments.last?.parameter?.type == .path, given.count > segments.count {
            given = given[..<(segments.count - 1)] + [given[(segments.count - 1)...].joined(separator: "/")]
        }
        guard given.count == segments.count else { throw .noSuchRoute }
        for (piece, segment) in zip(segments, given) { try Self.read(segment, as: piece, into: &values) }
        for named in query {
            guard let given = shape.query.first(where: { $0.name.exact == named.name.exact }) else {
                throw .missingParameter
            }
            guard !given.isText || named.piece.parameter?.type == .text else { throw .badEscape }
            try Self.read(given.value, as: named.piece, into: &values)
        }
        guard shape.endsWithSlash == endsWithSlash else { throw endsWithSlash ? .noSuchRoute : .emptySegment }
        for parameter in shape.query where !query.contains(where: { $0.name.exact == parameter.name.exact }) {
            guard isWeb else { throw .undeclaredParameter }
            guard !parameter.isText else { throw .badEscape }
        }
        return values
    }

    private static func read(
        _ text: String,
        as piece: Piece,
        into values: inout [String: String]
    ) throws(LinkFault) {
        guard let parameter = piece.parameter else {
            guard text.exact == piece.prefix.exact else { throw .noSuchRoute }
            return
        }
        let (bytes, prefix, suffix) = (Array(text.utf8), Array(piece.prefix.utf8), Array(piece.suffix.utf8))
        guard bytes.count >= prefix.count + suffix.count, bytes.starts(with: prefix),
            bytes.suffix(suffix.count).elementsEqual(suffix)
        else { throw .noSuchRoute }
        let value = String(decoding: bytes[prefix.count..<(bytes.count - suffix.count)], as: UTF8.self)
        guard parameter.type.accepts(value) else { throw .badParameter }
        // A parameter that occurs twice must have one value, else the link would lead to two places.
        if let former = values.updateValue(value, forKey: parameter.name), former.exact != value.exact {
            throw .noSuchRoute
        }
    }

    /// Stands for a parameter in a link that is otherwise literal; no template holds it by accident.
    private static func mark(_ name: String) -> String { "~~\(name)~~" }

    private static func piece(_ text: String, of route: AppRoute) -> Piece {
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
