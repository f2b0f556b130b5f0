import CarillonDiagnostics
import MessageFormat

/// Finds braces around a variable's name that aren't a placeholder of MessageFormat and make the text invalid:
/// `{{name}}`, `{"name"}`, `{$name\}`.
struct MistakenBraces {
    struct Place {
        let range: Range<Int>
        let name: String
    }

    let places: [Place]
    /// Syntax errors that remain after the correction.
    let otherProblems: [MessageProblem]

    /// - Parameter text: a text with syntax errors.
    init(_ text: WrittenText, in tenant: TenantContext) {
        let fields = tenant.profile.event(text.id)?.payload ?? tenant.appTexts[text.id]?.payload ?? []
        let template = TemplateSource(text.node, fields: fields)
        let isProgram = text.node["match"] == nil && template.source.drop { $0.isWhitespace }.hasPrefix(".")
        guard !isProgram, let variables = tenant.variables(of: text) else {
            (places, otherProblems) = ([], text.problems)
            return
        }
        let guess = NameGuess(variables, nil)
        let bytes = Array(template.source.utf8)
        places = template.textRanges.flatMap { Self.places(in: $0, of: bytes, guess) }
        otherProblems = places.isEmpty ? text.problems : Self.problems(of: bytes, without: places)
    }

    private static func places(in range: Range<Int>, of bytes: [UInt8], _ guess: NameGuess) -> [Place] {
        var places: [Place] = []
        var position = range.lowerBound
        while position < range.upperBound {
            if let place = place(at: position, bytes[..<range.upperBound], guess) {
                places.append(place)
                position = place.range.upperBound
            } else {
                position += 1
            }
        }
        return places
    }

    /// Any number of braces, quotation marks and backslashes around a name.
    private static func place(at start: Int, _ bytes: ArraySlice<UInt8>, _ guess: NameGuess) -> Place? {
        guard let inner = bytes[start...].firstIndex(where: { !isOpening($0) }), inner > start,
            bytes[start..<inner].contains(UInt8(ascii: "{")),
            let last = bytes[inner...].firstIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "{") }),
            bytes[last] == UInt8(ascii: "}"), last - inner < longest
        else { return nil }
        let end = bytes[last...].firstIndex { $0 != UInt8(ascii: "}") } ?? bytes.endIndex
        let whole = String(decoding: bytes[start..<end], as: UTF8.self)
        // With one brace on either side, it is a placeholder.
        guard whole.unicodeScalars.count(where: \.isBraceOrQuote) > 2, let name = guess.alike(whole.lettersOfName)
        else {
            return nil
        }
        return Place(range: start..<end, name: name)
    }

    private static let longest = 80

    private static func isOpening(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "\\") }

    /// The errors that remain when these places are corrected.
    private static func problems(of bytes: [UInt8], without places: [Place]) -> [MessageProblem] {
        var mended: [UInt8] = []
        var position = 0
        /// The end of each place in the corrected text, with how much shorter the text is up to there.
        var shifts: [(end: Int, shift: Int)] = []
        for place in places {
            mended += bytes[position..<place.range.lowerBound] + Array("{$\(place.name)}".utf8)
            position = place.range.upperBound
            shifts.append((mended.count, position - mended.count))
        }
        mended += bytes[position...]
        func original(_ offset: Int) -> Int { offset + (shifts.last { $0.end <= offset }?.shift ?? 0) }
        return Message.parse(String(decoding: mended, as: UTF8.self)).problems.map { problem in
            let (lower, upper) = (original(problem.range.lowerBound), original(problem.range.upperBound))
            return MessageProblem(
                kind: problem.kind,
                range: lower..<max(lower, upper),
                description: problem.description
            )
        }
    }
}

extension String {
    /// The name without braces, quotation marks, backslashes, blanks and the sign of a variable.
    fileprivate var lettersOfName: String {
        trimming { $0.isBraceOrQuote || $0.properties.isWhitespace || $0 == "$" }
    }
}

extension Unicode.Scalar {
    fileprivate var isBraceOrQuote: Bool {
        properties.isQuotationMark || self == "`" || ["{", "}", "\\"].contains(self)
    }
}
