import DocumentationTesting
import Foundation
import Testing

/// The page for app developers is followed to the letter, on ports that are free here.
///
/// Only what `swift build` does is done by hand: the page's own code is compiled against the kit that was built with these tests.
@Suite(.timeLimit(.minutes(5)))
struct AppTutorialTests {
    @Test func `an app in an hour, as the page tells it`() throws {
        let ports = try RawSocket.freePorts(3).map(String.init)
        let whole = try MarkdownPage("docs/tutorials/an-app-in-an-hour.md").replacing([
            (
                "carillond demo ",
                with: "carillond demo --port \(ports[0]) --sandbox-port \(ports[1]) --admin-port \(ports[2]) "
            ),
            (":8080", with: ":\(ports[0])"),
            (":4001", with: ":\(ports[1])"),
            (
                "swift build --product app",
                with: "../carillon/Tests/Tools/kit.sh .build/debug/app $(find Sources -name '*.swift')"
            ),
        ])
        let page = try Self.hasTypeScript() ? whole : whole.leavingOut { $0.text.contains("web") }
        #expect(page.commands.count >= 14)
        try BuiltTool.withFolder { place in
            let folder = place.appending(path: "hour")
            let files = FileManager.default
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            try files.createSymbolicLink(at: place.appending(path: "carillon"), withDestinationURL: repository)
            defer { Self.end(startedIn: folder) }
            try page.follow(in: folder)
        }
    }

    /// On a machine that can't have the compiler, the rest of the page still counts; continuous integration has it.
    private static func hasTypeScript() throws -> Bool {
        let result = try BuiltTool.shell("Tests/Tools/libraries.sh typescript", in: repository)
        guard result.status != 0 else { return true }
        try #require(ProcessInfo.processInfo.environment["CI"] == nil, "\(result.errors)")
        return false
    }

    /// Where a step failed, the demo that the page started must not stay.
    private static func end(startedIn folder: URL) {
        let file = folder.appending(path: "demo.pid")
        let text = (try? String(contentsOf: file, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
        if let process = text.flatMap({ pid_t($0) }) { kill(process, SIGTERM) }
    }
}
