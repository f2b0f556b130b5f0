import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// The columns of a Supabase table refer to existing values, and have types that fit them.
enum SupabaseRule: Rule {
    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.profileFile, let node = file.root["realtime"]?["supabase"], node.isObject else {
            return
        }
        let checker = SupabaseChecker(tenant: tenant, file: file)
        guard checker.hasFeed else {
            if tenant.isSound("channels") { report.add(.tableWithoutFeed(file.nameSpan("realtime", "supabase"))) }
            return
        }
        guard let columns = node["columns"], columns.isObject else { return }
        for member in columns.members { checker.check(member, &report) }
        checker.checkKey(columns, &report)
    }
}

private struct SupabaseChecker {
    let tenant: TenantContext
    let file: TenantFile
    private let events: [EventType]

    init(tenant: TenantContext, file: TenantFile) {
        self.tenant = tenant
        self.file = file
        let feeds = tenant.feedChannels
        events = tenant.profile.events.filter { event in event.channels.contains { feeds.contains($0) } }
    }

    var hasFeed: Bool { !tenant.feedChannels.isEmpty }

    func check(_ member: JSONMember, _ report: inout RuleReport) {
        guard let written = member.value.text("from"), let from = member.value["from"] else { return }
        let span = Span(file.source, from.range)
        let known = SupabaseTable.Source(written)
        guard isReliable(known) else { return }
        guard let source = known, exists(source) else {
            return report.add(.unknownColumnSource(written, among: names, span))
        }
        guard let type = member.value.made("type", { SupabaseTable.ColumnType(rawValue: $0) }),
            let typeNode = member.value["type"], !types(of: source).contains(type)
        else { return }
        report.add(.wrongColumnType(written, type, types(of: source), Span(file.source, typeNode.range)))
    }

    /// Exactly one column is the key.
    func checkKey(_ columns: JSONNode, _ report: inout RuleReport) {
        guard !file.isDamaged("realtime", "supabase", "columns") else { return }
        let keys = columns.members.filter { $0.value.text("from") == SupabaseTable.Source.Member.id.rawValue }
        if keys.isEmpty {
            report.add(.missingKeyColumn(file.nameSpan("realtime", "supabase", "columns")))
        } else if let second = keys.dropFirst().first {
            report.add(.secondKeyColumn(second.name, keys[0].name, Span(file.source, second.nameRange)))
        }
    }

    // MARK: what there is

    /// Whether all that a source may name could be read.
    ///
    /// The values of an event are known only where its file is valid, and what
    /// is written only where all languages' files are.
    private func isReliable(_ source: SupabaseTable.Source?) -> Bool {
        switch source {
        case .member: true
        case .text: hasWholeEvents && tenant.hasWholeTexts
        case .data, nil: hasWholeEvents
        }
    }

    private var hasWholeEvents: Bool {
        tenant.eventsFile?.isIntact == true && tenant.isSound("channels") && events.allSatisfy(tenant.hasReadableData)
    }

    private var names: [String] {
        SupabaseTable.Source.Member.allCases.map(\.rawValue) + slots.map { "text.\($0)" } + data.map { "data.\($0)" }
    }

    private var slots: [String] {
        let paths = events.flatMap { event in
            tenant.profile.locales.supported.flatMap { tenant.profile.messages.slotPaths(of: event.id, locale: $0) }
        }
        return Set(paths.filter { !$0.contains(".") }).sorted()
    }

    private var data: [String] { Set(events.flatMap { $0.dataMembers.map(\.name) }).sorted() }

    private func exists(_ source: SupabaseTable.Source) -> Bool {
        switch source {
        case .member: true
        case .text(let slot): slots.contains(slot)
        // Where senders choose the names, any name is possible.
        case .data(let name): data.contains(name) || events.contains { $0.dataFrom != nil }
        }
    }

    private func types(of source: SupabaseTable.Source) -> [SupabaseTable.ColumnType] {
        switch source {
        case .member(.isRead): [.bool]
        case .member(.readAt), .member(.createdAt): [.timestamptz, .timestamp]
        case .member(.id): tenant.profile.notificationIDs == .uuid ? [.uuid, .text] : [.text]
        case .member(.userID): [.text, .uuid]
        case .member, .text: [.text]
        case .data(let name): dataTypes(name)
        }
    }

