import CarillonDiagnostics
import CarillonModel

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The warnings that a profile allows, each with its reason.
struct Exemptions {
    private let source: SourceID
    private var entries: [Entry] = []
    /// Codes that entries with an error may be about; nil where that may be any.
    private var unsure: Set<String>? = []

    private struct Entry {
        let code: String
        let at: [String]
        let reason: String
        /// The last day; nil for good.
        let until: String?
        let span: Span
    }

    /// - Parameter file: `profile.json`. What isn't as it must be was reported, and is left out.
    init(_ file: TenantFile) {
        source = file.source
        unsure = Self.unsure(file)
        for node in file.root["allow"]?.elements ?? [] {
            guard let code = node.text("code"), DiagnosticCode.allowable.contains(code), let at = node.text("at"),
                let reason = node.text("reason")
            else { continue }
            if let until = node.text("until"), !TextShape.day.isValid(until) { continue }
            entries.append(
                Entry(
                    code: code,
                    at: Self.steps(at),
                    reason: reason,
                    until: node.text("until"),
                    span: Span(source, node.range)
                )
            )
        }
    }

    var isEmpty: Bool { entries.isEmpty && unsure == [] }

    /// The codes of entries with an error, which is reported: what they allow isn't reported besides.
    private static func unsure(_ file: TenantFile) -> Set<String>? {
        guard let node = file.root["allow"] else { return file.root.isDamaged ? nil : [] }
        guard file.isDamaged("allow") else { return [] }
        guard !node.elements.isEmpty, !node.isDamaged else { return nil }
        var codes: Set<String> = []
        for (index, element) in node.elements.enumerated() where file.isDamaged([.name("allow"), .index(index)]) {
            guard let code = element.text("code"), DiagnosticCode.allowable.contains(code) else { return nil }
            codes.insert(code)
        }
        return codes
    }

    private func isUnsure(_ diagnostic: Diagnostic) -> Bool {
        guard diagnostic.severity == .warning, DiagnosticCode.allowable.contains(diagnostic.code.number) else {
            return false
        }
        return unsure?.contains(diagnostic.code.number) ?? true
    }

    /// Takes out what is allowed.
    ///
    /// - Parameters:
    ///   - diagnostics: of one tenant, with identities.
    ///   - today: such as `2026-02-25`; compared as text, which has the same order.
    /// - Returns: what is left, with what is wrong with the entries themselves; and what is allowed.
    func split(
        _ diagnostics: [Diagnostic],
        tenant: String,
        today: String
    ) -> (shown: [Diagnostic], allowed: [SuppressedDiagnostic]) {
        var used: Set<Int> = []
        var shown: [Diagnostic] = []
        var allowed: [SuppressedDiagnostic] = []
        for diagnostic in diagnostics {
            let index = entries.firstIndex { Self.covers($0, diagnostic, tenant: tenant, today: today) }
            if let index {
                used.insert(index)
                allowed.append(SuppressedDiagnostic(diagnostic, .allowed(reason: entries[index].reason)))
            } else if !isUnsure(diagnostic) {
                shown.append(diagnostic)
            }
        }
        // With an error not everything was looked for, so what isn't there may come back.
        let isComplete = diagnostics.allSatisfy { $0.severity != .error }
        for (index, entry) in entries.enumerated() where !used.contains(index) {
            if let until = entry.until, until < today {
                shown.append(.expiredExemption(entry.code, until, entry.span))
            } else if isComplete {
                shown.append(.unusedExemption(entry.code, entry.span))
            }
        }
        return (shown, allowed)
    }

    private static func covers(_ entry: Entry, _ diagnostic: Diagnostic, tenant: String, today: String) -> Bool {
        guard entry.code == diagnostic.code.number, diagnostic.severity == .warning,
            let identity = diagnostic.identity, identity.tenant == tenant
        else { return false }
        if let until = entry.until, until < today { return false }
        let place = steps(identity.place)
        return entry.at.count <= place.count && zip(entry.at, place).allSatisfy(matches)
    }

    /// The names on the way to a place: of folders and the file, then of the pointer.
    private static func steps(_ place: String) -> [String] {
        let file = place.firstRange(of: "#/").map { String(place[..<$0.lowerBound]) } ?? place
        let pointer = place.firstRange(of: "#/").map { String(place[$0.upperBound...]) }
        let name = file.hasSuffix("#") ? String(file.dropLast()) : file
        let steps = name.split(separator: "/").map(String.init)
        return steps + (pointer?.split(separator: "/", omittingEmptySubsequences: false).map(String.init) ?? [])
    }

    /// Whether a name is as written; `*` stands for any, also with what is before or behind it, such as `*.json`.
    private static func matches(_ pattern: String, _ name: String) -> Bool {
        guard let star = pattern.firstIndex(of: "*") else { return pattern == name }
        let (head, tail) = (pattern[..<star], pattern[pattern.index(after: star)...])
        return name.count >= head.count + tail.count && name.hasPrefix(head) && name.hasSuffix(tail)
    }

    /// The day in UTC, by the system's clock.
    static var today: String {
        String(Instant(epochMilliseconds: Int64(time(nil)) * 1000).rfc3339.prefix(10))
    }
}

extension Diagnostic {
    fileprivate static func unusedExemption(_ code: String, _ span: Span) -> Diagnostic {
        Diagnostic(.unusedExemption, "there is no `\(code)` that this allows", at: span)
    }

    fileprivate static func expiredExemption(_ code: String, _ until: String, _ span: Span) -> Diagnostic {
        Diagnostic(.expiredExemption, "this allowed `\(code)` until `\(until)`", at: span, label: "that day is over")
    }
}
