import ArgumentParser
import CarillonDiagnostics
import CarillonModel
import CarillonPipeline
import CarillonStudio

/// The forms a difference can have.
enum DifferenceFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    /// For a pull request.
    case markdown

    func render(_ difference: TenantsDifference) -> String {
        switch self {
        case .text: text(difference)
        case .json: json(difference).prettyText + "\n"
        case .markdown: markdown(difference)
        }
    }

    /// What is live beside the files, by its texts; what is rendered comes below it.
    private func live(_ live: [LiveTexts]) -> String {
        live.map { tenant in
            let lines = ([tenant.summary] + tenant.remarks).joined(separator: "\n") + "\n"
            let texts = tenant.shown.map { shown in
                let path = ["\(tenant.tenant)/\(shown.place.message)", "\(shown.place.locale)", shown.place.path]
                return "\n" + TextDifference(path: path, old: shown.old, new: shown.new).text(indentation: "")
            }
            return lines + texts.joined()
        }
        .joined(separator: "\n")
    }

    private func text(_ difference: TenantsDifference) -> String {
        if let live = difference.live {
            let rendered = difference.texts.isEmpty ? "" : "\n" + rendered(difference.texts)
            return live.isEmpty ? "Nothing is live beside the files\n" : self.live(live) + rendered
        }
        guard !difference.isEmpty else { return "Nothing that anybody relies on or reads has changed\n" }
        var text = ""
        for change in difference.changes.sorted(by: Self.breakingFirst) {
            let kind = change.isBreaking ? Ink.red.paint("breaking") : Ink.yellow.paint("change")
            text += "\(kind): \(Printable.text("\(change.subject): \(change.summary)"))\n"
        }
        if !difference.texts.isEmpty { text += (text.isEmpty ? "" : "\n") + rendered(difference.texts) }
        return text
    }

    private func rendered(_ texts: [TenantsDifference.ChangedText]) -> String {
        var text = Self.count(texts.count) + ":\n"
        for changed in texts {
            let path = ["\(changed.tenant)/\(changed.sample)", changed.locale, changed.channel, changed.slot]
            text += "\n" + TextDifference(path: path, old: changed.old, new: changed.new).text(indentation: "")
        }
        return text
    }

    private func json(_ difference: TenantsDifference) -> JSONValue {
        let changes: [JSONValue] = difference.changes.map {
            ["breaking": .boolean($0.isBreaking), "subject": .string($0.subject), "change": .string($0.summary)]
        }
        let texts: [JSONValue] = difference.texts.map {
            [
                "tenant": .string($0.tenant), "sample": .string($0.sample), "locale": .string($0.locale),
                "channel": .string($0.channel), "slot": .string($0.slot), "old": Self.text($0.old),
                "new": Self.text($0.new),
            ]
        }
        var object: JSONObject = [
            "breaking": .boolean(difference.isBreaking), "changes": .array(changes), "texts": .array(texts),
        ]
        object["live"] = difference.live.map { .array($0.map(\.json)) }
        return .object(object)
    }

    private func markdown(_ difference: TenantsDifference) -> String {
        var blocks: [String] = []
        if let live = difference.live {
            let lines = live.flatMap { [$0.summary] + $0.remarks }.map { "- \(Self.cell($0))" }
            let list = lines.isEmpty ? "Nothing" : lines.joined(separator: "\n")
            blocks.append("### Live beside the files\n\n\(list)\n")
        } else if difference.isEmpty {
            return "Nothing that anybody relies on or reads has changed.\n"
        }
        for (title, isBreaking) in [("Breaking changes", true), ("Other changes", false)] {
            let lines = difference.changes.filter { $0.isBreaking == isBreaking }
                .map { "- **\(Self.cell($0.subject))**: \(Self.cell($0.summary))" }
            if !lines.isEmpty { blocks.append("### \(title)\n\n" + lines.joined(separator: "\n") + "\n") }
        }
        if !difference.texts.isEmpty {
            let rows = difference.texts.map { changed in
                let place =
                    "\(changed.tenant)/\(changed.sample) · \(changed.locale) · \(changed.channel) · \(changed.slot)"
                return "| \(Self.cell(place)) | \(Self.cell(changed.old ?? "")) | \(Self.cell(changed.new ?? "")) |"
            }
            let head = "### \(Self.count(difference.texts.count))\n\n| Where | Before | After |\n|---|---|---|\n"
            blocks.append(head + rows.joined(separator: "\n") + "\n")
        }
        return blocks.joined(separator: "\n")
    }

    private static func breakingFirst(_ left: ProfileChange, _ right: ProfileChange) -> Bool {
        left.isBreaking && !right.isBreaking
    }

    private static func count(_ texts: Int) -> String { texts == 1 ? "1 text differs" : "\(texts) texts differ" }

    static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// Text inside a table: no markup of its own, and nothing that becomes a link, a mention or a picture.
    ///
    /// Source: GitHub Flavored Markdown, "Autolinks (extension)"; GitHub Docs, "Autolinked references and URLs".
    private static func cell(_ text: String) -> String {
        let text = Printable.message(text)
        return text.indices.reduce(into: "") { result, index in
            let character = text[index]
            let next = text.index(after: index) < text.endIndex ? text[text.index(after: index)] : " "
            switch character {
            case "\n": result += "<br>"
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            // Between two of them stands a formula.
            case "$": result += "&#36;"
            case "|", "*", "_", "`", "[", "]", "\\", "~": result += "\\\(character)"
            // A person, an issue, a request, a picture by its name, or an address.
            case "@", "#", "!", ":": result += "\(character)" + (next.isWhitespace ? "" : invisible)
            // `GH-1`.
            case "-": result += "-" + (next.isNumber ? invisible : "")
            // `www.example.com`.
            case ".": result += result.lowercased().hasSuffix("www") ? "\(invisible)." : "."
            default: result.append(character)
            }
        }
    }

    /// ZERO WIDTH SPACE, which takes what is around it apart.
    private static let invisible = "&#8203;"
}
