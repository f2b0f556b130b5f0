/// AES-128 in Galois/Counter Mode, without additional data.
///
/// Source: FIPS 197 and NIST SP 800-38D.
package struct AES128 {
    private let roundKeys: [[UInt8]]

    /// - Precondition: the key has 16 bytes.
    package init(key: [UInt8]) {
        precondition(key.count == 16, "AES-128 takes 16 bytes of key")
        var words = stride(from: 0, to: 16, by: 4).map { Array(key[$0..<$0 + 4]) }
        var constant: UInt8 = 1
        for index in 4..<44 {
            var word = words[index - 1]
            if index % 4 == 0 {
                word = (word[1...] + word[..<1]).map { Self.box[Int($0)] }
                word[0] ^= constant
                constant = Self.doubled(constant)
            }
            words.append(zip(words[index - 4], word).map { $0 ^ $1 })
        }
        roundKeys = stride(from: 0, to: 44, by: 4).map { Array(words[$0..<$0 + 4].joined()) }
    }

    /// Ciphertext and the 16 bytes of its tag.
    package func sealed(_ message: [UInt8], nonce: [UInt8]) -> [UInt8] {
        let ciphertext = counted(message, nonce: nonce)
        return ciphertext + tag(of: ciphertext, nonce: nonce)
    }

    /// The message, where the tag is right.
    package func opened(_ sealed: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        guard sealed.count >= 16 else { return nil }
        let ciphertext = Array(sealed.dropLast(16))
        guard tag(of: ciphertext, nonce: nonce) == Array(sealed.suffix(16)) else { return nil }
        return counted(ciphertext, nonce: nonce)
    }

    /// Counter mode, from two on: one is for the tag.
    private func counted(_ message: [UInt8], nonce: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        for (index, start) in stride(from: 0, to: message.count, by: 16).enumerated() {
            let pad = block(Self.counter(nonce, UInt32(index + 2)))
            output += zip(message[start..<min(start + 16, message.count)], pad).map { $0 ^ $1 }
        }
        return output
    }

    private func tag(of ciphertext: [UInt8], nonce: [UInt8]) -> [UInt8] {
        let key = Self.words(block([UInt8](repeating: 0, count: 16)))
        var sum: (high: UInt64, low: UInt64) = (0, 0)
        var padded = ciphertext + [UInt8](repeating: 0, count: (16 - ciphertext.count % 16) % 16)
        let length = UInt64(ciphertext.count) * 8
        padded +=
            [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) }
        for start in stride(from: 0, to: padded.count, by: 16) {
            let block = Self.words(Array(padded[start..<start + 16]))
            sum = Self.product((sum.high ^ block.high, sum.low ^ block.low), key)
        }
        let hash = Modulus.bytes([sum.low, sum.high])
        return zip(hash, block(Self.counter(nonce, 1))).map { $0 ^ $1 }
    }

    private static func counter(_ nonce: [UInt8], _ number: UInt32) -> [UInt8] {
        nonce + (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) }
    }

    private static func words(_ block: [UInt8]) -> (high: UInt64, low: UInt64) {
        let number = Modulus.number(block, count: 2) ?? [0, 0]
        return (number[1], number[0])
    }

    /// The product in GF(2¹²⁸), bits reflected.
    ///
    /// Source: NIST SP 800-38D, section 6.3.
    private static func product(
        _ x: (high: UInt64, low: UInt64),
        _ y: (high: UInt64, low: UInt64)
    ) -> (high: UInt64, low: UInt64) {
        var result: (high: UInt64, low: UInt64) = (0, 0)
        var v = y
        for bit in 0..<128 {
            let word = bit < 64 ? x.high : x.low
            if word >> UInt64(63 - bit % 64) & 1 == 1 { result = (result.high ^ v.high, result.low ^ v.low) }
            let carries = v.low & 1 == 1
            v = (v.high >> 1, v.low >> 1 | v.high << 63)
            if carries { v.high ^= 0xE1 << 56 }
        }
        return result
    }

    /// One block through the cipher.
    ///
    /// Source: FIPS 197, section 5.1.
    private func block(_ input: [UInt8]) -> [UInt8] {
        var state = zip(input, roundKeys[0]).map { $0 ^ $1 }
        for round in 1...10 {
            let boxed = state.map { Self.box[Int($0)] }
            // Row r of the state, which is stored column by column, moves r columns to the left.
            state = (0..<16).map { boxed[($0 + 4 * ($0 % 4)) % 16] }
            if round < 10 { state = stride(from: 0, to: 16, by: 4).flatMap { Self.mixed(Array(state[$0..<$0 + 4])) } }
            state = zip(state, roundKeys[round]).map { $0 ^ $1 }
        }
        return state
    }

    private static func mixed(_ column: [UInt8]) -> [UInt8] {
        (0..<4).map { row in
            let next = column[(row + 1) % 4]
            return doubled(column[row]) ^ doubled(next) ^ next ^ column[(row + 2) % 4] ^ column[(row + 3) % 4]
        }
    }

    private static func doubled(_ byte: UInt8) -> UInt8 { byte << 1 ^ (byte & 0x80 != 0 ? 0x1B : 0) }

    /// The S-box, worked out: inverse in GF(2⁸), then an affine map.
    ///
    /// Source: FIPS 197, section 5.1.1.
    private static let box: [UInt8] = {
        var box = [UInt8](repeating: 0x63, count: 256)
        var p: UInt8 = 1
        var q: UInt8 = 1
        // p runs through all powers of 3, q through those of its inverse.
        repeat {
            p = p ^ doubled(p)
            q ^= q << 1
            q ^= q << 2
            q ^= q << 4
            if q & 0x80 != 0 { q ^= 0x09 }
            var mixed: UInt8 = q ^ 0x63
            for count: UInt8 in 1...4 { mixed ^= q << count | q >> (8 - count) }
            box[Int(p)] = mixed
        } while p != 1
        return box
    }()
}
