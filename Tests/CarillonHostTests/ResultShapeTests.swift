import CarillonModel
import CarillonProfiles
import CarillonStandard
import Testing

@testable import CarillonHost

/// What contracts may name of a result is what the documents describe.
struct ResultShapeTests {
    @Test(arguments: Operation.allCases)
    func `a result has the same members for the compiler and for OpenAPI`(operation: Operation) async throws {
        guard operation != .sessionsLogin else { return }
        let (shape, schema) = try await Self.result(of: operation)
        let own = Self.names(of: shape, below: "").filter { name in
            !["tenant", "now", "links"].contains { name == $0 || name.hasPrefix("\($0).") }
        }
        let described = Self.names(of: schema, below: "")
        let caller = described.contains("user") ? [] : ["user", "user.id"]
        #expect(own.subtracting(caller) == described)
    }

    /// The reference of operations is written from the one, and documents are from the other.
    @Test(arguments: Operation.allCases)
    func `a member has the same words for both, and what is always there is required`(operation: Operation) async throws
    {
        guard operation != .sessionsLogin else { return }
        let (shape, schema) = try await Self.result(of: operation)
        for (name, member) in Self.members(of: shape, below: "") {
            let steps = name.split(separator: ".").map(String.init)
            guard let (found, isRequired) = Self.schema(at: steps[...], in: schema) else { continue }
            let words: [String]? = if case .choice(let words) = member.shape { words } else { nil }
            #expect(words?.sorted() == found["enum"]?.array?.compactMap(\.string).sorted(), "\(name)")
            if member.presence == .always { #expect(isRequired, "\(name)") }
        }
    }

    @Test func `a batch may hold refused events, and one event may not`() async throws {
        let host = try await ProductHost.start()
        let paths = await host.call("GET", "/v1/dossier/openapi.json").json["paths"]
        await host.directory.stop()
        let answer = paths?["/v1/dossier/events"]?["post"]?["responses"]?["202"]?["content"]?["application/json"]
        let event = answer?["schema"]?["properties"]?["events"]?["items"]
        let words: JSONValue = ["accepted", "duplicate", "conflict", "rejected"]
        #expect(event?["properties"]?["status"]?["enum"] == words)
        #expect(event?["required"]?.array?.contains("id") == false)
    }

    private static func result(of operation: Operation) async throws -> (ResultShape, JSONValue) {
        let host = try await ProductHost.start()
        let profile = try #require(host.directory.tenant("dossier")).runtime.profile
        await host.directory.stop()
        let shape = operation.description(toggles: profile.toggles.map(\.name)).result
        return (shape, ResultSchemas(profile: profile, registry: .standard).result(of: operation))
    }

    private static func members(of shape: ResultShape, below path: String) -> [(String, ResultShape.Member)] {
        if case .list(let element) = shape { return members(of: element, below: path + "[]") }
        return shape.members.flatMap { member in
            let name = path.isEmpty ? member.name : "\(path).\(member.name)"
            return [(name, member)] + members(of: member.shape, below: name)
        }
    }

    private static func schema(
        at steps: ArraySlice<String>,
        in schema: JSONValue,
        isRequired: Bool = true
    ) -> (JSONValue, Bool)? {
        guard let step = steps.first else { return (schema, isRequired) }
        let name = step.replacing("[]", with: "")
        guard let member = schema["properties"]?[name] else { return nil }
        let isSure = schema["required"]?.array?.contains(.string(name)) == true
        let inner = step.hasSuffix("[]") && steps.count > 1 ? member["items"] ?? member : member
        return self.schema(at: steps.dropFirst(), in: inner, isRequired: isSure)
    }

    private static func names(of shape: ResultShape, below path: String) -> Set<String> {
        if case .list(let element) = shape { return names(of: element, below: path + "[]") }
        return shape.members.reduce(into: []) { all, member in
            let name = path.isEmpty ? member.name : "\(path).\(member.name)"
            all.insert(name)
            all.formUnion(names(of: member.shape, below: name))
        }
    }

    private static func names(of schema: JSONValue, below path: String) -> Set<String> {
        // Names that nobody knows beforehand end here.
        if path.hasSuffix("content") || path.hasSuffix("data") { return [] }
        if let items = schema["items"] { return names(of: items, below: path + "[]") }
        return (schema["properties"]?.object?.members ?? []).reduce(into: []) { all, member in
            let name = path.isEmpty ? member.name : "\(path).\(member.name)"
            all.insert(name)
            all.formUnion(names(of: member.value, below: name))
        }
    }
}
