import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Renditions as people read them in a terminal: one block each, what repeats printed once.
struct RenditionText {
    let isColored: Bool
    /// What is sent to providers is shown as it is.
    let showsWire: Bool
    private var lastData: JSONObject?
    private var lastLink: MessageLink?

    init(isColored: Bool, showsWire: Bool) {
        self.isColored = isColored
        self.showsWire = showsWire
    }

    mutating func text(of sent: SentRendition) -> String {
        let rendition = sent.rendition
        var text = bold("\(rendition.locale) · \(rendition.channel.id)") + "  (\(rendition.channel.plugin)"
        if let size = rendition.size.map(Self.size) { text += ", " + size }
        if let limit = rendition.sizeLimit { text += " of \(Self.grouped(limit))" }
        if let segments = rendition.segments.map(Self.parts) { text += ", " + segments }
        text += rendition.isTooLarge ? ": \(Ink.red.paint("too large", isColored: isColored)))\n" : ")\n"
        if let refusal = sent.refusal { return text + row("refused", refusal.description) }
        switch rendition.outcome {
        case .failure(let failure): text += row("fails", failure.description)
        case .success where showsWire:
            for utterance in sent.utterances { text += "(\(utterance.note))\n\n" + utterance.text }
            if sent.utterances.isEmpty { text += row("sent", "nothing") }
        case .success(let message):
            if message.locale != rendition.locale.rawValue {
                text += row("language", "falls back to \(message.locale)")
            }
            if message.isSilent { text += row("silent", "data only: nothing is shown") }
            for slot in rendition.slots {
                if let content = message.slots[slot.name] { text += row(slot.name, content) }
            }
            text += presentation(of: message, hasPriority: sent.hasPriority)
            text += extras(of: message)
        }
        return text
    }

    /// `2 parts of UCS-2 for “я”`, and `10 parts of GSM-7, cut from 14`.
    private static func parts(_ segments: MessageSegments) -> String {
        let count = segments.count == 1 ? "one part" : "\(segments.count) parts"
        let foreign = segments.foreign.map { " for “\($0)”" } ?? ""
        return "\(count) of \(segments.encoding)\(foreign)" + (segments.uncut.map { ", cut from \($0)" } ?? "")
    }

    private func presentation(of message: OutgoingMessage, hasPriority: Bool) -> String {
        let rows: [(String, String?)] = [
            ("image", message.imageURL), ("priority", hasPriority ? message.priority.rawValue : nil),
            ("category", message.category), ("Android channel", message.androidChannel), ("sound", message.sound),
            ("badge", message.badge.map { "\($0)" }), ("icon", message.icon), ("color", message.color),
            ("collapse", message.collapseKey), ("expires", message.expiresAt?.description),
        ]
        return rows.map { label, value in value.map { row(label, $0) } ?? "" }.joined()
    }

    private mutating func extras(of message: OutgoingMessage) -> String {
        var text = ""
        if let link = message.link {
            let lines = [link.app, link.web, link.screen].compactMap { $0 }.joined(separator: "\n")
            text += row("link", link == lastLink ? "as above" : lines)
        }
        if !message.data.isEmpty {
            text += row("data", message.data == lastData ? "as above" : table(message.data), isTable: true)
        }
        (lastLink, lastData) = (message.link, message.data)
        return text
    }

    private func table(_ data: JSONObject) -> String {
        data.members.map { "\($0.name): \($0.value.string ?? $0.value.text)" }.joined(separator: "\n")
    }

    private static let labelWidth = 16

    /// - Parameter isTable: whether each line of the text is a name and a value, which must be told apart.
    private func row(_ label: String, _ text: String, isTable: Bool = false) -> String {
        // Beside the label there would be no room for words.
        let isNarrow = Columns.width < 2 * (Self.labelWidth + 2)
        let margin = isNarrow ? 4 : Self.labelWidth + 2
        let hanging = isNarrow && isTable ? "  " : ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            Columns.lines(of: String(line), limit: Columns.width - margin - hanging.count).enumerated().map {
                ($0.offset == 0 ? "" : hanging) + Columns.isolated($0.element)
            }
        }
        let padding = String(repeating: " ", count: max(1, Self.labelWidth - label.count))
        let indentation = "\n" + String(repeating: " ", count: margin)
        let block = "  " + label + (isNarrow ? indentation : padding) + lines.joined(separator: indentation)
        // An empty line in the text must not end in blanks.
        return block.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.allSatisfy { $0 == " " } ? "" : String($0) }.joined(separator: "\n") + "\n"
    }

    private func bold(_ text: String) -> String { Ink.bold.paint(text, isColored: isColored) }

    private static func size(_ bytes: Int) -> String { "\(grouped(bytes)) byte\(bytes == 1 ? "" : "s")" }

    /// `4096` as `4,096`.
    private static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.indices.reduce(into: "") { text, index in
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digits[index])
        }
    }
}
