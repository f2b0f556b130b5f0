public import CarillonPipeline

/// What events have made in rooms: of the port's `DeliveringStore`.
extension StoredTenant {
    public func made(_ messages: Set<RoomMessage>) async throws(StoreFailure) -> Set<RoomMessage> {
        try await read { database in try messages.filter { try database.isMade($0) } }
    }
}

extension StoreConnection {
    /// Whether there is a delivery of the event on the channel, whoever it was made for.
    ///
    /// The first of the event's notifications has it nearly always, so that few are looked at, however many there are.
    public func isMade(_ message: RoomMessage) throws -> Bool {
        guard let dueAt = message.dueAt else {
            return try exists(selectDelivery, message.event, message.channel)
        }
        return try exists("\(selectDelivery) AND n.due_at = ?3", message.event, message.channel, dueAt)
    }
}

private let selectDelivery = """
    SELECT 1 FROM event e JOIN notification n ON n.event = e.row JOIN delivery d ON d.notification = n.row
    WHERE e.id = ?1 AND d.channel = ?2
    """
