import CarillonModel

/// The form of a picture's address, wherever it comes from: an event's `image`, a slot, or a send's `imageUrl`.
///
/// Phones, browsers and providers accept https only, and Expo's API only with the scheme in lower case.
public enum PictureAddress {
    /// The address as providers get it, with its scheme in lower case; nil for an invalid one.
    public static func normalised(_ text: String) -> String? {
        guard text.utf8.count <= DeepLinks.maxLength, TextFormat.isWebURL(text) else { return nil }
        let scheme = "https://"
        guard String(text.prefix(scheme.count)).asciiLowercased == scheme else { return nil }
        return scheme + text.dropFirst(scheme.count)
    }

    /// Whether a segment of the path is `.` or `..`, which clients resolve to another path.
    ///
    /// Source: RFC 3986, section 5.2.4.
    static func hasDotSegment(_ address: String) -> Bool {
        address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").contains { $0 == "." || $0 == ".." }
    }
}
