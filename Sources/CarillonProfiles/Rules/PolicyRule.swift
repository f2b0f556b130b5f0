import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// Policies are plausible: durations are positive, quiet hours aren't empty, and retries take place before the delivery
/// expires.
enum PolicyRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.profileFile else { return }
        if file.root["studio"]?["retention"]?.string.flatMap({ Duration(written: $0) }) == .zero {
            report.add(.pointlessPolicy("this lasts no time at all", file.span("studio", "retention")))
        }
        guard let policies = file.root["policies"] else { return }
        let place: [JSONStep] = [.name("policies")]
        for path in [["collect"], ["collect", "window"], ["retention"]] {
            let steps = place + path.map { .name($0) }
            let node = path.reduce(policies) { (node: JSONNode?, name) in node?[name] }
            guard node?.string.flatMap({ Duration(written: $0) }) == .zero else { continue }
            report.add(.pointlessPolicy("this lasts no time at all", file.span(steps)))
        }
        checkQuietHours(policies["quietHours"], file, &report)
        checkRetries(tenant, policies["retry"], file, &report)
        checkLimits(policies["limits"], file, &report)
    }

    private static func checkLimits(_ node: JSONNode?, _ file: TenantFile, _ report: inout RuleReport) {
        let areOwnerless = file.root["devices"]?.text("owner") == DevicePolicy.Owner.subscription.rawValue
        let pointless = areOwnerless ? ["devicesPerUser"] : ["ownerlessDevices", "registrationsPerAddress"]
        let message =
            areOwnerless ? "this tenant's devices belong to nobody" : "no device of this tenant belongs to nobody"
        for key in pointless where node?[key] != nil {
            report.add(.pointlessPolicy(message, file.span([.name("policies"), .name("limits"), .name(key)])))
        }
    }

    private static func checkQuietHours(_ node: JSONNode?, _ file: TenantFile, _ report: inout RuleReport) {
        guard let node, let from = node.made("from", { TimeOfDay($0) }), let to = node.made("to", { TimeOfDay($0) }),
            // On some days, this means the whole day; on all days, quiet hours would never end.
            from == to, node["days"] == nil
        else { return }
        let span = file.span("policies", "quietHours", "to")
        report.add(.pointlessPolicy("these quiet hours end when they begin", span))
    }

    private static func checkRetries(
        _ tenant: TenantContext,
        _ node: JSONNode?,
        _ file: TenantFile,
        _ report: inout RuleReport
    ) {
        let giveUpAfter = node?.made("giveUpAfter") { Duration(written: $0) } ?? RetryLadders().giveUpAfter
        let known = Set(tenant.registry.descriptors.flatMap(\.recipientDeferrals.codes)).sorted()
        for member in node?.members ?? [] where member.name != "giveUpAfter" {
            for element in member.value.elements where element.string.flatMap({ Duration(written: $0) }) == .zero {
                let span = Span(file.source, element.range)
                report.add(.pointlessPolicy("a retry needs some time before it", span))
            }
            let first = member.value.elements.first.flatMap { $0.string.flatMap { Duration(written: $0) } }
            if let first, first >= giveUpAfter, first > .zero {
                let message = "retries are given up after \(giveUpAfter.written), before the first of these"
                report.add(.pointlessPolicy(message, Span(file.source, member.value.range)))
            }
            guard member.name != "default", !known.contains(member.name),
                let guess = Suggestion.closest(to: member.name, among: known)
            else { continue }
            report.add(.unknownRetryCode(member.name, guess, Span(file.source, member.nameRange)))
        }
    }
}

extension RecipientDeferrals {
    fileprivate var codes: Set<String> {
        if case .codes(let codes) = self { codes } else { [] }
    }
}

extension Diagnostic {
    static func pointlessPolicy(_ message: String, _ span: Span) -> Diagnostic {
        Diagnostic(.pointlessPolicy, message, at: span)
    }

    fileprivate static func unknownRetryCode(_ name: String, _ guess: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .pointlessPolicy,
            "no provider has the code \(quoted(name))",
            at: span,
            label: "did you mean `\(guess)`?",
            fixes: [Fix("write `\(guess)`", replace: span, with: "\"\(guess)\"")]
        )
    }
}
