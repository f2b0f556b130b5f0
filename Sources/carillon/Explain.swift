import ArgumentParser
import CarillonDiagnostics
import CarillonProfiles

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "The page of a diagnostic: what it means, an example, what to do.",
        discussion: "Without a code: all diagnostics, one line each."
    )

    @Argument(help: "Such as T0301 or unknown-channel.")
    var code: String?

    func run() throws {
        guard let code else {
            for code in DiagnosticCode.all {
                let lines = Columns.lines(of: "\(code.slug): \(code.summary)", limit: Columns.width - 7)
                print(code.number + "  " + lines.joined(separator: "\n       "))
            }
            return
        }
        guard let known = DiagnosticCode.named(code) else {
            let names = DiagnosticCode.all.flatMap { [$0.number, $0.slug] }
            let guess = Suggestion.closest(to: code, among: names).map { "; did you mean \($0)?" } ?? ""
            throw Self.wrongUsage("there is no diagnostic \(code)\(guess)")
        }
        print(Self.fitted(known.markdown), terminator: "")
    }

    /// A page with its paragraphs and lists broken anew for a terminal; code, tables and headings stay as they are.
    private static func fitted(_ page: String) -> String {
        var lines: [String] = []
        var paragraph = ""
        var isCode = false
        func end() {
            guard !paragraph.isEmpty else { return }
            let margin = paragraph.hasPrefix("- ") ? "  " : ""
            let broken = Columns.lines(of: paragraph, limit: Columns.width - margin.count)
            lines += broken.enumerated().map { ($0.offset == 0 ? "" : margin) + $0.element }
            paragraph = ""
        }
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            let isFence = line.hasPrefix("```")
            if isFence { isCode.toggle() }
            if isCode || isFence || line.isEmpty || line.hasPrefix("#") || line.hasPrefix("|") {
                end()
                lines.append(String(line))
            } else {
                if line.hasPrefix("- ") { end() }
                paragraph += (paragraph.isEmpty ? "" : " ") + line.drop { $0 == " " }
            }
        }
        end()
        return lines.joined(separator: "\n")
    }
}
