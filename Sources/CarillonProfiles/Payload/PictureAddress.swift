import CarillonModel

/// What the address of a picture is, wherever it comes from: an event's `image`, a slot, a send's `imageUrl`.
///
/// Phones, browsers and providers take https alone, and Expo's API only with the scheme in small letters.
public enum PictureAddress {
    /// The address as providers get it, with its scheme in small letters; nil for what is none.
    public static func normalised(_ text: String) -> String? {
        guard text.utf8.count <= DeepLinks.maxLength, TextFormat.isWebURL(text) else { return nil }
        let scheme = "https://"
        guard String(text.prefix(scheme.count)).asciiLowercased == scheme else { return nil }
        return scheme + text.dropFirst(scheme.count)
    }

    /// Whether a part of the path is `.` or `..`: whoever fetches it takes that for another path.
    ///
    /// Source: RFC 3986, section 5.2.4.
    static func hasDotSegment(_ address: String) -> Bool {
        address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").contains { $0 == "." || $0 == ".." }
    }
}
