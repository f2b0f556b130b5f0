import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles
import CarillonTesting
import Foundation
import Testing

/// A tenant whose check no answer waits for.
struct LargeTenantTests {
    private static let count = 120

    /// The shop with many events like its own.
    private static let folder: TenantFolder = {
        var folder = LanguageTenant.shop.folder
        func copies(_ path: String, of key: String, in list: String) {
            guard let index = folder.files.firstIndex(where: { $0.path == path }),
                let root = try? JSONValue(parsing: folder.files[index].content),
                let old = root[list]?.object, let value = old[key]
            else { preconditionFailure("\(path) has no \(key)") }
            var object = old
            var copy = value.object ?? JSONObject()
            if var data = copy["data"]?.object {
                data["made"] = "{event.type}"
                copy["data"] = .object(data)
            }
            for number in 0..<count { object["made.up-\(number)"] = .object(copy) }
            var changed = root.object ?? JSONObject()
            changed[list] = .object(object)
            folder.files[index].content = Array(JSONValue.object(changed).prettyText.utf8)
        }
        copies("events.json", of: "order.shipped", in: "events")
        for locale in ["en", "ru"] { copies("templates/\(locale).json", of: "order.shipped", in: "messages") }
        return folder
    }()

    /// The folder with a text of an event written otherwise, and where that is.
    private static func edited(
        _ old: String,
        _ new: String,
        of event: String,
        in path: String,
        from folder: TenantFolder = folder
    ) -> (TenantFolder, Int) {
        var folder = folder
        guard let index = folder.files.firstIndex(where: { $0.path == path }) else { preconditionFailure(path) }
        let text = String(decoding: folder.files[index].content, as: UTF8.self)
        guard let event = text.range(of: "\"\(event)\""),
            let place = text[event.upperBound...].range(of: old)
        else { preconditionFailure("\(path) has no \(old)") }
        folder.files[index].content = Array(text.replacingCharacters(in: place, with: new).utf8)
        return (folder, text.utf8.distance(from: text.startIndex, to: place.lowerBound))
    }

    private static func wording(_ known: KnownDiagnostics?) -> [String] {
        (known?.diagnostics ?? []).map { diagnostic in
            let place = diagnostic.primary.span
            return
                "\(known?.sources[place.source].path ?? "") \(place.range) \(diagnostic.code.number) \(diagnostic.message)"
        }
        .sorted()
    }

    @Test func `nothing is known until there was a check, and all of it afterwards`() {
        let snapshot = LanguageTenant.snapshot(of: Self.folder)
        #expect(snapshot.isLarge && !snapshot.isChecked)
        #expect(snapshot.knownDiagnostics == nil)
        #expect(!snapshot.check(unless: Self.cancelled))
        #expect(!snapshot.isChecked)
        #expect(snapshot.check(unless: Cancellation()))
        #expect(snapshot.knownDiagnostics?.diagnostics == snapshot.diagnostics)
    }

    private static var cancelled: Cancellation {
        let cancellation = Cancellation()
        cancellation.cancel()
        return cancellation
    }

    @Test(arguments: [
        ("templates/en.json", "Shipped by {$brand}", "Shipped by {$nobody}"),
        ("templates/ru.json", "Отправлено: {$brand}", "Отправлено: {$brand"),
        ("templates/ru.json", "\"few\"", "\"fev\""), ("events.json", "\"order_id\"", "\"order_ix\""),
        ("events.json", "\"collapse\"", "\"colapse\""), ("templates/en.json", "\"title\"", "\"titel\""),
        ("templates/en.json", "\"title\": ", "\"title\" "),
    ]) func `what one types is told at once as the check will tell it`(path: String, old: String, new: String) throws {
        let first = LanguageTenant.snapshot(of: Self.folder)
        #expect(first.check(unless: Cancellation()))
        let (folder, _) = Self.edited(old, new, of: "made.up-60", in: path)
        let second = LanguageTenant.snapshot(of: folder, after: first)
        let provisional = Self.wording(second.knownDiagnostics).filter { $0.contains(path) }
        #expect(!second.isChecked)
        #expect(second.check(unless: Cancellation()))
        let final = Self.wording(second.knownDiagnostics).filter { $0.contains(path) }
        #expect(!final.isEmpty)
        #expect(provisional == final)
    }

    @Test func `what was found elsewhere moves with the text`() throws {
        var (folder, _) = Self.edited(
            "Shipped by {$brand}",
            "Shipped by {$nobody}",
            of: "made.up-80",
            in: "templates/en.json"
        )
        let first = LanguageTenant.snapshot(of: folder)
        #expect(first.check(unless: Cancellation()))
        let index = try #require(folder.files.firstIndex { $0.path == "templates/en.json" })
        let text = String(decoding: folder.files[index].content, as: UTF8.self)
        // Two lines more, before.
        let moved = text.replacing("\"made.up-3\": {", with: "\n\n\"made.up-3\": {", maxReplacements: 1)
        folder.files[index].content = Array(moved.utf8)
        let second = LanguageTenant.snapshot(of: folder, after: first)
        let provisional = Self.wording(second.knownDiagnostics)
        #expect(second.check(unless: Cancellation()))
        #expect(provisional == Self.wording(second.knownDiagnostics))
    }

