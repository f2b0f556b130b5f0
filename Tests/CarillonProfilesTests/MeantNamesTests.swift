import CarillonDiagnostics
import CarillonModel
import Testing

@testable import CarillonProfiles

/// Placeholders that look right and aren't: of other tools, misspelt, escaped, in quotation marks.
struct MeantNamesTests {
    @Test(
        arguments: [
            // The name in other case, or misspelt a little.
            ("{Item} left", "$item"), ("{ITEM} left", "$item"), ("{itme} left", "$item"),
            ("{orderId} left", "$order_id"),
            ("{order-id} left", "$order_id"), ("{recipent} left", "$recipient"),
            // Quotation marks of a word processor.
            ("{“item”} left", "$item"), ("{„item“} left", "$item"), ("{«item»} left", "$item"),
            ("{’item’} left", "$item"),
            // Signs before the brace.
            ("${item} left", "{$item}"), ("Now: ${item}", "{$item}"), ("%{item} left", "{$item}"),
            // What stands before it is a sign of its own.
            ("100%{item}", "$item"), ("US${item}", "$item"), ("No. #{item}", "$item"),
            // Braces that were escaped by mistake.
            (#"\\{$item\\} left"#, "{$item}"), (#"\\{ $Item \\} left"#, "{$item}"),
        ]
    )
    func `a name that people would read is an error with its fix`(text: String, fix: String) throws {
        let found = faults(text)
        #expect(found.map(\.code.number) == ["T0241"])
        #expect(found.flatMap(\.fixes).map(\.replacement) == [fix])
        #expect(mended(text, found).map(\.code.number) == [])
    }

    @Test(
        arguments: [
            "Hi {{item}}", "{{item}} is here", "{{ item }}, {{order_id}}", "{{{item}}} left", #"{\"item\"} left"#,
            "{'item'} left", "{“$item”} left", #"\\{$item} left"#, #"{$item\\} left"#, "{{Item}} and {{ORDER_ID}}",
        ]
    )
    func `braces that can't be read are one fault each, with its fix`(text: String) {
        let found = faults(text)
        #expect(!found.isEmpty && found.count <= 2)
        #expect(found.allSatisfy { $0.code.number == "T0201" && $0.fixes.count == 1 })
        #expect(mended(text, found).map(\.code.number) == [])
    }

    @Test func `what else is wrong with a text is reported beside them`() {
        #expect(faults("{{item}} and {$order_id").map(\.code.number) == ["T0201", "T0201"])
        #expect(faults("{{nothing}} here").allSatisfy { $0.fixes.isEmpty })
    }

    @Test func `a placeholder of another tool in one variant doesn't spoil the others`() {
        let text = #"{"match": ["item"], "when": {"Lamp": "{{item}} is here", "*": "{$item}"}}"#
        let changed = shop.with("templates/en.json", english, text)
        #expect(changed.diagnostics.map(\.fixes.count) == [1])
        #expect(changed.diagnostics.map(\.message) == ["`$item` can't be read here"])
    }

    @Test(
        arguments: [
            "Hi $item", "$item.", "«$item»", "Hi [item]", "Hi [Item],", "[[item]]", "<item> left", "((item))",
            "%item% left",
            "%(item)s left", "*|ITEM|*", "<<item>>", "Hi :item", "<%= item %>", "US [item]", "Hi [order id]",
            "{|item|} left", "{|$item|} left", "{| Item |} left", #"\\{item\\} left"#, "__item__ left", "@@item@@ left",
            "@item@ left", "Hi @item", "(@item)", "@item.", "_item_ left", "Hi _order_id_!", "#item# left",
        ]
    )
    func `a placeholder of another tool is a warning with its fix`(text: String) {
        let found = faults(text)
        #expect(found.map(\.code.number) == ["T0980"])
        #expect(found.allSatisfy { $0.severity == .warning && $0.fixes.count == 1 })
        #expect(mended(text, found).map(\.code.number) == [])
    }

    @Test(arguments: [
        ("{|item|}", "item"), ("{|$item|}", "{|$|}item"), (#"\\{item\\}"#, "{|{item}|}"), ("__item__", "{|__item__|}"),
    ])
    func `how words are written that are meant as they stand is said, and told no more`(text: String, plain: String) {
        let help = faults(text).first?.help
        #expect(help == "a variable is written `{$name}`; words that are meant as they stand, `\(plain)`")
        #expect(faults(plain).isEmpty)
    }

    @Test(arguments: [
        "Hi %s", "Hi %1$s", "Hi %@", "“%s”", "Hi {0}", "%d left", "%.2f", "%02d", "%ld", "{$order_id}: %s",
    ])
    func `one that names nothing is told, with the variables that there are`(text: String) {
        let found = faults(text)
        #expect(found.map(\.code.number) == ["T0980"])
        #expect(found.first?.notes == ["there is `{$due}`, `{$item}` and `{$order_id}`"])
        #expect(found.flatMap(\.fixes).isEmpty)
    }

    @Test func `where one variable is left for it, that is the fix`() {
        let note = shop.with("templates/en.json", #""title": "{$words}""#, #""title": "Note: %@""#)
        #expect(note.diagnostics.flatMap(\.fixes).map(\.replacement) == ["{$words}"])
    }

    @Test(
        arguments: [
            "$5 for you", "from $1,000", "20 %", "20% off", "100%", "50 % de", "50 %s", "see [here]", "[new] thing",
            "<3",
            "a < b > c", "{|[item]|} left", "{|{item}|} left", "{|$|}item left", "{|__item__|} left", "{|new|}",
            #"\\{new\\}"#,
            "shop@item.example", "@item.example", "@Item", "a_item_", "__init__", "@shop", "{things} left",
            "{3 :number} left",
            "https://shop.example/%20f", "a/%2d", ":item: left", "12:30", "item", "[item](https://shop.example)",
            "(item)", "100% item 50%", "{order :string}", "%", "$", "[", "<", "R$item", "Q&A",
        ]
    )
    func `words that are meant as they stand are left alone`(text: String) {
        #expect(faults(text).map(\.code.number) == [])
    }

    @Test func `a name that a message declares is one, too`() {
        #expect(faults(".local $thing = {$item} {{{thing} of {$thing}}}").map(\.code.number) == ["T0241"])
    }

    @Test(
        arguments: [
            ("{$item}&nbsp;left", #"\u00A0"#), ("{$item} &amp; more", "&"), ("1 &lt; 2", "<"), ("caf&eacute;", "é"),
            ("&quot;{$item}&quot;", #"\""#), ("&#8364; 5", "€"), ("&#x2014;", "—"), ("&lbrace;", #"\\{"#),
        ]
    )
    func `a character reference of HTML is reported, with the character itself`(text: String, fix: String) {
        let found = faults(text)
        #expect(!found.isEmpty && found.allSatisfy { $0.code.number == "T0981" })
        #expect(found.flatMap(\.fixes).map(\.replacement) == found.map { _ in fix })
        #expect(mended(text, found).map(\.code.number) == [])
    }

    @Test(arguments: [
        ("a<b and c>d", false), ("<b and c>", false), ("x<y>z", false), ("<new>", false), ("<b>left</b>", true),
        ("<br/>", true), ("<BR />", true), (#"<a href='x'>left</a>"#, true), (#"<my-tag id = 'x'>"#, true),
        ("</p>", true),
    ])
    func `tags of HTML are reported, and comparisons are none`(text: String, isReported: Bool) {
        #expect(faults(text).map(\.code.number) == (isReported ? ["T0921"] : []))
    }

    @Test(arguments: ["AT&T; more", "R&D", "Q&A;", "a&b;c", "&nothing;", "{|&nbsp;|}", "& ;"])
    func `an ampersand in words is left alone`(text: String) {
        #expect(faults(text).map(\.code.number) == [])
    }

    /// What is told of an English body, but for what the other language lacks.
    private func faults(_ text: String) -> [Diagnostic] {
        shop.with("templates/en.json", english, "\"\(text)\"").diagnostics.filter { $0.code.number != "T0908" }
    }

    /// What is still told once the fixes are made.
    private func mended(_ text: String, _ found: [Diagnostic]) -> [Diagnostic] {
        let file = shop.with("templates/en.json", english, "\"\(text)\"")
        guard var bytes = file.text("templates/en.json").map({ Array($0.utf8) }) else { return found }
        for fix in found.flatMap(\.fixes).sorted(by: { $0.span.range.lowerBound > $1.span.range.lowerBound }) {
            bytes.replaceSubrange(fix.span.range, with: Array(fix.replacement.utf8))
        }
        return file.with("templates/en.json", String(decoding: bytes, as: UTF8.self)).diagnostics
            .filter { $0.code.number != "T0908" }
    }

    private let shop = WrittenShop()
    private let english = #""{$item} is on its way""#
}
