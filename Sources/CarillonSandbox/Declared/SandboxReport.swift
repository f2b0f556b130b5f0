import CarillonChannels
public import CarillonModel

/// What a simulated provider reports by itself about a message that it took.
///
/// Whoever holds the connection sends it, by POST.
public struct SandboxReport: Sendable, Hashable {
    /// The channel's id.
    public let provider: String
    /// The sample of the channel file that it is.
    public let name: String
    /// To whom the message went.
    public let token: String
    /// How long after the answer to its message it is sent.
    public let delay: Duration
    /// Where the provider was told to report.
    public let url: String
    /// Without what proves it, where that stands in it: see ``body(at:)``.
    public let body: [UInt8]
    let content: CallbackForm.Content
    let proof: ReportProof

    /// - Parameter now: when it is sent.
    public func headers(at now: Instant) -> [SandboxRequest.Header] {
        let type = content == .json ? "application/json" : "application/x-www-form-urlencoded"
        return [SandboxRequest.Header("Content-Type", type)] + proof.headers(url: url, body: body, at: now)
    }

    /// What is sent then.
    public func body(at now: Instant) -> [UInt8] { proof.proven(body, at: now) }
}
