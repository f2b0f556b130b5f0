import CarillonModel

/// A link's decoded path and query.
///
/// Everything that two readers could understand differently is refused.
struct LinkShape: Hashable {
    /// The scheme and the part between `//` and the next slash, as written; nil for a path within the app.
    let base: String?
    /// Decoded path segments.
    let segments: [String]
    /// Whether a slash follows the last segment.
    let endsWithSlash: Bool
    /// Decoded parameters in their order, names unique.
    let query: [Parameter]

    struct Parameter: Hashable {
        let name: String
        let value: String
        /// Whether it contains what only parameters of type text may: a line feed, a tab, a backslash, or, after
        /// decoding, another escape of these, of a slash or of dots.
        let isText: Bool
    }

    init(_ url: URLParts, isWeb: Bool) throws(DeepLinkFault) {
        base = url.scheme.map { "\($0)://\(url.authority)" }
        // In an app link, this is the first segment of the path.
        let isApp = url.scheme != nil && !isWeb
        if isApp { _ = try Self.segment(url.authority[...]) }
        var raw = url.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let isRoot = raw == [""] && !isApp
        endsWithSlash = raw.last == "" && !isRoot
        if raw.last == "" { raw.removeLast() }
        var segments: [String] = []
        for segment in raw { segments.append(try Self.segment(segment)) }
        guard segments.allSatisfy({ !$0.isEmpty }), !isApp || !url.authority.isEmpty || url.path.isEmpty else {
            throw .emptySegment
        }
        self.segments = segments
        self.query = try Self.parameters(url.query)
    }

    private static func segment(_ raw: Substring) throws(DeepLinkFault) -> String {
        let text = try decoded(raw, forbidding: "/\\?#")
        guard text != ".", text != ".." else { throw .pathTraversal }
        return text
    }

    private static func parameters(_ query: String?) throws(DeepLinkFault) -> [Parameter] {
        guard let query else { return [] }
        var parameters: [Parameter] = []
        var names: Set<ExactText> = []
        for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try decoded(parts[0], forbidding: "&=")
            guard !name.isEmpty else { throw .emptyParameter }
            guard names.insert(name.exact).inserted else { throw .repeatedParameter(name) }
            let raw = parts.count > 1 ? parts[1].replacing("+", with: "%20") : ""
            guard let value = PercentEncoding.decode(raw),
                !value.unicodeScalars.contains(where: { isForbidden($0) && !ofTexts.contains($0) })
            else { throw .badEscape }
            let readings = try Self.readings(of: value)
            guard !readings.contains(where: \.resemblesLink) else { throw .nestedLink(name) }
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
    private static func readings(of value: String) throws(DeepLinkFault) -> [String] {
        var readings = [value]
        while let last = readings.last, let next = PercentEncoding.decode(last), next != last {
            guard readings.count <= deepestEscape else { throw .badEscape }
            readings.append(next)
        }
        return readings
    }

    /// Characters that texts may contain, although no other part of a link may.
    private static let ofTexts: Set<Unicode.Scalar> = ["\n", "\t", "\\"]

    /// Decodes once; throws where decoding again would find further escapes that change the meaning.
    private static func decoded(_ raw: some StringProtocol, forbidding: String) throws(DeepLinkFault) -> String {
        guard let text = PercentEncoding.decode(raw) else { throw .badEscape }
        guard text.utf8.contains(where: { !$0.isAlphanumeric && $0 != UInt8(ascii: "-") }) else {
            return text
        }
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
