import CarillonModel
import CarillonProfiles

@testable import CarillonHost

extension TestHost {
    /// A host whose shop has an inbox page.
    static func withInbox(
        publicURL: PublicURL? = nil,
        onDisk: Bool = false,
        _ change: (inout ProfileParts) -> Void = { _ in }
    ) async -> TestHost {
        await start(onDisk: onDisk, publicURL: publicURL) { profile in
            profile.inbox = InboxSettings(page: "/notifications")
            change(&profile)
        }
    }

    /// A link's code, as the shop's backend gets it.
    func inboxCode(for user: String = "ada", _ more: [(String, JSONValue)] = []) async -> String {
        let body = JSONObject([.init("userId", .string(user))] + more.map { JSONObject.Member($0.0, $0.1) })
        let answer = await send("POST", "/v1/shop/inbox/links", bearer: Self.serviceKey, json: .object(body))
        return answer.json["code"]?.string ?? ""
    }

    /// The cookie that a code is exchanged for, as a browser sends it back.
    func inboxCookie(for code: String, host name: String = "shop.example") async -> String? {
        let answer = await send(
            "POST",
            "/v1/shop/inbox/session",
            headers: [("host", name), ("sec-fetch-site", "same-origin")],
            json: ["code": .string(code)]
        )
        return answer.headers["set-cookie"].map { String($0.prefix { $0 != ";" }) }
    }
}
