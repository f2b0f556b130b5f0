import CarillonModel
public import CarillonPipeline
import CarillonProfiles

// What both stores read from rows.

extension UserAttributes {
    /// From columns of `user`.
    public init(_ columns: Columns<some PreparedStatement>) throws {
        self.init(
            email: try columns["email"],
            locale: try columns["locale"],
            timeZone: try columns["time_zone"],
            phone: try columns["phone"]
        )
    }
}

extension EventRecord {
    /// Of an event `e`.
    public static let columns = """
        e.id AS event_id, e.source, e.external_id, e.type, e.payload, e.revision, e.accepted_at
        """

    public init(_ columns: Columns<some PreparedStatement>) throws {
        let (id, source) = (try columns["event_id"] as String, try columns["source"] as String)
        let (externalID, type) = (try columns["external_id"] as String, try columns["type"] as EventTypeID)
        let stored = StoredPayload.parts(of: try columns["payload"])
        self.init(
            id: id,
            source: source,
            externalID: externalID,
            type: type,
            payload: stored.payload,
            overrides: stored.overrides,
            revision: try columns["revision"],
            acceptedAt: try columns["accepted_at"]
        )
    }
}

extension CampaignPlan {
    /// Of a campaign `c`.
    public static let columns = "c.name, c.rate_count, c.rate_window"

    public init(_ columns: Columns<some PreparedStatement>, isForEveryone: Bool) throws {
        let name = try columns["name"] as String?
        let (count, window) = (try columns["rate_count"] as Int?, try columns["rate_window"] as Int64?)
        self.init(
            name: name,
            isForEveryone: isForEveryone,
            rate: count.flatMap { count in window.map { RateLimit(count: count, per: .milliseconds($0)) } }
        )
    }
}
