import CarillonModel

/// A link's decoded path and query; what two readers could understand differently is refused.
struct LinkShape {
    /// The scheme and the part between `//` and the next slash, as written; nil for a path within the app.
    let base: String?
    /// Decoded.
    let segments: [String]
    let endsWithSlash: Bool
    /// Decoded, in their order, names unique.
    let query: [Parameter]

    struct Parameter {
        let name: String
        let value: String
        /// Whether it holds what only parameters of type text may: a line feed, a tab, a backslash, or, decoded once
        /// more, one of these, a slash or dots.
        let isText: Bool
    }

    init(_ url: LinkParts, form: LinkForm) throws(LinkFault) {
        base = url.scheme.map { "\($0)://\(url.authority)" }
        // In an app's link the part after `//` is the first segment of the path.
        if form == .app { _ = try Self.segment(url.authority) }
        var raw = url.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let isRoot = raw == [""] && form != .app
        endsWithSlash = raw.last == "" && !isRoot
        if raw.last == "" { raw.removeLast() }
        var segments: [String] = []
        for segment in raw { segments.append(try Self.segment(String(segment))) }
        guard segments.allSatisfy({ !$0.isEmpty }), form != .app || !url.authority.isEmpty || url.path.isEmpty else {
            throw .emptySegment
        }
        self.segments = segments
        query = try Self.parameters(url.query)
    }

    private static func segment(_ raw: String) throws(LinkFault) -> String {
        let text = try decoded(raw, forbidding: "/\\?#")
        guard text != ".", text != ".." else { throw .pathTraversal }
        return text
    }

    private static func parameters(_ query: String?) throws(LinkFault) -> [Parameter] {
        guard let query else { return [] }
        var parameters: [Parameter] = []
        var names: Set<ExactText> = []
        for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try decoded(String(parts[0]), forbidding: "&=")
            guard !name.isEmpty else { throw .emptyParameter }
            guard names.insert(name.exact).inserted else { throw .repeatedParameter }
            let raw = parts.count > 1 ? parts[1].replacing("+", with: "%20") : ""
            guard let value = PercentEncoding.decode(raw),
                !value.unicodeScalars.contains(where: { isForbidden($0) && !ofTexts.contains($0) })
            else { throw .badEscape }
            let readings = try readings(of: value)
            guard !readings.contains(where: \.resemblesLink) else { throw .nestedLink }
            let isText =
                readings.contains { $0.unicodeScalars.contains(where: isForbidden) }
                || readings.dropFirst().contains { $0.utf8.contains(0x2F) || $0 == "." || $0 == ".." }
            parameters.append(Parameter(name: name, value: value, isText: isText))
        }
        return parameters
    }

    /// How deep escapes may hide in one another: nobody's link needs it, and each level costs a whole pass.
    private static let deepestEscape = 8

    /// A value, followed by what careless readers make of it that decode it again.
    private static func readings(of value: String) throws(LinkFault) -> [String] {
        var readings = [value]
        while let last = readings.last, let next = PercentEncoding.decode(last), next.exact != last.exact {
            guard readings.count <= deepestEscape else { throw .badEscape }
            readings.append(next)
        }
        return readings
    }

    /// Characters that texts may hold, although no other part of a link may.
    private static let ofTexts: Set<Unicode.Scalar> = ["\n", "\t", "\\"]

    /// Decodes once; throws where decoding again would find what changes the meaning.
    private static func decoded(_ raw: String, forbidding: String) throws(LinkFault) -> String {
        guard let text = PercentEncoding.decode(raw) else { throw .badEscape }
        guard !text.unicodeScalars.contains(where: { isForbidden($0) || forbidding.unicodeScalars.contains($0) })
        else { throw .badEscape }
        for deeper in try readings(of: text).dropFirst() {
            if deeper == "." || deeper == ".." { throw .pathTraversal }
            if deeper.unicodeScalars.contains(where: { isForbidden($0) || $0 == "/" }) { throw .badEscape }
        }
        return text
    }

    /// Control characters, and the backslash, which some readers take for a slash.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar == "\\"
    }
}
