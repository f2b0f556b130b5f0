import CarillonDiagnostics
import CarillonLanguage
package import CarillonModel
import CarillonPipeline
package import CarillonProfiles

/// A proposal as a mail that `git am` takes: the spliced template files, and the golden files recorded again.
///
/// Its files are enough for `carillon validate --strict` and `carillon test` to pass: warnings that stay are in `allow`. The proposal itself goes with it, so that it can be made again by place where the lines have moved.
package struct StudioPatch: Sendable {
    /// Paths inside the tenant's folder, sorted.
    package let files: [Change]
    /// The mail, UTF-8, with line feeds.
    package let text: String

    /// A file as it was and as it becomes.
    package struct Change: Sendable {
        package let path: String
        /// Nil for a new one.
        package let old: [UInt8]?
        /// Nil for one that goes.
        package let new: [UInt8]?
    }

    /// Who hands the change in, and when.
    package struct Author: Sendable {
        package let name: String
        package let address: String
        package let date: Instant

        package init(name: String, address: String, date: Instant) {
            self.name = name
            self.address = address
            self.date = date
        }
    }

    package enum Fault: Error, Sendable, Hashable {
        /// Nothing would change.
        case empty
        /// The host wouldn't run the folder with the edits, so nothing can be recorded.
        case unsound
    }

    /// - Parameters:
    ///   - draft: the folder with the edits.
    ///   - title: what it is about; the first line of the commit.
    ///   - golden: the files of the tenant's `golden` folder, by their names inside it.
    ///   - prefix: the folder that has the tenant's, in the repository.
    package init(
        of draft: StudioDraft,
        title: String,
        author: Author,
        golden: [TenantFolder.File],
        prefix: String = "tenants"
    ) throws(Fault) {
        guard draft.isChanged else { throw .empty }
        guard draft.isSound, let profile = draft.snapshot.profile else { throw .unsound }
        let folder = draft.base.folder
        let allowed = AllowedWarnings(of: draft, title: title)
        let edited = (draft.changedFiles + allowed.changedFiles).map {
            Change(path: $0.path, old: folder.file($0.path)?.content, new: $0.content)
        }
        let expected = GoldenFile.all(of: profile, registry: draft.registry)
        let present = Dictionary(golden.map { ($0.path, $0.content) }) { first, _ in first }
        let update = GoldenUpdate(to: expected, from: present.keys.sorted()) { present[$0] ?? [] }
        let recorded = update.changes.map { Change(path: "golden/\($0.name)", old: present[$0.name], new: $0.content) }
        files = (edited + recorded).sorted { $0.path < $1.path }
        let proposal = StudioProposal(tenant: folder.name, title: title, edits: draft.edits, samples: draft.sampleEdits)
        text =
            Self.head(title: title, author)
            + Self.body(proposal, revision: draft.base.profile.map { "\($0.revision)" } ?? "", recorded, allowed)
            + "---\n\(StudioProposal.mark)\(proposal.json.text)\n\n"
            + files.map { Self.difference($0, in: "\(prefix)/\(folder.name)") }.joined()
            + "-- \nCarillon \(Release.version)\n\n"
    }

    // MARK: head

    private static func head(title: String, _ author: Author) -> String {
        // A name and an address have no way out of their line.
        let address = String(author.address.unicodeScalars.filter { $0.value > 0x20 && $0 != "<" && $0 != ">" })
        return """
            From: \(encoded(author.name)) <\(address)>
            Date: \(author.date.mailDate)
            Subject: [PATCH] \(encoded(title))
            MIME-Version: 1.0
            Content-Type: text/plain; charset=UTF-8
            Content-Transfer-Encoding: 8bit


            """
    }

    /// A text of a header on one line; what isn't plain ASCII in encoded words of at most 75 characters.
    ///
    /// Source: RFC 2047, section 2.
    static func encoded(_ text: String) -> String {
        let line = String(text.map { $0.isNewline ? " " : $0 }).filter { $0 == " " || !$0.isControl }
        let isPlain = line.utf8.allSatisfy { (0x20...0x7E).contains($0) && !"\"<>@,;:\\[]=?()".utf8.contains($0) }
        guard !isPlain else { return line }
        var pieces: [[UInt8]] = [[]]
        for scalar in line.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if (pieces.last?.count ?? 0) + bytes.count > 42 { pieces.append([]) }
            pieces[pieces.count - 1] += bytes
        }
        return pieces.map { "=?UTF-8?B?\(Base64.encode($0))?=" }.joined(separator: "\n ")
    }

    // MARK: body

    private static func body(
        _ proposal: StudioProposal,
        revision: String,
        _ recorded: [Change],
        _ allowed: AllowedWarnings
    ) -> String {
        var lines = ["Changed texts of \(proposal.tenant):", ""]
        for edit in proposal.edits {
            let place = edit.place
            let subject = place.isTerm ? "term" : place.message.rawValue
            lines.append("  \(subject), \(place.path), \(place.locale)")
        }
        for sample in proposal.samples { lines.append("  a sample of \(sample.event), \(sample.file)") }
        for change in recorded {
            let differences = TextDifference.all(from: json(change.old), to: json(change.new))
            guard !differences.isEmpty else { continue }
            lines += ["", "As rendered, \(change.path):", ""]
            for difference in differences {
                lines.append("  \(difference.path.joined(separator: " · "))")
                // Behind two blanks and a sign, no line is taken for a part of the mail.
                for (sign, text) in [("-", difference.old), ("+", difference.new)] {
                    for line in text?.split(whereSeparator: \.isNewline) ?? [] { lines.append("  \(sign) \(line)") }
                }
            }
        }
        if !allowed.entries.isEmpty { lines += ["", "Warnings that stay, in allow of profile.json:", ""] }
        for entry in allowed.entries { lines.append("  \(entry.code), \(entry.place)") }
        lines += ["", "Carillon-Base: \(revision)", ""]
        return lines.joined(separator: "\n")
    }

    private static func json(_ content: [UInt8]?) -> JSONValue {
        content.flatMap { try? JSONValue(parsing: $0) } ?? .object(JSONObject())
    }

    // MARK: difference

    private static func difference(_ change: Change, in folder: String) -> String {
        let path = "\(folder)/\(change.path)"
        var text = "diff --git a/\(path) b/\(path)\n"
        if change.old == nil { text += "new file mode 100644\n" }
        if change.new == nil { text += "deleted file mode 100644\n" }
        text += change.old == nil ? "--- /dev/null\n" : "--- a/\(path)\n"
        text += change.new == nil ? "+++ /dev/null\n" : "+++ b/\(path)\n"
        return text + LineDifference(from: change.old ?? [], to: change.new ?? []).hunks
    }
}

extension Character {
    fileprivate var isControl: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

extension Instant {
    /// Such as `Wed, 25 Feb 2026 06:13:20 +0000`.
    ///
    /// Source: RFC 5322, section 3.3.
    fileprivate var mailDate: String {
        let seconds = epochMilliseconds.floorDivided(by: 1000)
        let day = seconds.floorDivided(by: 86_400)
        let (year, month, dayOfMonth) = CivilCalendar.date(ofDay: day)
        let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let weekday = names[Int(day - day.floorDivided(by: 7) * 7)]
        let time = Int(seconds - day * 86_400)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = [time / 3600, time / 60 % 60, time % 60].map(two).joined(separator: ":")
        return "\(weekday), \(dayOfMonth) \(months[Int(month) - 1]) \(year) \(clock) +0000"
    }
}
