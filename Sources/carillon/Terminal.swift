import Synchronization

#if canImport(Glibc)
// `stdout` is a variable there, which nothing here changes.
@preconcurrency import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What standard output is, and what may be shown there beside plain text.
struct Terminal {
    /// Whether somebody looks at it as it is written.
    let isForEyes: Bool
    /// Whether colours may be used.
    let showsColor: Bool
    /// Whether text can be a link (OSC 8).
    let showsLinks: Bool
    /// Columns of a line that reads well; 80 where there is no terminal.
    let width: Int
    /// Columns of the window, however wide it is.
    private let columns: Int

    /// The program's own, as it was when it was last looked at.
    static var current: Terminal { known.withLock { $0 } }
    private static let known = Mutex(system)

    /// Finds out how wide the window is now.
    static func refresh() { known.withLock { $0 = system } }

    private static var system: Terminal {
        Terminal(isTerminal: isatty(STDOUT_FILENO) == 1, columns: window?.columns, environment: variable)
    }

    /// - Parameters:
    ///   - isTerminal: whether anybody looks at it; logs of CI are no terminals, even where they look like one.
    ///   - columns: as the system tells them; nil where it doesn't know.
    ///   - environment: the value of a variable; nil where it isn't set.
    init(isTerminal: Bool, columns: Int?, environment: (String) -> String?) {
        func isSet(_ name: String) -> Bool { !(environment(name) ?? "").isEmpty }
        func isForced(_ name: String) -> Bool { isSet(name) && environment(name) != "0" }
        let isForEyes = isTerminal && environment("TERM") != "dumb" && !isSet("CI")
        self.isForEyes = isForEyes
        // Source: no-color.org, force-color.org, bixense.com/clicolors.
        showsColor =
            if isSet("NO_COLOR") {
                false
            } else if isForced("FORCE_COLOR") || isForced("CLICOLOR_FORCE") {
                true
            } else {
                isForEyes && environment("CLICOLOR") != "0" && environment("FORCE_COLOR") != "0"
            }
        showsLinks =
            if isSet("FORCE_HYPERLINK") {
                isForced("FORCE_HYPERLINK")
            } else {
                isForEyes && showsColor && Self.knowsLinks(environment)
            }
        let reported = columns ?? environment("COLUMNS").flatMap { Int($0) }
        self.columns = max(reported ?? Self.usualWidth, Self.narrowest)
        width = isForEyes ? min(self.columns, Self.widest) : Self.usualWidth
    }

    /// Text for people with each line broken where the window would break it, at spaces; as it is where nobody looks.
    func fitted(_ text: String) -> String {
        guard isForEyes else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            Columns.folded(String(line), limit: columns, breaksWords: false)
        }
        .joined(separator: "\n")
    }

    private static let usualWidth = 80
    /// In fewer columns nothing can be laid out.
    private static let narrowest = 20
    /// Longer lines are hard to read.
    private static let widest = 120

    static var showsColor: Bool { current.showsColor }

    /// Terminals that are known to take OSC 8; others may print it.
    ///
    /// Source: "Hyperlinks in terminal emulators", Egmont Koblinger, and the terminals' own notes.
    private static func knowsLinks(_ environment: (String) -> String?) -> Bool {
        let names = ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "WEZTERM_PANE", "GHOSTTY_RESOURCES_DIR"]
        if names.contains(where: { environment($0) != nil }) { return true }
        if let version = environment("VTE_VERSION").flatMap({ Int($0) }) { return version >= 5000 }
        let programs: Set = ["iTerm.app", "vscode", "WezTerm", "ghostty", "Hyper"]
        if let program = environment("TERM_PROGRAM"), programs.contains(program) { return true }
        let kinds: Set = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra", "contour"]
        return environment("TERM").map(kinds.contains) ?? false
    }

    /// How large the window is, in characters; nil where the system doesn't know.
    static var window: (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// The value of a variable of the environment; nil where it isn't set.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Where the pages of `docs/reference/diagnostics` can be read, such as `https://docs.acme.example/carillon/diagnostics`.
    ///
    /// Each operator publishes them in a place of its own, so the variable says where.
    static var pages: String? { current.showsLinks ? publishedPages : nil }

    /// The same for whoever isn't a terminal.
    static var publishedPages: String? {
        guard let address = variable("CARILLON_PAGES"), !address.isEmpty else { return nil }
        return address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    /// Writes to standard output at once, unchanged.
    static func show(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR || errno == EAGAIN else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// Writes what was printed and is still held back.
    ///
    /// - Returns: false where it can't be written.
    static func flush() -> Bool { fflush(stdout) == 0 && ferror(stdout) == 0 }

    /// Writes to standard error, unchanged.
    static func printError(_ text: String) {
        Interruption.pass()
        let bytes = Array(text.utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}

/// Colours of text for people.
enum Ink: String {
    case bold = "1"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case dim = "2"

    /// What ends the colour of text that is cut; nothing without colours.
    static var end: String { Terminal.showsColor ? "\u{1B}[0m" : "" }

    /// Source: ECMA-48, SGR.
    func paint(_ text: String, isColored: Bool = Terminal.showsColor) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
