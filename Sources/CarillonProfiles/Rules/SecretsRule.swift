import CarillonDiagnostics
import CarillonModel

/// A tenant's files contain nothing that looks like a key, a token or a password.
enum SecretsRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        let templates = tenant.templateFiles.sorted { $0.key < $1.key }.map(\.value)
        if let focus = tenant.focus {
            for file in templates {
                for id in focus.sorted() {
                    if let node = file.root["messages"]?[id.rawValue] { check(node, name: "", in: file, &report) }
                }
            }
            return
        }
        let files =
            [tenant.profileFile, tenant.eventsFile, tenant.contractFile].compactMap { $0 } + templates
            + tenant.sampleFiles.map(\.file)
        for file in files { check(file.root, name: "", in: file, &report) }
    }

    private static func check(_ node: JSONNode, name: String, in file: TenantFile, _ report: inout RuleReport) {
        switch node.content {
        case .string(let text):
            guard let kind = SecretPatterns.kind(of: text, named: name) else { return }
            report.add(.plainSecret(kind, Span(file.source, node.range)))
        case .array(let elements):
            for element in elements { check(element, name: name, in: file, &report) }
        case .object(let members):
            guard node["$secret"] == nil else { return }
            for member in members { check(member.value, name: member.name, in: file, &report) }
        case .null, .boolean, .number, .broken: break
        }
    }
}

/// The forms of credentials.
enum SecretPatterns {
    /// The kind of credential that `text` seems to be; nil for none.
    static func kind(of text: String, named name: String) -> String? {
        guard text.utf8.count >= 20 else { return nil }
        if text.hasByte(UInt8(ascii: "-")), text.contains("-----BEGIN"), text.contains("PRIVATE KEY") {
            return "a private key (PEM)"
        }
        guard text.utf8.count <= 8192, !text.hasByte(UInt8(ascii: " ")) else { return nil }
        if isJWT(text) { return "a JSON web token" }
        for (prefix, kind, length) in prefixes where text.hasPrefix(prefix) && text.utf8.count >= length {
            return kind
        }
        if text.utf8.first == UInt8(ascii: "{"), text.contains("\"private_key\"") { return "a service account" }
        return nil
    }

    /// Three parts in base64url, of which the first begins like `{"`.
    private static func isJWT(_ text: String) -> Bool {
        guard text.hasPrefix("eyJ") else { return false }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return false }
        return parts.allSatisfy { part in
            part.utf8.count >= 10
                && part.utf8.allSatisfy { $0.isAlphanumeric || "-_=".utf8.contains($0) }
        }
    }

    /// Prefixes that providers gave their keys so that scanners can find them.
    private static let prefixes: [(String, String, Int)] = [
        ("AKIA", "an AWS access key", 20), ("ASIA", "an AWS access key", 20), ("AIza", "a Google API key", 35),
        ("ya29.", "a Google access token", 30), ("sk_live_", "a Stripe key", 24), ("rk_live_", "a Stripe key", 24),
        ("sk_test_", "a Stripe key", 24), ("ghp_", "a GitHub token", 36), ("gho_", "a GitHub token", 36),
        ("github_pat_", "a GitHub token", 40), ("glpat-", "a GitLab token", 20), ("xoxb-", "a Slack token", 24),
        ("xoxp-", "a Slack token", 24), ("xapp-", "a Slack token", 24), ("SG.", "a SendGrid key", 40),
        ("key-", "a Mailgun key", 36), ("sbp_", "a Supabase token", 40), ("npm_", "an npm token", 36),
    ]
}

extension Diagnostic {
    fileprivate static func plainSecret(_ kind: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .plainSecret,
            "this looks like \(kind)",
            at: span,
            label: "secrets are only named in tenant files",
            help: #"replace it by {"$secret": "some-name"}, and treat this one as known to everybody"#
        )
        .hidingSource()
    }
}
