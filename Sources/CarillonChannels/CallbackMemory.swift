import CarillonModel
import CarillonPluginKit
import Synchronization

/// The words of proofs that don't cover their body, each with the body that it came with, for as long as it could be shown again.
///
/// A class with a lock: callbacks are read concurrently.
final class CallbackMemory: Sendable {
    private struct State {
        var begunAt = Instant(epochMilliseconds: 0)
        var recent: [String: [UInt8]] = [:]
        var older: [String: [UInt8]] = [:]
    }

    private let state = Mutex(State())

    /// Longer than a proof's time is believed.
    private static let lifetime = ProviderCallback.window + ProviderCallback.window
    /// Words that are kept twice; only who has the secret fills them.
    private static let limit = 50_000

    /// Whether a word is new, or comes again with the same body, as where a provider got no answer.
    ///
    /// - Parameter digest: of the body without its proof.
    func admits(_ word: String, with digest: [UInt8], at now: Instant) -> Bool {
        state.withLock { state in
            if state.begunAt.duration(to: now) > Self.lifetime || state.recent.count >= Self.limit {
                state.older = state.recent
                state.recent = [:]
                state.begunAt = now
            }
            if let known = state.recent[word] ?? state.older[word] { return known == digest }
            state.recent[word] = digest
            return true
        }
    }
}
