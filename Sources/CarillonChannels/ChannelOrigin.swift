public import CarillonModel
import CarillonPluginKit

/// An origin of a channel file: fixed, with one setting in its host (`https://{settings.region}.acme.example`), or a setting
/// that is one (`{settings.server}`).
public struct ChannelOrigin: Sendable, Hashable {
    public let text: ChannelText
    /// The setting in it; nil where it is fixed.
    public let setting: String?
    /// Whether the setting is the whole of it.
    public let isOwnServer: Bool

    /// Nil where it is none of the three.
    ///
    /// Behind a setting stand a dot and at least two fixed labels: whoever writes the setting can't leave the provider's domain.
    public init?(_ written: String) {
        guard let text = try? ChannelText(written) else { return nil }
        self.text = text
        let placeholders = text.placeholders
        guard let placeholder = placeholders.first else {
            guard WebOrigin(url: written)?.description == written, written.contains(".") else { return nil }
            (setting, isOwnServer) = (nil, false)
            return
        }
        guard placeholders.count == 1, !placeholder.isOptional, placeholder.filters.isEmpty,
            case .setting(let name) = placeholder.value
        else { return nil }
        setting = name
        isOwnServer = text.segments.count == 1
        guard !isOwnServer else { return }
        guard case .text(let rest)? = text.segments.last, rest.first == ".",
            rest.split(separator: ".", omittingEmptySubsequences: false).dropFirst().filter({ !$0.isEmpty }).count >= 2,
            let example = Self.joined(text, name: "x"), WebOrigin(url: example)?.description == example,
            !rest.contains(":")
        else { return nil }
    }

    private static func joined(_ text: ChannelText, name: String) -> String? {
        text.segments.map { if case .text(let literal) = $0 { literal } else { name } }.joined()
    }

    /// The origin with a tenant's settings; nil where the setting is absent, or makes no origin of it.
    ///
    /// What would leave the host that is written, such as a slash or a port, makes none.
    public func resolved(with settings: [String: JSONValue]) -> String? {
        guard let setting else { return Self.joined(text, name: "") }
        guard let value = settings[setting]?.string, !value.isEmpty, let origin = Self.joined(text, name: value),
            WebOrigin(url: origin)?.description == origin, isOwnServer || !value.contains(":")
        else { return nil }
        return origin
    }
}
