import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Foundation

/// A folder with tenants, their secrets and room for their data, which `carillond` is started on.
struct ServedFolder {
    let folder: URL
    let operatorKey = "the-operator-key-of-this-test"
    let serviceKey = "the-service-key-of-this-test"
    private let userSecret = "the-users-secret-of-this-test-0123456789"

    /// - Parameters:
    ///   - secrets: further ones of each tenant.
    ///   - hostSecrets: those of the host itself.
    init(
        tenants: [String] = ["shop"],
        secrets more: JSONObject = JSONObject(),
        hostSecrets: JSONObject = JSONObject()
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "carillond-\(UUID().uuidString.prefix(8))")
        for tenant in tenants { try write(tenant) }
        let secrets = tenants.map { tenant in
            let own: JSONObject = ["jwt-secret": .string(userSecret), "service-key": .string(serviceKey)]
            return JSONObject.Member(tenant, .object(JSONObject(own.members + more.members)))
        }
        let host = JSONObject.Member("host", .object(hostSecrets))
        try write("secrets.json", .object(JSONObject(secrets + (hostSecrets.isEmpty ? [] : [host]))))
    }

    var data: String { folder.appending(path: "data").path }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// - Parameter store: the options that say where everything is kept; nil for the data folder.
    func serve(
        _ more: [String] = [],
        store: [String]? = nil,
        provider: String = "http://127.0.0.1:9",
        environment: [String: String] = [:]
    ) throws -> Carillond {
        try Carillond(
            [
                "serve", "--tenants", folder.appending(path: "tenants").path, "--port", "0", "--admin-port", "0",
                "--secrets",
                folder.appending(path: "secrets.json").path, "--admin-key", operatorKey, "--egress-map",
                "https://exp.host=\(provider)",
            ] + (store ?? ["--data", data]) + more,
            environment: environment
        )
    }

    /// Puts a pipe in the place of the secrets: who reads them waits.
    func holdSecrets() throws -> HeldFile { try HeldFile(folder.appending(path: "secrets.json")) }

    func event(_ id: String, to user: String = "ada") -> JSONValue {
        [
            "id": .string(id), "source": "tests", "type": "order.shipped", "recipients": [.string(user)],
            "data": ["order": .string("A-\(id)")],
        ]
    }

    func userToken(_ user: String = "ada") -> String {
        let claims: JSONValue = ["sub": .string(user), "exp": 4_000_000_000]
        let signed = Base64.encode(Array(#"{"alg":"HS256"}"#.utf8), .url) + "." + Base64.encode(claims.utf8, .url)
        return signed + "."
            + Base64.encode(SwiftCryptography().hmacSHA256(Array(signed.utf8), key: Array(userSecret.utf8)), .url)
    }

    func write(_ tenant: String, body: String = "{$order} has left") throws {
        let profile: JSONValue = [
            "tenant": .string(tenant), "name": "Shop", "locales": ["default": "en", "supported": ["en"]],
            "channels": ["push": ["use": "expo"], "in-app": ["use": "in-app"]],
            "policies": ["retry": ["default": ["1s"]]],
            "auth": [
                "users": ["algorithm": "HS256", "key": ["$secret": "jwt-secret"], "userClaim": "sub"],
                "services": [["header": "X-Service-Key", "key": ["$secret": "service-key"]]],
            ],
        ]
        let events: JSONValue = [
            "events": [
                "order.shipped": [
                    "summary": "An order has left", "payload": ["order": ["type": "text", "maxLength": 20]],
                    "channels": ["in-app", "push"],
                ]
            ]
        ]
        let templates: JSONValue = [
            "locale": "en", "messages": ["order.shipped": ["title": "Order", "body": .string(body)]],
        ]
        try write("tenants/\(tenant)/profile.json", profile)
        try write("tenants/\(tenant)/events.json", events)
        try write("tenants/\(tenant)/templates/en.json", templates)
        try write("tenants/\(tenant)/samples/order.shipped.json", ["order": "A-1"])
    }

    /// - Parameter path: within the folder.
    func write(_ path: String, _ json: JSONValue) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(json.utf8).write(to: file)
    }
}

/// A pipe in the place of a file: whoever reads it waits.
final class HeldFile {
    private let file: URL
    private let content: Data
    private var writing: Int32 = -1

    init(_ file: URL) throws {
        self.file = file
        content = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        guard mkfifo(file.path, 0o600) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit {
        if writing >= 0 { close(writing) }
    }

    /// Gives the reader what was in the file, and its end.
    func release() throws {
        let handle = FileHandle(fileDescriptor: writing, closeOnDealloc: false)
        try handle.write(contentsOf: content)
        close(writing)
        writing = -1
    }

    /// Waits until somebody has begun to read.
    func waitForReader() async throws {
        try await waitUntil {
            writing = open(file.path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            guard writing >= 0 || errno == ENXIO else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            return writing >= 0
        }
    }
}
