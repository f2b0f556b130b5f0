import CarillonModel
import Crypto

/// A code that an app shows its user, and that somebody of the tenant's staff types to send tests there: once, and soon.
struct TestCode: Sendable {
    /// How long it is good.
    static let lifetime: Duration = .seconds(600)
    /// How long tests can be sent after it was used.
    static let pairedFor: Duration = .seconds(30 * 86_400)
    /// A number and a letter that are taken for one another aren't both there.
    private static let signs = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    /// How many signs it has: with 32 of them, 40 bits.
    private static let length = 8

    /// As an app shows it, such as `K7QF-M2XD`.
    let text: String
    /// What a store knows of it: SHA-256 in Base64.
    let digest: String

    /// A new one that nobody can guess.
    init() {
        var generator = SystemRandomNumberGenerator()
        let signs = (0..<Self.length).map { _ in Self.signs[Int.random(in: Self.signs.indices, using: &generator)] }
        self.init(signs: signs)
    }

    /// One as somebody types it; nil where it can't be one.
    init?(typed: String) {
        let signs = typed.uppercased().filter { $0 != "-" && !$0.isWhitespace }
        guard signs.count == Self.length, signs.allSatisfy({ Self.signs.contains($0) }) else { return nil }
        self.init(signs: Array(signs))
    }

    private init(signs: [Character]) {
        text = String(signs[..<(Self.length / 2)]) + "-" + String(signs[(Self.length / 2)...])
        digest = Base64.encode(Array(SHA256.hash(data: Array(String(signs).utf8))), .url)
    }
}
