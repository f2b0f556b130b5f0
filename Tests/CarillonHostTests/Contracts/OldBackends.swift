import CarillonModel
import CarillonTesting
import Testing

@testable import CarillonHost

/// Three invented backends, each of another style, whose contracts lie beside their OpenAPI documents.
///
/// `Tests/Interoperability` asks them with clients that were generated from those documents.
enum OldBackends {
    static let folder = "Tests/Interoperability/Backends/tenants"

    /// A host with notifications for one user, the newest last.
    static func host(of tenant: String, _ events: [(type: String, data: JSONValue)]) async throws -> ProductHost {
        let host = try await ProductHost.start(of: folder)
        for (index, event) in events.enumerated() {
            let json: JSONValue = [
                "id": .string("\(index)"), "source": "tests", "type": .string(event.type), "recipients": ["ada"],
                "data": event.data,
            ]
            let answer = await host.call("POST", "/v1/\(tenant)/events", service: "x-service-key", json)
            #expect(answer.status == 202)
            await host.settled.wait(for: index + 1)
            host.clock.advance(by: .seconds(1))
        }
        return host
    }
}

extension JSONValue {
    subscript(index: Int) -> JSONValue? { array.flatMap { $0.indices.contains(index) ? $0[index] : nil } }
}
