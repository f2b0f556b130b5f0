import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Testing

@testable import CarillonPipeline

/// What is recorded after an attempt: tenants' ladders, providers' wishes, and when it is enough.
struct SettlingTests {
    private static let busy = OutcomeReason("MessageRateExceeded", "too many")

    private static func settling(
        _ ladders: RetryLadders = RetryLadders(),
        onUncertain policy: UncertainPolicy = .resend
    ) -> Settling {
        var profile = ProfileParts(id: "shop", name: "Shop", locales: Locales(default: "en", supported: ["en"]))
        profile.channels = [ChannelBinding(id: "push", plugin: "recording")]
        profile.policies.retry = ladders
        var event = EventType(id: "order.shipped")
        event.onUncertain = policy
        profile.events = [event]
        return Settling(profile: TenantProfile(profile))
    }

    /// How long after the failed attempt the next one comes.
    private static func wait(
        _ settling: Settling,
        row: Int64 = 1,
        attempts: Int,
        _ outcome: DeliveryOutcome,
        at now: Instant = .noon
    ) -> Duration? {
        let settlement = settling.settle(.testing(row: row, attempts: attempts), outcome, sentAt: now, at: now)
        guard case .retry(_, at: let time) = settlement.result else { return nil }
        return now.duration(to: time)
    }

    @Test(arguments: zip([0, 1, 2, 3], [5, 30, 120, 120] as [Int64]))
    func `a device that gets too much gets it after 5 s, 30 s, 2 min and every 2 min, a tenth later at most`(
        attempts: Int,
        seconds: Int64
    ) throws {
        let wait = try #require(Self.wait(Self.settling(), attempts: attempts, .deferred(Self.busy, after: nil)))
        #expect(wait >= .seconds(seconds) && wait <= .milliseconds(seconds * 1100))
    }

    @Test func `retries of one moment spread out, and the same one always waits the same`() {
        let waits = (1...200).map {
            Self.wait(Self.settling(), row: $0, attempts: 2, .deferred(Self.busy, after: nil)) ?? .zero
        }
        #expect(Set(waits).count > 150)
        #expect(waits[0] == Self.wait(Self.settling(), row: 1, attempts: 2, .deferred(Self.busy, after: nil)))
    }

    @Test func `the provider's time counts where it is longer, and the ladder's where that is`() throws {
        let long = try #require(Self.wait(Self.settling(), attempts: 0, .deferred(Self.busy, after: .seconds(90))))
        #expect(long == .seconds(90))
        let short = try #require(Self.wait(Self.settling(), attempts: 1, .deferred(Self.busy, after: .seconds(1))))
        #expect(short >= .seconds(30))
    }

    @Test func `a time beyond that of giving up is another try by the ladder, not the end`() throws {
        let settling = Self.settling(RetryLadders(giveUpAfter: .seconds(3600)))
        let day = DeliveryOutcome.deferred(Self.busy, after: .seconds(86400))
        let wait = try #require(Self.wait(settling, attempts: 0, day))
        #expect(wait >= .seconds(5) && wait <= .milliseconds(5500))
        // Within the time of giving up it is kept to, and once that has passed nothing comes any more.
        #expect(Self.wait(settling, attempts: 0, .deferred(Self.busy, after: .seconds(3599))) == .seconds(3599))
        let last = Instant.noon.advanced(by: .seconds(3599))
        guard case .failed = settling.settle(.testing(attempts: 1), day, sentAt: last, at: last).result else {
            Issue.record("it is never given up")
            return
        }
    }

    @Test func `a time after which a message is worth nothing ends it`() {
        var delivery = LeasedDelivery.testing()
        delivery.notification.expiresAt = Instant.noon.advanced(by: .seconds(60))
        let outcome = DeliveryOutcome.deferred(Self.busy, after: .seconds(86400))
        guard case .failed = Self.settling().settle(delivery, outcome, sentAt: .noon, at: .noon).result else {
            Issue.record("it is tried before the time that the provider named")
            return
        }
    }

