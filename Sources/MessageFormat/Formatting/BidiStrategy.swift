/// How placeholders are kept from upsetting the direction of the text around them.
public enum BidiStrategy: Hashable, Sendable {
    /// Unicode isolates (U+2066–U+2069) around each value whose direction is unknown or not the message's: the default
    /// the specification asks for, right for push and in-app text.
    case `default`
    /// Nothing: for SMS, where an isolate turns 160 characters into 70, and for plain values.
    case none
    /// `<bdi>` elements where `default` has isolates. The output is HTML: `&`, `<`, `>` and quotes of text and values
    /// become character references, so that no value can add an element of its own.
    case html
}

/// The direction a placeholder is isolated with.
enum Isolate: UInt8, Sendable {
    case leftToRight
    case rightToLeft
    /// The direction of the first strong character, found by who displays the text.
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
