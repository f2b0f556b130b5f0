import CarillonChannels
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonSandbox
import CarillonStandard
import CarillonTesting
import Foundation
import Testing

@testable import CarillonHost

/// No secret of a channel is written anywhere: all files of the pack, with secrets that are known again, through success and
/// each kind of failure, with everything looked through that people and programs can read afterwards.
struct ChannelSecretTests {
    private static let channels = ProviderPack.channels

    /// A secret that is found again; the URL of a file's example is one of its own.
    private static func secret(_ field: Field, of channel: DeclaredChannel) -> String {
        if case .url(let example) = field.form { return example }
        return "leak-\(channel.descriptor.id)-\(field.name)-4711"
    }

    /// What may be nowhere: the secrets, what of a URL follows its host, and what they are in Base64 behind a name.
    private static let forbidden: [String] = secrets.values.flatMap { secret -> [String] in
        if let url = WebOrigin.split(secret) { return [String(url.rest)] }
        let encoded = ["", "x", "xx"].map { Base64.encode(Array("\($0)\(secret)".utf8)).dropFirst(4).dropLast(4) }
        return [secret] + encoded.map(String.init)
    }

    private static func name(_ channel: DeclaredChannel, _ field: Field) -> String {
        "\(channel.descriptor.id)-\(field.name)"
    }

    private static let secrets: [String: String] = Dictionary(
        uniqueKeysWithValues: channels.flatMap { channel in
            channel.descriptor.fields.filter { $0.kind == .secret }.map { (name(channel, $0), secret($0, of: channel)) }
        }
    )

    /// What the providers answer in a round.
    enum Round: Sendable, CustomStringConvertible {
        /// As their files have it; every sample of this place in its file, and the accepted one where a file has fewer.
        case sample(Int)
        /// With everything that was sent, where the file has code and message, and a status.
        case echo(Int)
        case nothing

        var description: String {
            switch self {
            case .sample(let index): "sample \(index)"
            case .echo(let status): "echo with \(status)"
            case .nothing: "no answer"
            }
        }

        static let all =
            (0..<(channels.map(\.samples.answers.count).max() ?? 0)).map { sample($0) }
            + [200, 302, 400, 401, 403, 404, 413, 429, 500].map { echo($0) } + [.nothing]
    }

    @Test(arguments: Round.all) func `no secret is written anywhere`(round: Round) async throws {
        let sandbox = Sandbox { Instant(epochMilliseconds: 1_772_020_800_000) }
        sandbox.play(Self.channels, of: "shop")
        for channel in Self.channels {
            guard case .sample(let index) = round, channel.samples.answers.indices.contains(index),
                channel.samples.answers[index].verdict != .accepted
            else { continue }
            let rule = #"{"provider": "\#(channel.descriptor.id)", "error": "\#(channel.samples.answers[index].name)"}"#
            #expect(await Self.ask(sandbox, "POST", "/sandbox/script", rule).status == 200)
        }
        let lines = RecordedLines()
        let host = await Self.host(lines) { request in
            switch round {
            case .sample:
                do throws(EgressFailure) {
                    return .success(try await SandboxEgress(sandbox).send(request))
                } catch {
                    return .failure(error)
                }
            case .echo(let status): return .success(Self.echo(request, status))
            case .nothing:
                return .failure(.noAnswer("the connection to \(WebOrigin(url: request.url)?.host ?? "") broke"))
            }
        }
        await Self.register(at: host)
        await host.ship("1")
        await host.settled.wait(for: Self.channels.count)
        // What is sent does show them: else nothing would be proven.
        let sent = host.egress.requests.map { request in
            request.url + request.headers.map(\.value).joined(separator: "\n")
                + String(decoding: request.body, as: UTF8.self)
        }.joined(separator: "\n")
        #expect(Self.secrets.values.count { sent.contains($0) } >= 15)
        var written: [(String, String)] = [("the log", lines.all.joined(separator: "\n"))]
        written.append(("the metrics", String(decoding: await host.page.response().bytes, as: UTF8.self)))
        for path in ["/v1/shop/events/1", "/v1/shop/deliveries/failed"] {
            let answer = await host.send("GET", path, bearer: TestHost.serviceKey)
            #expect(answer.status == 200, "\(path)")
            written.append((path, answer.json.text))
        }
        let tenants = await host.send("GET", "/v1/tenants", bearer: TestHost.operatorKey)
        written.append(("the operators' view", tenants.json.text))
        for path in ["/sandbox/messages", "/sandbox/script"] {
            let answer = await Self.ask(sandbox, "GET", path)
            written.append((path, String(decoding: answer.body, as: UTF8.self)))
        }
        for (place, text) in written {
            let found = Self.forbidden.filter { text.contains($0) }
            #expect(found == [], "\(place), \(round)")
        }
        let trace = written[2].1
        #expect(trace.contains("\"deliveries\""))
        await host.stop()
    }

