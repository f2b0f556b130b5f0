import ArgumentParser
import CarillonDiagnostics
import CarillonProfiles

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "The page of a diagnostic: what it means, an example, what to do.",
        discussion: "Without a code: all diagnostics, one line each."
    )

    @Argument(help: "Such as T0301 or unknown-channel.")
    var code: String?

    func run() throws {
        guard let code else {
            for code in DiagnosticCode.all { print("\(code.number)  \(code.slug): \(code.summary)") }
            return
        }
        guard let known = DiagnosticCode.named(code) else {
            let words = DiagnosticCode.all.flatMap { [$0.number, $0.slug] }
            let guess = Suggestion.closest(to: code, among: words).map { "; did you mean \($0)?" } ?? ""
            throw Self.wrongUsage("there is no diagnostic \(code)\(guess)")
        }
        print(known.markdown, terminator: "")
    }
}
