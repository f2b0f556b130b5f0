/// Which file the positions of streams belong to: a file that was restored counts anew from an earlier place, so its positions
/// mean other changes than those that clients have seen.
public struct FeedJournal: Sendable, Hashable {
    /// What the tenant's store keeps the mark under; restoring a copy takes it away.
    public static let keyName = "journal"
    private let mark: String

    /// - Parameter key: a few random ASCII letters and digits.
    public init(key: [UInt8]) {
        mark = String(decoding: key, as: UTF8.self)
    }

    /// `<mark>.<position>`.
    public func id(of position: Int64) -> String { "\(mark).\(position)" }

    /// Nil where the id is of another journal, or none at all.
    public func position(of id: String) -> Int64? {
        guard id.hasPrefix(mark + "."), let position = Int64(id.dropFirst(mark.utf8.count + 1)), position >= 0,
            // A sign or zeros in front are nothing that was ever given out.
            self.id(of: position) == id
        else { return nil }
        return position
    }
}
