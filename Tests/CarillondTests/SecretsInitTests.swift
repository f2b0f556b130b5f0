import CarillonHost
import CarillonModel
import Foundation
import Testing

/// `carillond secrets init`, and what a host makes of the file.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct SecretsInitTests {
    @Test func `what may be made is made, what a provider issues is asked for, and a second run changes nothing`()
        async throws
    {
        let place = try TransportFolder(channels: TransportFolder.allChannels)
        defer { place.remove() }
        let first = try Self.initialize(place)
        #expect(await first.status() == 0, "\(first.text)")
        #expect(first.text.contains("4 made, 0 there already, 3 to fill in"), "\(first.text)")
        let mode = try FileManager.default.attributesOfItem(atPath: place.secrets)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let content = try Data(contentsOf: URL(filePath: place.secrets))
        let secrets = try JSONValue(parsing: Array(content))["transport"]
        #expect(secrets?["partner-secret"]?.string?.hasPrefix("whsec_") == true)
        #expect(secrets?["apns-key"]?.string?.hasPrefix("FILL IN: ") == true)
        // Only what isn't secret is printed.
        #expect(first.text.contains(#"channels.web.settings.publicKey becomes "B"#))
        for name in ["jwt-secret", "service-key", "web-private-key", "partner-secret"] {
            let value = try #require(secrets?[name]?.string)
            #expect(!first.text.contains(value))
        }

        let second = try Self.initialize(place)
        #expect(await second.status() == 0)
        #expect(second.text.contains("0 made, 4 there already, 3 to fill in"), "\(second.text)")
        #expect(try Data(contentsOf: URL(filePath: place.secrets)) == content)
    }

    @Test func `a placeholder for what might be made is asked for, and stays`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        try place.write("secrets.json", ["transport": ["jwt-secret": "FILL IN: the key of our log-in"]])
        let run = try Self.initialize(place)
        #expect(await run.status() == 0)
        #expect(run.text.contains("2 made, 0 there already, 2 to fill in"), "\(run.text)")
        #expect(run.text.contains("transport.jwt-secret is the key that users' tokens are signed with"), "\(run.text)")
        let secrets = try JSONValue(parsing: Array(Data(contentsOf: URL(filePath: place.secrets))))["transport"]
        #expect(secrets?["jwt-secret"] == "FILL IN: the key of our log-in")
    }

    @Test func `a file that others could read is reported, whether it is written or not`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        func open() throws {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place.secrets)
        }
        try place.write("secrets.json", ["transport": [:]])
        try open()
        let first = try Self.initialize(place)
        #expect(await first.status() == 0)
        #expect(
            first.text.contains("warning: \(place.secrets) was open to every user of this machine (mode 0644)"),
            "\(first.text)"
        )
        let second = try Self.initialize(place)
        #expect(await second.status() == 0)
        #expect(!second.text.contains("warning"), "\(second.text)")
        try open()
        let third = try Self.initialize(place)
        #expect(await third.status() == 0)
        #expect(third.text.contains("`chmod 600 '\(place.secrets)'`"), "\(third.text)")
    }

    @Test func `a public key that isn't of the algorithm is reported, too`() async throws {
        let place = try TransportFolder(algorithm: "RS256")
        defer { place.remove() }
        let secrets: JSONValue = ["transport": ["jwt-secret": .string(KeyMaking.es256Pair().publicKey)]]
        try place.write("secrets.json", secrets)
        let run = try Self.initialize(place)
        #expect(await run.status() == 1)
        let message =
            "the secret “jwt-secret” is not a public key for RS256, as PEM or JWKS (it stands in the secrets file"
        #expect(run.text.contains(message), "\(run.text)")
    }

    @Test func `what is there stays as it is though it is too short, which is reported, and so do other tenants`()
        async throws
    {
        let place = try TransportFolder()
        defer { place.remove() }
        try place.write("secrets.json", ["other": ["a": "b"], "transport": ["jwt-secret": "short"]])
        let run = try Self.initialize(
            place,
            environment: ["CARILLON_SECRET_TRANSPORT_SERVICE_KEY": "in-the-environment"]
        )
        #expect(await run.status() == 1)
        #expect(run.text.contains("1 made, 1 there already, 1 to fill in, 1 there that can't be used"), "\(run.text)")
        let message = "the secret “jwt-secret” has 5 bytes, and HS256 wants 32 at least"
        #expect(run.text.contains(message) && !run.text.contains("short\""), "\(run.text)")
        let json = try JSONValue(parsing: Array(try Data(contentsOf: URL(filePath: place.secrets))))
        #expect(json["other"] == ["a": "b"])
        #expect(json["transport"]?["jwt-secret"] == "short")
        #expect(json["transport"]?["service-key"] == nil)
        #expect(json["transport"]?["web-private-key"] != nil)
    }

    @Test func `a secret that its channel can't use is reported, and so is a required one`() async throws {
        let place = try TransportFolder(channels: TransportFolder.allChannels)
        defer { place.remove() }
        try place.write(
            "secrets.json",
            [
                "transport": [
                    "partner-secret": "whsec_QUJD",
                    "web-private-key": .string(KeyMaking.vapidPair().privateKey.reveal()),
                ]
            ]
        )
        let run = try Self.initialize(place)
        #expect(await run.status() == 1)
        #expect(run.text.contains("2 made, 1 there already, 3 to fill in, 1 there that can't be used"), "\(run.text)")
        for message in [
            "the secret “partner-secret” can't be used: setting `secret` of channel `partner`: this is no signing secret",
            "in profile.json of transport: setting `publicKey` of channel `web`: this is the public key of another private key",
            "transport.mail-password is `password` of channel `email`: The password for it; without it the channel can't send",
        ] { #expect(run.text.contains(message), "\(run.text)") }
        #expect(!run.text.contains("QUJD"))
        let json = try JSONValue(parsing: Array(try Data(contentsOf: URL(filePath: place.secrets))))
        #expect(json["transport"]?["partner-secret"] == "whsec_QUJD")
    }

    @Test func `the authoring tool hands keys and secrets on to the service, with its answer and status`() async throws
    {
        let place = try TransportFolder()
        defer { place.remove() }
        let key = try Carillond(["keys", "hmac", "--tenant", "transport", "--format", "json"], program: "carillon")
        #expect(await key.status() == 0)
        #expect(try JSONValue(parsing: Array(key.text.utf8))["secrets"]?["transport"]?["jwt-secret"]?.string != nil)
        let run = try Carillond(
            ["secrets", "init", "--tenants", place.tenants, "--secrets", place.secrets],
            program: "carillon"
        )
        #expect(await run.status() == 0)
        #expect(run.text.contains("3 made, 0 there already, 1 to fill in"), "\(run.text)")
        let wrong = try Carillond(["keys", "rsa"], program: "carillon")
        #expect(await wrong.status() == 64)
        #expect(wrong.text.contains("'vapid', 'hmac', 'service', 'es256' or 'webhook'"), "\(wrong.text)")
    }

    @Test func `a host takes a placeholder for a secret that is missing, and says so whole`() async throws {
        let place = try TransportFolder(channels: TransportFolder.allChannels)
        defer { place.remove() }
        let run = try Self.initialize(place)
        #expect(await run.status() == 0)
        let host = try Carillond([
            "serve", "--tenants", place.tenants, "--secrets", place.secrets, "--port", "0", "--admin-port", "0",
            "--data", place.folder.appending(path: "data").path,
        ])
        _ = try #require(await host.line(with: "serving"))
        let apns = "setting `key` of channel `ios`: the secret “apns-key” is still to be filled in"
        let web = "setting `publicKey` of channel `web`: this is the public key of another private key"
        for message in [apns, web] { #expect(host.text.contains(message), "\(host.text)") }
        host.kill(SIGTERM)
        #expect(await host.status() == 0)
    }

    @Test func `a file that holds no secrets, or is none, is left alone`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        try place.write("secrets.json", text: "{")
        let broken = try Self.initialize(place)
        #expect(await broken.status() == 66)
        #expect(broken.text.contains("can't read the secrets in"))
        #expect(try String(contentsOfFile: place.secrets, encoding: .utf8) == "{")
        try FileManager.default.removeItem(atPath: place.secrets)
        #expect(mkfifo(place.secrets, 0o600) == 0)
        let pipe = try Self.initialize(place)
        #expect(await pipe.status() == 66)
        #expect(pipe.text.contains("no regular file"))
    }

    private static func initialize(
        _ place: TransportFolder,
        environment: [String: String] = [:]
    ) throws -> Carillond {
        try Carillond(
            ["secrets", "init", "--tenants", place.tenants, "--secrets", place.secrets],
            environment: environment
        )
    }
}
