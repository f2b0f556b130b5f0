/// Which way a script is written.
public enum TextDirection: Sendable, Hashable {
    case leftToRight
    case rightToLeft
}
