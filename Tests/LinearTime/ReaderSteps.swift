import CarillonClient
import CarillonModel

/// Reads one hostile input of a given size: `ReaderSteps INPUT SIZE`; `ReaderSteps` alone prints the inputs.
///
/// `run.py` counts what it executes for sizes that grow, which says whether a reader takes time in proportion to what it reads.
@main
enum ReaderSteps {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let size = Int(arguments[2]),
            let input = inputs.first(where: { $0.name == arguments[1] })
        else { return print(inputs.map { "\($0.name) \($0.largest)" }.joined(separator: "\n")) }
        input.read(size)
    }

    struct Input: Sendable {
        let name: String
        /// Bytes that make sense: links and payloads have a limit.
        let largest: Int
        /// Makes an input of so many bytes, or a little less, and reads it.
        let read: @Sendable (Int) -> Void
    }

    private static let text = 65_536
    private static let link = AppLinks.maxLength

    static let inputs: [Input] =
        json + pushes + streams + links + [
            // What must be found: each byte looks at all before it.
            Input(name: "planted", largest: 4096) { size in
                let bytes = [UInt8](repeating: 0x61, count: size)
                var sum = 0
                for place in bytes.indices { for byte in bytes[..<place] { sum &+= Int(byte) } }
                keep(sum)
            }
        ]

    // MARK: JSON

    private static let json: [Input] = [
        Input(name: "json-deep", largest: text) { parse(repeated("[", to: $0)) },
        Input(name: "json-deep-objects", largest: text) { parse(repeated(#"{"a":"#, to: $0)) },
        Input(name: "json-nested-as-far-as-it-goes", largest: text) { size in
            let nest = String(repeating: "[", count: 60) + String(repeating: "]", count: 60) + ","
            parse("[" + repeated(nest, to: size) + "1]")
        },
        Input(name: "json-escapes", largest: text) { parse("\"" + repeated(#"\u0041\n\ud83d\ude00"#, to: $0) + "\"") },
        Input(name: "json-escape-that-never-ends", largest: text) { parse("\"" + repeated(#"\\"#, to: $0)) },
        Input(name: "json-one-text", largest: text) { parse("\"" + repeated("aé€", to: $0) + "\"") },
        Input(name: "json-one-number", largest: text) { parse(repeated("9", to: $0)) },
        Input(name: "json-blanks", largest: text) { parse(repeated(" \t\n", to: $0) + "1") },
        Input(name: "json-many-members", largest: text) { parse(members(to: $0)) },
        Input(name: "json-many-small", largest: text) { parse("[" + repeated("0,", to: $0) + "0]") },
        Input(name: "json-not-utf8", largest: text) { size in
            keep((try? JSONValue(parsing: [0x22] + [UInt8](repeating: 0xFF, count: size) + [0x22])) == nil ? 0 : 1)
        },
    ]

    private static func parse(_ text: String) { keep((try? JSONValue(parsing: text.utf8)) == nil ? 0 : 1) }

    private static func members(to size: Int) -> String {
        // Long enough for all, so that each name is as long.
        let names = (0..<size / 16).map { #""n\#(1_000_000 + $0)":"v""# }
        return "{" + names.joined(separator: ",") + "}"
    }

    // MARK: pushes

    private static let pushes: [Input] =
        PushShape.allCases.map { shape in
            Input(name: "push-\(shape.rawValue)", largest: text) { size in
                guard let data = try? JSONValue(parsing: members(to: size).utf8) else { return }
                take(wrapped(data, shape), shape)
            }
        } + [
            Input(name: "push-json-in-a-text", largest: text) { size in
                take(["data": ["body": .string(#"{"a":""# + repeated(#"\u0041"#, to: size) + #""}"#)]], .expoAndroid)
            },
            Input(name: "push-lists", largest: text) { size in
                take(["a": .array([JSONValue](repeating: ["b", 1, .null], count: size / 12))], .apns)
            },
        ]

    private static func wrapped(_ data: JSONValue, _ shape: PushShape) -> JSONValue {
        switch shape {
        case .apns, .fcmApple: data
        case .fcmAndroid: ["data": data]
        case .expoApple: ["body": data]
        case .expoAndroid: ["body": .string(data.text)]
        case .expoScript: ["request": ["content": ["data": data]]]
        case .webPush: ["notification": ["data": data]]
        }
    }

    private static func take(_ payload: JSONValue, _ shape: PushShape) {
        let catalogue = EventCatalogue([
            EventDefinition(id: "a", data: [.init("type", "a"), .init("id", "{id}")]),
            EventDefinition(id: "b", data: [.init("n1000000", "{id}")]),
        ])
        let push = ReceivedPush(payload, shape: shape)
        if case .unknown(let data) = catalogue.recognize(push) { keep(data.count) }
    }

    // MARK: streams

    private static let streams: [Input] = [
        Input(name: "stream-one-line", largest: text) { stream(repeated("x", to: $0)) },
        Input(name: "stream-beyond-the-limit", largest: text) { stream("data: " + repeated("x", to: $0), limit: 64) },
        Input(name: "stream-many-lines-of-data", largest: text) { stream(repeated("data: x\n", to: $0) + "\n") },
        Input(name: "stream-empty-lines-of-data", largest: text) { stream(repeated("data\n", to: $0) + "\n") },
        Input(name: "stream-comments", largest: text) { stream(repeated(":\n", to: $0)) },
        Input(name: "stream-ends-of-lines", largest: text) { stream(repeated("\r\n\r", to: $0)) },
        Input(name: "stream-names-and-ids", largest: text) { stream(repeated("event: a\nid: 1\nretry: 9\n", to: $0)) },
        Input(name: "stream-many-events", largest: text) { stream(repeated("data: x\n\n", to: $0)) },
        Input(name: "stream-byte-by-byte", largest: text) { size in
            var reader = EventStreamReader()
            var count = 0
            for byte in repeated("data: é\n", to: size).utf8 { count += reader.read([byte]).count }
            keep(count + reader.read([0x0A]).count)
        },
    ]

    private static func stream(_ text: String, limit: Int = 1_048_576) {
        var reader = EventStreamReader(limit: limit)
        keep(reader.read(text.utf8).count)
    }

    // MARK: links

    private static let app = AppLinks(
        schemes: ["shop"],
        origins: ["https://app.shop.example"],
        routes: [
            AppRoute(id: "home", web: "https://app.shop.example/"),
            AppRoute(id: "search", parameters: [.init("q", .text)], screen: "/search?q={q}"),
            AppRoute(id: "page", parameters: [.init("page", .path)], app: "shop://pages/{page}"),
        ]
    )

    private static let links: [Input] = [
        Input(name: "link-of-one-escape", largest: link) { follow("/search?q=%" + repeated("25", to: $0 - 20) + "41") },
        Input(name: "link-of-escapes", largest: link) { follow("/search?q=" + repeated("%25%41", to: $0 - 20)) },
        Input(name: "link-of-dots", largest: link) { follow("shop://pages/" + repeated("%252e", to: $0 - 20)) },
        Input(name: "link-of-segments", largest: link) { follow("shop://pages" + repeated("/a", to: $0 - 20)) },
        Input(name: "link-of-slashes", largest: link) { follow("shop://pages" + repeated("/", to: $0 - 20)) },
        Input(name: "link-of-parameters", largest: link) { size in
            let names = (0..<max(0, size - 40) / 6).map { "\(1000 + $0)=" }
            follow("https://app.shop.example/?" + names.joined(separator: "&"))
        },
        Input(name: "link-of-pluses", largest: link) { follow("/search?q=" + repeated("+", to: $0 - 20)) },
        Input(name: "link-of-colons", largest: link) { follow("/search?q=" + repeated(":", to: $0 - 20)) },
        Input(name: "link-of-a-scheme", largest: link) { follow(repeated("a", to: $0)) },
        Input(name: "link-of-a-host", largest: link) { follow("https://" + repeated("a.", to: $0 - 8)) },
        Input(name: "link-too-long", largest: text) { follow("/" + repeated("a", to: $0 + link)) },
    ]

    private static func follow(_ link: String) { keep((try? app.read(link)) == nil ? 0 : 1) }

    // MARK: making them

    private static func repeated(_ piece: String, to size: Int) -> String {
        String(repeating: piece, count: max(0, size) / piece.utf8.count)
    }

    /// So that nothing is left out because nobody looks at it.
    @inline(never)
    private static func keep(_ count: Int) {
        if count == Int.min { print(count) }
    }
}
