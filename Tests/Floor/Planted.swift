// Compiled by run.sh alone, which expects to be refused: both are newer than the oldest system.

public func planted(_ number: UInt64) -> UInt128 {
    UInt128(number) << 64
}

public func planted(_ numbers: [UInt8]) -> Int {
    var sums = InlineArray<4, Int>(repeating: 0)
    for (index, number) in numbers.enumerated() { sums[index % 4] += Int(number) }
    return sums[0]
}
