import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Foundation
import Synchronization
import Testing

@testable import CarillonHost

/// From what goes wrong in the pipeline to what an operator is told.
struct AlertServiceTests {
    @Test func `refused credentials raise an alert, and a channel that works again ends it`() async throws {
        let expo = ExpoScript()
        expo.tickets { _ in "InvalidCredentials" }
        let host = await TestHost.start(expo: expo.answer)
        let desk = AlertDesk(host)
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        await desk.check()
        #expect(desk.reports == ["raised channel-paused shop push InvalidCredentials"])
        await host.ship("2")
        await host.settled.wait(for: 4)
        await desk.check()
        #expect(desk.reports.count == 1, "the second event says nothing new")
        #expect(try await desk.gauge("channel-paused") == 1)

        expo.tickets { _ in nil }
        host.clock.advance(by: CircuitBreaker.longestPause)
        await host.ship("3")
        await host.settled.wait(for: 8)
        await desk.check()
        #expect(desk.reports.last == "recovered channel-paused shop push InvalidCredentials")
        #expect(try await desk.gauge("channel-paused") == 0)
        await host.stop()
    }

    @Test func `credentials that one address lacks raise an alert while the channel goes on`() async throws {
        let expo = ExpoScript()
        let host = await TestHost.start(expo: expo.answer)
        let desk = AlertDesk(host)
        let users = try await host.register(users: 2)
        await host.ship("1", to: users)
        await host.settled.wait(for: 4)
        let foreign = "ExponentPushToken[foreign]"
        expo.tickets { $0 == foreign ? "InvalidCredentials" : nil }
        await host.registerDevice("ada", token: foreign)
        await host.ship("2")
        await host.settled.wait(for: 6)
        await desk.check()
        #expect(desk.reports == ["raised address-credentials shop push InvalidCredentials"])
        #expect(await host.condition()["status"] == "working")
        #expect(desk.texts.allSatisfy { !$0.contains("ada") && !$0.contains("foreign") })
        await host.stop()
    }

    @Test func `an open circuit is told of after a minute, not before`() async throws {
        let expo = ExpoScript()
        expo.refuse(.failure(.notSent("the provider is down")))
        let host = await TestHost.start(expo: expo.answer)
        let desk = AlertDesk(host)
        for (index, user) in try await host.register(users: FailureStreak.limit).enumerated() {
            await host.ship(user, to: [user])
            // Each in a batch of its own: the feed's delivery, and the push's.
            await host.settled.wait(for: 2 * (index + 1))
        }
        try await waitUntil { await host.condition()["status"] == "resting" }
        await desk.check()
        host.clock.advance(by: .seconds(60))
        await desk.check()
        #expect(desk.reports == [])
        host.clock.advance(by: .seconds(1))
        await desk.check()
        #expect(desk.reports.map { $0.prefix(28) } == ["raised circuit-open shop pus"], "\(desk.reports)")
        await host.stop()
    }

    @Test func `dead letters over their share raise an alert that tells how many`() async throws {
        let expo = ExpoScript()
        expo.tickets { _ in "DeveloperError" }
        let host = await TestHost.start(expo: expo.answer)
        let desk = AlertDesk(host)
        let users = try await host.register(users: 10)
        await host.ship("1", to: users)
        await host.settled.wait(for: 20)
        await desk.check()
        #expect(desk.reports == ["raised dead-letters shop push DeveloperError"])
        #expect(desk.texts.first?.contains("10 of 10 deliveries on channel push of shop failed") == true)
        #expect(desk.texts.first?.contains("look at: carillond deliveries --tenant shop --status failed") == true)
        await host.stop()
    }

