import CarillonLanguage
import CarillonModel
import CarillonProfiles
import CarillonStudio
import CarillonTesting
import Foundation
import MessageFormat
import Testing

/// What isn't touched keeps its bytes, and what is comes back as it was put in.
struct RoundTripTests {
    /// `CARILLON_STUDIO_EDITS` makes more of them.
    private static let edits = ProcessInfo.processInfo.environment["CARILLON_STUDIO_EDITS"].flatMap { Int($0) } ?? 400

    @Test func `an untouched save of every text of the tenants is the same bytes`() throws {
        let texts = try StudioText.ofTenants()
        #expect(texts.count > 100)
        for text in texts {
            let form = text.writing.form
            let sent = try TextForm(json: form.json(), over: form)
            #expect(sent == form, "\(text)")
            #expect(try text.changed(to: sent) == text.bytes, "\(text)")
            if case .locked = form.content { Issue.record("\(text) is locked") }
        }
    }

    @Test func `an untouched save of every message of the suite is the same bytes`() throws {
        var (open, locked) = (0, 0)
        for source in try SuiteMessages.all() {
            let text = try #require(StudioText.one(JSONValue.string(source).text))
            let form = text.writing.form
            // What has double rows, or none for the rest, is shown, and is sent when it is mended.
            let isWhole = Message.parse(source).problems.isEmpty
            let sent = isWhole ? try TextForm(json: form.json(), over: form) : form
            #expect(sent == form, "\(source)")
            #expect(try text.changed(to: sent) == text.bytes, "\(source)")
            if case .locked = form.content { locked += 1 } else { open += 1 }
        }
        #expect(open > 50 && locked > 50, "\(open) open, \(locked) locked")
    }

    @Test func `a form without declarations of its own is the message that it was made from`() throws {
        for source in try SuiteMessages.all() {
            let parsed = Message.parse(source)
            guard let message = parsed.message, parsed.problems.isEmpty, message.declarations.isEmpty else { continue }
            let form = TextForm(source: source)
            if case .locked = form.content { continue }
            #expect(try form.message(fields: []) == message, "\(source)")
        }
    }

    @Test func `made-up edits change the bytes of their value and come back`() throws {
        let texts = try StudioText.ofTenants()
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        for round in 0..<Self.edits {
            let text = try #require(texts.randomElement(using: &random))
            var maker = EditMaker(fields: text.fields, random: random)
            let edit = try maker.edit(of: text.writing.form)
            random = maker.random
            let new = try text.changed(to: edit.form)
            let comment = Comment(rawValue: "seed \(seed), edit \(round) of \(text): \(edit.form.json().text)")
            let after = try #require(text.again(in: new), comment)
            #expect(after.writing.form.content == edit.form.content, comment)
            let range = edit.place(in: text)
            #expect(new.starts(with: text.bytes[..<range.lowerBound]), comment)
            #expect(new.reversed().starts(with: text.bytes[range.upperBound...].reversed()), comment)
            // Taking the change back gives the same message, if not the same bytes.
            let back = try after.changed(to: text.writing.form)
            #expect(text.again(in: back)?.writing.form.content == text.writing.form.content, comment)
        }
    }
}

/// Makes changes that somebody could make in a form.
struct EditMaker {
    let fields: [PayloadField]
    var random: SplitMix

    struct Edit {
        let form: TextForm
        /// The row that changed; nil where all may have.
        let row: Int?

        /// The bytes that may change.
        func place(in text: StudioText) -> Range<Int> {
            guard let row, let members = text.message.node["when"]?.members, members.indices.contains(row) else {
                return text.message.node.range
            }
            return members[row].value.range
        }
    }

    private static let pieces = [
        "a", " ", "{", "}", "\\", "{$x}", ".match", "|", "\"", "\n", "é", "e\u{301}", "😀", "مرحبا", "*", "}}", "<b>",
        "\u{2067}", "\t", "$", ":number", "0",
    ]

    mutating func edit(of form: TextForm) throws -> Edit {
        switch form.content {
        case .text(let text): return Edit(form: TextForm(try changed(text), shape: form.shape), row: nil)
        case .rows(let rows):
            var changed = rows.rows
            let index = Int.random(in: 0..<changed.count, using: &random)
            if Int.random(in: 0..<5, using: &random) == 0 {
                // Another row, or one less.
                if changed[index].isRest {
                    let number = Int.random(in: 2...999, using: &random)
                    let keys = rows.selectors.map { _ in Message.Key.literal("\(number)") }
                    changed.insert(FormRow(keys, try self.changed(changed[index].text)), at: index)
                } else {
                    changed.remove(at: index)
                }
                let form = TextForm(shape: form.shape, content: .rows(try FormRows(rows.selectors, changed)))
                return Edit(form: form, row: nil)
            }
            changed[index].text = try self.changed(changed[index].text)
            let form = TextForm(shape: form.shape, content: .rows(try FormRows(rows.selectors, changed)))
            return Edit(form: form, row: index)
        case .locked: return Edit(form: form, row: nil)
        }
    }

    private mutating func changed(_ text: FormPattern) throws -> FormPattern {
        var parts = text.parts
        for _ in 0...Int.random(in: 0...2, using: &random) {
            let place = Int.random(in: 0...parts.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where place < parts.count: parts.remove(at: place)
            case 1:
                let name = fields.randomElement(using: &random)?.name ?? "tenant"
                let function = Bool.random(using: &random) ? Message.Function(name: "string") : nil
                parts.insert(.chip(FormPattern.Chip(.variable(name), function: function)), at: place)
            case 2 where place < parts.count:
                guard case .text(let text) = parts[place] else { continue }
                let cut = Int.random(in: 0...text.count, using: &random)
                parts[place] = .text(String(text.prefix(cut)) + piece() + String(text.dropFirst(cut)))
            default: parts.insert(.text(piece()), at: place)
            }
        }
        return try FormPattern(parts)
    }

    private mutating func piece() -> String { Self.pieces.randomElement(using: &random) ?? "" }
}
