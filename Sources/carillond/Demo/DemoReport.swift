import CarillonModel
import CarillonProfiles

/// What the demo shows: a line for each delivery.
struct DemoReport: Sendable {
    struct Row: Sendable {
        var tenant: String
        var event: String
        var recipient: String
        var locale: String
        var channel: String
        var title: String
        var status: String
        var isGood: Bool

        static func failed(_ tenant: TenantID, _ event: EventTypeID, _ message: String) -> Row {
            Row(
                tenant: tenant.rawValue,
                event: event.rawValue,
                recipient: "-",
                locale: "-",
                channel: "-",
                title: message,
                status: "failed",
                isGood: false
            )
        }
    }

    let rows: [Row]

    var isComplete: Bool { !rows.isEmpty && rows.allSatisfy(\.isGood) }

    /// The deliveries of one person, checked against what the feed and the sandbox really hold.
    static func rows(
        of trace: JSONValue,
        tenant profile: TenantProfile,
        event: EventTypeID,
        person: DemoWorld.Person,
        feed: [JSONValue],
        received: [JSONValue],
        mails: [JSONValue]
    ) -> [Row] {
        let notifications = (trace["notifications"]?.array ?? []).filter {
            $0["recipient"]?.string == person.id.rawValue
        }
        var rows: [Row] = []
        for notification in notifications {
            let item = feed.first { $0["id"] == notification["id"] }
            for delivery in notification["deliveries"]?.array ?? [] {
                let plugin = profile.channels.first { $0.id.rawValue == delivery["channel"]?.string }?.plugin
                let status = delivery["status"]?.string ?? "unknown"
                let arrived =
                    switch plugin {
                    case "in-app": item != nil
                    case "smtp": !mails.isEmpty
                    default: !received.isEmpty
                    }
                rows.append(
                    Row(
                        tenant: profile.id.rawValue,
                        event: event.rawValue,
                        recipient: person.id.rawValue,
                        locale: person.locale.rawValue,
                        channel: delivery["channel"]?.string ?? "",
                        title: item?["title"]?.string ?? "",
                        status: arrived ? status : "\(status), but not there",
                        isGood: arrived && status == "delivered"
                    )
                )
            }
        }
        return rows.isEmpty ? [.failed(profile.id, event, "no delivery for \(person.id)")] : rows
    }

    var text: String {
        let header = ["tenant", "event", "recipient", "locale", "channel", "title", "status"]
        let cells = rows.map { row in
            [row.tenant, row.event, row.recipient, row.locale, row.channel, Self.visible(row.title), row.status]
        }
        let widths = header.indices.map { column in
            ([header] + cells).map { $0[column].count }.max() ?? 0
        }
        let lines = ([header] + cells).map { cells in
            cells.enumerated()
                .map { index, cell in
                    // Isolated, so that right-to-left words leave the columns after them alone.
                    let text =
                        index == 5 && cell.unicodeScalars.contains { $0.value > 0x590 }
                        ? "\u{2068}\(cell)\u{2069}" : cell
                    return index == cells.count - 1
                        ? text : text + String(repeating: " ", count: widths[index] - cell.count)
                }
                .joined(separator: "  ")
        }
        let delivered = rows.count { $0.isGood }
        return (lines + ["", "\(delivered) of \(rows.count) deliveries arrived."]).joined(separator: "\n")
    }

    /// At most 48 characters, without the marks that isolate names within a title.
    private static func visible(_ title: String) -> String {
        let plain = String(
            String.UnicodeScalarView(title.unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) })
        )
        return plain.count <= 48 ? plain : String(plain.prefix(47)) + "…"
    }
}