    /// The types that fit the member in every event that has it.
    private func dataTypes(_ name: String) -> [SupabaseTable.ColumnType] {
        let held = events.flatMap { event in
            event.dataMembers.filter { $0.name == name }.map { types(of: $0.value, in: event) }
        }
        let open: Set<SupabaseTable.ColumnType> = [.text, .jsonb]
        let common = held.reduce(nil) { (common: Set<SupabaseTable.ColumnType>?, types) in
            common?.intersection(types) ?? Set(types)
        }
        return SupabaseTable.ColumnType.allCases.filter { (common ?? open).contains($0) }
    }

    private func types(of template: JSONTemplate, in event: EventType) -> [SupabaseTable.ColumnType] {
        guard case .text(let text) = template, let path = text.onlyField else {
            if case .constant(.boolean) = template { return [.bool, .text, .jsonb] }
            return [.text, .jsonb]
        }
        if path.steps == ["notification", "id"], tenant.profile.notificationIDs == .uuid {
            return [.uuid, .text, .jsonb]
        }
        guard path.steps.count == 1, let field = event.field(path.steps[0]) else { return [.text, .jsonb] }
        return switch field.type {
        case .uuid: [.uuid, .text, .jsonb]
        case .integer(let range): (Int32.fits(range) ? [.int4] : []) + [.int8, .float8, .numeric, .text, .jsonb]
        case .decimal: [.numeric, .float8, .text, .jsonb]
        case .boolean: [.bool, .text, .jsonb]
        case .instant: [.timestamptz, .timestamp, .text, .jsonb]
        default: [.text, .jsonb]
        }
    }
}

extension Int32 {
    fileprivate static func fits(_ range: ClosedRange<Int64>) -> Bool {
        range.lowerBound >= Int64(min) && range.upperBound <= Int64(max)
    }
}

extension EventType {
    fileprivate var dataMembers: [JSONTemplate.Member] {
        if case .object(let members) = data { members } else { [] }
    }
}

extension Diagnostic {
    fileprivate static func unknownColumnSource(_ name: String, among names: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: name, among: names)
        return Diagnostic(
            .unknownColumnSource,
            "no notification in the feed has \(quoted(name))",
            at: span,
            label: Suggestion.question(guess),
            notes: ["there is \(Shape.list(names))"],
            fixes: guess.map { [Fix("write `\($0)`", replace: span, with: "\"\($0)\"")] } ?? []
        )
    }

    fileprivate static func wrongColumnType(
        _ source: String,
        _ type: SupabaseTable.ColumnType,
        _ possible: [SupabaseTable.ColumnType],
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .wrongColumnType,
            "a column of the type \(type.rawValue) can't hold \(quoted(source)) of every event",
            at: span,
            notes: ["types that can: \(Shape.list(possible.map(\.rawValue)))"],
            fixes: possible.first.map {
                [Fix("write `\($0.rawValue)`", replace: span, with: "\"\($0.rawValue)\"")]
            } ?? []
        )
    }

    fileprivate static func missingKeyColumn(_ span: Span) -> Diagnostic {
        Diagnostic(
            .missingKeyColumn,
            "no column tells the rows apart",
            at: span,
            help:
                "add one from the notification's id: \"id\": { \"from\": \"id\", \"type\": \"uuid\", \"filter\": true }"
        )
    }

    fileprivate static func secondKeyColumn(_ second: String, _ first: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .missingKeyColumn,
            "\(quoted(second)) shows the notification's id, as \(quoted(first)) does",
            at: span,
            label: "clients take one column for the key",
            help: "leave one of them out"
        )
    }

    fileprivate static func tableWithoutFeed(_ span: Span) -> Diagnostic {
        Diagnostic(
            .tableWithoutFeed,
            "the table would stay empty: this tenant has no feed",
            at: span,
            help: "add a channel for it: \"in-app\": { \"use\": \"in-app\" }"
        )
    }
}