    @Test func `what it waited on purpose is no part of the time until it is given up`() {
        let settling = Self.settling(RetryLadders(giveUpAfter: .seconds(60)))
        let morning = Instant.noon.advanced(by: .seconds(50_000))
        var delivery = LeasedDelivery.testing(attempts: 1)
        delivery.retryWindowStart = morning
        let outcome = DeliveryOutcome.deferred(Self.busy, after: nil)
        guard case .retry = settling.settle(delivery, outcome, sentAt: morning, at: morning).result else {
            Issue.record("it is given up although it could not be tried before")
            return
        }
        let later = morning.advanced(by: .seconds(60))
        guard case .failed = settling.settle(delivery, outcome, sentAt: later, at: later).result else {
            Issue.record("it is never given up")
            return
        }
    }

    @Test func `a message for several goes out in the name of those that still may`() {
        var delivery = LeasedDelivery.testing(row: 1)
        delivery.followers = [.testing(row: 2), .testing(row: 3)]
        #expect(delivery.kept(to: [1, 3])?.rows == [1, 3])
        #expect(delivery.kept(to: [2, 3])?.rows == [2, 3])
        #expect(delivery.kept(to: [7]) == nil)
    }

    @Test func `a ladder of its own counts for a code, an empty one ends it`() throws {
        let ladders = RetryLadders(byCode: ["MessageRateExceeded": [.seconds(7)], "Shutdown": []])
        let own = try #require(Self.wait(Self.settling(ladders), attempts: 0, .deferred(Self.busy, after: nil)))
        #expect(own >= .seconds(7) && own <= .milliseconds(7700))
        let end = Self.settling(ladders).settle(
            .testing(),
            .deferred(OutcomeReason("Shutdown"), after: nil),
            sentAt: .noon,
            at: .noon
        )
        #expect(end.result == .failed(OutcomeReason("Shutdown")))
    }

    @Test func `after the time of giving up, and of being worth anything, there is no other try`() {
        let settling = Self.settling(RetryLadders(giveUpAfter: .seconds(60)))
        let last = Instant.noon.advanced(by: .seconds(50))
        let outcome = DeliveryOutcome.deferred(Self.busy, after: nil)
        let end = settling.settle(.testing(attempts: 1), outcome, sentAt: last, at: last)
        guard case .failed(let reason) = end.result else {
            Issue.record("\(end.result)")
            return
        }
        #expect(reason.code == "gave-up" && reason.message.contains("MessageRateExceeded"))
        var stale = LeasedDelivery.testing()
        stale.notification.expiresAt = Instant.noon.advanced(by: .seconds(3))
        guard case .failed = Self.settling().settle(stale, outcome, sentAt: .noon, at: .noon).result else {
            Issue.record("it would come when it is stale")
            return
        }
    }

    @Test func `a receipt that comes after the time of giving up has nothing sent again`() {
        let settling = Self.settling(RetryLadders(giveUpAfter: .seconds(60)))
        let receipt = DueReceipt(
            row: 1,
            receipt: ReceiptID("ticket"),
            channel: "push",
            address: "token",
            acceptedAt: .noon,
            attempts: 1,
            retryWindowStart: .noon
        )
        let settled = settling.settle(
            receipt,
            .deferred(Self.busy, after: nil),
            keptFor: .seconds(86400),
            delay: .seconds(900),
            at: Instant.noon.advanced(by: .seconds(900))
        )
        guard case .failed(let reason) = settled.result else {
            Issue.record("\(settled.result)")
            return
        }
        #expect(reason.code == "gave-up")
    }

    @Test func `what may have arrived and is sent once at most has no fallback`() {
        let lost = DeliveryOutcome.uncertain(OutcomeReason("NoAnswer"))
        #expect(!Self.settling(onUncertain: .skip).settle(.testing(), lost, sentAt: .noon, at: .noon).isFailure)
        let refused = DeliveryOutcome.refused(OutcomeReason("BadMessage"))
        #expect(Self.settling(onUncertain: .skip).settle(.testing(), refused, sentAt: .noon, at: .noon).isFailure)
    }

    @Test func `what is redriven late gets a second try all the same`() {
        let settling = Self.settling(RetryLadders(giveUpAfter: .seconds(60)))
        let late = Instant.noon.advanced(by: .seconds(86400))
        #expect(Self.wait(settling, attempts: 0, .deferred(Self.busy, after: nil), at: late) != nil)
        #expect(Self.wait(settling, attempts: 1, .deferred(Self.busy, after: nil), at: late) == nil)
    }

