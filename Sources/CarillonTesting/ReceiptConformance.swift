import CarillonPluginKit

extension ChannelConformance {
    /// What every channel with receipts must do besides: asking fails without an outcome being made up.
    public func receiptViolations() async -> [String] {
        guard let terms = kind.receiptTerms else { return ["the kind says nothing of when receipts can be asked for"] }
        var faults: [String] = []
        if terms.batchSize < 1 { faults.append("a request for receipts asks for at least one") }
        if terms.delay < .zero { faults.append("receipts can't be asked for before they were given") }
        let messages = (1...min(terms.batchSize, 3)).map {
            AcceptedMessage(ReceiptID("receipt-\($0)"), to: message.address)
        }
        for hostile in HostileAnswer.all(echoing: message, isPerRecipient: false) {
            guard let (channel, egress) = plugin(over: hostile.before(provider, unless: isPreliminary)),
                let channel = channel as? any ReceiptSource
            else { return ["good settings make no plugin that can be asked for receipts"] }
            let answer = await channel.receipts(for: messages)
            if case .outcomes(let outcomes) = answer, !outcomes.isEmpty {
                faults.append("\(hostile.name): there are receipts that nobody gave")
            }
            if !egress.requests.allSatisfy({ mayReach($0.url) }) { faults.append("receipts are asked for elsewhere") }
        }
        guard let (channel, egress) = plugin(over: provider), let channel = channel as? any ReceiptSource else {
            return faults
        }
        if await channel.receipts(for: []) != .outcomes([:]) || !egress.requests.isEmpty {
            faults.append("asking for no receipts does something")
        }
        return faults
    }
}
