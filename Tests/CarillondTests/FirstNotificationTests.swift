import DocumentationTesting
import Foundation
import Testing

/// The page for newcomers is followed to the letter, on ports that are free here.
struct FirstNotificationTests {
    @Test func `from nothing to a notification, as the page tells it`() throws {
        let ports = try RawSocket.freePorts(3).map(String.init)
        let page = try MarkdownPage("docs/tutorials/first-notification.md").replacing([
            (
                "carillond dev ",
                with: "carillond dev --port \(ports[0]) --sandbox-port \(ports[1]) --admin-port \(ports[2]) "
            ),
            (":8080", with: ":\(ports[0])"),
            (":4001", with: ":\(ports[1])"),
        ])
        #expect(page.commands.count >= 9)
        try BuiltTool.withFolder { folder in
            defer { Self.end(startedIn: folder) }
            try page.follow(in: folder)
        }
    }

    /// Where a step failed, the host that the page started must not stay.
    private static func end(startedIn folder: URL) {
        let file = folder.appending(path: "dev.pid")
        let text = (try? String(contentsOf: file, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
        if let process = text.flatMap({ pid_t($0) }) { kill(process, SIGTERM) }
    }
}
