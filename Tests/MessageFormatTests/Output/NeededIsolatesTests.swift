import MessageFormat
import Testing

/// Isolates stay where directions mix, and go where they change nothing.
struct NeededIsolatesTests {
    @Test(arguments: [
        ("en", "Hello \u{2068}Ada\u{2069}!", "Hello Ada!"),
        ("en", "\u{2068}Oslo\u{2069} → \u{2068}12\u{2069}", "Oslo → 12"),
        ("en", "Hello \u{2068}آدا\u{2069}!", "Hello \u{2068}آدا\u{2069}!"),
        ("en", "\u{2068}تكليف\u{2069}", "تكليف"),
        ("ar", "\u{2068}ع\u{2069}", "ع"),
        ("ar", "مرحبا \u{2068}آدا\u{2069}", "مرحبا آدا"),
        ("ar", "مرحبا \u{2068}Ada\u{2069}", "مرحبا \u{2068}Ada\u{2069}"),
        ("ar", "\u{2068}Ada\u{2069}", "Ada"),
        ("ar", "بعد \u{2068}12\u{2069} يوما", "بعد \u{2068}12\u{2069} يوما"),
        ("ar", "\u{2068}Ada\u{2069} ع \u{2068}Bo\u{2069}", "\u{2068}Ada\u{2069} ع \u{2068}Bo\u{2069}"),
        ("en", "“no marks”", "“no marks”"),
        ("en", "", ""),
    ])
    func `an isolate stays exactly where it matters`(locale: String, text: String, expected: String) {
        #expect(NeededIsolates.kept(in: text, isRightToLeft: locale == "ar") == expected)
    }
}
