/// The digits, separators and group sizes of a locale, read from its row of the number table on demand.
struct NumberSymbols {
    /// What is printed, because symbols and groups may differ.
    enum Use {
        case numbers, percentages, money, accounts
    }

    private let row: UnsafePointer<UInt8>
    private let use: Use

    @inline(__always)
    init(row: UnsafePointer<UInt8>, for use: Use) {
        self.row = row
        self.use = use
    }

    /// The symbols of plain numbers.
    init(of locale: LocaleData) {
        self.init(row: Self.row(of: locale), for: .numbers)
    }

    @inline(__always)
    static func row(of locale: LocaleData) -> UnsafePointer<UInt8> {
        NumberTable.bytes.utf8Start + (NumberTable.rows &+ Int(locale.row) &* 32)
    }

    @inline(__always)
    private var isForMoney: Bool { use == .money || use == .accounts }
}

// MARK: - Symbols

extension NumberSymbols {
    @inline(__always)
    var decimal: TableText { NumberTable.bytes.utf8Start.shortText(row.number2(at: isForMoney ? 6 : 0)) }

    @inline(__always)
    var group: TableText { NumberTable.bytes.utf8Start.shortText(row.number2(at: isForMoney ? 8 : 2)) }

    /// The ten digits in sequence; nil where they are ASCII.
    @inline(__always)
    var digits: UnsafePointer<UInt8>? {
        let reference = row.number2(at: 4)
        return reference == 0 ? nil : NumberTable.bytes.utf8Start.shortText(reference).start
    }

    /// Bytes of each digit: at most 4.
    @inline(__always)
    var digitLength: Int { row.number1(at: 24) }
}

// MARK: - Groups

extension NumberSymbols {
    /// Digits of the last group, at most 4.
    @inline(__always)
    var primary: Int { row.number1(at: isForMoney ? 13 : 10) }

    /// Digits of the groups before it (2 in India), at most 4.
    @inline(__always)
    var secondary: Int {
        switch use {
        case .numbers: row.number1(at: 11)
        case .percentages: row.number1(at: 25)
        case .money: row.number1(at: 14)
        case .accounts: row.number1(at: 26)
        }
    }

    /// How many digits must precede the first separator.
    @inline(__always)
    var minimum: Int { row.number1(at: isForMoney ? 15 : 12) }

    /// Whether an integer with this many digits is written in groups.
    @inline(__always)
    func groups(_ digits: Int, _ grouping: NumberStyle.Grouping) -> Bool {
        switch grouping {
        case .auto: digits >= primary &+ minimum
        case .always: digits > primary
        case .min2: digits >= primary &+ max(2, minimum)
        case .never: false
        }
    }

    /// Whether a group separator follows the digit that has `place` digits after it.
    func separates(after place: Int) -> Bool {
        let primary = primary
        return place == primary || place > primary && (place - primary) % secondary == 0
    }
}
