import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperatorRoute {
    /// The condition of a tenant's channels, and trying one that is paused or whose circuit is open.
    static let channels = [
        OperatorRoute(.get, "/v1/tenants/{tenant}/channels") { call throws(Problem) in
            try await answer(of: try await call.tenant(), call)
        },
        OperatorRoute(.post, "/v1/tenants/{tenant}/channels/{channel}/resume", errors: [.conflict]) {
            call throws(Problem) in
            try await resume(call)
        },
    ]

    /// Of a tenant that isn't served, only what is kept is known: which channels are paused.
    ///
    /// - Parameter isTried: whether a channel that was to be tried has anything to try; nil where none was, or nobody serves it.
    private static func answer(
        of tenant: OperatedTenant,
        isTried: Bool? = nil,
        _ call: OperatorCall
    ) async throws(Problem) -> APIResponse {
        let channels = try await list(of: tenant, call)
        let isServed = try await Self.isServed(tenant, call)
        var json = JSONObject([.init("channels", .array(channels)), .init("isServed", .boolean(isServed))])
        json["isTried"] = isTried.map { .boolean($0) }
        return APIResponse(json: .object(json))
    }

    private static func list(of tenant: OperatedTenant, _ call: OperatorCall) async throws(Problem) -> [JSONValue] {
        let now = call.api.clock.now
        let queue = try await call.stored { _ throws(StoreFailure) in try await tenant.store.queue(at: now) }
        let conditions: [(ChannelID, ChannelStatus)]
        if let runtime = tenant.running?.runtime {
            let own = runtime.conditions
            let lost = queue.held.keys.filter { id in !own.contains { $0.0 == id } }
            conditions = own + lost.sorted().map { ($0, runtime.condition(of: $0)) }
        } else if let served = try await conditionsElsewhere(of: tenant, call), !served.isEmpty {
            conditions = served
        } else {
            let paused = try await call.stored { _ throws(StoreFailure) in try await tenant.store.pausedChannels() }
            conditions = paused.map { ($0.channel, ChannelStatus($0)) }
        }
        return conditions.map { id, condition in
            var json = JSONObject([.init("id", .string(id.rawValue))] + condition.json.members)
            json["held"] = JSONValue(queue.held[id] ?? 0)
            return .object(json)
        }
    }

    private static func isServed(_ tenant: OperatedTenant, _ call: OperatorCall) async throws(Problem) -> Bool {
        if tenant.running != nil { return true }
        return try await conditionsElsewhere(of: tenant, call)?.isEmpty == false
    }

    /// What hosts that share the store have noted of the channels they work on; nil where nobody shares it.
    private static func conditionsElsewhere(
        of tenant: OperatedTenant,
        _ call: OperatorCall
    ) async throws(Problem) -> [(ChannelID, ChannelStatus)]? {
        guard let membership = call.api.store.membership else { return nil }
        let lanes = try await call.stored { _ throws(StoreFailure) in try await membership.lanes() }
        return lanes.compactMap { state in
            guard state.tenant == tenant.id, state.holder != nil, let channel = state.lane.servedChannel else {
                return nil
            }
            return (channel, state.condition.flatMap { ChannelStatus($0) } ?? .working)
        }
    }

    /// Whether anything is held for the channel, or due on it.
    private static func hasWaiting(
        _ id: ChannelID,
        of tenant: OperatedTenant,
        _ call: OperatorCall
    ) async throws(Problem) -> Bool {
        let now = call.api.clock.now
        return try await call.stored { _ throws(StoreFailure) in
            if let next = try await tenant.store.nextDelivery(on: id), next <= now { return true }
            return try await tenant.store.queue(at: now).held[id, default: 0] > 0
        }
    }

    /// One delivery is tried at once, or the next that comes, and the others follow if it gets through.
    ///
    /// `{"believeGone": true}`: for the next hour addresses that are called dead are forgotten, however many they are.
    private static func resume(_ call: OperatorCall) async throws(Problem) -> APIResponse {
        let tenant = try await call.tenant()
        var reader = BodyReader(try call.body())
        let confirmsGone = reader.boolean("believeGone") ?? false
        try reader.finish()
        let now = call.api.clock.now
        guard let id = ChannelID(call.parameter("channel")) else {
            throw Problem(.notFound, "there is no such channel")
        }
        var isTried: Bool?
        if let runtime = tenant.running?.runtime {
            guard let channel = runtime.channels[id] else {
                let reason = runtime.unavailable[id].map { "channel \(id) can't be used: \($0)" }
                throw Problem(.notFound, reason ?? "tenant “\(tenant.id)” has no channel called “\(id)”")
            }
            isTried = try await hasWaiting(id, of: tenant, call)
            if runtime.worksElsewhere {
                let answer = try await call.stored { _ throws(StoreFailure) in
                    try await runtime.carryOutElsewhere(
                        .resume(believingGone: confirmsGone),
                        in: .channel(id)
                    )
                }
                guard answer != nil else { throw .nobodyWorks(on: id) }
            } else {
                try await call.stored { _ throws(StoreFailure) in
                    try await runtime.tryNow(channel, believingGone: confirmsGone, at: now)
                }
            }
        } else if try await conditionsElsewhere(of: tenant, call)?.contains(where: { $0.0 == id }) == true {
            isTried = try await hasWaiting(id, of: tenant, call)
            let command = LaneCommand(.resume(believingGone: confirmsGone), in: .channel(id), of: tenant.id)
            let answer = try await call.stored { _ throws(StoreFailure) in
                try await call.api.others.carryOut(command)
            }
            guard answer != nil else { throw .nobodyWorks(on: id) }
        } else {
            guard !confirmsGone else {
                throw Problem(.conflict, "what is called dead can be believed by a running host only")
            }
            let paused = try await call.stored { _ throws(StoreFailure) in try await tenant.store.pausedChannels() }
            guard paused.contains(where: { $0.channel == id }) else {
                throw Problem(
                    .notFound,
                    "tenant “\(tenant.id)” has no paused channel called “\(id)”, and no host serves it"
                )
            }
            // No delivery decides here: the next host to serve the tenant sends what was held.
            try await call.stored { _ throws(StoreFailure) in
                for lane in try await tenant.store.take([.channel(id)], at: now) {
                    try await tenant.store.resume(id, in: lane, at: now)
                    _ = try await tenant.store.release(id, in: lane, at: now)
                }
            }
        }
        call.record("channels.resume", tenant: tenant.id, ["channel": "\(id)", "believe-gone": "\(confirmsGone)"])
        return try await answer(of: tenant, isTried: isTried, call)
    }
}

