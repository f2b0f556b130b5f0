import MessageFormat

/// Every locale and currency in turn: what a cache of formatters would make slow.
struct RoundRobin {
    private let locales = """
        en en-GB en-NG en-KE en-ZA en-IN en-AU en-CA en-IE ar ar-EG ar-AE ar-SA ar-MA ar-KW ar-QA ar-IQ nb nn no da sv fi \
        is de de-CH de-AT fr fr-CA fr-CH es es-MX es-419 pt pt-PT pt-BR it nl pl cs sk hu ro bg hr sr sr-Latn bs sl mk sq \
        el tr ru uk he fa ur hi bn ta te mr gu pa ne si th vi id ms fil sw ha yo ig am zu af so rw ja ko zh zh-Hant zh-HK \
        ka hy az kk uz et lv lt ga cy eu ca gl my km lo
        """.split(separator: " ").prefix(100).map { String($0) }

    private let currencies = """
        AED ARS AUD BDT BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP GEL GHS HKD HUF IDR ILS INR ISK JOD JPY KES KRW \
        KWD KZT LKR MAD MXN MYR NGN NOK NPR NZD OMR PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD TZS UAH \
        UGX USD VND ZAR
        """.split(separator: " ").compactMap { CurrencyCode($0) }

    /// Amounts a second in one locale and currency, and in all of them in turn.
    func rates() -> (one: Double, all: Double) {
        let messages = locales.map { CompiledMessage(Message.parse("{$amount :currency}"), locale: $0) }
        precondition(messages.count == 100 && currencies.count == 60, "a hundred locales and sixty currencies")
        let arguments = currencies.map { currency in
            (0..<16).map { index in
                var arguments = MessageArguments(for: messages[0])
                arguments[0] = .money(
                    ExactDecimal(minorUnits: Int64(index * 9_001 + 1_234), fractionDigits: 2),
                    currency
                )
                return arguments
            }
        }
        let norwegian = locales.firstIndex(of: "nb") ?? 0
        let krone = currencies.firstIndex { $0.description == "NOK" } ?? 0
        let one = measure { count in
            (0..<count).reduce(0) { bytes, index in
                bytes &+ messages[norwegian].format(arguments[krone][index & 15], bidi: .none).text.utf8.count
            }
        }
        let all = measure { count in
            (0..<count).reduce(0) { bytes, index in
                // 100 and 60 share factors; stepping the currency after each round of locales meets every pair.
                let message = messages[index % 100]
                let money = arguments[(index / 100 + index) % 60][index & 15]
                return bytes &+ message.format(money, bidi: .none).text.utf8.count
            }
        }
        return (one, all)
    }
}
