import CarillonModel

/// A tenant's collapse key in the few characters a provider allows.
public enum CollapseName {
    /// The key itself where it is short and plain enough for a header, else a digest of it.
    ///
    /// Never truncated: two keys with one beginning must not replace each other's messages.
    ///
    /// - Parameters:
    ///   - key: as the tenant made it.
    ///   - limit: bytes the provider allows, at least 32.
    ///   - isPlain: which bytes it allows; visible ASCII unless specified otherwise.
    ///   - cryptography: the host's.
    /// - Returns: at most `limit` bytes.
    public static func fitting(
        _ key: String,
        limit: Int,
        isPlain: (UInt8) -> Bool = { $0 > 0x20 && $0 < 0x7F },
        _ cryptography: any Cryptography
    ) -> String {
        guard key.utf8.count > limit || key.isEmpty || !key.utf8.allSatisfy(isPlain) else { return key }
        // 24 bytes are 32 letters, and as good as no collision.
        return Base64.encode(cryptography.sha256(Array(key.utf8)).prefix(24), .url)
    }
}
