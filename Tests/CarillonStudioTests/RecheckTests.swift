import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStandard
import CarillonStudio
import CarillonTesting
import Foundation
import Testing

/// What is found by looking at changed texts alone is what is found by looking at everything.
struct RecheckTests {
    /// `CARILLON_STUDIO_EDITS` makes more of them.
    private static let edits = ProcessInfo.processInfo.environment["CARILLON_STUDIO_EDITS"].flatMap { Int($0) } ?? 16
    private static let loader = ProfileLoader(registry: .standard, proof: RenderingProof(registry: .standard))

    /// A text of a folder, where it stands.
    private struct Place {
        let path: String
        let id: String
        let slot: String
    }

    private static func places(in folder: TenantFolder) -> [Place] {
        folder.files.filter { $0.path.hasPrefix("templates/") }.flatMap { file in
            StudioText.texts(of: file.content, path: file.path).map { text in
                Place(path: text.file, id: text.message.id, slot: text.message.slot)
            }
        }
    }

    /// - Parameter value: nil to take the text out.
    private static func folder(_ folder: TenantFolder, with value: JSONValue?, at place: Place) throws -> TenantFolder {
        var folder = folder
        let index = try #require(folder.files.firstIndex { $0.path == place.path })
        let root = try #require(SyntaxFile(path: place.path, bytes: folder.files[index].content).root)
        let written = try #require(WrittenMessage.at(place.id, place.slot, in: root))
        var edits = JSONEdits(folder.files[index].content)
        if let value {
            edits.replace(written.node, with: value)
        } else {
            let object = try #require(root.node(at: Array(written.steps.dropLast())))
            edits.remove(object.members.filter { $0.nameRange == written.nameRange }, from: object)
        }
        folder.files[index].content = edits.content
        return folder
    }

    // MARK: comparing

    /// Everything of a diagnostic, with its places as files and bytes.
    private static func reported(_ inspection: TenantInspection) -> [String] {
        func place(_ span: Span) -> String { "\(inspection.sources[span.source].path):\(span.range)" }
        return inspection.diagnostics.map { found in
            var parts = [found.code.number, place(found.primary.span), found.message, found.primary.text]
            parts.append(found.help ?? "")
            parts += found.notes + found.related.map { "\(place($0.span)) \($0.text)" }
            parts += found.fixes.map { "\(place($0.span)) \($0.title) \($0.replacement)" }
            return parts.joined(separator: " | ")
        }
        .sorted()
    }

    private static func expectSame(_ check: FolderCheck, as folder: TenantFolder, _ comment: Comment) {
        let whole = loader.check(folder)
        let (now, then) = (reported(check.inspection), reported(whole.inspection))
        #expect(now.filter { !then.contains($0) } == [], comment)
        #expect(then.filter { !now.contains($0) } == [], comment)
        #expect(now.count == then.count && check.inspection.isSound == whole.inspection.isSound, comment)
        let (profile, other) = (check.inspection.profile, whole.inspection.profile)
        #expect(profile?.messages == other?.messages && profile?.revision == other?.revision, comment)
        #expect(profile?.settingsRevision == other?.settingsRevision, comment)
    }

    // MARK: tests

    @Test(arguments: StudioTenants.names) func `every text of a tenant can be another one`(tenant: String) throws {
        let files = try StudioTenants.folder(tenant)
        let base = Self.loader.check(files)
        let places = Self.places(in: files)
        var (folder, check) = (files, base)
        var wholes = 0
        for (number, place) in places.enumerated() {
            // What words are about is kept, so that one check goes on from the other.
            let text = try #require(Self.value(at: place, in: folder), "\(place)").string ?? "Something else"
            folder = try Self.folder(folder, with: .string(text + " and more"), at: place)
            check = Self.loader.check(folder, after: check)
            if check.isWhole { wholes += 1 }
            guard number % 24 == 23 || number == places.count - 1 else { continue }
            Self.expectSame(check, as: folder, "\(tenant), up to \(place)")
            (folder, check) = (files, base)
        }
        #expect(wholes * 20 <= places.count, "\(wholes) of \(places.count) texts had everything looked at")
    }

