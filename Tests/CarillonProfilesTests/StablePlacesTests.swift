import CarillonDiagnostics
import CarillonModel
import CarillonTesting
import Foundation
import Testing

@testable import CarillonProfiles

/// Faults are recognised after edits that change nothing.
struct StablePlacesTests {
    /// The module under test has numbers of the same name.
    private typealias Numbers = CarillonTesting.SplitMix

    @Test(arguments: [
        (#"{ "a": { "b": §1 } }"#, "/a/b"), (#"{ "a": { §"b": 1 } }"#, "/a/b"), (#"{ "a": §{ "b": 1 } }"#, "/a"),
        (#"§{ "a": 1 }"#, ""), (#"{ "a/b": { "~": §1 } }"#, "/a~1b/~0"),
        (#"{ "to": ["push", §"mail"] }"#, "/to/=mail"), (#"{ "to": [1.50, §2.5e1] }"#, "/to/=2.5e1"),
        (#"{ "routes": [{ "path": "/a" }, { "path": "/b", "method": "GET", "x": §1 }] }"#, "/routes/=GET ~1b/x"),
        (#"{ "a": [§{}] }"#, "/a/=#44136fa3"),
        (#"{ "a": [{ "x": 1, "y": §2 }] }"#, "/a/=#689a8f1d/y"), (#"{ "a": [{ "y": §2,"x":1 }] }"#, "/a/=#689a8f1d/y"),
    ])
    func `a place is named by names and values`(text: String, pointer: String) throws {
        #expect(Self.pointer(text) == pointer)
    }

    @Test func `the lines of a text are one place, and what is long is shortened to its hash`() {
        #expect(
            Self.pointer(#"{ "messages": { "a": { "b": ["x", §"y"] } } }"#, in: "templates/en.json") == "/messages/a/b"
        )
        let long = String(repeating: "x", count: 61)
        let pointer = Self.pointer(#"{ "a": [§"\#(long)"] }"#)
        #expect(pointer.hasPrefix("/a/=#") && pointer.count == 13)
    }

    @Test func `a value that may be a secret is no part of its place`() {
        let text = #"{ "a": ["first", "sesame"] }"#
        #expect(Self.pointer(text, offset: 18) == "/a/=sesame")
        #expect(Self.pointer(text, offset: 18, hidesValues: true) == "/a/*")
    }

    /// Fixtures and edits together are more than a thousand.
    @Test func `blanks, escapes, and another order of members change no fingerprint`() throws {
        var edits = 0
        for (index, fixture) in Fixture.all.enumerated() {
            let folder = try fixture.read()
            let files = folder.files.map { try? JSONValue(parsing: $0.content) }
            // What is no JSON, or has a name twice, means something else when it is written anew.
            guard !files.contains(nil), !fixture.name.hasPrefix("T00"), !Self.countsOrder.contains(fixture.name) else {
                continue
            }
            let before = Self.fingerprints(of: folder)
            #expect(!before.isEmpty, "\(fixture.name)")
            var random = Numbers(seed: UInt64(index))
            for _ in 0..<7 {
                var edited = folder
                for (index, value) in files.enumerated() {
                    guard let value else { continue }
                    edited.files[index].content = Array(Self.written(value, &random).utf8)
                }
                #expect(Self.fingerprints(of: edited) == before, "\(fixture.name)")
                edits += 1
            }
        }
        #expect(edits >= 1000)
    }

    /// Of two members that exclude each other the later one is at fault, and of places that lack the same the first: errors all, which no
    /// baseline holds.
    private static let countsOrder: Set<String> = [
        "T0109-conflicting-keys", "T0237-unfound-on-device", "T0309-channel-cycle", "T0511-duplicate-alias",
        "T0740-unfit-batch",
    ]

    private static func fingerprints(of folder: TenantFolder) -> [String] {
        var sources = SourceSet()
        let found = ProfileLoader(registry: TestChannels.registry).load(folder, into: &sources).diagnostics
        return StablePlaces.identified(found, in: sources).compactMap(\.identity).map {
            "\($0.place) \($0.fingerprint)"
        }.sorted()
    }

    /// The value with its members in any order, with any blanks between, and any characters of strings as escapes.
    private static func written(_ value: JSONValue, _ random: inout Numbers) -> String {
        switch value {
        case .string(let text): return string(text, &random)
        case .array(let elements):
            var parts: [String] = []
            for element in elements { parts.append(blank(&random) + written(element, &random) + blank(&random)) }
            return "[\(parts.joined(separator: ","))\(blank(&random))]"
        case .object(let object):
            var parts: [String] = []
            for member in object.members {
                let name = string(member.name, &random)
                let part =
                    blank(&random) + name + blank(&random) + ":" + blank(&random) + written(member.value, &random)
                parts.insert(part, at: random.next(below: parts.count + 1))
            }
            return "{\(parts.joined(separator: ","))\(blank(&random))}"
        default: return value.text
        }
    }

    private static func blank(_ random: inout Numbers) -> String {
        ["", "", " ", "\n", "\n\n    ", "\t", "\r\n"][random.next(below: 7)]
    }

    private static func string(_ text: String, _ random: inout Numbers) -> String {
        var written = ""
        for unit in text.utf16 {
            let isPlain = (0x20..<0x7F).contains(unit) && unit != 0x22 && unit != 0x5C
            if isPlain, random.next(below: 20) > 0 {
                written.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            } else {
                let digits = String(unit, radix: 16)
                written += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return "\"\(written)\""
    }

    /// The place at `§`, which is taken away.
    private static func pointer(_ text: String, in path: String = "events.json") -> String {
        let parts = text.split(separator: "§", omittingEmptySubsequences: false)
        return pointer(parts.joined(), in: path, offset: parts[0].utf8.count)
    }

    private static func pointer(
        _ text: String,
        in path: String = "events.json",
        offset: Int,
        hidesValues: Bool = false
    ) -> String {
        var sources = SourceSet()
        let home = SourceFile.Home(tenant: "shop", path: path)
        let source = sources.add(SourceFile(path: "shop/\(path)", content: Array(text.utf8), home: home))
        var places = StablePlaces(sources)
        return places.pointer(to: Span(source, offset..<offset + 1), hidesValues: hidesValues)
    }
}
