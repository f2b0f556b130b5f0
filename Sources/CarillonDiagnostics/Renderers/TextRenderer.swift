/// For people: the line, a caret, why, and what to do.
public struct TextRenderer: DiagnosticRenderer {
    private let isColored: Bool
    /// Columns of a line; nil where there is no terminal.
    private let width: Int?
    /// Columns of notes and help.
    private let proseWidth: Int
    /// Where the pages of codes can be read; a code is a link to its page then.
    private let pages: String?

    /// - Parameters:
    ///   - width: of the terminal; nil where there is none, and lines are as long as logs bear them.
    ///   - pages: such as `https://docs.acme.example/diagnostics`, where the terminal takes links (OSC 8).
    public init(isColored: Bool, width: Int? = nil, pages: String? = nil) {
        self.isColored = isColored
        self.width = width
        proseWidth = width ?? 80
        self.pages = pages
    }

    public func render(_ report: DiagnosticReport) -> String { findings(of: report) + report.summary + "\n" }

    /// The findings alone, each with an empty line behind it; ``DiagnosticReport/summary`` counts them.
    package func findings(of report: DiagnosticReport) -> String {
        var tables = LineTables(report.sources)
        var text = ""
        for diagnostic in report.diagnostics {
            text += render(diagnostic, in: report.sources, tables: &tables) + "\n"
        }
        return text
    }

    private func render(_ diagnostic: Diagnostic, in sources: SourceSet, tables: inout LineTables) -> String {
        let labels = [diagnostic.primary] + diagnostic.related
        let lines = labels.map { tables[$0.span.source].line(at: $0.span.range.lowerBound) + 1 }
        let gutter = max(2, String(lines.max() ?? 1).count)
        let color: Style = diagnostic.severity == .error ? .red : .yellow
        var text = place(of: diagnostic.primary, in: sources, tables: &tables)
        text += ": " + paint(diagnostic.severity.rawValue, color) + ": "
        text += paint(Printable.text(diagnostic.message), .bold)
        text += " [\(link(diagnostic.code))]\n"
        if !sources[diagnostic.primary.span.source].content.isEmpty {
            let isHidden = diagnostic.hidesSource
            text += snippet(diagnostic.primary, mark: "^", color, gutter: gutter, isHidden: isHidden, tables: &tables)
        }
        for label in diagnostic.related {
            text += margin(gutter - 1) + "::: " + place(of: label, in: sources, tables: &tables) + "\n"
            text += snippet(label, mark: "-", .cyan, gutter: gutter, tables: &tables)
        }
        for note in diagnostic.notes { text += detail("note", note, gutter: gutter) }
        if let help = diagnostic.help { text += detail("help", help, gutter: gutter) }
        return text + detail("more", "carillon explain \(diagnostic.code.number)", gutter: gutter)
    }

    private func place(of label: Diagnostic.Label, in sources: SourceSet, tables: inout LineTables) -> String {
        let position = tables[label.span.source].position(of: label.span.range.lowerBound)
        return "\(Printable.text(sources[label.span.source].path)):\(position.line):\(position.column)"
    }

    private func snippet(
        _ label: Diagnostic.Label,
        mark: Character,
        _ color: Style,
        gutter: Int,
        isHidden: Bool = false,
        tables: inout LineTables
    ) -> String {
        let table = tables[label.span.source]
        let line = table.line(at: label.span.range.lowerBound)
        let whole = table.range(ofLine: line)
        let start = min(label.span.range.lowerBound, whole.upperBound)
        let end = min(max(label.span.range.upperBound, start), whole.upperBound)
        let excerpt = Excerpt(
            before: table.text(whole.lowerBound..<start),
            marked: isHidden ? "••••••••" : table.text(start..<end),
            after: table.text(end..<whole.upperBound),
            width: sourceWidth(besides: gutter)
        )
        let number = String(line + 1)
        let carets = String(repeating: mark, count: excerpt.markWidth)
        var text = margin(gutter) + " |\n"
        text += margin(gutter - number.count) + number + " | " + excerpt.text + "\n"
        text += margin(gutter) + " | " + margin(excerpt.indent) + paint(carets, color)
        if !label.text.isEmpty { text += " " + paint(Printable.text(label.text), color) }
        return text + "\n"
    }

    /// Columns a line of source may take beside its number before it is shortened around the place.
    private func sourceWidth(besides gutter: Int) -> Int {
        // ` | ` is behind the number, and perhaps an ellipsis behind the line.
        width.map { max(8, $0 - gutter - 4) } ?? 100
    }

    /// `= note: …`, wrapped, further lines below the first word.
    private func detail(_ name: String, _ message: String, gutter: Int) -> String {
        let lead = margin(gutter) + " = \(name): "
        let lines = Printable.lines(message).split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            Self.wrapped(line, width: proseWidth - lead.count)
        }
        return lead + lines.joined(separator: "\n" + margin(lead.count)) + "\n"
    }

    private static func wrapped(_ line: Substring, width: Int) -> [String] {
        var lines = [""]
        var columns = 0
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            let isFirst = lines[lines.count - 1].isEmpty
            if !isFirst, columns + 1 + DisplayWidth.columns(of: word) > width {
                lines.append(String(word))
                columns = DisplayWidth.columns(of: word)
            } else {
                lines[lines.count - 1] += (isFirst ? "" : " ") + word
                columns += (isFirst ? 0 : 1) + DisplayWidth.columns(of: word)
            }
        }
        return lines
    }

    private func margin(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

    /// Source: ECMA-48, SGR.
    private enum Style: String {
        case bold = "1"
        case red = "1;31"
        case yellow = "1;33"
        case cyan = "1;36"
    }

    /// The code and its name, which lead to the page where that can be read.
    ///
    /// Source: "Hyperlinks in terminal emulators", Egmont Koblinger: OSC 8 with the address, then OSC 8 without.
    private func link(_ code: DiagnosticCode) -> String {
        let text = "\(code.number) \(code.slug)"
        guard let pages else { return text }
        return "\u{1B}]8;;\(pages)/\(code.number).md\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }

    private func paint(_ text: String, _ style: Style) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
