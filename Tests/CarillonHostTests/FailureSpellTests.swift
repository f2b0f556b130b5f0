import Testing

@testable import CarillonHost

/// When it is said that something goes on failing.
struct FailureSpellTests {
    @Test func `what fails each second is said at once, and then less and less often`() {
        var spell = FailureSpell()
        let said = (0...4000).compactMap { second in spell.fail(at: .seconds(second)) }
        #expect(said == [0, 15, 45, 105, 225, 465, 945, 1845, 2745, 3645].map { .seconds($0) })
    }

    @Test func `its end is said once, with how long it lasted, and the next one begins anew`() {
        var spell = FailureSpell()
        #expect(spell.end(at: .seconds(1)) == nil)
        #expect(spell.fail(at: .seconds(2)) == .zero)
        #expect(spell.fail(at: .seconds(3)) == nil)
        #expect(spell.end(at: .seconds(5)) == .seconds(3))
        #expect(spell.end(at: .seconds(6)) == nil)
        #expect(spell.fail(at: .seconds(7)) == .zero)
    }
}
