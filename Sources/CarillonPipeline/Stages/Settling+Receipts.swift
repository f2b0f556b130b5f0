public import CarillonModel
public import CarillonPluginKit
import CarillonProfiles

/// Late answer → ``ReceiptSettlement``.
extension Settling {
    /// How often a provider may find a message too large before it is given up.
    public static let truncationLimit = 3

    /// - Parameters:
    ///   - outcome: nil where the provider has no result yet.
    ///   - lifetime: how long the provider keeps receipts.
    ///   - delay: how long a receipt takes at least.
    public func settle(
        _ receipt: DueReceipt,
        _ outcome: DeliveryOutcome?,
        keptFor lifetime: Duration,
        delay: Duration,
        at now: Instant
    ) -> ReceiptSettlement {
        switch outcome {
        case .accepted: ReceiptSettlement(row: receipt.row, result: .confirmed, at: now)
        // A failed request for the receipt doesn't concern the message: the receipt is requested again.
        case nil, .uncertain: unanswered(receipt, keptFor: lifetime, delay: delay, at: now)
        case .refused(let reason): ReceiptSettlement(row: receipt.row, result: .failed(reason), at: now)
        case .gone(let reason, let since):
            ReceiptSettlement(
                row: receipt.row,
                result: .failed(reason),
                at: now,
                forget: forgetting(receipt.address, on: receipt.channel, since: since ?? receipt.acceptedAt)
            )
        case .misconfigured(let reason): ReceiptSettlement(row: receipt.row, result: .held(reason), at: now)
        case .deferred(let reason, let after): again(receipt, reason, notBefore: after, at: now)
        case .tooLarge: shorter(receipt, at: now)
        }
    }

    /// Asked for again after as long as it has waited: with 15 minutes at first, seven times in a day.
    private func unanswered(
        _ receipt: DueReceipt,
        keptFor lifetime: Duration,
        delay: Duration,
        at now: Instant
    ) -> ReceiptSettlement {
        let end = receipt.acceptedAt.advanced(by: lifetime)
        guard now < end else { return ReceiptSettlement(row: receipt.row, result: .expired, at: now) }
        let next = now.advanced(by: max(receipt.acceptedAt.duration(to: now), delay))
        return ReceiptSettlement(row: receipt.row, result: .later(min(next, end)), at: now)
    }

    private func again(
        _ receipt: DueReceipt,
        _ reason: OutcomeReason,
        notBefore pause: Duration?,
        at now: Instant
    ) -> ReceiptSettlement {
        let next = profile.policies.retry.next(
            after: RetryLadders.Failure(
                row: receipt.row,
                attempts: receipt.attempts,
                code: reason.code,
                triedAt: receipt.acceptedAt,
                retryWindowStart: receipt.retryWindowStart,
                expiresAt: receipt.expiresAt,
                notBefore: pause
            ),
            at: now
        )
        return switch next {
        case .again(let time): ReceiptSettlement(row: receipt.row, result: .retry(reason, at: time), at: now)
        case .never: ReceiptSettlement(row: receipt.row, result: .failed(reason), at: now)
        case .tooLate: ReceiptSettlement(row: receipt.row, result: .failed(.gaveUp(reason)), at: now)
        }
    }

    /// What is over the limit isn't sent at all: the provider counts otherwise.
    private func shorter(_ receipt: DueReceipt, at now: Instant) -> ReceiptSettlement {
        guard receipt.truncationCount < Self.truncationLimit else {
            return ReceiptSettlement(row: receipt.row, result: .failed(.foundTooLarge(size: nil)), at: now)
        }
        return ReceiptSettlement(row: receipt.row, result: .retry(.truncated(from: nil), at: now), at: now)
    }
}

extension OutcomeReason {
    /// - Parameter size: as in ``foundTooLarge(size:)``.
    public static func truncated(from size: Int?) -> OutcomeReason {
        let message = "the provider found " + (size.map { "\($0) bytes too many" } ?? "it too large")
        return OutcomeReason(.truncated, "\(message): tried again with a shorter body")
    }

    public static func truncated(limit: Int) -> OutcomeReason {
        OutcomeReason(.truncated, "the provider allows \(limit) bytes: tried again with a shorter body")
    }
}
