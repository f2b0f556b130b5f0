public import CarillonModel

/// A store whose tenants can be moved to one of another kind.
///
/// A move has five steps, each of which may be repeated, should it have been cut short:
///
/// 1. the store that the tenant leaves withholds it: from then on nothing more is accepted or sent there;
/// 2. the one that it is to come to withholds it too, so that nobody begins to work on half of it;
/// 3. ``vacate(_:)`` waits for what is in flight;
/// 4. ``receive(_:as:in:)`` takes a copy in, whole or not at all, with the move's id in it;
/// 5. the one that it came to readmits it. The other one goes on withholding what it still has.
///
/// So there is at any time at most one store that works on the tenant, and at least one that has all of it.
public protocol MovableStore: CopyableStore {
    /// Why a tenant is withheld; nil where it isn't.
    func withholding(of tenant: TenantID) async throws(StoreFailure) -> Withholding?

    /// All tenants that are withheld.
    func withheld() async throws(StoreFailure) -> [TenantID: Withholding]

    /// Has a tenant opened and written to no more, after a crash neither; what hosts have in flight may still be settled, and lanes be
    /// given back.
    ///
    /// - Throws: where another move withholds it already.
    func withhold(_ tenant: TenantID, for move: Withholding) async throws(StoreFailure)

    /// Waits, half a minute at most, until nobody works on a tenant that is withheld, and lets go of it: what is settled later is
    /// in no copy.
    func vacate(_ tenant: TenantID) async throws(StoreFailure)

    /// Takes in a copy that ``CopyableStore/copy(_:to:)`` of either kind of store has written, or a tenant's file itself. Streams have to
    /// begin anew: the key of their journal isn't taken over.
    ///
    /// - Parameter move: its id is kept with what came; nil where it is a backup.
    /// - Returns: how many rows came, by table.
    /// - Throws: and has taken nothing, where there is anything of the tenant already, or fewer rows came than there are in the
    ///   copy.
    func receive(_ path: String, as tenant: TenantID, in move: Withholding?) async throws(StoreFailure) -> [String: Int]

    /// Whether nobody is known and nothing was accepted, so that a move or a backup may come there. Works where it is withheld, and where
    /// there is no such tenant.
    func isEmpty(_ tenant: TenantID) async throws(StoreFailure) -> Bool

    /// The id of the move by which the tenant came; nil where it came by none, or isn't there.
    func arrival(of tenant: TenantID) async throws(StoreFailure) -> String?

    /// Ends withholding a tenant.
    func readmit(_ tenant: TenantID) async throws(StoreFailure)
}

/// Why a store withholds a tenant: it is being moved, or was.
public struct Withholding: Sendable, Hashable {
    public enum Direction: String, Sendable, Hashable {
        /// The tenant leaves, or has left.
        case leaving
        /// It comes, and isn't whole yet.
        case arriving
    }

    /// Of the move; the same in both stores.
    public var id: String
    public var direction: Direction
    /// The other store, for people, without a password.
    public var peer: String

    public init(id: String, _ direction: Direction, peer: String) {
        self.id = id
        self.direction = direction
        self.peer = peer
    }

    /// The name under which a move's id is kept among a tenant's keys.
    public static let arrivalKey = "arrival"

    /// For stores and operators.
    public var json: JSONValue {
        ["id": .string(id), "direction": .string(direction.rawValue), "peer": .string(peer)]
    }

    /// Nil for anything that ``json`` doesn't make.
    public init?(json: JSONValue) {
        guard let id = json["id"]?.string, let peer = json["peer"]?.string,
            let direction = json["direction"]?.string.flatMap({ Direction(rawValue: $0) })
        else { return nil }
        self.init(id: id, direction, peer: peer)
    }

    /// Nil for a text that isn't ``json``.
    public init?(text: String) {
        guard let json = try? JSONValue(parsing: Array(text.utf8)) else { return nil }
        self.init(json: json)
    }
}

extension StoreFailure {
    /// Of whoever wants to open or change a tenant that is withheld.
    public static func withheld(_ tenant: some CustomStringConvertible, _ why: Withholding) -> StoreFailure {
        let what =
            switch why.direction {
            case .leaving:
                "\(tenant) is moved to \(why.peer), or was: nothing is accepted here. Where it has arrived, move its folder away here"
            case .arriving: "\(tenant) is being moved here from \(why.peer)"
            }
        return StoreFailure(.withheld, "\(what) (`carillond tenants move`)")
    }

    /// Of whoever would put a tenant where there is one.
    public static func occupied(
        _ place: some CustomStringConvertible,
        by tenant: some CustomStringConvertible
    ) -> StoreFailure {
        StoreFailure(
            .unavailable,
            "\(place) has \(tenant) already, and not empty: nothing is replaced. Where it is no longer needed there, drop it first "
                + "(`carillond tenants drop`)"
        )
    }

    /// Of a move that brings a tenant which isn't withheld for it.
    public static func notWithheld(_ tenant: TenantID) -> StoreFailure {
        StoreFailure(.unavailable, "\(tenant) isn't withheld here for this move: begin it again")
    }

    /// Of a move for which the tenant is withheld by another one.
    public static func otherMove(_ tenant: TenantID, _ why: Withholding) -> StoreFailure {
        let what =
            switch why.direction {
            case .leaving:
                "another move has begun to take \(tenant) from here to \(why.peer): finish that one, or cancel it; where it has "
                    + "arrived there, drop what it left here (`carillond tenants drop \(tenant) --yes`)"
            case .arriving:
                "another move has begun to bring \(tenant) here from \(why.peer): finish that one, or cancel it"
            }
        return StoreFailure(.unavailable, what)
    }
}
