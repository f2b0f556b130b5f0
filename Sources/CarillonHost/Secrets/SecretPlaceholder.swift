import CarillonModel

/// What a secrets file has in place of a secret that somebody else issues, until it is filled in.
///
/// It counts as missing: nothing is signed with it, and it lets nobody in.
public enum SecretPlaceholder {
    private static let mark = "FILL IN: "

    /// - Parameter message: what belongs there, and who has it.
    public static func text(_ message: String) -> String { mark + message }

    static func isOne(_ secret: Secret) -> Bool { secret.reveal().hasPrefix(mark) }
}
