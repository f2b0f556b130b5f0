/// A warning that isn't shown, and why.
///
/// Never an error: the host refuses a tenant with one, whatever a report leaves out.
public struct SuppressedDiagnostic: Sendable, Hashable {
    public let diagnostic: Diagnostic
    public let reason: Reason

    public enum Reason: Sendable, Hashable {
        /// The profile allows it, for that reason.
        case allowed(reason: String)
        /// The baseline has it.
        case baseline
    }

    public init(_ diagnostic: Diagnostic, _ reason: Reason) {
        self.diagnostic = diagnostic
        self.reason = reason
    }

    var isAllowed: Bool { if case .allowed = reason { true } else { false } }
}
