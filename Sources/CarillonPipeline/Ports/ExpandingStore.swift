public import CarillonModel

/// Turns an event for a topic, or a campaign, into notifications, a page of those who are meant at a time.
public protocol ExpandingStore: Sendable {
    /// What isn't wholly expanded and may go on at `now`. Reading only.
    ///
    /// Up to `limit` events for topics, the oldest first, then as many campaigns, first those whose turn came first.
    func unexpanded(in home: LaneLease, at now: Instant, limit: Int) async throws(StoreFailure) -> [UnexpandedEvent]
    /// When the next page of a campaign may be made; nil where none is under way.
    func nextCampaignPage() async throws(StoreFailure) -> Instant?
    /// Stores a page's notifications and moves on, in one commit.
    ///
    /// A user who has a notification of this event from an earlier page receives no second one: subscriptions may have
    /// changed between the pages.
    ///
    /// - Returns: false where the event has moved on already, or was paused or ended, and nothing was done.
    func expand(_ page: ExpandedPage) async throws(StoreFailure) -> Bool
    /// Up to `limit` of all there are, after the one in row `cursor` (0: from the first): users in the order they came,
    /// then, if requested, devices that belong to nobody.
    func everyone(
        after cursor: Int64,
        limit: Int,
        withDevicesOfNobody: Bool
    ) async throws(StoreFailure) -> [AudienceMember]
    /// How many subscriptions a topic has, or, without one, how many ``everyone(after:limit:withDevicesOfNobody:)`` holds.
    func audienceCount(of topic: Topic?, withDevicesOfNobody: Bool) async throws(StoreFailure) -> Int
}

/// Carries out the end of events that were superseded, and of campaigns that were cancelled.
///
/// From the commit that ended one, nothing that waits of it goes out: neither route, lease nor mark gives anything of it
/// away, and what a provider defers isn't tried again. What is left is to record that of each notification.
public protocol EndingStore: Sendable {
    /// Goes on with one of them, a page in a commit.
    ///
    /// - Returns: how much was done; 0 when nothing is left.
    func endPage(in home: LaneLease, at now: Instant) async throws(StoreFailure) -> Int
}

/// Campaigns, as shown to their creator.
///
/// A campaign is stored with its event, by ``AcceptingStore/accept(_:)``, and ends with it.
public protocol CampaignStore: Sendable {
    /// The latest first.
    func campaigns(_ page: ListingPage) async throws(StoreFailure) -> [CampaignRecord]
    func campaign(_ id: String) async throws(StoreFailure) -> CampaignRecord?
    /// Nil where there is no such campaign.
    func progress(ofCampaign id: String) async throws(StoreFailure) -> CampaignProgress?
    /// Carries out the request, where the campaign's state allows it; nil where there is no such campaign.
    func change(
        campaign id: String,
        _ change: CampaignChange,
        at now: Instant
    ) async throws(StoreFailure) -> ChangedCampaign?
}

/// What may be requested of a campaign that hasn't ended.
public enum CampaignChange: Sendable, Hashable {
    /// No more recipients are added. What was expanded is delivered; one that is expanded already stays as it is.
    case pause
    /// Goes on where it was.
    case resume
    /// Ends it: what has not gone to a provider is cancelled.
    case cancel
}
