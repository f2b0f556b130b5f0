import CarillonModel
import Testing

@testable import CarillonHost

/// When operators are told, by values alone.
struct AlertBookTests {
    private var book = AlertBook(reminder: .seconds(4 * 3600))
    private var now = Instant(epochMilliseconds: 1_772_020_800_000)
    private var ids = 0

    @Test mutating func `a condition is told of once, again after four hours, and when it is over`() {
        let paused = condition(.channelPaused, since: now)
        #expect(update([paused]) == ["raised channel-paused 1"])
        for _ in 0..<3 { #expect(update([paused], after: .seconds(3600)) == []) }
        #expect(update([paused], after: .seconds(3600)) == ["reminded channel-paused 2"])
        #expect(update([paused], after: .seconds(3600)) == [])
        #expect(book.active.map(\.raisedAt) == [now.advanced(by: .seconds(-5 * 3600))])
        #expect(update([]) == ["recovered channel-paused 3"])
        #expect(book.active == [])
        #expect(update([paused]) == ["raised channel-paused 1"])
        #expect(ids == 2, "the next time is another alert")
    }

    @Test mutating func `one alert is for one channel of one tenant`() {
        let shop = condition(.channelPaused, since: now)
        let other = condition(.channelPaused, tenant: "other", since: now)
        #expect(update([shop, other, shop]) == ["raised channel-paused 1", "raised channel-paused 1"])
        #expect(book.active.map(\.subject.tenant) == ["other", "shop"])
        #expect(update([shop]) == ["recovered channel-paused 2"])
    }

    @Test mutating func `an alert has the latest words and the first time`() {
        let began = now
        _ = update([condition(.channelPaused, since: now, code: "InvalidCredentials")])
        _ = update(
            [condition(.channelPaused, since: now.advanced(by: .seconds(9)), code: "gone-burst")],
            after: .seconds(9)
        )
        #expect(book.active.map(\.condition.code) == ["gone-burst"])
        #expect(book.active.map(\.condition.since) == [began])
    }

    @Test(arguments: AlertKind.allCases)
    mutating func `what comes and goes is one alert until it is gone for long enough`(kind: AlertKind) {
        book = AlertBook(reminder: .seconds(7 * 86400))
        _ = update([condition(kind, since: now)])
        if kind.recoveryTime > .zero {
            #expect(update([], after: kind.recoveryTime - .seconds(1)) == [])
            #expect(update([condition(kind, since: now)]) == [])
            #expect(update([], after: kind.recoveryTime - .seconds(1)) == [])
        }
        #expect(update([], after: .seconds(1)) == ["recovered \(kind.rawValue) 2"])
    }

    @Test mutating func `who was told before a restart isn't told again, and hears of the recovery`() throws {
        let paused = condition(.channelPaused, since: now)
        let rejected = condition(.folderRejected, since: now)
        _ = update([paused, rejected])
        for alert in book.active { book.noteDelivered(alert.id) }
        now = now.advanced(by: .seconds(60))
        book = try #require(AlertBook(try JSONValue(parsing: book.json.utf8), reminder: book.reminder, at: now))
        #expect(update([paused]) == ["recovered folder-rejected 2"])
        #expect(update([paused], after: .seconds(4 * 3600)) == ["reminded channel-paused 2"])
    }

    @Test mutating func `an alert that nobody got before a restart is raised anew`() throws {
        let paused = condition(.channelPaused, since: now)
        _ = update([paused])
        book = try #require(AlertBook(book.json, reminder: book.reminder, at: now))
        #expect(update([paused]) == ["raised channel-paused 1"])
    }

    @Test(arguments: AlertKind.allCases.filter { $0.detectionDelay > .zero })
    mutating func `what a new process can't know yet isn't taken for a recovery`(kind: AlertKind) throws {
        _ = update([condition(kind, since: now)])
        for alert in book.active { book.noteDelivered(alert.id) }
        book = try #require(AlertBook(book.json, reminder: book.reminder, at: now))
        #expect(update([]) == [])
        #expect(update([], after: kind.detectionDelay - .seconds(1)) == [])
        #expect(update([], after: max(kind.recoveryTime, kind.detectionDelay)) == ["recovered \(kind.rawValue) 2"])
    }

    @Test mutating func `a clock that goes back delays neither a recovery nor a reminder by what it went back`() {
        let trouble = condition(.circuitOpen, since: now)
        _ = update([trouble])
        #expect(update([], after: .seconds(-86400)) == [])
        #expect(update([], after: CircuitBreaker.longestOpenTime) == ["recovered circuit-open 2"])
        _ = update([trouble])
        #expect(update([trouble], after: .seconds(-86400)) == [])
        #expect(update([trouble], after: book.reminder) == ["reminded circuit-open 2"])
    }

    @Test func `a file of another kind is none`() {
        for text in ["{}", "[]", #"{"format": 2, "alerts": []}"#, #"{"format": 1, "alerts": [{"id": "1"}]}"#] {
            let json = (try? JSONValue(parsing: Array(text.utf8))) ?? .null
            #expect(AlertBook(json, reminder: .seconds(60), at: now) == nil, "\(text)")
        }
    }

    /// - Returns: what is to be told: how, of which kind, and for which time.
    private mutating func update(_ found: [AlertCondition], after pause: Duration = .zero) -> [String] {
        now = now.advanced(by: pause)
        var made = ids
        let changes = book.update(found, at: now) {
            made += 1
            return "alert-\(made)"
        }
        ids = made
        return changes.map { change in
            switch change {
            case .raised(let alert): "raised \(alert.subject.kind.rawValue) \(alert.notificationCount)"
            case .reminded(let alert): "reminded \(alert.subject.kind.rawValue) \(alert.notificationCount)"
            case .recovered(let alert): "recovered \(alert.subject.kind.rawValue) \(alert.notificationCount)"
            }
        }
    }

    private func condition(
        _ kind: AlertKind,
        tenant: String = "shop",
        since: Instant,
        code: String? = nil
    ) -> AlertCondition {
        AlertCondition(
            subject: .init(kind: kind, tenant: tenant, channel: "push"),
            since: since,
            code: code,
            message: "something is wrong"
        )
    }
}
