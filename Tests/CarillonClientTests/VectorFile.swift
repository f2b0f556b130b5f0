import CarillonModel
import Foundation
import Testing

/// The scenario vectors, which every language's runtime passes: JSON, made from the documents and never from a run.
enum VectorFile: String, CaseIterable {
    case pushes
    case links
    case router
    case permission
    case registration
    case subscriptions
    case inbox
    case streams
    case badge
    case centre
    case duplicates
    case json
    case foreground
    case outcomes

    /// What all vectors of the file share.
    func contents() throws -> JSONValue {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors")
        return try JSONValue(parsing: Data(contentsOf: folder.appending(path: "\(rawValue).json")))
    }

    func vectors() throws -> [Vector] { try contents().list("vectors").map(Vector.init) }
}

/// One scenario, which a failure names and doesn't print.
struct Vector: Sendable, CustomTestStringConvertible {
    let json: JSONValue

    var testDescription: String { json["name"]?.string ?? "without a name" }
}

extension JSONValue {
    /// With members by name, so that two values are equal whatever order they were written in.
    var sorted: JSONValue {
        switch self {
        case .object(let object):
            .object(
                JSONObject(
                    object.members.sorted { $0.name.exact < $1.name.exact }.map { .init($0.name, $0.value.sorted) }
                )
            )
        case .array(let elements): .array(elements.map(\.sorted))
        case .null, .boolean, .number, .string: self
        }
    }

    /// The member of a vector that a test can't do without.
    func required(_ name: String) throws -> JSONValue { try #require(self[name], "\(name) is missing in \(text)") }

    func text(_ name: String) throws -> String { try #require(self[name]?.string, "\(name) is missing in \(text)") }

    func time(_ name: String = "at") throws -> Int64 {
        try #require(self[name]?.integer, "\(name) is missing in \(text)")
    }

    func flag(_ name: String) throws -> Bool {
        let value: Bool? = try required(name).boolean
        return try #require(value as Bool?, "\(name) is no boolean in \(text)")
    }

    func list(_ name: String) throws -> [JSONValue] {
        try #require(self[name]?.array, "\(name) is missing in \(text)")
    }

    func texts(_ name: String) throws -> [String] { try list(name).compactMap(\.string) }

    /// The texts of an object; empty where it isn't there.
    func map(_ name: String) -> [String: String] {
        let members = self[name]?.object?.members ?? []
        return Dictionary(members.compactMap { member in member.value.string.map { (member.name, $0) } }) { $1 }
    }

    init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

    init(texts: [String: String]) { self = .object(JSONObject(texts: texts)) }
}

struct VectorFileTests {
    @Test func `there are at least three hundred scenarios, each with a name of its own`() throws {
        var count = 0
        for file in VectorFile.allCases {
            let names = try file.vectors().map { try $0.json.text("name") }
            #expect(Set(names).count == names.count, "\(file)")
            count += names.count
        }
        #expect(count >= 300)
    }
}
