import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    /// `deliveries.redrive`: one delivery that failed is tried again.
    func redriveDelivery(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        let text = fields.sure("id")
        let now = host.clock.now
        guard let row = Int64(text), row > 0 else { throw Problem(.notFound, "there is no such delivery") }
        let redriven = try await stored { store throws(StoreFailure) in try await store.redrive([row], at: now) }
        record("deliveries.redrive", ["redriven": "\(redriven.rows.count)"])
        guard redriven.rows == [row] else {
            throw Problem(
                .notFound,
                "no failed delivery has this id, or its device was taken away, or its event ended since"
            )
        }
        tenant.wake(redriven.wakes)
        return JSONObject([.init("delivery", ["id": .string(text), "status": "pending"])])
    }

    /// `deliveries.failed`: the dead letters, the latest first.
    func failedDeliveries(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        let (channel, code) = fields.filter
        var query = DeadLetterQuery(
            limit: fields.integer("limit") ?? FieldKind.PageSize.full.standard,
            channel: channel,
            code: code
        )
        query.before = fields.cursor()?.row
        let letters = try await stored { [query] store throws(StoreFailure) in try await store.deadLetters(query) }
        var result = JSONObject([.init("deliveries", .array(letters.map(\.json)))])
        result.setNextCursor(letters.last?.row, count: letters.count, limit: query.limit)
        return result
    }

    /// `deliveries.redriveFailed`: those named, or all that failed as far as `channel` and `code` say.
    func redriveFailed(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        let ids = fields.texts("ids")
        let isAll = fields.boolean("all") ?? false
        let (channel, code) = fields.filter
        let rows = ids?.compactMap { Int64($0) } ?? []
        var faults: [Fault] = []
        if rows.count < ids?.count ?? 0 {
            faults.append(.init(pointer: "/ids", code: .badFormat, message: "must be ids of deliveries"))
        }
        if ids == nil, !isAll, !fields.hasFault(at: "ids"), !fields.hasFault(at: "all") {
            faults.append(.missing("/ids"))
        }
        if ids != nil, isAll || channel != nil || code != nil {
            let message = "stands alone: all, channel and code go without it"
            faults.append(.init(pointer: "/ids", code: .notAllowed, message: message))
        }
        try fields.finish(faults)
        let now = host.clock.now
        let redrive = ids == nil ? Redrive.all(channel: channel, code: code) : .rows(rows)
        let report = try await stored { store throws(StoreFailure) in try await redrive.run(in: store, at: now) }
        tenant.wake(report.redriven.wakes)
        record("deliveries.redrive", ["redriven": "\(report.redriven.rows.count)"])
        return JSONObject([
            .init("redriven", JSONValue(report.redriven.rows.count)),
            .init("passedOver", JSONValue(report.passedOver + report.unknown.count)),
        ])
    }
}

extension FieldReading {
    fileprivate var filter: (channel: ChannelID?, code: String?) {
        (text("channel").flatMap { ChannelID($0) }, text("code"))
    }
}

extension DeadLetter {
    fileprivate var json: JSONValue {
        [
            "id": .string("\(row)"), "eventId": .string(event), "type": .string(type.rawValue),
            "notificationId": .string(notification), "userId": .string(recipient.rawValue),
            "channel": .string(channel.rawValue), "code": .string(reason.code), "error": .string(reason.description),
            "failedAt": .string(failedAt.rfc3339),
        ]
    }
}
