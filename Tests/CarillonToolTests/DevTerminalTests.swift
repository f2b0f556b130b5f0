import CarillonDiagnostics
import DocumentationTesting
import Foundation
import Testing

@testable import carillon

/// `carillon dev` in a terminal of its own, below a shell that stops it and lets it go on.
struct DevTerminalTests {
    /// A terminal with a shell of one's own, and what is read of it.
    private static let shell = """
        import fcntl, os, pty, select, struct, subprocess, sys, termios
        def size(columns, rows=24):
            fcntl.ioctl(reader, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        child, reader = pty.fork()
        if child == 0:
            os.execvp("bash", ["bash", "--norc", "--noediting", "-i"])
        size(90)
        shown = b""
        def until(mark, count=1):
            global shown
            while shown.count(mark) < count:
                if not select.select([reader], [], [], 60)[0]:
                    sys.exit("nothing of " + repr(mark) + " in " + repr(shown))
                shown += os.read(reader, 65536)
            end = -1
            for _ in range(count):
                end = shown.index(mark, end + 1)
            part, shown = shown[:end + len(mark)], shown[end + len(mark):]
            return part
        def type(text):
            os.write(reader, text)
        type(b"PS1='READY'; stty -a > before\\n")
        until(b"READY", 2)
        type(b"carillon dev\\n")
        until(b"saved yet")

        """

    private func run(_ script: String, in folder: URL) throws -> BuiltTool.Result {
        try (Self.shell + script).write(to: folder.appending(path: "shell.py"), atomically: true, encoding: .utf8)
        let line = "unset CI NO_COLOR CLICOLOR FORCE_COLOR; TERM=xterm-256color python3 shell.py"
        return try BuiltTool.shell(line, in: folder)
    }

    private static let needed = ConditionTrait.enabled("Python 3 and bash are there") {
        try BuiltTool.withFolder { try BuiltTool.shell("python3 -c 0 && bash -c :", in: $0).status == 0 }
    }

    @Test(Self.needed, arguments: ["type(b'\\x1a')", "subprocess.run(['pkill', '-TSTP', '-P', str(child)])"])
    func `Ctrl-Z gives the terminal back, and fg takes it again and shows the screen`(stop: String) throws {
        let script = """
            \(stop)
            until(b"\\x1b[?1049l")
            until(b"READY")
            type(b"stty -a > stopped; jobs > jobs\\n")
            until(b"READY")
            path = "tenants/bakery/templates/en.json"
            text = open(path).read()
            open(path, "w").write(text.replace("is ready", "is open"))
            size(60)
            type(b"fg\\n")
            until(b"\\x1b[?1049h")
            until(b"account is open.")
            type(b"q")
            until(b"\\x1b[?1049l")
            until(b"READY")
            type(b"echo $? > status; stty -a > after; exit\\n")
            try:
                while os.read(reader, 65536): pass
            except OSError:
                pass
            os.waitpid(child, 0)
            """
        try BuiltTool.withFolder { folder in
            try BuiltTool.run("carillon new bakery", in: folder)
            let result = try run(script, in: folder)
            #expect(result.status == 0, "\(result)")
            func read(_ name: String) throws -> String {
                try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                    .replacing(#/columns \d+/#, with: "")
            }
            #expect(try read("jobs").contains("Stopped"))
            #expect(try read("stopped") == read("before"))
            #expect(try read("after") == read("before"))
            #expect(try read("status") == "0\n")
        }
    }

    @Test(Self.needed) func `each size of the window gets a screen that fits`() throws {
        let script = """
            until(b"\\x1b[K\\x1b[J")
            sizes = [(20, 10), (33, 24), (20, 6), (140, 50), (40, 24)]
            for columns, rows in sizes:
                size(columns, rows)
                # A screen is drawn whole: from its first place to where the rest is taken away.
                screen = until(b"\\x1b[K\\x1b[J").rsplit(b"\\x1b[H", 1)[1]
                open("screen-%d-%d" % (columns, rows), "wb").write(screen)
            type(b"q")
            until(b"READY")
            """
        try BuiltTool.withFolder { folder in
            try BuiltTool.run("carillon new bakery", in: folder)
            let file = folder.appending(path: "tenants/bakery/templates/en.json")
            let text = try String(contentsOf: file, encoding: .utf8)
            let title = "東京の注文が確定しました🎉ありがとうございます من فضلك تحقق من طلبك {$nobody} 👩‍👩‍👧"
            try text.replacing(#/"title": "[^"]*"/#, with: "\"title\": \"\(title)\"")
                .write(to: file, atomically: true, encoding: .utf8)
            let result = try run(script, in: folder)
            #expect(result.status == 0, "\(result)")
            for (columns, rows) in [(20, 10), (33, 24), (20, 6), (140, 50), (40, 24)] {
                let kept = folder.appending(path: "screen-\(columns)-\(rows)")
                let screen = try String(contentsOf: kept, encoding: .utf8)
                let plain = screen.replacing(#/\x1B\[[0-9;?]*[A-Za-z]/#, with: "").utf8.filter { $0 != 0x0D }
                let lines = String(decoding: plain, as: UTF8.self)
                    .split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.count <= rows && !lines.isEmpty)
                for line in lines { #expect(DisplayWidth.columns(of: line) <= columns, "\(line)") }
            }
        }
    }
}
