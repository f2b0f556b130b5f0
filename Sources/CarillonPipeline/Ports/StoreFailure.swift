/// What went wrong in a store.
///
/// Nothing was changed, except for ``Kind/unknown``.
public struct StoreFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The disk is full.
        case full
        case readOnly
        /// The file is damaged: stop, and restore a backup.
        case corrupted
        /// A later version has written it: run that one.
        case newer
        /// It was written by a version that this one no longer supports.
        case older
        /// Another process holds it.
        case locked
        /// Another process has taken the lane since: whoever had it stops working in it.
        case laneLost
        /// The tenant is being moved to another store, or was.
        case withheld
        /// Whether it was committed isn't known: the connection broke while it was. Each operation may be repeated as
        /// it is. Then it answers as things are; a mark, with all that it marked.
        case unknown
        /// Anything else; try again.
        case unavailable
    }

    public let kind: Kind
    /// Names the file or server and the way out, never a payload.
    public let description: String

    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
