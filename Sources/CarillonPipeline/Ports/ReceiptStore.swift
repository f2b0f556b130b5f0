public import CarillonModel

/// Late answers of providers, requested some time after a delivery was accepted.
public protocol ReceiptStore: Sendable {
    /// Up to `limit` receipts of the lanes' channels to be requested at `now`, the earliest first. Reading only.
    ///
    /// ``Lane/home`` represents the channels whose lanes no process holds.
    func dueReceipts(in lanes: [LaneLease], at now: Instant, limit: Int) async throws(StoreFailure) -> [DueReceipt]
    /// Records answers. A receipt that isn't awaited any more is passed over.
    func settleReceipts(_ settlements: [ReceiptSettlement]) async throws(StoreFailure)
    /// Deliveries that wait for their receipts, by their rows; others are left out. Reading only.
    func receiptedDeliveries(_ rows: [Int64]) async throws(StoreFailure) -> [LeasedDelivery]
    /// When the next receipt of the lanes' channels is to be requested; as in ``dueReceipts(in:at:limit:)``.
    func nextReceipt(in lanes: [LaneLease]) async throws(StoreFailure) -> Instant?
}
