import DocumentationTesting
import Foundation

/// What a command writes into a terminal of its own.
struct TerminalWindow {
    let columns: Int
    var variables = ""

    func text(of command: String, in folder: URL) throws -> BuiltTool.Result {
        let script = """
            import fcntl, os, pty, struct, subprocess, sys, termios
            reader, terminal = pty.openpty()
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
            child = subprocess.Popen(["sh", "-c", sys.argv[2]], stdin=terminal, stdout=terminal)
            os.close(terminal)
            while True:
                try:
                    part = os.read(reader, 65536)
                except OSError:
                    break
                if not part:
                    break
                sys.stdout.buffer.write(part.replace(b"\\r\\n", b"\\n"))
            sys.exit(child.wait())
            """
        try script.write(to: folder.appending(path: "window.py"), atomically: true, encoding: .utf8)
        let reset = "unset CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLUMNS VTE_VERSION TERM_PROGRAM; "
        return try BuiltTool.shell(
            reset + "export TERM=xterm-256color \(variables); python3 window.py \(columns) '\(command)'",
            in: folder
        )
    }
}
