/// A BCP 47 language tag in canonical form: `nb`, `zh-Hant-TW`, `sr-Latn`.
///
/// It is read without case, with hyphens or underscores. Deprecated codes are replaced (`iw` by `he`). Extensions
/// (`-u-nu-latn`) and private use are kept in `description`, but ignored by lookup.
public struct LanguageTag: Sendable, Hashable {
    /// Language, script and region, without the rest.
    let core: Core
    /// Variants, extensions and private use, lower case.
    private let rest: [Subtag]

    /// The parts that lookup uses.
    struct Core: Sendable, Hashable {
        var language: Subtag
        var script = Subtag.none
        var region = Subtag.none
    }

    /// Nil where `text` isn't a well-formed tag.
    public init?(_ text: some StringProtocol) {
        var subtags = SubtagReader(text)
        guard let first = subtags.next(), first.count >= 2, first.isLetters else { return nil }

        var core = Core(language: first)
        // An extended language replaces its prefix: zh-yue is yue.
        if first.count < 4, let extended = subtags.next(where: { $0.count == 3 && $0.isLetters }) {
            core.language = extended
        }
        if let script = subtags.next(where: { $0.count == 4 && $0.isLetters }) { core.script = script.titlecased }
        if let region = subtags.next(where: { $0.count == 2 && $0.isLetters || $0.count == 3 && $0.isDigits }) {
            core.region = region.uppercased
        }
        if core.language == "sh", core.script.isEmpty { core.script = "Latn" }
        core.language = Self.present(core.language)

        guard let rest = subtags.remaining(), Self.areWellFormed(rest) else { return nil }
        self.core = core
        self.rest = rest
    }

    /// Two or three letters in lower case, or a registered name of up to eight; `und` where the tag has no language.
    public var language: String { core.language.string }

    /// Four letters, the first upper case.
    public var script: String? { core.script.isEmpty ? nil : core.script.string }

    /// Two letters, upper case, or three digits.
    public var region: String? { core.region.isEmpty ? nil : core.region.string }

    /// Variants first, then extensions, each a letter or digit with at least one subtag after it.
    private static func areWellFormed(_ subtags: [Subtag]) -> Bool {
        var previousIsSingleton = false
        var isInExtension = false
        for subtag in subtags {
            let isSingleton = subtag.count == 1
            if isSingleton, previousIsSingleton { return false }
            isInExtension = isInExtension || isSingleton
            let isVariant = subtag.count >= 5 || subtag.count == 4 && subtag.startsWithDigit
            if !isInExtension, !isVariant { return false }
            previousIsSingleton = isSingleton
        }
        return !previousIsSingleton
    }

    /// Replaces deprecated codes (CLDR supplementalMetadata, `languageAlias`), as far as the tables have data.
    private static func present(_ language: Subtag) -> Subtag {
        switch language {
        case "iw": "he"
        case "in": "id"
        case "ji": "yi"
        case "jw": "jv"
        case "mo": "ro"
        case "tl": "fil"
        case "sh": "sr"
        case "root": "und"
        case "arb": "ar"
        case "azj": "az"
        case "cmn": "zh"
        case "ekk": "et"
        case "lvs": "lv"
        case "npi": "ne"
        case "pes", "prs": "fa"
        case "swh": "sw"
        case "uzn": "uz"
        case "zsm": "ms"
        default: language
        }
    }
}

extension LanguageTag: CustomStringConvertible {
    /// The whole tag in canonical form.
    public var description: String {
        withTextWriter(expecting: 64) { writer in
            core.append(to: &writer)
            for subtag in rest {
                writer.append(UInt8(ascii: "-"))
                subtag.append(to: &writer)
            }
        }
    }
}

extension LanguageTag.Core {
    func append(to writer: inout UTF8Writer) {
        language.append(to: &writer)
        for subtag in [script, region] where !subtag.isEmpty {
            writer.append(UInt8(ascii: "-"))
            subtag.append(to: &writer)
        }
    }
}
