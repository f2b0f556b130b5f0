import Foundation

@testable import MessageFormat

/// The official test suite of MessageFormat 2 (`Suite/`, tag LDML48.2, Unicode-3.0), read from its JSON files.
enum ConformanceSuite {
    static let files = [
        "bidi", "data-model-errors", "fallback", "functions/currency", "functions/date", "functions/datetime",
        "functions/integer", "functions/number", "functions/offset", "functions/percent", "functions/string",
        "functions/time", "pattern-selection", "syntax", "syntax-errors", "u-options",
    ]

    static let allCases = files.flatMap { cases(in: $0) }

    static func cases(in file: String) -> [ConformanceCase] {
        let url = Bundle.module.bundleURL.appending(path: "Suite/tests/\(file).json")
        guard let data = try? Data(contentsOf: url), let text = String(data: data, encoding: .utf8),
            let suite = try? JSONReader.read(text)
        else { return [] }
        let defaults = suite["defaultTestProperties"] ?? .object([])
        return (suite["tests"]?.array ?? []).compactMap { ConformanceCase($0, defaults: defaults, file: file) }
    }
}

/// One test of the suite, with the defaults of its file filled in.
struct ConformanceCase: Sendable, CustomStringConvertible {
    let source: String
    let locale: String
    let bidi: BidiStrategy
    let arguments: [String: MessageValue]
    /// Nil where the suite leaves the text to the implementation.
    let text: String?
    let parts: [InterchangeJSON]?
    /// Names of the errors; empty where there must be none.
    let errors: [String]
    let description: String

    init?(_ test: InterchangeJSON, defaults: InterchangeJSON, file: String) {
        func property(_ name: String) -> InterchangeJSON? { test[name] ?? defaults[name] }
        guard let source = property("src")?.string, let locale = property("locale")?.string else { return nil }
        self.source = source
        self.locale = locale
        bidi = property("bidiIsolation")?.string == "none" ? .none : .default
        text = property("exp")?.string
        parts = property("expParts")?.array
        errors = (property("expErrors")?.array ?? []).compactMap { $0["type"]?.string }
        description = "\(file): \(source)"
        var arguments: [String: MessageValue] = [:]
        for parameter in property("params")?.array ?? [] {
            guard let name = parameter["name"]?.string else { return nil }
            arguments[name] = Self.value(parameter)
        }
        self.arguments = arguments
    }

    private static func value(_ parameter: InterchangeJSON) -> MessageValue? {
        switch parameter["value"] {
        case .string(let text)?:
            guard parameter["type"]?.string == "datetime" else { return .string(text) }
            // The suite's only moment.
            return CivilDate(year: 2006, month: 1, day: 2)
                .flatMap { CivilDateTime(date: $0, hour: 15, minute: 4, second: 6) }.map { .dateTime($0) }
        case .number(let text)?: return Int(text).map { .integer($0) } ?? ExactDecimal(text).map { .decimal($0) }
        case .boolean(let flag)?: return .boolean(flag)
        default: return nil
        }
    }
}