    @Test func `a lost answer is sent again or not, as the event says`() {
        let lost = DeliveryOutcome.uncertain(OutcomeReason("NoAnswer"))
        guard case .uncertain = Self.settling().settle(.testing(), lost, sentAt: .noon, at: .noon).result,
            case .failed = Self.settling(onUncertain: .skip).settle(.testing(), lost, sentAt: .noon, at: .noon).result
        else {
            Issue.record("the policy doesn't decide")
            return
        }
        var again = LeasedDelivery.testing(attempts: 1)
        again.isUncertain = true
        #expect(Self.settling().settleUnsent(again, at: .noon) == nil)
        #expect(Self.settling(onUncertain: .skip).settleUnsent(again, at: .noon)?.wasAttempted == false)
    }

    @Test func `what is stale is cancelled before it goes out`() {
        var stale = LeasedDelivery.testing()
        stale.notification.expiresAt = .noon
        guard case .cancelled(let reason) = Self.settling().settleUnsent(stale, at: .noon)?.result else {
            Issue.record("it goes out")
            return
        }
        #expect(reason.code == "expired")
    }

    @Test func `a device that died is forgotten only as it was when the message went out`() {
        let sent = Instant.noon.advanced(by: .seconds(-3))
        let gone = OutcomeReason("Unregistered")
        let settlement = Self.settling().settle(.testing(), .gone(gone, since: nil), sentAt: sent, at: .noon)
        #expect(settlement.forget == .init(token: "token", plugin: "recording", since: sent))
    }
}

/// What late answers lead to.
struct ReceiptSettlingTests {
    private static let settling: Settling = {
        var profile = ProfileParts(id: "shop", name: "Shop", locales: Locales(default: "en", supported: ["en"]))
        profile.channels = [ChannelBinding(id: "push", plugin: "recording")]
        profile.events = [EventType(id: "order.shipped")]
        return Settling(profile: TenantProfile(profile))
    }()

    private static func receipt(truncationCount: Int = 0, attempts: Int = 1) -> DueReceipt {
        DueReceipt(
            row: 1,
            receipt: ReceiptID("r"),
            channel: "push",
            address: "token",
            acceptedAt: .noon,
            attempts: attempts,
            truncationCount: truncationCount,
            retryWindowStart: .noon
        )
    }

    private static func settle(
        _ outcome: DeliveryOutcome?,
        _ receipt: DueReceipt = receipt(),
        after time: Duration = .seconds(900)
    ) -> ReceiptSettlement {
        settling.settle(
            receipt,
            outcome,
            keptFor: .seconds(86400),
            delay: .seconds(900),
            at: Instant.noon.advanced(by: time)
        )
    }

    @Test func `one that isn't there yet is asked for after as long again, until the provider forgets it`() {
        var time = Duration.seconds(900)
        var asked: [Int64] = []
        while case .later(let next) = Self.settle(nil, after: time).result {
            time = Instant.noon.duration(to: next)
            asked.append(time.milliseconds / 60000)
        }
        #expect(asked == [30, 60, 120, 240, 480, 960, 1440])
        #expect(Self.settle(nil, after: time).result == .expired)
    }

    @Test func `a dead address is the one it was sent to, as it was then`() {
        let answer = Self.settle(.gone(OutcomeReason("DeviceNotRegistered"), since: nil))
        #expect(answer.forget == .init(token: "token", plugin: "recording", since: .noon))
        guard case .failed = answer.result else {
            Issue.record("\(answer.result)")
            return
        }
    }

    @Test func `too many messages come again by the ladder, wrong credentials hold it`() {
        guard
            case .retry(_, at: let time) = Self.settle(.deferred(OutcomeReason("MessageRateExceeded"), after: nil))
                .result
        else {
            Issue.record("it isn't tried again")
            return
        }
        #expect(Instant.noon.duration(to: time) >= .seconds(905))
        let wrong = OutcomeReason("InvalidCredentials")
        #expect(Self.settle(.misconfigured(wrong)).result == .held(wrong))
    }

    @Test func `a message that was too large comes again shorter, three times`() {
        for count in 0..<3 {
            guard
                case .retry(let reason, at: _) = Self.settle(
                    .tooLarge(limit: 4096),
                    Self.receipt(truncationCount: count)
                )
                .result
            else {
                Issue.record("after \(count)")
                return
            }
            #expect(reason.own == .truncated)
        }
        guard case .failed = Self.settle(.tooLarge(limit: 4096), Self.receipt(truncationCount: 3)).result else {
            Issue.record("it is tried for ever")
            return
        }
    }
}