extension TenantRuntime {
    /// One delivery is tried at once, or the next that comes.
    fileprivate func tryNow(
        _ channel: TenantChannel,
        believingGone confirmsGone: Bool,
        at now: Instant
    ) async throws(StoreFailure) {
        channel.breaker.tryNow(believingGone: confirmsGone, at: now)
        // Should this host end before the answer to that try, the next one makes it.
        await channel.noteCondition()
        if !channel.breaker.circuit.isPaused {
            // What is held while the channel works waits for what its addresses lack.
            _ = try await store.release(channel.id, in: lanes.lease(.channel(channel.id)), at: now)
        }
        channel.wakeSignal.notify()
    }

    /// Does what an operator wants, who asked another host.
    ///
    /// - Returns: the answer for them.
    func carryOut(_ command: LaneCommand, at now: Instant) async throws(StoreFailure) -> JSONValue {
        guard let channel = command.lane.servedChannel.flatMap({ channels[$0] }),
            let confirmsGone = command.request["resume"]?["believeGone"]?.boolean
        else { return ["done": false] }
        try await tryNow(channel, believingGone: confirmsGone, at: now)
        return ["done": true]
    }
}

extension JSONValue {
    /// A command for a channel's lane, as ``TenantRuntime/carryOut(_:at:)`` reads it.
    fileprivate static func resume(believingGone: Bool) -> JSONValue {
        ["resume": ["believeGone": .boolean(believingGone)]]
    }
}

extension Problem {
    fileprivate static func nobodyWorks(on channel: ChannelID) -> Problem {
        Problem(
            .unavailable,
            "no host that works on channel \(channel) has answered yet; one does it as soon as it can",
            retryAfter: .seconds(5)
        )
    }
}
