import CarillonClient
import CarillonModel
import Foundation
import Testing

/// What the guide for apps says is so.
struct GuideTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/guides/handle-notifications-in-your-app.md")

    @Test func `the push of the guide is the event of the guide`() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let blocks = text.components(separatedBy: "```json\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        try #require(blocks.count == 2)
        let catalogue = EventCatalogue(try JSONValue(parsing: blocks[0].utf8))
        let push = ReceivedPush(try JSONValue(parsing: blocks[1].utf8), shape: .fcmAndroid)
        guard case .event(let event) = catalogue.recognize(push) else {
            Issue.record("the push isn't recognized")
            return
        }
        #expect(text.contains("comes the event `\(event.id)` with the field `order`"))
        #expect(event.fields == ["order": "A-7"])
        let order = AppRoute(id: "order", parameters: [.init("id", .slug)], app: "shop://orders/{id}")
        let links = AppLinks(schemes: ["shop"], origins: [], routes: [order])
        #expect(catalogue.destination(of: push, in: links) == Destination("order", ["id": "A-7"]))
    }

    @Test func `the guide names every shape, and how many scenarios there are`() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        for shape in PushShape.allCases { #expect(text.contains("`\(shape.rawValue)`"), "\(shape)") }
        let count = try VectorFile.allCases.reduce(0) { try $0 + $1.vectors().count }
        #expect(text.contains("[\(count) scenarios]"))
    }

    @Test(arguments: VectorFile.allCases)
    func `the reference names events, effects and parameters`(file: VectorFile) throws {
        let page = Self.page.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "reference/client-scenarios.md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter {
            $0.hasPrefix("|") && $0.split(separator: "|")[0].contains("`\(file.rawValue)`")
        }
        let known = Set(rows.joined().matches(of: #/`([^`]+)`/#).map { String($0.output.1) })
        #expect(known.contains(file.rawValue))
        for vector in try file.vectors() {
            var names = vector.json["parameters"]?.object?.members.map(\.name) ?? []
            for step in vector.json["steps"]?.array ?? [] {
                for each in (step["effects"]?.array ?? []) + [step["event"] ?? .null] {
                    names += each.object?.members.map(\.name).filter { $0 != "type" } ?? []
                    names += each["type"]?.string.map { [$0] } ?? []
                }
            }
            for name in names { #expect(known.contains(name), "\(vector.testDescription): \(name)") }
        }
    }

    @Test func `the TypeScript runtime stands on its own`() throws {
        let root = Self.page.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "Sources/CarillonClient/Runtimes/carillon-client.ts")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("export function reduceInbox("))
        #expect(text.firstMatch(of: #/(?m)^\s*import\b|\brequire\(|\bimport\(/#) == nil)
    }
}
