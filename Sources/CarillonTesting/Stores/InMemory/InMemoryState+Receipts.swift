import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension InMemoryState {
    mutating func settle(_ settlement: ReceiptSettlement) {
        if var delivery = deliveries[settlement.row], delivery.receiptDueAt != nil {
            delivery.apply(settlement)
            deliveries[settlement.row] = delivery
            if delivery.status == .failed {
                for fallback in settlement.fallbacks { fall(back: fallback, at: settlement.at) }
            }
            if !delivery.status.isFinal {
                open.insert(settlement.row)
                cancelPointless(settlement.row, at: settlement.at)
            }
        }
        if let forget = settlement.forget { self.forget(forget, of: settlement.row, at: settlement.at) }
    }
}

extension InMemoryState.Delivery {
    var truncationCount: Int { history.count { $0.own == .truncated } }

    fileprivate mutating func apply(_ settlement: ReceiptSettlement) {
        receiptDueAt = nil
        var reason = OutcomeReason("")
        switch settlement.result {
        case .later(let time):
            receiptDueAt = time
            return
        case .confirmed, .expired: break
        case .failed(let why):
            (status, reason) = (.failed, why)
            settledAt = settlement.at
        case .retry(let why, at: let time):
            reason = why
            wait(until: time)
        case .held(let why):
            reason = why
            wait(until: nil)
        }
        history.append(AttemptTrace(at: settlement.at, outcome: settlement.result.outcome, reason: reason))
    }

    private mutating func wait(until time: Instant?) {
        status = .pending
        dueAt = time
        settledAt = nil
        receipt = nil
    }
}
