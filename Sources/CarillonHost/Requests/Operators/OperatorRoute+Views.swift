import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperatorRoute {
    /// Devices, events and deliveries of a tenant, and trying again what failed.
    static let views = [
        OperatorRoute(.get, "/v1/tenants/{tenant}/devices") { call throws(Problem) in
            try await devices(call)
        },
        OperatorRoute(.get, "/v1/tenants/{tenant}/events") { call throws(Problem) in
            let (tenant, page) = (try await call.tenant(), try call.page())
            let events = try await call.stored { _ throws(StoreFailure) in
                try await tenant.store.listEvents(page.withOneMore)
            }
            return APIResponse(json: .object(list("events", events, of: page, \.json, \.row)))
        },
        OperatorRoute(.get, "/v1/tenants/{tenant}/events/{id}") { call throws(Problem) in
            let tenant = try await call.tenant()
            let trace = try await call.stored { _ throws(StoreFailure) in
                try await tenant.store.trace(event: call.parameter("id"), TracePage(limit: OperatorCall.largestPage))
            }
            guard let trace else {
                throw Problem(.notFound, "there is no event with this id, or more than one sender has used it")
            }
            return APIResponse(json: trace.json { tenant.running?.runtime.rest(of: $0) })
        },
        OperatorRoute(.get, "/v1/tenants/{tenant}/deliveries") { call throws(Problem) in
            try await deliveries(call)
        },
        OperatorRoute(.post, "/v1/tenants/{tenant}/deliveries/redrive") { call throws(Problem) in
            try await redrive(call)
        },
    ]

    private static func devices(_ call: OperatorCall) async throws(Problem) -> APIResponse {
        let (tenant, page) = (try await call.tenant(), try call.page())
        if let name = call.request.query("user") {
            guard let user = UserID(name) else { throw .wrongQuery("user", "must be \(UserID.shape)") }
            let devices = try await call.stored { _ throws(StoreFailure) in
                try await tenant.store.devices(of: tenant.canonical(user))
            }
            return APIResponse(json: ["devices": .array(devices.map(\.operatorJSON))])
        }
        let devices = try await call.stored { _ throws(StoreFailure) in
            try await tenant.store.listDevices(page.withOneMore)
        }
        return APIResponse(json: .object(list("devices", devices, of: page, \.device.operatorJSON, \.row)))
    }

    /// `{"deliveries": [4711]}` one by one, or `{"all": true}` with `channel` and `code` as filters.
    private static func redrive(_ call: OperatorCall) async throws(Problem) -> APIResponse {
        let tenant = try await call.tenant()
        let redrive = try requestedRedrive(try call.body())
        if case .all(let channel?, code: _) = redrive { try await call.require(channel, of: tenant) }
        let now = call.api.clock.now
        let report = try await call.stored { _ throws(StoreFailure) in
            try await redrive.run(in: tenant.store, at: now)
        }
        tenant.running?.wake(report.redriven.wakes)
        let asked = report.redriven.rows.count + report.passedOver + report.unknown.count
        call.record(
            "deliveries.redrive",
            tenant: tenant.id,
            ["asked": "\(asked)", "redriven": "\(report.redriven.rows.count)"]
        )
        return APIResponse(
            json: [
                "redriven": JSONValue(report.redriven.rows.count), "passedOver": JSONValue(report.passedOver),
                "unknown": .array(report.unknown.map { JSONValue($0) }),
                "deliveries": .array(report.redriven.rows.prefix(OperatorCall.largestPage).map { JSONValue($0) }),
            ]
        )
    }

    private static func requestedRedrive(_ body: JSONObject) throws(Problem) -> Redrive {
        var reader = BodyReader(body)
        let isAll = reader.boolean("all") ?? false
        var channel: ChannelID?
        if let text = reader.text("channel", limit: FieldKind.longestName) {
            channel = ChannelID(text) ?? reader.fault("channel", .badFormat, "must be \(ChannelID.shape)")
        }
        let code = reader.text("code", limit: DeadLetterQuery.codeLimit)
        let rows = reader.value("deliveries")
        let numbers = rows?.array?.compactMap(\.integer) ?? []
        if let rows {
            if rows.array?.count != numbers.count || numbers.count > Redrive.largestList {
                let message = "must be up to \(Redrive.largestList) rows, such as [4711]"
                let _: String? = reader.fault("deliveries", .wrongType, message)
            }
            if isAll || channel != nil || code != nil {
                let message = "stands alone: all, channel and code go without it"
                let _: String? = reader.fault("deliveries", .notAllowed, message)
            }
        } else if !isAll, !reader.hasFault(at: "deliveries"), !reader.hasFault(at: "all") {
            let message = #"needs "deliveries": [rows], or "all": true"#
            reader.add([.init(pointer: "", code: .missing, message: message)])
        }
        try reader.finish()
        return rows == nil ? .all(channel: channel, code: code) : .rows(numbers)
    }

    /// - Parameter items: of `page.withOneMore`, whose last says that there are more.
    static func list<Item>(
        _ name: String,
        _ items: [Item],
        of page: ListingPage,
        _ json: (Item) -> JSONValue,
        _ row: (Item) -> Int64
    ) -> JSONObject {
        let shown = items.prefix(page.limit)
        var object = JSONObject([.init(name, .array(shown.map(json)))])
        if items.count > shown.count { object["next"] = shown.last.map { JSONValue(row($0)) } }
        return object
    }
}

extension ListingPage {
    var withOneMore: ListingPage { ListingPage(limit: limit + 1, before: before) }
}

extension DeviceRecord {
    var operatorJSON: JSONValue {
        var json = JSONObject([.init("id", .string(id)), .init("token", .string(token))])
        json["user"] = owner.map { .string($0.rawValue) }
        json["plugin"] = .string(plugin.rawValue)
        json["platform"] = platform.map { .string($0.rawValue) }
        json["deviceId"] = deviceID.map { .string($0) }
        json["name"] = name.map { .string($0) }
        json["appVersion"] = appVersion.map { .string($0) }
        json["locale"] = locale.map { .string($0) }
        json["registeredAt"] = .string(registeredAt.rfc3339)
        json["updatedAt"] = .string(updatedAt.rfc3339)
        return .object(json)
    }
}

extension ListedEvent {
    fileprivate var json: JSONValue {
        var json = JSONObject([
            .init("row", JSONValue(row)), .init("id", .string(id)), .init("source", .string(source)),
            .init("eventId", .string(externalID)), .init("type", .string(type.rawValue)),
            .init("acceptedAt", .string(acceptedAt.rfc3339)), .init("notifications", JSONValue(notifications)),
        ])
        json["topic"] = topic.map { .string($0.rawValue) }
        return .object(json)
    }
}
