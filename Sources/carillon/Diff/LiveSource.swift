import ArgumentParser
import CarillonModel
import CarillonProfiles
import CarillonStudio

/// Where it is said what is live: by a host, or in a file.
struct LiveSource: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "With --live, the admin port of a host on this machine (default: http://127.0.0.1:9090).",
            valueName: "url"
        )
    )
    var host: String?

    @Option(help: ArgumentHelp("Its key for operators (default: CARILLON_ADMIN_KEY).", valueName: "key"))
    var adminKey: String?

    @Option(
        help: ArgumentHelp(
            "With --live, what `carillond studio live` printed, or a version's patch, in place of a host; - for standard input.",
            valueName: "file"
        )
    )
    var from: String?

    var isSilent: Bool { host == nil && adminKey == nil && from == nil }

    /// The host's admin port on this machine, as it is by default.
    private static let usual = "http://127.0.0.1:9090"

    /// - Throws: what is wrong with the options where `--live` is there.
    func check() throws {
        guard from == nil else {
            guard host == nil, adminKey == nil else { throw ValidationError("say --from or --host") }
            return
        }
        let host = host ?? Self.usual
        guard LoopbackAddress(host) != nil else {
            throw ValidationError("--host takes \(LoopbackAddress.shape), not “\(host)”")
        }
        guard key != nil else {
            throw ValidationError(
                "--live asks a host by its key for operators: --admin-key, or CARILLON_ADMIN_KEY; or say --from"
            )
        }
    }

    private var key: String? { LoopbackRequest.operatorKey(adminKey) }

    /// What is live of tenants, asked for one by one.
    func reader() throws(UnreadablePath) -> LiveReader {
        if let from {
            let content = try StudioFolder.content(of: from)
            guard let published = StudioProposal(file: content) else {
                throw UnreadablePath(path: from, reason: "this is neither what is live nor a patch that carries it")
            }
            let version = (try? JSONValue(parsing: content))?["version"]?.integer.flatMap { Int(exactly: $0) }
            return .file(published, version: version)
        }
        guard let address = LoopbackAddress(host ?? Self.usual), let key else {
            throw UnreadablePath(path: host ?? Self.usual, reason: "this is no host on this machine")
        }
        return .host(address, key: key)
    }
}

/// Says what is live of a tenant.
enum LiveReader {
    case file(StudioProposal, version: Int?)
    case host(any DevHostAddress, key: String)

    /// - Returns: nil for a tenant that isn't there.
    /// - Throws: where the host doesn't answer, or refuses to.
    func published(of tenant: TenantID) throws(UnreadablePath) -> (texts: StudioProposal, version: Int?)? {
        switch self {
        case .file(let published, let version):
            return published.tenant == tenant.rawValue ? (published, version) : nil
        case .host(let address, let key):
            let answer: LoopbackAnswer
            do throws(LoopbackFailure) {
                let path = "/v1/tenants/\(tenant)/studio/live"
                answer = try address.answer(to: LoopbackRequest(method: "GET", path: path, bearer: key))
            } catch {
                throw UnreadablePath(path: address.origin, reason: "\(error)")
            }
            if answer.status == 404, answer.json["code"] != nil { return nil }
            guard answer.isSuccess else { throw UnreadablePath(path: address.origin, reason: answer.reason) }
            guard let published = StudioProposal(json: answer.json) else {
                throw UnreadablePath(path: address.origin, reason: "what it answers can't be read")
            }
            return (published, answer.json["version"]?.integer.flatMap { Int(exactly: $0) })
        }
    }
}
