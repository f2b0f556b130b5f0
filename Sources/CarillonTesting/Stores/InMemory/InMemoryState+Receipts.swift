import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension InMemoryState {
    mutating func settle(_ settlement: ReceiptSettlement) {
        if var delivery = deliveries[settlement.row],
            delivery.isEnded(byReportOf: settlement.attempt, arrived: settlement.result == .confirmed)
        {
            delivery.apply(settlement)
            deliveries[settlement.row] = delivery
            if delivery.status == .failed {
                for fallback in settlement.fallbacks { fall(back: fallback, at: settlement.at) }
            }
            if delivery.status.isFinal {
                open.remove(settlement.row)
            } else {
                open.insert(settlement.row)
                cancelPointless(settlement.row, at: settlement.at)
            }
        }
        if let forget = settlement.forget { self.forget(forget, of: settlement.row, at: settlement.at) }
    }
}

extension InMemoryState.Delivery {
    var truncationCount: Int { history.count { $0.own == .truncated } }

    /// - Parameter attempt: nil of what was asked for.
    func isEnded(byReportOf attempt: Int?, arrived: Bool) -> Bool {
        if receiptDueAt != nil { return arrived || attempt.map { attempts == $0 + 1 } ?? true }
        guard let attempt else { return false }
        if attemptedAt != nil, attempts == attempt { return true }
        return arrived && !status.isFinal && attempts > attempt
    }

    fileprivate mutating func apply(_ settlement: ReceiptSettlement) {
        if case .later(let time) = settlement.result {
            if receiptDueAt != nil { receiptDueAt = time }
            return
        }
        receiptDueAt = nil
        if attemptedAt != nil { (attemptedAt, attempts, isUncertain) = (nil, attempts + 1, false) }
        if settledAt == nil {
            history.append(AttemptTrace(at: settlement.at, outcome: .delivered, reason: OutcomeReason("")))
        }
        var reason = OutcomeReason("")
        switch settlement.result {
        case .later: break
        case .confirmed, .expired:
            (status, dueAt) = (.delivered, nil)
            settledAt = settledAt ?? settlement.at
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
