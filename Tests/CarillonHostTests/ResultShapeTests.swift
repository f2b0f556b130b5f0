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
        let host = try await ProductHost.start()
        let profile = try #require(host.directory.tenant("dossier")).runtime.profile
        await host.directory.stop()
        let shape = operation.description(toggles: profile.toggles.map(\.name)).result
        let schema = ResultSchemas(profile: profile, registry: .standard).result(of: operation)
        let own = Self.names(of: shape, below: "").filter { name in
            !["tenant", "now", "links"].contains { name == $0 || name.hasPrefix("\($0).") }
        }
        // Only the native route takes batches, of which some events may be refused.
        let described = Self.names(of: schema, below: "").filter { !$0.hasPrefix("events[].errors") }
        let caller = described.contains("user") ? [] : ["user", "user.id"]
        #expect(own.subtracting(caller) == described)
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
