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
    private var keyboard: termios?
    private let hasWindow = Terminal.current.isForEyes
    private var (rows, columns) = (24, 80)

    /// Takes keys without waiting for the end of a line, and the window for one screen; ``end()`` gives them back.
    ///
    /// Signals are held back from now on, because the terminal has to be as it was when the program ends, and while it is stopped.
    init() {
        Self.hold(Self.ending + (hasWindow ? [SIGTSTP, SIGCONT] : []), true)
        take()
    }

    func end() {
        guard hasWindow else { return }
        Terminal.show(Self.closing)
        guard var keyboard else { return }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &keyboard)
    }

    private mutating func take() {
        if let window = Terminal.window { (rows, columns) = (window.rows, window.columns) }
        Terminal.refresh()
        guard hasWindow else { return }
        var settings = termios()
        keyboard = tcgetattr(STDIN_FILENO, &settings) == 0 ? settings : nil
        if keyboard != nil {
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        }
        Terminal.show(Self.opening)
    }

    /// Gives the terminal back, and waits there until the shell wants this program to go on (`fg`).
    ///
    /// - Parameter isTyped: whether it was a key: then all that run in the foreground together stop, as by the key itself.
    private mutating func stop(isTyped: Bool) {
        end()
        if isTyped { kill(0, SIGTSTP) }
        // Here it stops, unless nobody is there who could let it go on.
        Self.hold([SIGTSTP], false)
        Self.hold([SIGTSTP], true)
        goOn()
    }

    /// Takes the terminal once more after a stop, which may have been none of ours.
    private mutating func goOn() {
        if Self.isWaiting(SIGCONT) {
            var (set, signal) = (sigset_t(of: [SIGCONT]), Int32(0))
            sigwait(&set, &signal)
        }
        take()
    }

    /// A second buffer, no cursor, no line that goes on below; and all of it undone.
    ///
    /// Source: xterm control sequences, DECSET 1049, 25 and 7.
    private static let opening = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    private static let closing = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    private static let ending = [SIGINT, SIGTERM, SIGHUP]

    /// Has signals wait until they are asked for, or takes them as they come.
    private static func hold(_ signals: [Int32], _ isHeld: Bool) {
        var set = sigset_t(of: signals)
        pthread_sigmask(isHeld ? SIG_BLOCK : SIG_UNBLOCK, &set, nil)
    }

    private static func isWaiting(_ signal: Int32) -> Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, signal) == 1
    }

    /// Writes a screen over the last one, or a block behind it where there is no window.
    func show(_ screen: DevScreen) {
        guard hasWindow else {
            Terminal.show(screen.block)
            return
        }
        let hint = keyboard == nil ? "Ctrl-C ends" : "q ends, r looks again"
        let footer = Ink.dim.paint(Columns.clipped(hint, limit: columns))
        let lines = screen.lines(rows: rows, columns: columns, footer: footer)
        Terminal.show("\u{1B}[H" + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[K\u{1B}[J")
    }

    /// Waits for a key that means something, at most so long.
    mutating func key(within milliseconds: Int32) -> DevKey? {
        var inputs = [
            pollfd(fd: keyboard == nil ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
        ]
        poll(&inputs, 2, milliseconds)
        // Whoever read is gone, such as `head`.
        if inputs[1].revents & Int16(POLLERR) != 0 { return .end }
        if Self.ending.contains(where: Self.isWaiting) { return .end }
        if Self.isWaiting(SIGTSTP) {
            stop(isTyped: false)
            return .resized
        }
        if Self.isWaiting(SIGCONT) {
            goOn()
            return .resized
        }
        if inputs[0].revents != 0, let key = pressed() {
            guard key == .stop else { return key }
            stop(isTyped: true)
            return .resized
        }
        return isResized() ? .resized : nil
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
            // Ctrl-Z.
            case 0x1A: return .stop
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
