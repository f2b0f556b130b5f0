public import CarillonPluginKit

extension ChannelConformance where Subject: ReceiptingChannel {
    /// What every channel with receipts must do besides: asking fails without an outcome being made up.
    public func receiptViolations() async -> [String] {
        var faults: [String] = []
        if Subject.receiptBatchSize < 1 { faults.append("a request for receipts asks for at least one") }
        if Subject.receiptDelay < .zero { faults.append("receipts can't be asked for before they were given") }
        let messages = (1...min(Subject.receiptBatchSize, 3)).map {
            AcceptedMessage(ReceiptID("receipt-\($0)"), to: message.address)
        }
        for hostile in HostileAnswer.all(echoing: message, isPerRecipient: false) {
            guard let (channel, egress) = plugin(over: hostile.before(provider, unless: isPreliminary)) else {
                return ["good settings make no plugin"]
            }
            let answer = await channel.receipts(for: messages)
            if case .outcomes(let outcomes) = answer, !outcomes.isEmpty {
                faults.append("\(hostile.name): there are receipts that nobody gave")
            }
            if !egress.requests.allSatisfy({ mayReach($0.url) }) { faults.append("receipts are asked for elsewhere") }
        }
        guard let (channel, egress) = plugin(over: provider) else { return faults }
        if await channel.receipts(for: []) != .outcomes([:]) || !egress.requests.isEmpty {
            faults.append("asking for no receipts does something")
        }
        return faults
    }
}
