import CarillonDiagnostics
import CarillonModel

/// Names of channels refer to declared channels, and fallbacks have no cycles.
enum ChannelReferencesRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let profile = tenant.profileFile, let known = profile.names(in: "channels"),
            let declared = profile.root["channels"], declared.isObject
        else { return }
        for member in tenant.eventsFile?.root["events"]?.members ?? [] {
            check(member.value["channels"], in: tenant.eventsFile, known, &report)
        }
        for member in declared.members { check(member.value["fallbackFor"], in: profile, known, &report) }
        for member in profile.root["preferences"]?["toggles"]?.members ?? [] {
            check(member.value["channels"], in: profile, known, &report)
        }
        checkCycles(tenant, profile, &report)
    }

    private static func check(_ list: JSONNode?, in file: TenantFile?, _ known: [String], _ report: inout RuleReport) {
        // Where a bracket is missing, what follows seems to be in the list.
        guard let list, !list.isDamaged, let file else { return }
        // A channel with an invalid name may be the intended one.
        let unusable = known.filter { !ChannelID.isValid($0) }
        var seen: [String: JSONNode] = [:]
        for element in list.elements {
            guard let name = element.string, ChannelID.isValid(name) else { continue }
            let span = Span(file.source, element.range)
            if let first = seen[name] {
                report.add(.duplicateValue(name, span, first: Span(file.source, first.range)))
            } else if !known.contains(name), Suggestion.closest(to: name, among: unusable) == nil {
                report.add(.unknownChannel(name, known: known, span))
            }
            seen[name] = element
        }
    }

    private static func checkCycles(_ tenant: TenantContext, _ file: TenantFile, _ report: inout RuleReport) {
        var search = CycleSearch(profile: tenant.profile)
        for binding in tenant.profile.channels {
            guard let cycle = search.cycle(from: binding.id, path: []), let first = cycle.first else { continue }
            report.add(.channelCycle(cycle, file.span("channels", first.rawValue, "fallbackFor")))
        }
    }

    /// Visits each channel once, however many paths lead to it.
    private struct CycleSearch {
        let profile: TenantProfile
        private var visited: Set<ChannelID> = []

        init(profile: TenantProfile) {
            self.profile = profile
        }

        /// A path that returns to a channel it has passed, from there on.
        mutating func cycle(from id: ChannelID, path: [ChannelID]) -> [ChannelID]? {
            if let start = path.firstIndex(of: id) { return path[start...] + [id] }
            guard path.count < 200, visited.insert(id).inserted else { return nil }
            for next in profile.channel(id)?.fallbackFor ?? [] {
                if let found = cycle(from: next, path: path + [id]) { return found }
            }
            return nil
        }
    }
}

extension Diagnostic {
    fileprivate static func unknownChannel(_ name: String, known: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: name, among: known)
        return Diagnostic(
            .unknownChannel,
            "this profile has no channel called \(quoted(name))",
            at: span,
            label: Suggestion.question(guess),
            notes: [known.isEmpty ? "profile.json declares none" : "profile.json declares \(Shape.list(known))"],
            fixes: guess.map { [Fix("write `\($0)`", replace: span, with: "\"\($0)\"")] } ?? []
        )
    }

    fileprivate static func channelCycle(_ path: [ChannelID], _ span: Span) -> Diagnostic {
        Diagnostic(
            .channelCycle,
            "channels are fallbacks for one another in a circle",
            at: span,
            notes: [path.map(\.rawValue).joined(separator: " for ")]
        )
    }
}
