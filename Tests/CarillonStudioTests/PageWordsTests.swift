import CarillonLanguage
import CarillonModel
import CarillonProfiles
import CarillonStudio
import Foundation
import MessageFormat
import Testing

/// The words of the studio's own page: template files like those of tenants, one for each language.
struct PageWordsTests {
    private static let languages = ["en", "nb", "ar"]
    private static let count = PayloadField("count", .integer(0...1_000_000))

    private static func texts(_ language: String) throws -> [StudioText] {
        let file = StudioTenants.root.appending(path: "Sources/CarillonWeb/Assets/studio-\(language).json")
        return StudioText.texts(of: Array(try Data(contentsOf: file)), path: "studio-\(language).json") { _ in [count] }
    }

    private static func form(of text: StudioText) -> TextForm { TextForm(text.message.node, fields: [count]) }

    /// What each text shows, by its name: the variables of its rows.
    private static func variables(_ language: String) throws -> [String: Set<String>] {
        Dictionary(
            try texts(language).map { text in
                let patterns: [FormPattern] =
                    switch form(of: text).content {
                    case .text(let pattern): [pattern]
                    case .rows(let rows): rows.rows.map(\.text)
                    case .locked: []
                    }
                let variables = patterns.flatMap(\.chips).compactMap(\.variable)
                return ("\(text.message.id).\(text.message.slot)", Set(variables))
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    @Test(arguments: ["nb", "ar"])
    func `a language has every text, with the same variables`(language: String) throws {
        let (english, other) = (try Self.variables("en"), try Self.variables(language))
        #expect(english.count > 200)
        #expect(Set(english.keys).symmetricDifference(other.keys).sorted() == [])
        for (name, variables) in english { #expect(other[name] == variables, "\(name)") }
    }

    /// The page's own reader of templates knows `{$name}`, and rows by one number.
    @Test(arguments: languages)
    func `a text is what the page can say`(language: String) throws {
        for text in try Self.texts(language) {
            switch Self.form(of: text).content {
            case .text(let pattern): #expect(Self.isPlain(pattern), "\(text)")
            case .rows(let rows):
                let selector = try #require(rows.selectors.first)
                #expect(rows.selectors.count == 1 && selector.choice == .cardinal && selector.field == "count")
                let locale = LocaleTag(unchecked: language)
                let forms = KeyChoice.all(of: selector, field: Self.count, locale: locale).map(\.key)
                let written = rows.rows.map { $0.keys[0].name }
                #expect(written == forms.dropLast() + ["*"], "\(text)")
                #expect(rows.rows.allSatisfy { Self.isPlain($0.text) })
            case .locked: Issue.record("\(text) isn't a form")
            }
        }
    }

    private static func isPlain(_ pattern: FormPattern) -> Bool {
        pattern.marks.isEmpty
            && pattern.parts.allSatisfy { part in
                switch part {
                case .text(let text): !text.isEmpty
                case .chip(let chip): chip.variable != nil && chip.function == nil
                case .point, .frozen: false
                }
            }
    }
}
