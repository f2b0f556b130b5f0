/// The cookies of a request.
///
/// Source: RFC 6265, section 4.2.
enum Cookies {
    /// The cookie's value.
    ///
    /// Nil where there is none, and where there are several that differ: who can set a second one, from a neighbouring
    /// host for example, must not choose which is read.
    static func value(_ name: String, in request: APIRequest) -> String? {
        var values: Set<String> = []
        for header in request.headers where header.name == "cookie" {
            for pair in header.value.split(separator: ";") {
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard sides.count == 2, String(sides[0]).trimmed == name else { continue }
                values.insert(unquoted(String(sides[1]).trimmed))
            }
        }
        return values.count == 1 ? values.first : nil
    }

    private static func unquoted(_ value: String) -> String {
        value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
            ? String(value.dropFirst().dropLast()) : value
    }
}
