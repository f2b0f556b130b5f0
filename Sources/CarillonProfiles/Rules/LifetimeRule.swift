import CarillonDiagnostics
import CarillonModel

/// Notifications are valid long enough to be sent, and aren't scheduled for implausible times.
enum LifetimeRule: Rule {
    static let scope = RuleScope.settings

    /// Shorter than the time that any provider needs.
    private static let shortest = Duration.seconds(1)
    /// Ten years, including leap days.
    private static let longest = Duration.seconds(3653 * 86_400)

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        if let file = tenant.profileFile { checkExpiry(file.root["policies"]?["expireAfter"], in: file, &report) }
        guard let file = tenant.eventsFile else { return }
        for event in tenant.profile.events {
            let node = tenant.eventNodes[event.id]
            checkExpiry(node?["expireAfter"], in: file, &report)
            for entry in node?["schedule"]?.elements ?? [] { checkLength(entry["by"], in: file, &report) }
        }
    }

    private static func checkExpiry(_ node: JSONNode?, in file: TenantFile, _ report: inout RuleReport) {
        if let node, let duration = node.duration, duration < shortest {
            report.add(.expiredAtOnce(Span(file.source, node.range)))
        }
        checkLength(node, in: file, &report)
    }

    private static func checkLength(_ node: JSONNode?, in file: TenantFile, _ report: inout RuleReport) {
        guard let node, let duration = node.duration, duration > longest else { return }
        report.add(.pointlessPolicy("this is more than ten years", Span(file.source, node.range)))
    }
}

extension JSONNode {
    fileprivate var duration: Duration? { string.flatMap { Duration(written: $0) } }
}

extension Diagnostic {
    fileprivate static func expiredAtOnce(_ span: Span) -> Diagnostic {
        Diagnostic(
            .expiredAtOnce,
            "a notification expires after this before it can be sent",
            at: span,
            help: "give it a second at least, or leave `expireAfter` out"
        )
    }
}
