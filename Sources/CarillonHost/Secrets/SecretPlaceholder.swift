import CarillonModel

/// The text in a secrets file in place of a secret that another party issues, until it is filled in.
///
/// It counts as missing: nothing is signed with it, and it lets nobody in.
public enum SecretPlaceholder {
    private static let mark = "FILL IN: "

    /// - Parameter message: what belongs there, and who has it.
    public static func text(_ message: String) -> String { mark + message }

    static func isOne(_ secret: Secret) -> Bool { secret.reveal().hasPrefix(mark) }
}