    private static func ask(
        _ sandbox: Sandbox,
        _ method: String,
        _ path: String,
        _ body: String = ""
    ) async -> SandboxResponse {
        await sandbox.respond(to: SandboxRequest(method: method, path: path, body: Array(body.utf8)))
    }

    /// All that was sent, wherever a file looks for a code or a message.
    private static func echo(_ request: EgressRequest, _ status: Int) -> EgressResponse {
        let secret = secrets.values.first { value in
            request.url.contains(value) || request.headers.contains { $0.value.contains(value) }
                || String(decoding: request.body, as: UTF8.self).contains(value)
        }
        let all = JSONValue.string(
            "\(secret ?? "") \(request.url) \(request.headers.map(\.value)) \(String(decoding: request.body, as: UTF8.self))"
        )
        let code = JSONValue.string(secret ?? "none")
        var body: JSONObject = ["code": code, "message": all, "text": all, "error": code, "errors": [all], "ok": false]
        for name in [
            "ErrorCode", "Message", "errcode", "description", "status", "name", "reason", "error-text", "Type",
        ] {
            body[name] = name.lowercased().contains("code") || name == "Type" ? code : all
        }
        body["requestError"] = ["serviceException": ["messageId": code, "text": all]]
        body["messages"] = [["status": ["name": code, "description": all], "error-text": all]]
        let headers = [
            EgressRequest.Header("Content-Type", "application/json"),
            EgressRequest.Header("Location", request.url), EgressRequest.Header("X-Message-Id", secret ?? "none"),
        ]
        return EgressResponse(status: status, headers: headers, body: JSONValue.object(body).utf8)
    }

    // MARK: a tenant with every channel of the pack

    private static func host(
        _ lines: RecordedLines,
        _ answer: @escaping ScriptedEgress.Answer
    ) async -> TestHost {
        await TestHost.start(expo: answer, lines: lines, secrets: secrets) { profile in
            profile.operatorChannels = channels
            profile.channels = channels.map { channel in
                var binding = ChannelBinding(id: channelID(channel), plugin: channel.descriptor.id)
                for field in channel.descriptor.fields {
                    if field.kind == .secret {
                        binding.secrets[field.name] = name(channel, field)
                    } else {
                        binding.settings[field.name] = field.example
                    }
                }
                return binding
            }
            profile.events[0].channels = channels.map(channelID)
            let slots = Set(channels.flatMap { $0.descriptor.slots.map(\.name) })
            for slot in slots where slot != "title" && slot != "body" {
                for locale in ["en", "nb"] as [LocaleTag] {
                    profile.messages.add(
                        TextTemplate(source: "A text"),
                        to: "order.shipped",
                        path: slot,
                        locale: locale
                    )
                }
            }
        }
    }

    private static func channelID(_ channel: DeclaredChannel) -> ChannelID {
        ChannelID(channel.descriptor.id.rawValue) ?? "none"
    }

    private static func register(at host: TestHost) async {
        let person: JSONValue = ["email": "ada@customers.example", "phone": "+4790012345"]
        #expect(await host.send("PUT", "/v1/shop/users/ada", bearer: TestHost.serviceKey, json: person).status < 300)
        for channel in channels {
            guard case .deviceToken = channel.descriptor.address, let address = channel.address.samples.first else {
                continue
            }
            let device: JSONValue = [
                "token": .string(address), "plugin": .string("\(channel.descriptor.id)"), "platform": "ios",
            ]
            let answer = await host.send("POST", "/v1/shop/devices", bearer: TestHost.token(), json: device)
            #expect(answer.status < 300, "\(channel.descriptor.id): \(answer.json)")
        }
    }
}
