import CarillonModel
import CarillonPluginKit
import CarillonProfiles

extension NativeRoute {
    static let campaigns = [
        NativeRoute(.post, "/v1/{tenant}/campaigns", .service, .campaignsCreate, member: "campaign", status: 202),
        NativeRoute(
            .get,
            "/v1/{tenant}/campaigns",
            .service,
            .campaignsList,
            .query(["limit": .init(name: "limit", kind: .integer), "cursor": .init(name: "cursor")]),
            only: ["campaigns", "nextCursor"]
        ),
        NativeRoute(.get, "/v1/{tenant}/campaigns/{id}", .service, .campaignsGet, .query([:]), member: "campaign"),
        change("pause", .campaignsPause), change("resume", .campaignsResume), change("cancel", .campaignsCancel),
    ]

    private static func change(_ word: String, _ operation: Operation) -> NativeRoute {
        NativeRoute(
            .post,
            "/v1/{tenant}/campaigns/{id}/\(word)",
            .service,
            operation,
            .query([:]),
            member: "campaign"
        )
    }
}
