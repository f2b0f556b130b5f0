import CarillonModel
import CarillonPluginKit

/// A plugin as `carillon channels` shows it.
struct DescriptorText {
    let descriptor: ChannelDescriptor

    var text: String {
        var lines = Columns.lines(of: "\(descriptor.id): \(descriptor.summary)", limit: Columns.width)
        lines += hanging(address, after: "  address: ")
        let slots = descriptor.slots.map { $0.name + ($0.isRequired ? "*" : "") }
        lines += hanging(slots.joined(separator: ", "), after: "  slots: ")
        if let limit = descriptor.sizeLimit { lines.append("  limit: \(limit) bytes a message") }
        if let rate = descriptor.ratePerSecond { lines.append("  rate: \(rate) messages a second") }
        lines.append(
            "  words are read by \(descriptor.isPublic ? "others too: no sensitive values" : "the recipient only")"
        )
        if descriptor.takesSkeleton { lines.append("  takes `message`, merged into the provider's") }
        if descriptor.fields.isEmpty { return lines.joined(separator: "\n") + "\n  no settings\n" }
        lines.append("  settings:")
        let width = descriptor.fields.map(\.name.count).max() ?? 0
        for field in descriptor.fields {
            let name = field.name + String(repeating: " ", count: width - field.name.count)
            let message = "\(kind(field))\(field.isRequired ? ", required" : ""). \(field.description)"
            lines += hanging(message, after: "    \(name)  ")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// `message` after `lead`, with further lines indented to its first word.
    private func hanging(_ message: String, after lead: String) -> [String] {
        let lines = Columns.lines(of: message, limit: Columns.width - lead.count)
        let margin = String(repeating: " ", count: lead.count)
        return lines.enumerated().map { ($0.offset == 0 ? lead : margin) + $0.element }
    }

    private var address: String {
        switch descriptor.address {
        case .user: "the user"
        case .deviceToken(let shape, _): "a device's token, \(shape)"
        case .email: "an e-mail address"
        case .phone: "a telephone number"
        case .url: "a URL"
        case .room: "the one place that the settings name"
        }
    }

    private func kind(_ field: Field) -> String {
        let type =
            switch field.kind {
            case .text: "text"
            case .integer(let range): "integer from \(range.lowerBound) to \(range.upperBound)"
            case .boolean: "true or false"
            case .choice(let values): values.joined(separator: "|")
            case .url: "https URL"
            case .email: "e-mail address"
            case .secret: #"{"$secret": name}"#
            }
        return type + (field.defaultValue.map { ", \($0.text) when silent" } ?? "")
    }
}
