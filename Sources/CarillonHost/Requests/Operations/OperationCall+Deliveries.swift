import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    /// `deliveries.redrive`: one delivery that failed is tried again.
    func redriveDelivery() async throws(Problem) -> JSONObject {
        var reader = BodyReader(input)
        let text = reader.required("id")
        try reader.finish()
        let now = host.clock.now
        guard let row = Int64(text), row > 0 else { throw Problem(.notFound, "there is no such delivery") }
        let redriven = try await stored { store throws(StoreFailure) in try await store.redrive([row], at: now) }
        record("deliveries.redrive", ["redriven": "\(redriven.count)"])
        guard redriven == [row] else {
            throw Problem(
                .notFound,
                "no failed delivery has this id, or its device was taken away, or its event ended since"
            )
        }
        tenant.wake()
        return JSONObject([.init("delivery", ["id": .string(text), "status": "pending"])])
    }

    /// `deliveries.failed`: the dead letters, the latest first.
    func failedDeliveries() async throws(Problem) -> JSONObject {
        var reader = BodyReader(input)
        var query = DeadLetterQuery(limit: Self.pageLimit)
        if let limit = reader.limit(upTo: Self.pageLimit) { query.limit = limit }
        query.before = reader.cursor()?.row
        (query.channel, query.code) = filter(&reader)
        try reader.finish()
        let letters = try await stored { [query] store throws(StoreFailure) in try await store.deadLetters(query) }
        var result = JSONObject([.init("deliveries", .array(letters.map(\.json)))])
        result.setNextCursor(letters.last?.row, count: letters.count, limit: query.limit)
        return result
    }

    /// `deliveries.redriveFailed`: those named, or all that failed as far as `channel` and `code` say.
    func redriveFailed() async throws(Problem) -> JSONObject {
        var reader = BodyReader(input)
        let ids = reader.value("ids") == nil ? nil : reader.texts("ids", limit: Self.pageLimit)
        let isAll = reader.boolean("all") ?? false
        let (channel, code) = filter(&reader)
        let rows = ids?.compactMap { Int64($0) } ?? []
        if rows.count < ids?.count ?? 0 {
            let _: String? = reader.fault("ids", .badFormat, "must be ids of deliveries")
        }
        if ids == nil, !isAll { reader.add([.missing("/ids")]) }
        if ids != nil, isAll || channel != nil || code != nil {
            let _: String? = reader.fault("ids", .notAllowed, "stands alone: all, channel and code go without it")
        }
        try reader.finish()
        let now = host.clock.now
        let redrive = ids == nil ? Redrive.all(channel: channel, code: code) : .rows(rows)
        let report = try await stored { store throws(StoreFailure) in try await redrive.run(in: store, at: now) }
        if !report.redriven.isEmpty { tenant.wake() }
        record("deliveries.redrive", ["redriven": "\(report.redriven.count)"])
        return JSONObject([
            .init("redriven", JSONValue(report.redriven.count)),
            .init("passedOver", JSONValue(report.passedOver + report.unknown.count)),
        ])
    }

    private func filter(_ reader: inout BodyReader) -> (channel: ChannelID?, code: String?) {
        var channel: ChannelID?
        if let text = reader.text("channel", limit: 64) {
            channel = ChannelID(text) ?? reader.fault("channel", .badFormat, "must be \(ChannelID.shape)")
        }
        return (channel, reader.text("code", limit: DeadLetterQuery.codeLimit))
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
