import CarillonDiagnostics
import CarillonModel

/// Every channel that is named anywhere is declared, and fallbacks don't go around in circles.
enum ChannelReferencesRule: Rule {
    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let profile = tenant.profileFile, let declared = profile.root["channels"], declared.isObject else {
            return
        }
        let known = declared.members.map(\.name)
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
        guard let list, let file else { return }
        var seen: [String: JSONNode] = [:]
        for element in list.elements {
            guard let name = element.string, ChannelID.isValid(name) else { continue }
            let span = Span(file.source, element.range)
            if let first = seen[name] {
                report.add(.duplicateValue(name, span, first: Span(file.source, first.range)))
            } else if !known.contains(name) {
                report.add(.unknownChannel(name, known: known, span))
            }
            seen[name] = element
        }
    }

    private static func checkCycles(_ tenant: TenantContext, _ file: TenantFile, _ report: inout RuleReport) {
        var reported: Set<ChannelID> = []
        for binding in tenant.profile.channels where !reported.contains(binding.id) {
            guard let cycle = cycle(from: binding.id, tenant.profile, path: []) else { continue }
            reported.formUnion(cycle)
            report.add(.channelCycle(cycle, file.span("channels", binding.id.rawValue, "fallbackFor")))
        }
    }

    /// The way from a channel over what it stands in for back to itself.
    private static func cycle(from id: ChannelID, _ profile: TenantProfile, path: [ChannelID]) -> [ChannelID]? {
        if id == path.first { return path + [id] }
        guard !path.contains(id), path.count < 64 else { return nil }
        for next in profile.channel(id)?.fallbackFor ?? [] {
            if let found = cycle(from: next, profile, path: path + [id]) { return found }
        }
        return nil
    }
}

extension Diagnostic {
    fileprivate static func unknownChannel(_ name: String, known: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: name, among: known)
        return Diagnostic(
            .unknownChannel,
            "this profile has no channel called \(quoted(name))",
            at: span,
            label: guess.map { "did you mean `\($0)`?" } ?? "",
            notes: [known.isEmpty ? "profile.json declares none" : "profile.json declares \(Shape.list(known))"],
            fixes: guess.map { [Fix("write `\($0)`", replace: span, with: "\"\($0)\"")] } ?? []
        )
    }

    fileprivate static func channelCycle(_ path: [ChannelID], _ span: Span) -> Diagnostic {
        Diagnostic(
            .channelCycle,
            "channels stand in for one another in a circle",
            at: span,
            notes: [path.map(\.rawValue).joined(separator: " for ")]
        )
    }
}
