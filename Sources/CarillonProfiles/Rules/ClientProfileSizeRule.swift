import CarillonDiagnostics
import CarillonModel

/// What apps load at their start is small enough for a phone's network, and for an extension that is started for each push.
enum ClientProfileSizeRule: LateRule {
    /// In bytes of JSON: more is advised against.
    static let advised = 64 << 10
    /// More is refused.
    static let limit = 256 << 10

    /// Reports nothing about a tenant with errors: what can't be read isn't counted.
    static func check(_ tenant: TenantContext, _ earlier: RuleReport, _ report: inout RuleReport) {
        guard let profile = tenant.profileFile, let events = tenant.eventsFile, profile.isSound, events.isSound,
            tenant.templateFiles.values.allSatisfy(\.isSound),
            !earlier.diagnostics.contains(where: { $0.severity == .error })
        else { return }
        let json = ClientProfile(tenant.profile, tenant.registry).json
        let size = JSONValue.object(json).utf8.count
        guard size > advised else { return }
        report.add(.largeClientProfile(size, Self.parts(of: json, size, profile, events)))
    }

    fileprivate typealias Item = (name: String, bytes: Int)

    /// A part of the client profile, and where the files have it.
    fileprivate struct Part {
        let name: String
        /// Its largest first.
        let items: [Item]
        let bytes: Int
        let span: Span
        let help: String

        init(_ name: String, _ items: [Item], _ span: Span, help: String) {
            self.name = name
            self.items = items.sorted { $0.bytes > $1.bytes }
            bytes = items.reduce(0) { $0 + $1.bytes }
            self.span = span
            self.help = help
        }
    }

    /// The largest first.
    private static func parts(
        of json: JSONObject,
        _ size: Int,
        _ profile: TenantFile,
        _ events: TenantFile
    ) -> [Part] {
        var (pushed, kinds): ([Item], [Item]) = ([], [])
        for event in json["events"]?.array ?? [] {
            guard let id = event["id"]?.string else { continue }
            let own = event["words"]?.utf8.count ?? 0
            pushed.append((id, own))
            kinds.append((id, event.utf8.count - own))
        }
        let texts = (json["texts"]?.array ?? []).compactMap { text -> Item? in
            text["id"]?.string.map { (name: $0, bytes: text.utf8.count) }
        }
        let parts = [
            Part(
                "texts of the app",
                texts,
                events.nameSpan("texts"),
                help: "shorten them, or let the app open a page: it loads each of them in every language"
            ),
            Part(
                "words of pushes",
                pushed,
                profile.span("device", "words"),
                help: "shorten them, or let words travel with the pushes: without `device.words` apps need none"
            ),
            Part(
                "event types",
                kinds,
                events.nameSpan("events"),
                help: "those that go to no device aren't in it: take push channels from events that needn't be pushed"
            ),
        ]
        let rest = Part(
            "channels, categories and links",
            [("profile.json", size - parts.reduce(0) { $0 + $1.bytes })],
            Span(profile.source, profile.root.range.lowerBound..<profile.root.range.lowerBound + 1),
            help: "shorten names and descriptions there: apps load each of them in every language"
        )
        return (parts + [rest]).filter { $0.bytes > 0 }.sorted { $0.bytes > $1.bytes }
    }
}

extension Diagnostic {
    /// - Parameter parts: the largest first.
    fileprivate static func largeClientProfile(_ size: Int, _ parts: [ClientProfileSizeRule.Part]) -> Diagnostic {
        let isError = size > ClientProfileSizeRule.limit
        let limit = (isError ? ClientProfileSizeRule.limit : ClientProfileSizeRule.advised) >> 10
        let sum = parts.map { "\($0.bytes.kibibytes) \($0.name)" }.joined(separator: ", ")
        let largest = parts[0].items.prefix(3).map { "`\($0.name)` has \($0.bytes.kibibytes)" }
        return Diagnostic(
            isError ? .clientProfileTooLarge : .largeClientProfile,
            "what apps load at their start has \(size.kibibytes), \(limit) \(isError ? "are possible" : "are plenty")",
            at: parts[0].span,
            notes: [sum, largest.joined(separator: ", ")],
            help: parts[0].help
        )
    }
}

extension Int {
    /// Rounded up, so that what is above a limit never reads as if it were the limit.
    fileprivate var kibibytes: String { self < 1024 ? "\(self) bytes" : "\((self + 1023) >> 10) KiB" }
}
