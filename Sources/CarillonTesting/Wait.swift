/// Asks again and again until `condition` holds, and lets others run in between.
///
/// - Parameter timeLimit: by the machine's clock; far more than what is waited for takes.
/// - Throws: ``Overdue``, or `CancellationError`, so that a test that waits in vain fails rather than hangs.
package func waitUntil(
    timeLimit: Duration = .seconds(60),
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now.advanced(by: timeLimit)
    while try await !condition() {
        try Task.checkCancellation()
        guard ContinuousClock.now < deadline else { throw Overdue(timeLimit: timeLimit) }
        await Task.yield()
    }
}

/// What was waited for didn't happen.
package struct Overdue: Error, CustomStringConvertible {
    let timeLimit: Duration

    package var description: String { "what was waited for didn't happen within \(timeLimit)" }
}
