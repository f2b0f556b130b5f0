/// Which schemes and origins a tenant may declare as its own.
package enum LinkRules {
    /// A scheme that can belong to an app, so none that devices give a meaning to.
    package static func isOwnScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, (97...122).contains(first), text.utf8.count <= 63 else { return false }
        return text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || "+-.".utf8.contains($0) }
            && !foreignSchemes.contains(text)
    }

    /// `https://host` or `https://host:port` with nothing after it; the port isn't 443.
    ///
    /// Source: RFC 6454, section 6.2.
    static func isOrigin(_ text: String) -> Bool {
        guard text.hasPrefix("https://") else { return false }
        let parts = text.dropFirst(8).split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, host == host.lowercased(),
            TextFormat.isHostName(host.utf8[...], minimumLabels: 2)
        else { return false }
        guard parts.count == 2 else { return parts.count == 1 }
        return parts[1].utf8.allSatisfy { (48...57).contains($0) } && (UInt16(parts[1]) ?? 443) != 443
    }

    /// Whether a scheme runs, loads, calls or sends something without needing `//`.
    static func actsAlone(_ scheme: String) -> Bool {
        (foreignSchemes.contains(scheme) || relatives.contains(scheme)) && !web.contains(scheme)
    }

    /// Whether browsers load pages or data by this scheme, however many slashes follow.
    static func isWeb(_ scheme: String) -> Bool { web.contains(scheme) }

    private static let web: Set<String> = ["http", "https", "ftp", "ws", "wss"]

    /// Further schemes with the same effects as those below.
    private static let relatives: Set<String> = [
        "callto", "facetime-audio", "itms", "itms-services", "jar", "livescript", "mms", "mmsto", "mocha", "sip",
        "sips", "smsto",
    ]

    private static let foreignSchemes: Set<String> = [
        "about", "android-app", "app-settings", "blob", "chrome", "content", "data", "facetime", "file", "filesystem",
        "ftp", "geo", "http", "https", "intent", "itms-apps", "javascript", "mailto", "market", "maps", "sms", "tel",
        "vbscript", "view-source", "ws", "wss", "x-apple",
    ]
}
