import CarillonHost

/// What `carillond secrets init` did, and what is left to do.
///
/// It never contains a secret.
struct SecretsReport {
    let file: String
    let tenants: String
    let changes: [SecretsDocument.Changes]
    /// The file's mode before the change, where users other than its owner and group had any permission.
    let modeForOthers: String?

    /// Warns about secrets that other users could read.
    var warning: String? {
        modeForOthers.map { mode in
            changes.contains(where: \.hasWritten)
                ? "warning: \(file) was open to every user of this machine (mode \(mode)), and is its owner's alone now; "
                    + "replace the secrets in it that somebody may have read"
                : "warning: \(file) is open to every user of this machine (mode \(mode)); "
                    + "`chmod 600 \(ShellWord.quoted(file))` keeps it to its owner"
        }
    }

    var text: String {
        let made = changes.reduce(0) { $0 + $1.made.count }
        let issued = changes.reduce(0) { $0 + $1.issued.count }
        let kept = changes.reduce(0) { $0 + $1.kept }
        let faulty = changes.reduce(0) { $0 + $1.faults.count }
        let rest = faulty == 0 ? "" : ", \(faulty) there that can't be used"
        var lines = ["\(file): \(made) made, \(kept) there already, \(issued) to fill in\(rest)"]
        for change in changes {
            for secret in change.made {
                lines.append("  made     \(change.tenant) \(secret.name): \(secret.description)")
            }
        }
        let left = changes.flatMap(steps)
        if !left.isEmpty { lines += ["", "Left to do:"] + left.map { "  - \($0)" } }
        return lines.joined(separator: "\n")
    }

    private func steps(for change: SecretsDocument.Changes) -> [String] {
        let profile = "profile.json of \(change.tenant)"
        let halves = change.publicHalves.map { half in
            "in \(profile), channels.\(half.channel).settings.\(half.setting) becomes \"\(half.value)\": "
                + "it belongs to the private key that was made, and web apps subscribe with it"
        }
        let issued = change.issued.map { secret in
            "in \(file), \(change.tenant).\(secret.name) is \(secret.description)"
                + (change.needed.contains(secret.name)
                    ? "; without it the channel can't send" : secret.isOptional ? "; without it, it is left out" : "")
        }
        let settings = change.settings.map { "in \(profile): \($0)" }
        let shared = change.made.compactMap { secret -> String? in
            switch secret.purpose {
            case .users: "sign the tokens of \(change.tenant)'s users with \(secret.name)"
            case .staff: "sign the tokens of \(change.tenant)'s staff with \(secret.name)"
            case .service(let header): "have \(change.tenant)'s services bring \(secret.name) in \(header)"
            case .channel: nil
            }
        }
        return change.faults + halves + settings + issued + shared
    }
}
