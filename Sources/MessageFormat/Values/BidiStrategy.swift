/// How placeholders are isolated from the text around them, so that they don't change its direction.
public enum BidiStrategy: Hashable, Sendable {
    /// Unicode isolates (U+2066–U+2069) around each value whose direction is unknown or differs from the message's.
    /// This is the specification's default, and right for push messages and in-app text.
    case `default`
    /// No isolation: for SMS, where one isolate reduces 160 characters to 70, and for plain values.
    case none
    /// `<bdi>` elements in place of isolates. The output is HTML: `&`, `<`, `>` and quotes in text and values become
    /// character references, so no value can add an element.
    case html
}

/// The direction of a placeholder's isolation.
enum Isolate: UInt8, Sendable {
    case leftToRight
    case rightToLeft
    /// By the first strong character, which the displaying program finds.
    case firstStrong

    /// LRI, RLI or FSI.
    var openingMark: StaticString {
        switch self {
        case .leftToRight: "\u{2066}"
        case .rightToLeft: "\u{2067}"
        case .firstStrong: "\u{2068}"
        }
    }

    var openingTag: StaticString {
        switch self {
        case .leftToRight: "<bdi dir=\"ltr\">"
        case .rightToLeft: "<bdi dir=\"rtl\">"
        case .firstStrong: "<bdi>"
        }
    }

    static let closingMark: StaticString = "\u{2069}"
    static let closingTag: StaticString = "</bdi>"
}
