import MessageFormat
import Testing

@Suite struct MoneyTests {
    private func format(_ source: String, _ value: String, _ currency: String, locale: String = "en") throws -> String {
        let amount = try MessageValue.money(#require(ExactDecimal(value)), #require(CurrencyCode(currency)))
        return CompiledMessage(Message.parse(source), locale: locale).format(["amount": amount], bidi: .none).text
    }

    @Test(arguments: [
        ("150000.00", "NGN", "en", "₦150,000"), ("1250.50", "NGN", "en", "₦1,250.50"),
        ("2000.00", "NOK", "nb", "2\u{A0}000\u{A0}kr"), ("129.00", "NOK", "nb", "129\u{A0}kr"),
    ])
    func `options hold for an amount that brings its currency`(
        value: String,
        currency: String,
        locale: String,
        wanted: String
    ) throws {
        let source = "{$amount :currency currencyDisplay=narrowSymbol trailingZeroDisplay=stripIfInteger}"
        #expect(try format(source, value, currency, locale: locale) == wanted)
        // The same through the evaluator that takes every message, not only the common ones.
        let local = ".local $shown = \(source) {{{$shown}}}"
        #expect(try format(local, value, currency, locale: locale) == wanted)
    }

    @Test func `fraction digits can be fixed for an amount that brings its currency`() throws {
        #expect(try format("{$amount :carillon:money fractionDigits=2}", "0.126", "USDC") == "USDC\u{A0}0.13")
        #expect(try format("{$amount :currency fractionDigits=0}", "12.50", "NOK") == "NOK\u{A0}13")
    }

    @Test(arguments: [
        ("100.00", "USDC", "USDC\u{A0}100.00"), ("0.000125", "USDC", "USDC\u{A0}0.000125"),
        ("5", "USDC", "USDC\u{A0}5"), ("0.00250", "BTC", "BTC\u{A0}0.00250"), ("12.5", "ETH", "ETH\u{A0}12.5"),
    ])
    func `an amount of a token is shown as it was written`(value: String, currency: String, wanted: String) throws {
        #expect(try format("{$amount}", value, currency) == wanted)
        #expect(try format("{$amount :carillon:money}", value, currency) == wanted)
    }

    @Test(arguments: ["NOK", "BIF", "LYD", "BWP", "ZMW"])
    func `a listed currency keeps its minor units`(code: String) throws {
        #expect(try #require(CurrencyCode(code)).isISO4217)
    }

    @Test(arguments: ["BTC", "ETH", "USDC", "QQQ"])
    func `what only looks like a currency isn't listed`(code: String) throws {
        #expect(try !#require(CurrencyCode(code)).isISO4217)
    }
}
