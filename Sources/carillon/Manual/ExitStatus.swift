import ArgumentParser

/// How the program ends, which scripts may rely on.
///
/// Source: sysexits.h for those above 1.
enum ExitStatus: Int32, CaseIterable {
    case success = 0
    case foundErrors = 1
    case wrongUsage = 64
    case noInput = 66
    case bug = 70
    case outputFailed = 74

    /// What it means of any command; its own words are in its ``CommandManual``.
    var meaning: String {
        switch self {
        case .success: "nothing worse than warnings"
        case .foundErrors: "errors, or what the command was asked to fail for"
        case .wrongUsage: "wrong usage"
        case .noInput: "a path or a git revision that cannot be read, or a file that cannot be written"
        case .bug: "a bug in carillon"
        case .outputFailed: "what is printed can't be written, as on a full disk: nothing of it counts"
        }
    }

    /// All of them in a line, for `carillon --help`.
    static var list: String {
        "Exit status: " + allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "; ") + "."
    }
}

extension ExitCode {
    init(_ status: ExitStatus) { self.init(status.rawValue) }
}