    @Test func `a message that can't be rendered raises an alert without a word of its payload`() async throws {
        let host = await TestHost.start(change: { profile in
            // What no validated profile has: an event without words.
            profile.messages = MessageCatalog()
        })
        let desk = AlertDesk(host)
        await host.registerDevice()
        await host.ship("secret-order")
        await host.settled.wait(for: 2)
        await desk.check()
        #expect(
            desk.reports == [
                "raised render-failed shop in-app render-failed", "raised render-failed shop push render-failed",
            ]
        )
        #expect(desk.texts.allSatisfy { !$0.contains("A-1") && !$0.contains("ada") })
        // Of a proven profile it is a fault of ours, and counted as such.
        let page = try await host.metricsPage()
        for channel in ["push", "in-app"] {
            #expect(page.value("carillon_render_failures_total", ["tenant": "shop", "channel": channel]) == 1)
        }
        await host.stop()
    }

    @Test func `receipts that a provider doesn't give raise an alert after an hour`() async throws {
        let expo = ExpoScript()
        expo.receipts(nil)
        let host = await TestHost.start(expo: expo.answer)
        let desk = AlertDesk(host)
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        // Asked for after 15 minutes, then each time after as long as it has waited.
        for (count, minutes) in [(1, 15), (2, 15), (3, 30)] {
            host.clock.advance(by: .seconds(minutes * 60))
            host.wake()
            await host.settled.waitForReceipts(count)
        }
        await desk.check()
        #expect(desk.reports == [])
        host.clock.advance(by: .seconds(3600))
        host.wake()
        await host.settled.waitForReceipts(4)
        await desk.check()
        #expect(desk.reports == ["raised receipts-overdue shop push nil"])
        await host.stop()
    }

    @Test func `a tenant's folder that is rejected raises an alert, and one that was mended ends it`() async throws {
        let world = try await ReloadWorld.start(["shop", "club"])
        let desk = AlertDesk(world.directory, AlertObserver(clock: world.clock), world.clock, world.metrics)
        try world.write("shop", body: "{$ordr} has left")
        await world.reloader.reload(by: .signal)
        await desk.check()
        #expect(desk.reports == ["raised folder-rejected shop nil nil"])
        try world.write("shop")
        await world.reloader.reload(by: .signal)
        await desk.check()
        #expect(desk.reports.last == "recovered folder-rejected shop nil nil")
        try world.removeTenant("club")
        await world.reloader.reload(by: .signal)
        try world.write("club", body: "{$ordr} has left")
        await world.reloader.reload(by: .signal)
        await desk.check()
        #expect(desk.reports.last == "raised tenant-not-served club nil nil")
        await world.end()
    }

    @Test func `a channel without its secret raises an alert that names it`() async throws {
        let host = await TestHost.start(change: { profile in
            profile.channels[0] = ChannelBinding(id: "push", plugin: "web-push")
        })
        let desk = AlertDesk(host)
        await desk.check()
        #expect(desk.reports == ["raised channel-unavailable shop push nil"])
        await host.stop()
    }

    @Test(arguments: [(10, false), (9, true)])
    func `a disk with too little room raises an alert`(percent: Int64, isAlert: Bool) async throws {
        let host = await TestHost.start(withWorkers: false)
        let desk = AlertDesk(host, disk: DiskSpace(free: percent << 20, total: 100 << 20))
        await desk.check()
        #expect(desk.reports == (isAlert ? ["raised disk-nearly-full nil nil nil"] : []))
        await host.stop()
    }

    @Test func `the disk of a folder is looked at, and one that isn't there says nothing`() throws {
        let here = try #require(DiskSpace(of: FileManager.default.temporaryDirectory.path))
        #expect(here.total > 0 && here.free >= 0 && here.free <= here.total)
        #expect(DiskSpace(of: "/nowhere/at/all") == nil)
    }

    @Test func `an address that is down delays nobody else, and shows in log and metric`() async throws {
        let host = await TestHost.start { _ in .answer(401, #"{"errors":[{"code":"UNAUTHORIZED","message":"no"}]}"#) }
        let dead = RecordingSender("webhook", .deferred(OutcomeReason("NotSent", "nobody listens"), after: nil))
        let lines = RecordedLines()
        let desk = AlertDesk(host, also: [dead], lines: lines)
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        await desk.check()
        #expect(desk.reports.count == 1)
        let page = try await host.metricsPage()
        let labels = ["kind": "channel-paused", "sink": "webhook"]
        #expect(page.value("carillon_alerts_sent_total", labels.merging(["outcome": "deferred"]) { $1 }) == 1)
        let mail = ["kind": "channel-paused", "sink": "mail", "outcome": "delivered"]
        #expect(page.value("carillon_alerts_sent_total", mail) == 1)
        #expect(
            lines.lines("host").contains {
                $0.contains("an alert couldn't be sent") && $0.contains("sink=webhook") && $0.contains("NotSent")
            }
        )
        dead.answer(.accepted(nil))
        host.clock.advance(by: AlertQueue.firstPause)
        await desk.check()
        #expect(dead.reports.last == "raised channel-paused shop push UNAUTHORIZED")
        await host.stop()
    }

    @Test func `alerts outlive the process in the data folder, readable by the host and its group alone`() async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let host = await TestHost.start { _ in .answer(401, #"{"errors":[{"code":"UNAUTHORIZED","message":"no"}]}"#) }
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        let first = AlertDesk(host, folder: folder.path)
        await first.check()
        #expect(first.reports.count == 1)
        let file = folder.appending(path: AlertFile.name).path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o640)
        let second = AlertDesk(host, folder: folder.path)
        await second.check()
        #expect(second.reports == [])
        _ = host.directory.remove("shop")
        await second.check()
        #expect(second.reports == ["recovered channel-paused shop push UNAUTHORIZED"])
        await host.stop()
    }

    @Test func `operators see the active alerts, and only a running host has any`() async throws {
        let host = await TestHost.start { _ in .answer(401, #"{"errors":[{"code":"UNAUTHORIZED","message":"no"}]}"#) }
        let desk = AlertDesk(host)
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        await desk.check()
        let api = OperatorAPI(
            tenants: host.directory,
            store: host.store,
            reload: nil,
            alerts: desk.service,
            registry: ChannelRegistry([]),
            audit: AuditTrail(nil),
            clock: host.clock,
            observer: nil,
            key: nil
        )
        let request = APIRequest("GET", path: ["v1", "alerts"])
        let json = try JSONValue(parsing: await LocalSurface(operators: api).respond(to: request).bytes)
        let alert = try #require(json["alerts"]?.array?.first)
        #expect(alert["kind"] == "channel-paused" && alert["tenant"] == "shop" && alert["channel"] == "push")
        #expect(alert["code"] == "UNAUTHORIZED" && alert["message"] == "channel push of shop is paused: UNAUTHORIZED")
        let console = OperatorConsole(store: host.store, registry: ChannelRegistry([]), audit: nil)
        let nobody = await console.respond(to: request)
        #expect(nobody.status == 404)
        await host.stop()
    }
}

/// An alert service on a host of tests, with somebody who takes all it says.
private struct AlertDesk {
    let service: AlertService
    private let sender = RecordingSender("mail", .accepted(nil))
    private let page: MetricsPage

    /// What was told: how, of what, whose, on which channel, with which code.
    var reports: [String] { sender.reports }
    var texts: [String] { sender.texts }

    init(
        _ host: TestHost,
        also senders: [any AlertSender] = [],
        disk: DiskSpace? = nil,
        folder: String? = nil,
        lines: RecordedLines = RecordedLines()
    ) {
        self.init(host.directory, host.evidence, host.clock, host.metrics, senders, disk, folder, lines)
    }

    init(
        _ directory: TenantDirectory,
        _ evidence: AlertObserver,
        _ clock: ManualClock,
        _ metrics: HostMetrics,
        _ senders: [any AlertSender] = [],
        _ disk: DiskSpace? = nil,
        _ folder: String? = nil,
        _ lines: RecordedLines = RecordedLines()
    ) {
        service = AlertService(
            AlertScan(running: directory, evidence: evidence, limits: .init(), disk: { disk }),
            senders: senders + [sender],
            reminder: .seconds(4 * 3600),
            file: folder.map { AlertFile(folder: $0) },
            host: "tests",
            clock: clock,
            identifiers: SystemIdentifiers { clock.now },
            metrics: metrics,
            logger: lines.logger("host")
        )
        page = MetricsPage(
            metrics: metrics,
            gauges: Gauges(tenants: directory, clock: clock, alerts: service),
            process: ProcessFigures(startTime: clock.now)
        )
    }

    /// Looks, and sends what is due.
    func check() async {
        await service.check()
        await service.sendDue()
    }

    func gauge(_ kind: String) async throws -> Double? {
        try PrometheusPage(String(decoding: await page.response().bytes, as: UTF8.self))
            .value("carillon_alerts_active", ["kind": kind])
    }
}

/// A lock, because a test changes its mind while messages come.
private final class RecordingSender: AlertSender {
    let name: String
    private let state: Mutex<(outcome: DeliveryOutcome, messages: [AlertMessage])>

    init(_ name: String, _ outcome: DeliveryOutcome) {
        self.name = name
        state = Mutex((outcome, []))
    }

    func answer(_ outcome: DeliveryOutcome) { state.withLock { $0.outcome = outcome } }

    var texts: [String] { state.withLock { $0.messages.map(\.text) } }

    var reports: [String] {
        state.withLock(\.messages).map { message in
            switch message.occasion {
            case .raised(let alert): "raised \(Self.summary(alert))"
            case .reminder(let alert): "reminder \(Self.summary(alert))"
            case .recovered(let alert): "recovered \(Self.summary(alert))"
            case .test: "test"
            }
        }
    }

    private static func summary(_ alert: Alert) -> String {
        let subject = alert.subject
        return [subject.kind.rawValue, subject.tenant, subject.channel?.rawValue, alert.condition.code]
            .map { $0 ?? "nil" }.joined(separator: " ")
    }

    func send(_ message: AlertMessage) async -> DeliveryOutcome {
        state.withLock { state in
            state.messages.append(message)
            return state.outcome
        }
    }
}
