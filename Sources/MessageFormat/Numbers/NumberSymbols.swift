/// The digits, separators and group sizes of a locale, for numbers or for amounts of money.
struct NumberSymbols {
    let decimal: TableText
    let group: TableText
    /// The ten digits one after the other, or nil if they are those of ASCII.
    let digits: UnsafePointer<UInt8>?
    /// Bytes of each digit.
    let digitLength: Int
    /// Digits in the last group, and in those before it (2 in India).
    let primary: Int
    let secondary: Int
    /// How many digits there must be before the first separator.
    let minimum: Int

    /// What is printed: symbols and groups may differ.
    enum Use {
        case numbers, percentages, money, accounts
    }

    @inline(__always)
    init(row: UnsafePointer<UInt8>, for use: Use) {
        let forMoney = use == .money || use == .accounts
        let table = NumberTable.bytes.utf8Start
        decimal = table.text(row.number3(at: forMoney ? 9 : 0))
        group = table.text(row.number3(at: forMoney ? 12 : 3))
        let native = row.number3(at: 6)
        digits = native == 0 ? nil : table.text(native).start
        digitLength = row.number1(at: 29)
        primary = row.number1(at: forMoney ? 18 : 15)
        secondary = row.number1(at: Self.place(ofSecondaryFor: use))
        minimum = row.number1(at: forMoney ? 20 : 17)
    }

    /// The symbols of plain numbers.
    init(of locale: LocaleData) {
        self.init(row: Self.row(of: locale), for: .numbers)
    }

    @inline(__always)
    private static func place(ofSecondaryFor use: Use) -> Int {
        switch use {
        case .numbers: 16
        case .percentages: 30
        case .money: 19
        case .accounts: 31
        }
    }

    @inline(__always)
    static func row(of locale: LocaleData) -> UnsafePointer<UInt8> {
        NumberTable.bytes.utf8Start + (NumberTable.rows &+ Int(locale.row) &* 32)
    }

    /// Whether an integer of so many digits is written in groups.
    @inline(__always)
    func groups(_ digits: Int, _ grouping: NumberStyle.Grouping) -> Bool {
        switch grouping {
        case .auto: digits >= primary &+ minimum
        case .always: digits > primary
        case .min2: digits >= primary &+ max(2, minimum)
        case .never: false
        }
    }
}
