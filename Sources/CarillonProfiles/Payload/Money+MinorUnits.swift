public import CarillonModel

extension Money {
    /// An amount in a currency's smallest units, such as 1250 kobo for ₦12.50; nil for what isn't in ISO 4217's form.
    public init?(minorUnits units: Int64, currency: String) {
        guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (65...90).contains($0) }) else { return nil }
        let digits = Self.minorDigits[currency] ?? 2
        var text = String(units.magnitude)
        text = String(repeating: "0", count: max(0, digits + 1 - text.utf8.count)) + text
        if digits > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -digits)) }
        self.init(value: (units < 0 ? "-" : "") + text, currency: currency)
    }

    /// Currencies whose smallest unit isn't a hundredth.
    ///
    /// Source: ISO 4217, table A.1.
    private static let minorDigits: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
        "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0, "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3,
        "OMR": 3, "TND": 3, "CLF": 4, "UYW": 4,
    ]
}
