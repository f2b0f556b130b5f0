extension CurrencyCode {
    /// Whether ISO 4217 lists the code, at present or recently: `NOK` is listed, `BTC` only has the same form.
    ///
    /// Source: ISO 4217, lists one and three as of 2026.
    public var isISO4217: Bool {
        guard row == Self.noRow else { return true }
        return isISOFormed && Self.isListed(low)
    }

    private static func isListed(_ code: UInt64) -> Bool {
        let bytes = listed.utf8Start
        for start in stride(from: 0, to: listed.utf8CodeUnitCount, by: 4)
        where UInt64(bytes[start]) | UInt64(bytes[start + 1]) << 8 | UInt64(bytes[start + 2]) << 16 == code {
            return true
        }
        return false
    }

    private static let listed: StaticString = """
        AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF \
        CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD \
        GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP \
        LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN \
        PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS \
        TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF XSU XUA YER \
        ZAR ZMW ZWG ZWL
        """
}
