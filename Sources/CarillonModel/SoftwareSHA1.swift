/// SHA-1 and HMAC with it, where no cryptographic package is at hand: some providers still sign what they call back so.
///
/// Nothing of our own rests on it. Source: FIPS 180-4, section 6.1, and RFC 2104.
package enum SoftwareSHA1 {
    package static func hash(_ message: [UInt8]) -> [UInt8] {
        var padded = message
        padded.append(0x80)
        padded += repeatElement(0, count: (120 - padded.count % 64) % 64)
        let length = UInt64(message.count) * 8
        padded += (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) }
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        for start in stride(from: 0, to: padded.count, by: 64) { compress(padded[start..<start + 64], into: &state) }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) } }
    }

    package static func hmac(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        var block = key.count > 64 ? hash(key) : key
        block += repeatElement(0, count: 64 - block.count)
        return hash(block.map { $0 ^ 0x5C } + hash(block.map { $0 ^ 0x36 } + message))
    }

    private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var schedule = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[index + $1]) }
        }
        for index in 16..<80 {
            schedule.append(
                rotated(schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16], 1)
            )
        }
        var s = state
        for index in 0..<80 {
            let (mixed, constant): (UInt32, UInt32) =
                switch index {
                case ..<20: (s[1] & s[2] | ~s[1] & s[3], 0x5A82_7999)
                case ..<40: (s[1] ^ s[2] ^ s[3], 0x6ED9_EBA1)
                case ..<60: (s[1] & s[2] | s[1] & s[3] | s[2] & s[3], 0x8F1B_BCDC)
                default: (s[1] ^ s[2] ^ s[3], 0xCA62_C1D6)
                }
            let next = rotated(s[0], 5) &+ mixed &+ s[4] &+ constant &+ schedule[index]
            s = [next, s[0], rotated(s[1], 30), s[2], s[3]]
        }
        for index in 0..<5 { state[index] &+= s[index] }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
