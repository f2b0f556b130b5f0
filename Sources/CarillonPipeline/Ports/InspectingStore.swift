public import CarillonModel

/// What an operator looks at.
///
/// Reading only, and cheap enough to ask every few seconds.
public protocol InspectingStore: Sendable {
    func queue(at now: Instant) async throws(StoreFailure) -> QueueFigures
}
