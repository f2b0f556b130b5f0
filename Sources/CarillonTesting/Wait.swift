/// Asks again and again until `condition` holds, and lets others run in between.
///
/// - Parameter patience: by the machine's clock; far more than what is waited for takes.
/// - Throws: ``Overdue``, or `CancellationError`, so that a test that waits in vain fails rather than hangs.
package func waitUntil(
    patience: Duration = .seconds(60),
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now.advanced(by: patience)
    while try await !condition() {
        try Task.checkCancellation()
        guard ContinuousClock.now < deadline else { throw Overdue(patience: patience) }
        await Task.yield()
    }
}

/// What was waited for didn't happen.
package struct Overdue: Error, CustomStringConvertible {
    let patience: Duration

    package var description: String { "what was waited for didn't happen within \(patience)" }
}
