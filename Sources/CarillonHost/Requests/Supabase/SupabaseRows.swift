import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// A user's feed items as rows of the table that the profile declares.
struct SupabaseRows: Sendable {
    let table: SupabaseTable
    private let profile: TenantProfile
    /// When they are read.
    let now: Instant
    let timeZones: any TimeZoneDatabase

    init(_ table: SupabaseTable, of profile: TenantProfile, at host: HostContext) {
        self.table = table
        self.profile = profile
        now = host.clock.now
        timeZones = host.timeZones
    }

    /// Every column, in the table's order.
    func row(of item: FeedItem) -> JSONObject {
        let texts = item.content.texts(at: now, timeZones)[item.content.locale]?.object
        return JSONObject(table.columns.map { .init($0.name, value(of: $0, in: item, texts)) })
    }

    private func value(of column: SupabaseTable.Column, in item: FeedItem, _ texts: JSONObject?) -> JSONValue {
        switch column.source {
        case .text(let slot): texts?[slot].flatMap(\.string).map { .string($0) } ?? .null
        case .data(let name): item.content.data[name].map(column.type.value) ?? .null
        case .member(let member): value(of: member, in: item, as: column.type)
        }
    }

    private func value(
        of member: SupabaseTable.Source.Member,
        in item: FeedItem,
        as type: SupabaseTable.ColumnType
    ) -> JSONValue {
        let link = item.content.link
        return switch member {
        case .id: .string(item.id)
        case .userID: .string(item.recipient.rawValue)
        case .type: .string(item.event.rawValue)
        case .alias: .string(profile.event(item.event)?.alias ?? item.event.rawValue)
        case .category: Self.text(item.category)
        case .priority: .string(item.priority.rawValue)
        case .locale: .string(item.content.locale)
        case .appLink: Self.text(link?.app)
        case .webLink: Self.text(link?.web)
        case .screen: Self.text(link?.screen)
        case .imageURL: Self.text(item.content.imageURL)
        case .isRead: .boolean(item.readAt != nil)
        case .readAt: item.readAt.map(type.time) ?? .null
        case .createdAt: type.time(item.createdAt)
        }
    }

    private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

extension SupabaseTable {
    /// `columns` of a row's event: every column with its type's name.
    var columnList: JSONValue {
        .array(columns.map { ["name": .string($0.name), "type": .string($0.type.rawValue)] })
    }
}

extension SupabaseTable.ColumnType {
    /// A time as PostgreSQL prints it, in UTC: some clients leave another offset out.
    func time(_ instant: Instant) -> JSONValue {
        var text = instant.rfc3339
        text.removeLast()
        // As PostgreSQL does: no zeros at the end of a fraction.
        if text.contains(".") { while text.hasSuffix("0") { text.removeLast() } }
        return .string(self == .timestamp ? text : text + "+00:00")
    }

    /// A member of `data`, which is text, or what it was made of.
    ///
    /// - Returns: null where it can't be one.
    fileprivate func value(of value: JSONValue) -> JSONValue {
        let text = value.string ?? value.text
        switch self {
        case .text: return value == .null ? .null : .string(text)
        case .uuid: return value.string.flatMap { TextFormat.isUUID($0) ? .string($0.lowercased()) : nil } ?? .null
        case .jsonb: return value.string.flatMap { try? JSONValue(parsing: Array($0.utf8)) } ?? value
        case .bool:
            if case .boolean = value { return value }
            return value.string.flatMap { ColumnValue.boolean($0) }.map { .boolean($0) } ?? .null
        case .int4, .int8:
            return text.isWhole ? .number(text) : .null
        case .float8, .numeric:
            guard let parsed = try? JSONValue(parsing: Array(text.utf8)), case .number = parsed else { return .null }
            return parsed
        case .timestamptz, .timestamp: return value.string.flatMap { Instant($0) }.map(time) ?? .null
        }
    }
}

extension String {
    fileprivate var isWhole: Bool { Int64(self).map { "\($0)" == self } ?? false }
}
