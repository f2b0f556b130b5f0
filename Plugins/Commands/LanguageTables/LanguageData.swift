import Foundation

/// The contents of `Data/`, as they lie in the files.
struct LanguageData {
    var plurals: PluralData
    var numbers: NumberData
    var additions: NumberAdditions
    var dates: DateData

    init(in folder: URL) throws {
        func read<Value: Decodable>(_ name: String) throws -> Value {
            try JSONDecoder().decode(Value.self, from: Data(contentsOf: folder.appending(path: name)))
        }
        plurals = try read("plurals.json")
        numbers = try read("numbers.json")
        additions = try read("number-additions.json")
        dates = try read("dates.json")
    }
}

/// Which locales share which rules; rules are keyed by category and written in the syntax of UTS #35 part 3.
struct PluralData: Decodable {
    struct Group: Decodable {
        var locales: [String]
        var rules: [String: String]
    }

    var cardinalGroups: [Group]
    var ordinalGroups: [Group]
}

struct NumberData: Decodable {
    struct Affixes: Decodable, Hashable {
        var pos: [String]
        var neg: [String]
    }

    struct CurrencyForm: Decodable {
        var pos: [String]
        var neg: [String]
        var dec: String
        var grp: String

        var affixes: Affixes { Affixes(pos: pos, neg: neg) }
    }

    struct CurrencyForms: Decodable {
        var symbol: CurrencyForm
        /// Only where it differs from `symbol`.
        var narrow: CurrencyForm?
        var code: CurrencyForm
    }

    struct Locale: Decodable {
        var digits: String
        var decimal: String
        var group: String
        var primary: Int
        var secondary: Int
        var minGroupingDigits: Int
        var number: Affixes
        var percent: Affixes
        var currency: [String: CurrencyForms]
        var currencyPrimary: Int
        var currencySecondary: Int
        var currencyMinGroupingDigits: Int
    }

    var currencyDigits: [String: Int]
    var locales: [String: Locale]
}

/// What `numbers.json` doesn't tell; see the note in the file.
struct NumberAdditions: Decodable {
    /// How amounts look in accounts.
    enum Accounting: Decodable {
        case parentheses
        case explicit(Forms)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let word = try? container.decode(String.self) {
                guard word == "parentheses" else { throw UnexpectedData("accounting \(word)") }
                self = .parentheses
            } else {
                self = try .explicit(container.decode(Forms.self))
            }
        }
    }

    /// Each form: positive and negative affixes.
    struct Forms: Decodable {
        var symbol: [String: [[String]]]
        var narrow: [String: [[String]]]
        var code: [[String]]?
    }

    var percentSecondary: [String: Int]
    var accountingSecondary: [String: Int]
    var accounting: [String: Accounting]
}

struct DateData: Decodable {
    struct Names: Decodable {
        /// Wide and abbreviated names.
        var w: [String]
        var a: [String]
        /// Stand-alone names, only where they differ.
        var sw: [String]?
        var sa: [String]?
    }

    struct Offset: Decodable {
        var pos: [String]
        var neg: [String]
        var sep: String?
    }

    struct List: Decodable {
        var long: [String]
        var short: [String]?
        var narrow: [String]?
    }

    /// What another calendar changes.
    struct Alternative: Decodable {
        var months: Names?
        var date: [String: [String]]?
        var time: [String: [String]]?
        var join: [String]?
        var joinRelative: [String]?
        var weekdayTime: [String: [String: [String]]]?
        var timeZ: [String: [PatternOrDefault]]?
        var timeZL: [String: [PatternOrDefault]]?
    }

    struct Locale: Decodable {
        var hourCycle: String
        var calendar: String?
        var months: Names
        var weekdays: Names
        var ampm: [String]
        var date: [String: [String]]
        var time: [String: [String]]
        var join: [String]
        var joinRelative: [String]?
        var weekdayTime: [String: [String: [String]]]
        var timeZ: [String: [PatternOrDefault]]
        var timeZL: [String: [PatternOrDefault]]?
        var offset: Offset
        var relative: Relative
        var list: [String: List]
        var alt: [String: Alternative]?
    }

    var locales: [String: Locale]
}

/// A pattern, or 0 for "the time, a space, the zone".
enum PatternOrDefault: Decodable {
    case timeSpaceZone
    case pattern(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .pattern(text)
        } else {
            guard try container.decode(Int.self) == 0 else { throw UnexpectedData("a zone pattern that isn't 0") }
            self = .timeSpaceZone
        }
    }
}

extension DateData {
    /// Relative times: by style, unit, direction and plural category; and words by style, unit and offset.
    struct Relative: Decodable {
        struct Directions: Decodable {
            var f: Forms
            var p: Forms
        }

        enum Forms: Decodable {
            case always(String)
            case byCategory([String: String])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let text = try? container.decode(String.self) {
                    self = .always(text)
                } else {
                    self = try .byCategory(container.decode([String: String].self))
                }
            }

            subscript(category: String) -> String? {
                switch self {
                case .always(let text): text
                case .byCategory(let texts): texts[category] ?? texts["other"]
                }
            }
        }

        struct Names: Decodable {
            var long: [String: [String: String]]
            var short: [String: [String: String]]?
            var narrow: [String: [String: String]]?
        }

        var long: [String: Directions]
        var short: [String: Directions]?
        var narrow: [String: Directions]?
        var auto: Names
    }
}
