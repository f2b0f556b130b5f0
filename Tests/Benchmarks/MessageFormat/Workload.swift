import MessageFormat

/// One message to format over and over, with a set of arguments that varies.
struct Workload {
    let name: String
    let locale: String
    let source: String
    /// `variety` lists of values, in the order of the message's variables.
    let arguments: [[MessageValue]]

    /// A power of two, so that the index of the next arguments is a mask away.
    static let variety = 1024

    static let all = [
        Workload(
            name: "simple",
            locale: "en",
            source: "Hi {$name}, you have a new message from {$sender}.",
            arguments: (0..<variety).map { [.string(names[$0 % 64]), .string(names[$0 * 7 % 64])] }
        ),
        Workload(
            name: "plural-en",
            locale: "en",
            source: """
                .input {$count :number}
                .match $count
                one {{You have {$count} new message.}}
                *   {{You have {$count} new messages.}}
                """,
            arguments: (0..<variety).map { [.integer($0 % 3 == 0 ? 1 : $0 * 37)] }
        ),
        Workload(
            name: "plural-ar",
            locale: "ar-EG",
            source: """
                .input {$count :number}
                .match $count
                zero {{ليس لديك رسائل}}
                one  {{لديك رسالة واحدة}}
                two  {{لديك رسالتان}}
                few  {{لديك {$count} رسائل}}
                many {{لديك {$count} رسالة}}
                *    {{لديك {$count} رسالة}}
                """,
            arguments: (0..<variety).map { [.integer($0 % 5 == 0 ? $0 % 3 : $0 * 37)] }
        ),
        Workload(
            name: "currency-nb",
            locale: "nb",
            source: "Du betalte {$amount :currency currency=NOK}.",
            arguments: (0..<variety).map { [.decimal(ExactDecimal(minorUnits: Int64($0 * 12_347), fractionDigits: 2))] }
        ),
    ]

    private static let names = (0..<64).map { index in
        ["Ada Lovelace", "Øyvind", "Grace Brewster Hopper", "Nkechi Okonkwo"][index % 4]
            + (index < 32 ? "" : " \(index)")
    }

    /// The message compiled, and its arguments in their slots.
    func prepared() -> (CompiledMessage, [MessageArguments]) {
        let message = CompiledMessage(Message.parse(source), locale: locale)
        let prepared = arguments.map { values in
            var arguments = MessageArguments(for: message)
            for (slot, value) in values.enumerated() { arguments[slot] = value }
            return arguments
        }
        return (message, prepared)
    }
}
