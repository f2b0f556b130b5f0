import CarillonPluginKit

/// The host's URL on the internet: an `https` origin, with a path where a proxy serves the host below one.
public struct PublicURL: Sendable, Hashable, CustomStringConvertible {
    /// Without a slash at the end.
    public let description: String

    public static let shape = "https://, a host and perhaps a port and a path, without query or fragment"

    /// - Returns: nil where the text isn't of that shape.
    public init?(_ text: String) {
        guard let (_, rest) = WebOrigin.split(text), !rest.contains(where: { "?#<>,".contains($0) }) else { return nil }
        description = text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
