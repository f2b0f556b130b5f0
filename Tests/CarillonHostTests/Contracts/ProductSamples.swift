import CarillonModel
import Foundation

/// The payloads that the products' own samples have.
enum ProductSamples {
    static func payload(_ tenant: String, _ event: String) throws -> JSONValue {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "tenants/\(tenant)/samples/\(event).json")
        return try JSONValue(parsing: Array(try Data(contentsOf: file)))
    }
}
