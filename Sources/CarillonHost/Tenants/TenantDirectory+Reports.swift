import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Synchronization

extension TenantDirectory {
    /// Ready: serving, with at least one tenant, and with a shared store that answers.
    ///
    /// Those that can't be served are named, with what is wrong with each of them in general: anyone may read this.
    var readiness: Readiness {
        state.withLock { state in
            let isCutOff = isShared && state.livingHosts == 0
            let isReady = state.isServing && !state.tenants.isEmpty && !isCutOff
            let running = Set(state.tenants.keys.map(\.rawValue))
            let failed = state.rejections.filter { !running.contains($0.key) }.sorted { $0.key < $1.key }
            let reasons = failed.map { JSONObject.Member($0.key, .string($0.value.cause.message)) }
            var json = JSONObject([
                .init("status", isReady ? "ready" : "not-ready"), .init("tenants", JSONValue(state.tenants.count)),
                .init("failed", .array(failed.map { .string($0.key) })), .init("reasons", .object(JSONObject(reasons))),
            ])
            if isShared { json["database"] = .string(isCutOff ? "unreachable" : "reachable") }
            return Readiness(isReady: isReady, json: .object(json))
        }
    }

    /// For operators: every tenant with its state.
    var json: JSONValue {
        state.withLock { state in
            let running = state.tenants.map { id, served in
                (id.rawValue, served.tenant.json(state.rejections[id.rawValue], state.texts[id]))
            }
            let names = Set(running.map(\.0))
            let failed = state.rejections.filter { !names.contains($0.key) }.map {
                id,
                rejection -> (String, JSONValue) in
                let reason = JSONValue.string(rejection.report)
                return (id, ["id": .string(id), "status": "failed", "reason": reason, "rejected": rejection.json])
            }
            return .array((running + failed).sorted { $0.0 < $1.0 }.map(\.1))
        }
    }
}

extension ActiveTenant {
    /// - Parameters:
    ///   - rejection: why the folder's content isn't served.
    ///   - texts: what lies over the folder's.
    fileprivate func json(_ rejection: TenantRejection?, _ texts: LiveTexts?) -> JSONValue {
        let profile = runtime.profile
        let held = runtime.unavailable.merging(runtime.channels.pauses) { missing, _ in missing }
            .sorted { $0.key < $1.key }
        var json = JSONObject([
            .init("id", .string(profile.id.rawValue)), .init("name", .string(profile.name)),
            .init("status", "running"), .init("revision", .string(profile.revision.description)),
            .init(
                "unavailableChannels",
                .object(JSONObject(held.map { .init($0.key.rawValue, .string($0.value)) }))
            ),
        ])
        json["channels"] = runtime.channelsJSON
        json["loginsNotNoted"] = unstoredLogins.json
        json["rejected"] = rejection?.json
        if let texts, texts.version > 0 { json["texts"] = texts.json }
        return .object(json)
    }
}

extension TenantRejection.Cause {
    /// For anyone: which secret, or what is wrong where, is reported to operators only.
    fileprivate var message: String {
        let cause =
            switch self {
            case .folder: "its folder doesn't validate"
            case .store(.withheld): "it is moved to another store, or was"
            case .store: "its store can't be used"
            case .secrets: "a secret of it is refused"
            }
        return cause + "; GET /v1/tenants on the admin port says more, and what to do"
    }
}

extension TenantRejection {
    fileprivate var json: JSONValue {
        ["diagnostics": JSONValue(diagnostics), "first": .string(first)]
    }
}
