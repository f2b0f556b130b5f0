import CarillonModel
import CarillonPluginKit
import Testing

@testable import CarillonHost

/// Whose credentials are wrong: one address', or the channel's.
struct ForeignGuardTests {
    private typealias Sign = ForeignGuard.Sign

    private static func sign(_ user: String?, _ outcome: Sign.Outcome, _ address: String? = nil) -> Sign {
        Sign(address: address ?? user ?? "", recipient: user.map { .init(unchecked: $0) }, outcome: outcome)
    }

    @Test func `before anybody got through, the first stands for all`() {
        let watch = Watch()
        #expect(watch.isForAll([Self.sign("ada", .foreign)]))
    }

    @Test func `one recipient alone stands for nobody else, with however many addresses`() {
        let watch = Watch()
        #expect(!watch.isForAll([Self.sign("ben", .accepted)]))
        for number in 0..<20 { #expect(!watch.isForAll([Self.sign("ada", .foreign, "token-\(number)")])) }
        #expect(watch.users == ["ada"])
    }

    @Test func `three in a row stand for all, and whoever gets through between them takes that back`() {
        let watch = Watch()
        #expect(!watch.isForAll([Self.sign("ben", .accepted)]))
        #expect(!watch.isForAll([Self.sign("ada", .foreign), Self.sign("cy", .foreign)]))
        #expect(!watch.isForAll([Self.sign("dee", .accepted), Self.sign("eve", .foreign)]))
        #expect(watch.users == ["eve"])
        #expect(!watch.isForAll([Self.sign("cy", .foreign), Self.sign("cy", .other)]))
        #expect(watch.isForAll([Self.sign(nil, .foreign, "a device of nobody's")]))
    }

    @Test func `an address that got through before and doesn't any more is no foreign one`() {
        let watch = Watch()
        #expect(!watch.isForAll([Self.sign("ada", .accepted)]))
        #expect(watch.isForAll([Self.sign("ada", .foreign)]))
    }
}

/// A guard that can be asked inside of an expectation.
private final class Watch {
    private var foreign = ForeignGuard()

    var users: Set<UserID> { Set(foreign.users) }

    func isForAll(_ signs: [ForeignGuard.Sign]) -> Bool { foreign.isForAll(signs) }
}
