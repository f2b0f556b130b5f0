extension WebOrigin {
    /// The URL that `reference` means in an answer from `base`: a header such as `Location` may contain only `/moved`.
    ///
    /// Nil where that is no URL with one of the schemes.
    ///
    /// Without a fragment, which is never sent. Source: RFC 3986, section 5.2, and RFC 9110, section 10.2.2.
    public static func resolve(
        _ reference: String,
        against base: String,
        schemes: Set<String> = ["https"]
    ) -> String? {
        guard let (origin, rest) = split(base, schemes: schemes) else { return nil }
        let target = reference.prefix { $0 != "#" }
        let path = target.prefix { $0 != "?" }
        let url: String
        if hasScheme(path) {
            url = String(target)
        } else if path.hasPrefix("//") {
            url = "\(origin.scheme):\(target)"
        } else {
            let (basePath, baseQuery) = parts(of: rest)
            let query = target.dropFirst(path.count)
            if path.isEmpty {
                url = origin.description + basePath + (query.isEmpty ? baseQuery : query)
            } else {
                // What follows the last slash is replaced.
                let folder = basePath.prefix(through: basePath.lastIndex(of: "/") ?? basePath.startIndex)
                url = origin.description + withoutDots(path.hasPrefix("/") ? path : folder + path) + query
            }
        }
        return split(url, schemes: schemes) == nil ? nil : url
    }

    /// Path and query of what follows an origin; the path is never empty, the query has its `?`.
    private static func parts(of rest: Substring) -> (path: Substring, query: Substring) {
        let rest = rest.prefix { $0 != "#" }
        let path = rest.prefix { $0 != "?" }
        return (path.isEmpty ? "/" : path, rest.dropFirst(path.count))
    }

    /// `scheme:` at the beginning, before anything that could be a path.
    private static func hasScheme(_ text: Substring) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let first = text.utf8.first, isLetter(first) else { return false }
        return text[..<colon].utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || "+-.".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) }

    /// Section 5.2.4, for a path that begins with a slash.
    private static func withoutDots(_ path: Substring) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        var kept: [Substring] = []
        for segment in segments where segment != "." {
            if segment == ".." { _ = kept.popLast() } else { kept.append(segment) }
        }
        // A dot at the end names the folder.
        if let last = segments.last, last == "." || last == ".." { kept.append("") }
        return "/" + kept.joined(separator: "/")
    }
}
