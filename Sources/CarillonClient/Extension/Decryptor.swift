import CarillonModel

/// Opens data that a product seals, before anything is read of them.
///
/// A door for products whose pushes no provider may read: their server seals an event's data with a key that only it and the phone
/// have. Which cipher that is, and where the key is kept, is the adapter's; `CarillonClientApple` has one for AES-GCM.
///
/// A decryptor that finds anything wrong throws and gives nothing: what is shown then are the neutral words.
public protocol Decryptor: Sendable {
    /// - Returns: the data in clear, a JSON object as bytes. ``SealedData`` holds it to its limit.
    func open(_ sealed: SealedData) async throws(DecryptionFault) -> [UInt8]
}

/// Why sealed data stay closed: a code without anything of the push, fit for a log.
public enum DecryptionFault: String, Error, Sendable, Hashable, CaseIterable {
    /// It is no Base64.
    case unreadable
    /// More than ``SealedData/largest`` bytes, or more than ``SealedData/largestOpened`` once it is open.
    case tooLarge = "too-large"
    /// The phone has no such key, or can't reach it: before its first unlock, say.
    case noKey = "no-key"
    /// It was sealed with another key, changed on its way, or cut.
    case notGenuine = "not-genuine"
    /// What came out is no JSON object.
    case noData = "no-data"
    /// It wasn't open before the time was over.
    case late
}

/// What a push carries sealed.
///
/// On the wire it is a member of the data with the sealed bytes in Base64, of either alphabet, and perhaps one with the key's name:
/// `{"sealed": "q83vEj…", "key": "2026-11"}`.
public struct SealedData: Sendable, Hashable {
    /// Bytes of a push, sealed, at most: no provider takes more.
    public static let largest = 4096
    /// Bytes of data in clear at most.
    public static let largestOpened = 16_384

    public let bytes: [UInt8]
    /// Which key opens it, where the product has several; as it came, so it proves nothing.
    public let key: String?

    /// - Parameters:
    ///   - bytes: what is sealed, decoded.
    ///   - key: which key opens it; nil where the product has one alone.
    public init(bytes: [UInt8], key: String? = nil) {
        self.bytes = bytes
        self.key = key
    }

    /// From a push; nil where it carries nothing sealed.
    ///
    /// - Parameters:
    ///   - member: of the data, with the sealed bytes.
    ///   - keyMember: of the data, with the name of the key.
    /// - Throws: ``DecryptionFault/unreadable`` or ``DecryptionFault/tooLarge``.
    public init?(
        _ push: ReceivedPush,
        member: String = "sealed",
        keyMember: String = "key"
    ) throws(DecryptionFault) {
        guard let text = push.data[member] else { return nil }
        guard text.utf8.count <= Self.largest / 3 * 4 + 4 else { throw .tooLarge }
        guard let bytes = Base64.decode(text), !bytes.isEmpty else { throw .unreadable }
        guard bytes.count <= Self.largest else { throw .tooLarge }
        self.init(bytes: bytes, key: push.data[keyMember])
    }
}

extension SealedData: CustomReflectable, CustomStringConvertible {
    public var description: String { "\(bytes.count) sealed bytes" }

    public var customMirror: Mirror { Mirror(self, children: ["count": bytes.count], displayStyle: .struct) }
}

extension ReceivedPush {
    /// The push with the data that were sealed in place of those that lay open, of which nobody knows who wrote them.
    ///
    /// What the system groups and counts by stays: category, thread and number. So do the words, which are the neutral ones. The picture
    /// and the link beside the data don't.
    ///
    /// - Parameter opened: what ``Decryptor/open(_:)`` gave.
    /// - Throws: ``DecryptionFault/tooLarge`` or ``DecryptionFault/noData``.
    public func opened(with opened: [UInt8]) throws(DecryptionFault) -> ReceivedPush {
        guard opened.count <= SealedData.largestOpened else { throw .tooLarge }
        guard let data = (try? JSONValue(parsing: opened))?.object else { throw .noData }
        return replacingData(data)
    }
}
