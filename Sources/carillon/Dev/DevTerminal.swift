#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Keys and the window of `carillon dev`; without a terminal, nothing but the signals that end it.
struct DevTerminal {
    /// How the keyboard was; nil where there is none.
    private let keyboard: termios?
    private let hasWindow = Terminal.current.isForEyes
    private var rows: Int
    private var columns: Int

    /// Takes keys without waiting for the end of a line, and the window for one screen; ``end()`` gives them back.
    ///
    /// Signals are held back from now on, because the terminal has to be as it was when the program ends.
    init() {
        var ends = Self.endingSignals
        pthread_sigmask(SIG_BLOCK, &ends, nil)
        let window = Terminal.window
        (rows, columns) = (window?.rows ?? 24, window?.columns ?? 80)
        var settings = termios()
        guard hasWindow, tcgetattr(STDIN_FILENO, &settings) == 0 else {
            keyboard = nil
            if hasWindow { Terminal.show(Self.opening) }
            return
        }
        keyboard = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        Terminal.show(Self.opening)
    }

    func end() {
        guard hasWindow else { return }
        Terminal.show(Self.closing)
        guard var keyboard else { return }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &keyboard)
    }

    /// A second buffer, no cursor, no line that goes on below; and all of it undone.
    ///
    /// Source: xterm control sequences, DECSET 1049, 25 and 7.
    private static let opening = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    private static let closing = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    private static var endingSignals: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
        return set
    }

    /// Writes a screen over the last one, or a block behind it where there is no window.
    func show(_ screen: DevScreen) {
        guard hasWindow else {
            Terminal.show(screen.block)
            return
        }
        let footer = keyboard == nil ? "Ctrl-C ends" : "q ends, r looks again"
        let lines = screen.lines(rows: rows, columns: columns, footer: Ink.dim.paint(footer))
        Terminal.show("\u{1B}[H" + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[K\u{1B}[J")
    }

    /// Waits for a key that means something, at most so long.
    mutating func key(within milliseconds: Int32) -> DevKey? {
        var inputs = [pollfd(fd: keyboard == nil ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0)]
        poll(&inputs, 1, milliseconds)
        if isAskedToEnd { return .end }
        if inputs[0].revents != 0, let key = pressed() { return key }
        return isResized() ? .resized : nil
    }

    private var isAskedToEnd: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return [SIGINT, SIGTERM, SIGHUP].contains { sigismember(&pending, $0) == 1 }
    }

    private func pressed() -> DevKey? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        // Nobody can press a key at a terminal that is gone.
        guard count > 0 else { return .end }
        // Several bytes at once may be one key, such as an arrow: ESC and letters.
        let typed = bytes[..<count]
        if typed.first == 0x1B { return nil }
        for byte in typed {
            switch byte {
            // Ctrl-C and Ctrl-D.
            case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x03, 0x04: return .end
            case UInt8(ascii: "r"), UInt8(ascii: "R"): return .again
            default: continue
            }
        }
        return nil
    }

    private mutating func isResized() -> Bool {
        guard hasWindow, let window = Terminal.window, (window.columns, window.rows) != (columns, rows) else {
            return false
        }
        (columns, rows) = window
        Terminal.refresh()
        return true
    }
}