    @Test(arguments: StudioTenants.names) func `random edits have the faults that they have in a whole check`(
        tenant: String
    ) throws {
        let files = try StudioTenants.folder(tenant)
        let base = Self.loader.check(files)
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        let places = Self.places(in: files)
        var (folder, check) = (files, base)
        var codes: Set<String> = []
        for round in 0..<Self.edits {
            let place = try #require(places.randomElement(using: &random))
            // A text may have gone by now.
            guard let old = Self.value(at: place, in: folder) else { continue }
            let value = try Self.value(insteadOf: old, at: place, in: files, &random)
            folder = try Self.folder(folder, with: value, at: place)
            check = Self.loader.check(folder, after: check)
            let edit = "\(place) \(value?.text ?? "gone")"
            Self.expectSame(check, as: folder, "seed \(seed), edit \(round) of \(tenant): \(edit)")
            codes.formUnion(check.inspection.diagnostics.map(\.code.number))
            if Int.random(in: 0..<4, using: &random) == 0 { (folder, check) = (files, base) }
        }
        #expect(codes.count > 2, "seed \(seed): only \(codes.sorted())")
    }

    /// Nil where the text isn't there.
    private static func value(at place: Place, in folder: TenantFolder) -> JSONValue? {
        let root = folder.file(place.path).flatMap { SyntaxFile(path: place.path, bytes: $0.content).root }
        return WrittenMessage.at(place.id, place.slot, in: root)?.node.value
    }

    /// Words, mostly wrong ones: nil takes the text out.
    private static func value(
        insteadOf old: JSONValue,
        at place: Place,
        in folder: TenantFolder,
        _ random: inout SplitMix
    ) throws -> JSONValue? {
        let types = WrittenEvents.events(in: try #require(events(of: folder)))
        let fields = types.first { $0.id.rawValue == place.id }?.payload
        let name = fields?.randomElement(using: &random)?.name ?? "tenant"
        let text = old.string ?? "Several forms"
        let pieces = [
            text.uppercased(), text + ".", text + " {$\(name)}", "{$\(name)}", " ", "{$nobody}", "{$\(name) :number",
            "{$\(name) :datetime length=tall}", "{\(name)}", "%s \(text)", "{#strong}\(text)",
            "{#link}\(text){/link}",
            "<b>\(text)</b> &nbsp;", "\(text)\n\(text)", String(repeating: text + " ", count: 400),
            "at {$\(name) :carillon:relative}", "{$\(name) :carillon:list type=nothing}",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
            ".local $x = {$\(name)} {{\(text) {$x}}}",
        ]
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return nil
        case 1:
            let rows = ["one", "few", "*", "0", "many"].shuffled(using: &random).prefix(3)
            let when = JSONObject(rows.map { .init($0, .string("\($0) {$\(name)}")) })
            return ["match": [.string("$\(name) :number")], "when": .object(when)]
        case 2:
            // The words of another text, perhaps of another language.
            let other = try #require(places(in: folder).randomElement(using: &random))
            return value(at: other, in: folder)
        default: return .string(pieces.randomElement(using: &random) ?? text)
        }
    }

    private static func events(of folder: TenantFolder) -> JSONNode? {
        folder.file("events.json").flatMap { SyntaxFile(path: $0.path, bytes: $0.content).root }
    }

    @Test func `other files than templates, and other settings in these, have everything looked at`() throws {
        let files = try StudioTenants.folder("dossier")
        let base = Self.loader.check(files)
        for path in ["profile.json", "events.json"] {
            var folder = files
            let index = try #require(folder.files.firstIndex { $0.path == path })
            folder.files[index].content.append(UInt8(ascii: "\n"))
            let check = Self.loader.check(folder, after: base)
            #expect(check.isWhole)
            Self.expectSame(check, as: folder, "\(path)")
        }
        var folder = files
        let index = try #require(folder.files.firstIndex { $0.path == "templates/en.json" })
        let text = String(decoding: folder.files[index].content, as: UTF8.self)
        folder.files[index].content = Array(text.replacing("\"locale\": \"en\"", with: "\"locale\": \"nb\"").utf8)
        #expect(folder != files)
        let check = Self.loader.check(folder, after: base)
        #expect(check.isWhole)
        Self.expectSame(check, as: folder, "locale")
        #expect(!Self.loader.check(files, after: base).isWhole)
    }
}
