import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonSandbox
import CarillonTesting
import Foundation
import Synchronization
import Testing

/// What the providers of channel files report by themselves: the file's samples about the message at hand, proven as the file says.
struct ReportTests {
    private static let url = "https://notify.example/v1/shop/callbacks/sms/AAAAAAAAAAGqqqqqqqqqqqqqqqqqqqqq"
    private static let accountURL = "https://notify.example/v1/shop/callbacks/mail"

    private static func channel(_ name: String) throws -> DeclaredChannel {
        var sources = SourceSet()
        return try #require(try ProviderFiles.read(name, into: &sources).channel)
    }

    private static func account(_ channel: DeclaredChannel, key: String = "secret") -> SandboxAccount {
        SandboxAccount(
            settings: ["webhookUser": "carillon"],
            secrets: [
                "webhookPassword": key, "webhookSecret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "webhookKey": channel.descriptor.id == "sendgrid" ? TestKeys.p256Private : key, "appSecret": key,
            ],
            reportURL: channel.callbacks?.reference == nil ? nil : accountURL
        )
    }

    /// Sends messages to these, one request for all, and returns what is reported about them.
    private static func reports(
        _ name: String,
        to addresses: [String],
        isReported: Bool = true,
        script: String? = nil,
        accounts: [SandboxAccount]? = nil
    ) async throws -> (reports: [SandboxReport], sandbox: Sandbox) {
        let channel = try channel(name)
        let clock = SteppedClock()
        let sandbox = Sandbox { clock.now }
        sandbox.play([channel], of: "shop", accounts: [name: accounts ?? [account(channel)]])
        if let script { #expect(await sandbox.post("/sandbox/script", script).status == 200) }
        let seen = Mutex<[SandboxReport]>([])
        let egress = SandboxEgress(sandbox) { report in seen.withLock { $0.append(report) } }
        let sample = try #require(channel.samples.requests.first)
        let instance = try channel.make(settings: channel.settings(of: sample), host: .testing(egress: egress))
        let messages = addresses.map { address in
            var message = channel.message(of: sample)
            message.address = address
            message.callbackURL = isReported ? url : nil
            return message
        }
        _ = await instance.deliver(messages)
        return (seen.withLock { $0 }, sandbox)
    }

    /// What the channel makes of a report, as the host hands it over; nil where it isn't believed.
    private static func reading(
        _ report: SandboxReport,
        of name: String,
        secrets: [String: Secret],
        at now: Instant = DeclaredChannel.sampleTime,
        url: String? = nil
    ) throws -> CallbackReport.Meaning? {
        let channel = try channel(name)
        let settings = ChannelSettings(values: ["webhookUser": "carillon", "api": "api"], secrets: secrets)
        let instance = try channel.make(
            settings: settings,
            host: .testing(cryptography: SoftwareCryptography(), clock: ManualClock(now))
        )
        let receiver = try #require(instance as? any CallbackReceiver)
        let headers = report.headers(at: now).map { EgressRequest.Header($0.name, $0.value) }
        let body = report.body(at: now)
        let callback = ProviderCallback(url: url ?? report.url, headers: headers, body: body, receivedAt: now)
        guard case .reports(let reports) = receiver.read(callback) else { return nil }
        #expect(reports.count == 1)
        return reports.first?.meaning
    }

    private static let twilio = ["authToken": Secret("secret-authToken")]
    private static let server = ["serverToken": Secret("secret-serverToken")]
    private static let sendgrid = ["apiKey": Secret("secret-apiKey"), "webhookKey": Secret(TestKeys.p256Public)]
    private static let resend = [
        "apiKey": Secret("secret-apiKey"), "webhookSecret": Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
    ]
    private static let mailgun = ["apiKey": Secret("secret-apiKey"), "webhookKey": Secret("secret")]
    private static let whatsapp = ["token": Secret("secret-token"), "appSecret": Secret("secret")]
    private static let postmark = server.merging(["webhookPassword": Secret("secret")]) { $1 }

    @Test func `an SMS is sent, and then has arrived, with the receipt of its own message`() async throws {
        let (reports, _) = try await Self.reports("twilio-sms", to: ["+4790000001", "+4790000002"])
        #expect(reports.map(\.name) == ["sent", "delivered", "sent", "delivered"])
        #expect(reports.map(\.url) == Array(repeating: Self.url, count: 4))
        #expect(reports[0].delay > .zero && reports[0].delay < reports[1].delay)
        let bodies = reports.map { FormText.fields($0.body).map { "\($0.name)=\($0.value)" } }
        let numbers = Set(bodies.compactMap { $0.first { $0.hasPrefix("MessageSid=SM") } })
        #expect(numbers.count == 2)
        #expect(Set(reports.map(\.token)) == ["+4790000001", "+4790000002"])
        for report in reports {
            let reading = try Self.reading(report, of: "twilio-sms", secrets: Self.twilio)
            #expect(reading == (report.name == "sent" ? .pending : .ended(.accepted(nil), stops: false)))
        }
    }

    @Test func `the signature is over the URL and the form, with the account's key, as Twilio documents it`()
        async throws
    {
        let (reports, _) = try await Self.reports("twilio-sms", to: ["+4790000001"])
        let report = try #require(reports.last)
        let fields = FormText.fields(report.body).sorted { $0.name < $1.name }
        let signed = Self.url + fields.map { $0.name + $0.value }.joined()
        let code = SoftwareCryptography().hmacSHA1(Array(signed.utf8), key: Array("secret-authToken".utf8))
        let header = report.headers(at: DeclaredChannel.sampleTime).first { $0.name == "X-Twilio-Signature" }
        #expect(header?.value == Base64.encode(code))
        let other = ["authToken": Secret("another")]
        #expect(try Self.reading(report, of: "twilio-sms", secrets: other) == nil)
        #expect(try Self.reading(report, of: "twilio-sms", secrets: Self.twilio, url: Self.url + "A") == nil)
    }

    @Test(arguments: [
        (#""report": "Stopped""#, ["sent", "Stopped"]),
        (#""report": "Unknown", "token": "+4790000001""#, ["sent", "Unknown"]),
        (#""report": "Unknown", "token": "+47999*""#, ["sent", "delivered"]),
        (#""report": "sent""#, ["sent"]),
        (#""reportAfter": "never""#, []),
        (#""reportCopies": 2"#, ["sent", "sent", "delivered", "delivered"]),
    ]) func `a script orders what is reported`(rule: String, names: [String]) async throws {
        let script = #"{ "provider": "twilio-sms", \#(rule) }"#
        let (reports, _) = try await Self.reports("twilio-sms", to: ["+4790000001"], script: script)
        #expect(reports.map(\.name) == names)
    }

    @Test func `a recipient who wrote STOP is reported so`() async throws {
        let script = #"{ "provider": "twilio-sms", "report": "Stopped" }"#
        let (reports, _) = try await Self.reports("twilio-sms", to: ["+4790000001"], script: script)
        let reading = try Self.reading(try #require(reports.last), of: "twilio-sms", secrets: Self.twilio)
        guard case .ended(.refused(let reason), stops: true)? = reading else {
            Issue.record("\(reading)")
            return
        }
        #expect(reason.code == "21610")
    }

    @Test(arguments: [
        ("twilio-sms", "+4790000001", twilio), ("postmark", "ada@customers.example", postmark),
        ("sendgrid", "ada@customers.example", sendgrid), ("resend", "ada@customers.example", resend),
        ("mailgun", "ada@customers.example", mailgun), ("whatsapp-cloud", "+4790000001", whatsapp),
    ])
    func `a forged report isn't believed, and comes when it is told to`(
        name: String,
        address: String,
        secrets: [String: Secret]
    ) async throws {
        let script = #"{ "provider": "\#(name)", "reportForged": true, "reportAfter": 7000 }"#
        let (reports, _) = try await Self.reports(name, to: [address], script: script)
        #expect(!reports.isEmpty && reports[0].delay == .seconds(7))
        for report in reports { #expect(try Self.reading(report, of: name, secrets: secrets) == nil) }
        let (good, _) = try await Self.reports(name, to: [address])
        for report in good { #expect(try Self.reading(report, of: name, secrets: secrets) != nil) }
    }

    @Test func `nothing is reported of what wasn't taken, or by whom nobody told where`() async throws {
        let error = #"{ "provider": "twilio-sms", "error": "InvalidTo" }"#
        #expect(try await Self.reports("twilio-sms", to: ["+4790000001"], script: error).reports == [])
        #expect(try await Self.reports("twilio-sms", to: ["+4790000001"], isReported: false).reports == [])
    }

    @Test func `reports of an account go to its one URL, and name their message`() async throws {
        let script = #"{ "provider": "postmark", "token": "bob@*", "report": "HardBounce" }"#
        let addresses = ["ada@customers.example", "bob@customers.example"]
        let (reports, sandbox) = try await Self.reports("postmark", to: addresses, script: script)
        let ends = reports.filter { $0.name != "Transient" }
        #expect(ends.map(\.name) == ["delivered", "HardBounce"] && ends.map(\.token) == addresses)
        #expect(Set(reports.map(\.url)) == [Self.accountURL])
        let reference = String(try #require(Self.url.split(separator: "/").last))
        let channel = try Self.channel("postmark")
        for report in reports {
            let read = channel.reports(in: report.body, hiding: [], at: DeclaredChannel.sampleTime)
            #expect(read.map(\.report.reference) == [reference])
        }
        let bounce = try JSONValue(parsing: ends[1].body)
        #expect(bounce["Email"] == "bob@customers.example")
        let listed = await sandbox.get("/sandbox/messages")["messages"]?.array ?? []
        #expect(listed.count == 2)
        #expect(
            try Self.reading(ends[0], of: "postmark", secrets: Self.postmark) == .ended(.accepted(nil), stops: false)
        )
        guard case .ended(.gone, stops: false)? = try Self.reading(ends[1], of: "postmark", secrets: Self.postmark)
        else {
            Issue.record("a bounce forgets no address")
            return
        }
        // Nobody is believed where the host has no password.
        #expect(try Self.reading(ends[0], of: "postmark", secrets: Self.server) == nil)
    }

    @Test func `what can't be sent is listed with the reason`() async throws {
        let (reports, sandbox) = try await Self.reports("postmark", to: ["ada@customers.example"], accounts: [])
        #expect(reports == [])
        let listed = await sandbox.get("/sandbox/messages")["reports"]
        #expect(listed?["total"] == 1)
        #expect(
            listed?["last"]?.array?.first?["problem"]?.string?.contains(
                "nobody told the sandbox where postmark reports"
            ) == true
        )
        let half = [SandboxAccount(settings: ["webhookUser": "carillon"], reportURL: Self.accountURL)]
        let (none, other) = try await Self.reports("postmark", to: ["ada@customers.example"], accounts: half)
        #expect(none == [])
        let problem = await other.get("/sandbox/messages")["reports"]?["last"]?.array?.first?["problem"]?.string
        #expect(problem?.contains("`secret.webhookPassword`") == true, "\(problem ?? "")")
    }

    @Test func `an account is told by credentials, and each message has the account that its request shows`()
        async throws
    {
        let channel = try Self.channel("postmark")
        let clock = SteppedClock()
        let sandbox = Sandbox { clock.now }
        sandbox.play([channel], of: "")
        let credentials = """
            { "postmark": [
              { "secrets": { "serverToken": "other", "webhookPassword": "no" }, "settings": { "webhookUser": "carillon" },
                "reports": "https://other.example/callbacks/mail" },
              { "secrets": { "serverToken": "secret-serverToken", "webhookPassword": "secret" },
                "settings": { "webhookUser": "carillon" }, "reports": "\(Self.accountURL)" } ] }
            """
        #expect(await sandbox.post("/sandbox/credentials", credentials).status == 204)
        let seen = Mutex<[SandboxReport]>([])
        let egress = SandboxEgress(sandbox) { report in seen.withLock { $0.append(report) } }
        var message = channel.message(of: try #require(channel.samples.requests.first))
        message.callbackURL = Self.url
        _ = await (try channel.make(settings: channel.settings(of: nil), host: .testing(egress: egress))).deliver([
            message
        ])
        let reports = seen.withLock { $0 }
        #expect(Set(reports.map(\.url)) == [Self.accountURL])
        let end = try #require(reports.first { $0.name == "delivered" })
        #expect(try Self.reading(end, of: "postmark", secrets: Self.postmark) == .ended(.accepted(nil), stops: false))
    }

    @Test(arguments: [
        (#"{ "provider": "twilio-sms", "report": "Bounced" }"#, "there is no report “Bounced”; there are Queue"),
        (#"{ "provider": "slack-bot", "reportAfter": 5 }"#, "slack-bot reports nothing by itself"),
        (#"{ "provider": "expo", "report": "delivered" }"#, "expo reports nothing by itself"),
        (#"{ "provider": "twilio-sms", "report": "sent", "error": "Busy" }"#, "give them a rule of their own"),
        (#"{ "provider": "twilio-sms", "reportForged": false }"#, "reportForged can only be true"),
    ]) func `a rule about reports that could never apply is refused`(rule: String, message: String) async throws {
        let clock = SteppedClock()
        let sandbox = Sandbox { clock.now }
        sandbox.play([try Self.channel("twilio-sms"), try Self.channel("slack-bot")], of: "shop")
        let answer = await sandbox.post("/sandbox/script", rule)
        #expect(answer.status == 400)
        #expect(answer.json["error"]?.string?.contains(message) == true, "\(answer.text)")
    }

    @Test(arguments: [
        #"{"postmark": [{"secrets": 1}]}"#, #"{"postmark": [{"reports": "ftp://x"}]}"#, #"{"nobody": []}"#,
    ])
    func `credentials that mean nothing are refused`(credentials: String) async throws {
        let clock = SteppedClock()
        let sandbox = Sandbox { clock.now }
        sandbox.play([try Self.channel("postmark")], of: "shop")
        #expect(await sandbox.post("/sandbox/credentials", credentials).status == 400)
    }
}
