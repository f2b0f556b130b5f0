import ArgumentParser
import CarillonDiagnostics
import CarillonProfiles
import DocumentationTesting
import Foundation
import Testing

@testable import carillon

/// `carillon dev`: from saved files to screens, with a clock that the tests turn.
struct DevTests {
    /// A person who does something before each scan, and the screens that are shown meanwhile.
    private struct Script: DevSurroundings {
        let folder: String
        var steps: [(DevKey?, (_ folder: String) throws -> Void)]
        private(set) var screens: [DevScreen] = []
        private(set) var scans = 0
        private(set) var checks = 0

        init(_ folder: String, _ steps: [(DevKey?, (_ folder: String) throws -> Void)]) {
            self.folder = folder
            self.steps = steps
        }

        mutating func key() -> DevKey? {
            guard !steps.isEmpty else { return .end }
            let (key, act) = steps.removeFirst()
            do { try act(folder) } catch { Issue.record(error) }
            scans += 1
            return key
        }

        func scan() -> FolderScan { FolderScan(at: [folder], channels: nil) }

        mutating func findings() -> Result<TenantsReport, UnreadablePath> {
            checks += 1
            return TenantsReport.read([folder], channels: nil)
        }

        var time: ScanTime { ScanTime(hour: 9, minute: 5, second: scans) }

        mutating func tellHost(_ tenants: [LoadedTenant]?) -> [String] {
            ["host: \(tenants.map { "\($0.map(\.profile.id))" } ?? "not told")"]
        }

        func doubts(about tenants: [LoadedTenant]?) -> [String] { [] }

        mutating func show(_ screen: DevScreen) { screens.append(screen) }
    }

    private typealias Step = (DevKey?, (_ folder: String) throws -> Void)

    /// Time that passes without anything.
    private static var wait: Step { (nil, { _ in }) }

    /// A save, seen by the next scan and taken up by the one after it.
    private static func save(_ file: String, _ change: @escaping (String) -> String) -> [Step] {
        let act: (String) throws -> Void = { folder in
            let url = URL(filePath: "\(folder)/\(file)")
            try change(String(contentsOf: url, encoding: .utf8)).write(to: url, atomically: true, encoding: .utf8)
        }
        return [(nil, act), wait]
    }

