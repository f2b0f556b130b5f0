import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// The links to the studio of one tenant that the demo prints: one for who changes its words, and one for who looks at them.
struct DemoStudio: Sendable {
    let tenant: TenantProfile
    let operators: OperatorLines
    let client: LocalClient

    func text() async throws -> String {
        let writer = try await link(for: "Ada", as: "writer")
        let publisher = try await link(for: "Grace", as: "publisher")
        return """

            Change the words of \(tenant.name) in the studio, as Ada: see them on phones and in mails, and hand them in.
              \(writer)
            Look at what Ada hands in as Grace, in another browser or a private window: approve it, publish it, and go back.
              \(publisher)
            Each link signs in once, within an hour.
            """
    }

    private func link(for name: String, as role: String) async throws -> String {
        let admin = LocalClient(host: operators.admin, sandbox: client.sandbox)
        let body: JSONValue = ["name": .string(name), "role": .string(role)]
        let path = "/v1/tenants/\(tenant.id)/studio/links"
        let answer = try await admin.post(path, body, bearer: operators.key.reveal())
        return operators.admin + (answer["path"]?.string ?? "")
    }
}

extension TenantProfile {
    /// The same profile whose staff make words live at once.
    var publishingLive: TenantProfile { changed { $0.studio.publishing = .live } }
}
