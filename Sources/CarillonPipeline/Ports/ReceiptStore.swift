public import CarillonModel

/// Late answers of providers, requested some time after a delivery was accepted.
public protocol ReceiptStore: Sendable {
    /// Up to `limit` receipts of the lanes' channels to be requested at `now`, the earliest first. Reading only.
    ///
    /// ``Lane/home`` represents the channels whose lanes no process holds.
    func dueReceipts(in lanes: [LaneLease], at now: Instant, limit: Int) async throws(StoreFailure) -> [DueReceipt]
    /// Records answers. A receipt that isn't awaited any more is passed over.
    ///
    /// What a provider reports by itself may come before its answer to the message: it counts as that answer, which is passed
    /// over then.
    func settleReceipts(_ settlements: [ReceiptSettlement]) async throws(StoreFailure)
    /// Deliveries that wait for their receipts, or for the answer itself, by their rows; others are left out. Reading only.
    func receiptedDeliveries(_ rows: [Int64]) async throws(StoreFailure) -> [LeasedDelivery]
    /// The delivery that a provider reports on by itself; nil where there is none. Reading only.
    func reportedDelivery(_ report: DeliveryReport) async throws(StoreFailure) -> ReportedDelivery?
    /// When the next receipt of the lanes' channels is to be requested; as in ``dueReceipts(in:at:limit:)``.
    func nextReceipt(in lanes: [LaneLease]) async throws(StoreFailure) -> Instant?
}