    private static func welcome(_ title: String) -> [Step] {
        save("templates/en.json") { $0.replacing(/"title": "[^"]*"/, with: "\"title\": \"\(title)\"") }
    }

    private static func breaking() -> [Step] { save("templates/en.json") { String($0.dropLast(4)) } }

    private func run(_ folder: String, _ steps: [Step]) -> Script {
        var session = DevSession([folder], in: Script(folder, steps))
        session.run()
        return session.surroundings
    }

    private func plain(_ text: String) -> String { text.replacing(/\u{1B}\[[0-9;]*m/, with: "") }

    @Test func `the first screen counts, and a save shows the words that changed`() throws {
        try withNewTenant { folder in
            let script = run(folder, Self.welcome("Welcome aboard"))
            try #require(script.screens.count == 2)
            #expect(plain(script.screens[0].header) == "carillon dev  \(folder)  09:05:00  1 tenant is valid")
            #expect(script.screens[0].faults.isEmpty && script.screens[0].changes == "Nothing has been saved yet\n")
            #expect(plain(script.screens[1].header).contains("  09:05:02  1 tenant is valid"))
            let changes = plain(script.screens[1].changes)
            #expect(changes.contains("bakery/account.welcome · en · "))
            #expect(changes.contains("+ Welcome aboard") && changes.contains("- "))
        }
    }

    @Test func `without a save nothing is checked and nothing shown`() throws {
        try withNewTenant { folder in
            let script = run(folder, [Self.wait, Self.wait, Self.wait])
            #expect(script.checks == 1 && script.screens.count == 1)
        }
    }

    @Test func `a file that is still being written is left alone until it rests`() throws {
        try withNewTenant { folder in
            let pieces: [Step] = (1...4).map { count in
                (nil, { try Data(repeating: 0x7B, count: count).write(to: URL(filePath: "\($0)/events.json")) })
            }
            #expect(run(folder, pieces).checks == 1)
            let more: [Step] = [(nil, { try Data("[".utf8).write(to: URL(filePath: "\($0)/events.json")) })]
            #expect(run(folder, pieces + more + [Self.wait]).checks == 2)
        }
    }

    @Test func `a broken file keeps the words before it, and they are compared with once it is mended`() throws {
        try withNewTenant { folder in
            let original = try String(contentsOfFile: "\(folder)/templates/en.json", encoding: .utf8)
            let mending = Self.save("templates/en.json") { _ in original.replacing("Welcome to", with: "Good day at") }
            let script = run(folder, Self.welcome("Welcome aboard") + Self.breaking() + mending)
            try #require(script.screens.count == 4)
            let broken = script.screens[2]
            #expect(broken.faults.contains("templates/en.json:"))
            #expect(plain(broken.header).contains("1 error in 1 tenant"))
            let note = "\(folder) has errors, and keeps the words that it had at 09:05:02\n"
            #expect(plain(broken.changes).hasPrefix(note) && broken.changes.contains("+ Welcome aboard"))
            #expect(broken.host == ["host: not told"])
            let mended = script.screens[3]
            #expect(script.screens[0].host == [] && mended.host == ["host: [bakery]"])
            #expect(mended.faults.isEmpty && mended.changes.contains("- Welcome aboard"))
            #expect(mended.changes.contains("+ Good day at"))
        }
    }

    @Test func `a tenant with an error from the start is not new once it is mended`() throws {
        try withNewTenant { folder in
            let original = try String(contentsOfFile: "\(folder)/events.json", encoding: .utf8)
            try "{".write(toFile: "\(folder)/events.json", atomically: true, encoding: .utf8)
            let script = run(folder, Self.save("events.json") { _ in original })
            #expect(script.screens.first?.changes == "Nothing has been saved yet\n")
            #expect(script.screens.last?.faults == "")
            #expect(script.screens.last?.changes == "Nothing that anybody relies on or reads has changed\n")
        }
    }

    @Test func `of several tenants each is compared by itself, and new and vanished ones are named`() throws {
        try withNewTenant { bakery in
            let root = URL(filePath: bakery).deletingLastPathComponent()
            let cafe = root.appending(path: "cafe").path
            func act(_ change: @escaping () throws -> Void) -> [Step] { [(nil, { _ in try change() }), Self.wait] }
            func retitle(_ folder: String, _ title: String) throws {
                let file = "\(folder)/templates/en.json"
                let text = try String(contentsOfFile: file, encoding: .utf8)
                try text.replacing(/"title": "[^"]*"/, with: "\"title\": \"\(title)\"")
                    .write(toFile: file, atomically: true, encoding: .utf8)
            }
            let script = run(
                root.path,
                act { try New.parse(["cafe", "--directory", root.path]).run() }
                    + act { try "{".write(toFile: "\(cafe)/events.json", atomically: true, encoding: .utf8) }
                    + act { try retitle(bakery, "Fresh bread") }
                    + act { try FileManager.default.removeItem(atPath: cafe) }
            )
            try #require(script.screens.count == 5)
            let changes = script.screens.map { plain($0.changes) }
            #expect(changes[1].contains("change: cafe: the tenant is new"))
            #expect(changes[2].contains("\(cafe) has errors") && changes[2].contains("the tenant is new"))
            #expect(changes[3].contains("\(cafe) has errors") && changes[3].contains("+ Fresh bread"))
            #expect(!changes[3].contains("the tenant is new"))
            #expect(changes[4].contains("breaking: cafe: the tenant is gone") && !changes[4].contains("has errors"))
        }
    }

    @Test func `a folder that is gone is said to be, and the words are kept until it is back`() throws {
        try withNewTenant { folder in
            let away = "\(folder)-away"
            let go: [Step] = [(nil, { try FileManager.default.moveItem(atPath: $0, toPath: away) }), Self.wait]
            let back: [Step] = [(nil, { try FileManager.default.moveItem(atPath: away, toPath: $0) }), Self.wait]
            let script = run(folder, go + back + Self.welcome("Back again"))
            try #require(script.screens.count == 4)
            #expect(plain(script.screens[1].faults).hasPrefix("error: \(folder): "))
            #expect(plain(script.screens[1].header).hasSuffix("can't be read"))
            #expect(script.screens[2].faults.isEmpty)
            #expect(script.screens[3].changes.contains("+ Back again"))
        }
    }

    @Test func `r checks once more and keeps the last change in view, another size shows it again`() throws {
        try withNewTenant { folder in
            let keys: [Step] = [.again, .resized, .end].map { key in (key, { _ in }) }
            let script = run(folder, Self.welcome("Hello") + keys)
            try #require(script.screens.count == 4)
            #expect(script.checks == 3)
            #expect(script.screens[2].changes == script.screens[1].changes)
            #expect(script.screens[2].header != script.screens[1].header && script.screens[3] == script.screens[2])
        }
    }

    @Test(arguments: [8, 12, 24, 60])
    func `a screen has no more lines than the window, and counts the others`(rows: Int) {
        func text(_ name: String) -> String { (1...20).map { "\(name) \($0)\n" }.joined() }
        let screen = DevScreen(header: "H", faults: text("fault"), changes: text("change"))
        let lines = screen.lines(rows: rows, columns: 80, footer: "F")
        #expect(lines.count == min(rows, 45) && lines.first == "H" && lines.last == "F")
        for name in ["fault", "change"] {
            let seen = lines.count { $0.hasPrefix("\(name) ") }
            guard rows < 45 else {
                #expect(seen == 20)
                continue
            }
            let more = "… \(20 - seen) more lines: "
            #expect(lines.contains { plain($0).hasPrefix(more) }, "\(name): \(lines)")
        }
    }

    @Test(arguments: [(1, 80), (2, 80), (3, 200), (5, 80), (8, 80), (8, 30), (24, 30)])
    func `a low or narrow window keeps the number of findings`(rows: Int, columns: Int) {
        let status = "3 errors in 6 tenants  09:05:00"
        let screen = DevScreen(
            header: "carillon dev  a/folder/far/away/and/wider/than/the/window/is  09:05:00  3 errors in 6 tenants",
            host: ["http://127.0.0.1:8080: not told of this save, because it has errors"],
            status: status,
            faults: (1...20).map { "fault \($0)\n" }.joined(),
            changes: "Nothing has been saved yet\n"
        )
        let lines = screen.lines(rows: rows, columns: columns, footer: "F").map(plain)
        #expect(lines.count == rows, "\(lines)")
        #expect(lines.prefix(5).joined(separator: " ").replacing("    ", with: "").contains("3 errors"), "\(lines)")
        #expect((lines.last == "F") == (rows > 2))
        #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= columns })
        if rows > 1 { #expect(lines.contains { $0.hasPrefix("… ") } || rows == 2, "\(lines)") }
    }

    @Test func `a line that is wider than the window goes on in the next, with all that it says`() {
        let fault =
            "\u{1B}[1;31merror\u{1B}[0m: there is no variable `$chian` in this text of many words [T0205 unknown-variable]"
        let change = "  + https://shop.example/a/path/that/has/no/space/and/is/wider/than/the/win"
        let link = "\u{1B}]8;;https://docs.example/T0205\u{1B}\\T0205\u{1B}]8;;\u{1B}\\"
        let screen = DevScreen(header: "H", faults: fault, changes: "\(change)\n\(link)\n東京東京東京東京東京東京東京東京東京東京東京")
        let lines = screen.lines(rows: 24, columns: 40, footer: "F").map {
            plain($0).replacing(#/\x1B\]8;[^\x1B]*\x1B\\/#, with: "")
        }
        #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= 40 }, "\(lines)")
        #expect(
            lines == [
                "H", "", "error: there is no variable `$chian` in", "    this text of many words [T0205",
                "    unknown-variable]",
                "", "  + https://shop.example/a/path/that/has", "    /no/space/and/is/wider/than/the/win", "T0205",
                "東京東京東京東京東京東京東京東京東京東京", "    東京", "", "F",
            ]
        )
        #expect(Columns.folded("", limit: 40) == [""])
    }

    @Test func `a block has what there is, with one empty line between`() {
        #expect(DevScreen(header: "H", faults: "a\nb\n\n", changes: "c\n").block == "H\n\na\nb\n\nc\n\n")
        #expect(DevScreen(header: "H", faults: "", changes: "c\n").block == "H\n\nc\n\n")
    }

    @Test(
        .enabled("Python 3 is there") {
            try BuiltTool.withFolder { try BuiltTool.shell("python3 -c 0", in: $0).status == 0 }
        },
        arguments: ["q", "\u{03}", "SIGTERM"]
    )
    func `in a real terminal a save is shown, and the terminal is as before at the end`(end: String) throws {
        let script = """
            import fcntl, os, pty, select, signal, struct, subprocess, sys, termios
            reader, terminal = pty.openpty()
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 90, 0, 0))
            before = termios.tcgetattr(terminal)
            child = subprocess.Popen(["carillon", "dev"], stdin=terminal, stdout=terminal)
            shown = b""
            def until(mark):
                global shown
                while mark not in shown:
                    if not select.select([reader], [], [], 60)[0]:
                        sys.exit("nothing of " + repr(mark) + " in " + repr(shown))
                    shown += os.read(reader, 65536)
            until(b"saved yet")
            taken = termios.tcgetattr(terminal)
            path = "tenants/bakery/templates/en.json"
            text = open(path).read()
            open(path, "w").write(text.replace("is ready", "is open"))
            until(b"account is open.")
            if sys.argv[1] == "SIGTERM":
                child.send_signal(signal.SIGTERM)
            else:
                os.write(reader, sys.argv[1].encode())
            until(b"\\x1b[?1049l")
            status = child.wait()
            sys.stdout.buffer.write(shown)
            print("STATUS", status, "RESTORED", termios.tcgetattr(terminal) == before != taken)
            """
        try BuiltTool.withFolder { folder in
            #expect(try BuiltTool.shell("carillon new bakery", in: folder).status == 0)
            try script.write(to: folder.appending(path: "keys.py"), atomically: true, encoding: .utf8)
            let line = "unset CI NO_COLOR CLICOLOR FORCE_COLOR; TERM=xterm-256color python3 keys.py '\(end)'"
            let result = try BuiltTool.shell(line, in: folder)
            #expect(result.output.hasSuffix("STATUS 0 RESTORED True\n"), "\(result)")
            #expect(result.output.hasPrefix("\u{1B}[?1049h\u{1B}[?25l"))
            #expect(result.output.contains("\u{1B}[32m+ Hello Ada, your account is open.\u{1B}[0m"))
        }
    }

    @Test func `a folder that isn't there is status 66`() throws {
        try BuiltTool.withFolder { folder in
            let result = try BuiltTool.shell("carillon dev nowhere", in: folder)
            #expect(result.status == 66 && result.output.isEmpty && result.errors.hasPrefix("Error: nowhere: "))
        }
    }
}
