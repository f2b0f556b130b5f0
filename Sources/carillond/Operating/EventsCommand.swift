import ArgumentParser
import CarillonModel
import CarillonProfiles

struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List what was accepted, the latest first, or tell what became of one event."
    )

    @Argument(help: "An event, by the host's id, or by the sender's where that is unique.")
    var event: String?

    @OptionGroup var options: OperatorOptions
    @OptionGroup var tenants: TenantOption
    @OptionGroup var page: PageOptions

    func run() async throws {
        if let event { return try await tell(event) }
        let answers = try await options.ask { try await tenants.lists("events", page.query, $0) }
        Listing(name: "events", table: Self.table, format: options.format).show(answers)
    }

    private func tell(_ event: String) async throws {
        let trace = try await options.ask { connection in
            let names = try await tenants.names(connection)
            for tenant in names {
                let path =
                    "/v1/tenants/\(PercentEncoding.encode(tenant))/events/\(PercentEncoding.encode(event))"
                do {
                    return try await connection.ask("GET", path)
                } catch let failure as OperatorConnection.Failure where names.count > 1 && failure.isNotFound {
                    // The event may belong to another tenant.
                    continue
                }
            }
            throw OperatorConnection.Failure(description: "no tenant has an event “\(event)”")
        }
        Output.print(options.format == .json ? trace.text : EventTraceReport(trace: trace).text)
    }

    private static let table = Table(columns: [
        .init(time: "ACCEPTED", "acceptedAt"), .init("ID", "id", isWhole: true), .init("TENANT", "tenant"),
        .init("TYPE", "type"), .init("N", "notifications"),
    ])
}

/// What became of an event, for people.
struct EventTraceReport {
    let trace: JSONValue

    var text: String {
        var lines = ["\(word(trace["type"])) \(word(trace["id"]))"]
        lines.append("accepted \(word(trace["acceptedAt"])) from \(word(trace["source"])) as \(word(trace["eventId"]))")
        for notification in trace["notifications"]?.array ?? [] {
            lines.append("")
            lines.append(
                "to \(word(notification["recipient"])): \(word(notification["status"])), due \(word(notification["dueAt"]))"
            )
            for decision in notification["decisions"]?.array ?? [] {
                let channel = decision["channel"]?.string ?? "all channels"
                lines.append(
                    "  \(channel): \(word(decision["verdict"])), \(reason(decision["reason"], decision["detail"]))"
                )
            }
            for delivery in notification["deliveries"]?.array ?? [] { lines += eventTrace(delivery) }
        }
        return lines.joined(separator: "\n")
    }

    private func eventTrace(_ delivery: JSONValue) -> [String] {
        let attempts = (delivery["attempts"]?.array ?? []).map { attempt in
            let why = attempt["code"].map { " (\(reason($0, attempt["message"])))" } ?? ""
            return "      \(word(attempt["at"])) \(word(attempt["outcome"]))\(why)"
        }
        var lines = [
            "    delivery \(word(delivery["id"])) on \(word(delivery["channel"])): \(word(delivery["status"]))"
        ]
        if let next = delivery["nextAttemptAt"]?.string { lines[0] += ", next try \(next)" }
        if let rest = delivery["waitsFor"] {
            // The time is unknown where the host doesn't have the channel any more.
            let next = rest["nextTryAt"].map { ", next try \(word($0))" } ?? ""
            lines.append("      the channel is \(word(rest["channel"])): \(word(rest["reason"]))\(next)")
        }
        return lines + attempts
    }

    /// A code, with its explanation where there is one.
    private func reason(_ code: JSONValue?, _ message: JSONValue?) -> String {
        message?.string.map { $0.isEmpty ? word(code) : "\(word(code)): \(SingleLineText.text($0))" } ?? word(code)
    }

    private func word(_ value: JSONValue?) -> String {
        value?.string.map(SingleLineText.text) ?? value?.integer.map { "\($0)" } ?? "–"
    }
}