    @Test func `answers before the check are those after it`() throws {
        let path = "templates/en.json"
        let first = LanguageTenant.snapshot(of: Self.folder)
        let (folder, offset) = Self.edited("parcels", "boxes", of: "order.shipped", in: path)
        let second = LanguageTenant.snapshot(of: folder, after: first)
        let before = (
            second.hover(at: offset, in: path), second.completions(at: offset, in: path),
            second.hints(in: offset - 200..<offset + 200, of: path)
        )
        #expect(!second.isChecked)
        #expect(second.check(unless: Cancellation()))
        let hover = try #require(before.0)
        #expect(hover.text.contains("3 boxes"))
        #expect(hover == second.hover(at: offset, in: path))
        #expect(before.1 == second.completions(at: offset, in: path))
        #expect(before.2.contains { $0.kind == .wording })
        #expect(before.2 == second.hints(in: offset - 200..<offset + 200, of: path))
    }

    @Test func `names are those of the files as they are`() throws {
        let first = LanguageTenant.snapshot(of: Self.folder)
        let before = first.names.places
        let (folder, _) = Self.edited("\"carrier\":", "\"carriage\":", of: "made.up-10", in: "events.json")
        let second = LanguageTenant.snapshot(of: folder, after: first)
        let anew = LanguageTenant.snapshot(of: folder)
        #expect(second.names.places == anew.names.places)
        #expect(second.names.places != before)
    }

    @Test(arguments: [
        ("{$brand}", "{$order_id} of {$brand}"), ("\"title\"", "\"other\": { \"title\": \"{$count}\" }, \"title\""),
        ("\"title\": ", "\"title\" "), ("{$brand}", ".local $x = {$count}"),
        ("Shipped by {$brand}\"", "Shipped by {$brand}"),
        ("\"made.up-40\"", "\"made.up-41\""), ("{", "{ \"lead\": \"{$count}\","),
    ]) func `names are moved with a message that is written, and found anew in it`(old: String, new: String) {
        for path in ["templates/en.json", "templates/ru.json"] {
            let text = path.hasSuffix("en.json") ? old : old.replacing("Shipped by", with: "Отправлено:")
            let first = LanguageTenant.snapshot(of: Self.folder)
            let before = first.names.places(in: path)
            let event = old.contains("made.up-40") ? "made.up-39" : "made.up-40"
            let (folder, _) = Self.edited(text, new, of: event, in: path)
            let second = LanguageTenant.snapshot(of: folder, after: first)
            let anew = LanguageTenant.snapshot(of: folder)
            #expect(second.names.places(in: path) == anew.names.places(in: path))
            #expect(second.names.places(in: path) != before)
        }
    }

    @Test func `what was found of an event stays known while another is written, and not while it is`() {
        let path = "templates/en.json"
        let first = LanguageTenant.snapshot(of: Self.folder)
        #expect(first.check(unless: Cancellation()))
        let (own, offset) = Self.edited("Shipped by {$brand}", "Gone by {$brand}", of: "order.shipped", in: path)
        let around = offset - 200..<offset + 200
        #expect(first.hints(in: around, of: path).contains { $0.text.contains("Shipped by") })
        let second = LanguageTenant.snapshot(of: own, after: first)
        #expect(second.hints(in: around, of: path).contains { $0.text.contains("Gone by") })
        let (other, _) = Self.edited("Shipped by {$brand}", "{$brand}", of: "made.up-60", in: path, from: own)
        let third = LanguageTenant.snapshot(of: other, after: second)
        #expect(third.hints(in: around, of: path) == second.hints(in: around, of: path))
        #expect(third.hints(in: around, of: path) == LanguageTenant.snapshot(of: other).hints(in: around, of: path))
    }

    @Test func `a missing form is repaired without a check of the whole`() throws {
        let path = "templates/ru.json"
        let first = LanguageTenant.snapshot(of: Self.folder)
        #expect(first.check(unless: Cancellation()))
        // `*` can take the place of one form, not of two.
        let (without, _) = Self.edited("\"few\"", "\"5\"", of: "made.up-20", in: path)
        let (folder, _) = Self.edited("\"many\"", "\"6\"", of: "made.up-20", in: path, from: without)
        let second = LanguageTenant.snapshot(of: folder, after: first)
        let fault = try #require(second.knownDiagnostics?.diagnostics.first { $0.code == .missingPlural })
        let actions = second.actions(in: fault.primary.span.range, of: path)
        #expect(actions.contains { $0.title.hasPrefix("add `few`") })
        #expect(!second.isChecked)
    }
}
