import CarillonModel
import MessageFormat

/// A piece of a row as formats of translators have it: words, and codes that stand for what isn't words.
enum InlinePiece: Hashable {
    case text(String)
    /// A chip, a point or a frozen placeholder, by its name.
    case code(String)
    /// The begin and the end of a mark.
    case open(String)
    case close(String)
}

extension [InlinePiece] {
    /// Without empty texts, and with those beside one another as one: what tools split is compared as a whole.
    var joined: [InlinePiece] {
        reduce(into: []) { pieces, piece in
            guard case .text(let text) = piece else { return pieces.append(piece) }
            if text.isEmpty { return }
            if case .text(let before)? = pieces.last {
                pieces[pieces.count - 1] = .text(before + text)
            } else {
                pieces.append(piece)
            }
        }
    }
}

/// What isn't words in a row, by names that translators see in its place.
///
/// The names follow from the original and the words, so a file of translators needs to hold nothing but them: whatever they write,
/// a chip stays the field and format that it was.
struct InlineCodes {
    private var names: [Code: String] = [:]
    private var codes: [String: Code] = [:]

    enum Code: Hashable {
        case part(FormPattern.Part)
        case mark(name: String, options: [Message.Option])
    }

    /// - Parameter patterns: the original, then the words.
    init(of patterns: [FormPattern]) {
        for pattern in patterns {
            for part in pattern.parts where !part.isText { add(.part(part), part.name) }
            for mark in pattern.marks { add(.mark(name: mark.name, options: mark.options), mark.name) }
        }
    }

    /// Gives a code its name, and a number behind it where another code has it.
    private mutating func add(_ code: Code, _ wanted: String) {
        guard names[code] == nil else { return }
        var name = Self.token(wanted)
        var number = 1
        while codes[name] != nil {
            number += 1
            name = "\(Self.token(wanted))_\(number)"
        }
        names[code] = name
        codes[name] = code
    }

    /// As both formats, and the checks of their tools, allow it.
    private static func token(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { scalar in
            scalar.isASCII && UInt8(scalar.value).isAlphanumeric ? Character(scalar) : "_"
        }
        guard let first = scalars.first, first.isLetter || first == "_" else { return "v" + String(scalars) }
        return String(scalars)
    }

    /// The code of a name; nil where the row has none.
    subscript(name: String) -> Code? { codes[name] }

    func pieces(of pattern: FormPattern) -> [InlinePiece] {
        var pieces: [InlinePiece] = []
        var open: [FormPattern.Mark] = []
        var next = pattern.marks[...]
        func name(_ mark: FormPattern.Mark) -> String { names[.mark(name: mark.name, options: mark.options)] ?? "" }
        for index in 0...pattern.parts.count {
            while let mark = open.last, mark.range.upperBound == index {
                pieces.append(.close(name(mark)))
                open.removeLast()
            }
            while let mark = next.first, mark.range.lowerBound == index {
                pieces.append(.open(name(mark)))
                open.append(mark)
                next.removeFirst()
            }
            guard index < pattern.parts.count else { break }
            let part = pattern.parts[index]
            if case .text(let text) = part {
                pieces.append(.text(text))
            } else {
                pieces.append(.code(names[.part(part)] ?? ""))
            }
        }
        return pieces
    }

    func pattern(of pieces: [InlinePiece]) throws(TranslationFault.Reason) -> FormPattern {
        var parts: [FormPattern.Part] = []
        var marks: [FormPattern.Mark] = []
        var open: [(name: String, start: Int)] = []
        for piece in pieces {
            switch piece {
            case .text(let text): parts.append(.text(text))
            case .code(let name):
                guard case .part(let part)? = codes[name] else { throw .unknownCode(name) }
                parts.append(part)
            case .open(let name): open.append((name, parts.count))
            case .close(let name):
                guard let last = open.popLast(), last.name == name else { throw .unbalanced(name) }
                guard case .mark(let mark, let options)? = codes[name] else { throw .unknownCode(name) }
                marks.append(FormPattern.Mark(mark, options: options, over: last.start..<parts.count))
            }
        }
        if let last = open.last { throw .unbalanced(last.name) }
        do throws(FormFault) {
            return try FormPattern(parts, marks: marks.reversed())
        } catch {
            throw .form(error)
        }
    }
}

extension FormPattern.Part {
    fileprivate var isText: Bool { if case .text = self { true } else { false } }

    /// What a translator reads of it.
    fileprivate var name: String {
        switch self {
        case .text: ""
        case .chip(let chip):
            switch chip.operand {
            case .variable(let name): name
            case .literal(let text): text
            }
        case .point(let point): point.name
        case .frozen: "fixed"
        }
    }
}
