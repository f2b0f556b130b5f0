public import CarillonModel

/// Takes in many at once what otherwise comes one by one.
public protocol ImportingStore: Sendable {
    /// Does for each item, in order, what the operation for one does, all in one commit.
    ///
    /// - Returns: an outcome for each; imported again, all are unchanged.
    func take(_ items: [ImportItem], at now: Instant) async throws(StoreFailure) -> [ImportOutcome]
}
