/// A regular expression that is matched in time linear in the text, whatever the pattern and whatever the text.
///
/// What a provider answers, and what a file of somebody else's expects, is matched by it. There are literals, `.`,
/// classes (`[A-Z0-9_]`, `[^/]`, `\d`, `\w`, `\s`), groups, `|`, and the quantifiers `?`, `*`, `+`, `{2}`, `{2,}` and
/// `{2,5}`; no anchors, look-around or references to groups. It always has to match the whole text.
///
/// Source: Ken Thompson, “Regular Expression Search Algorithm”, 1968: all ways through the pattern at once.
public struct LinearPattern: Sendable {
    /// As written.
    public let source: String
    private let program: [Step]

    /// Steps that a pattern may have, counted with repetitions written out.
    static let limit = 4096
    /// Groups inside one another.
    static let depthLimit = 32

    private enum Step: Sendable {
        case scalar(ScalarSet)
        /// Goes on at both.
        case fork(Int, Int)
        case end
    }

    /// Nil when it cannot be read, or is too large.
    public init?(_ source: String) {
        var parser = PatternParser(source)
        guard let node = parser.pattern(), let size = node.size, size < Self.limit else { return nil }
        self.source = source
        var program: [Step] = []
        Self.write(node, to: &program)
        program.append(.end)
        self.program = program
    }

    public func matches(_ text: String) -> Bool {
        var current = Reached(count: program.count)
        var next = Reached(count: program.count)
        add(0, to: &current)
        for scalar in text.unicodeScalars {
            next.removeAll()
            for position in current.positions {
                guard case .scalar(let set) = program[position], set.contains(scalar) else { continue }
                add(position + 1, to: &next)
            }
            guard !next.positions.isEmpty else { return false }
            swap(&current, &next)
        }
        return current.positions.contains { if case .end = program[$0] { true } else { false } }
    }

    /// Where the pattern may be after so much of the text.
    private struct Reached {
        private(set) var positions: [Int] = []
        private var isReached: [Bool]

        init(count: Int) {
            isReached = Array(repeating: false, count: count)
        }

        mutating func insert(_ position: Int) -> Bool {
            guard !isReached[position] else { return false }
            isReached[position] = true
            positions.append(position)
            return true
        }

        mutating func removeAll() {
            for position in positions { isReached[position] = false }
            positions.removeAll(keepingCapacity: true)
        }
    }

    private func add(_ position: Int, to reached: inout Reached) {
        var open = [position]
        while let position = open.popLast() {
            guard reached.insert(position), case .fork(let first, let second) = program[position] else { continue }
            open.append(second)
            open.append(first)
        }
    }

    private static func write(_ node: PatternNode, to program: inout [Step]) {
        switch node {
        case .scalar(let set): program.append(.scalar(set))
        case .sequence(let nodes): for node in nodes { write(node, to: &program) }
        case .choice(let nodes):
            var ends: [Int] = []
            for node in nodes.dropLast() {
                let fork = program.count
                program.append(.end)
                write(node, to: &program)
                ends.append(program.count)
                program.append(.end)
                program[fork] = .fork(fork + 1, program.count)
            }
            if let last = nodes.last { write(last, to: &program) }
            for end in ends { program[end] = .fork(program.count, program.count) }
        case .repetition(let node, let least, let most):
            for _ in 0..<least { write(node, to: &program) }
            if let most {
                var forks: [Int] = []
                for _ in least..<most {
                    forks.append(program.count)
                    program.append(.end)
                    write(node, to: &program)
                }
                for fork in forks { program[fork] = .fork(fork + 1, program.count) }
            } else {
                let fork = program.count
                program.append(.end)
                write(node, to: &program)
                program.append(.fork(fork, fork))
                program[fork] = .fork(fork + 1, program.count)
            }
        }
    }
}

extension LinearPattern: Hashable {
    public static func == (left: LinearPattern, right: LinearPattern) -> Bool { left.source == right.source }
    public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// Scalars in ranges, or all others.
private struct ScalarSet: Sendable {
    var ranges: [ClosedRange<UInt32>]
    var isInverted = false

    static let any = ScalarSet(ranges: [], isInverted: true)
    static let digit = ScalarSet(ranges: [0x30...0x39])
    static let word = ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let space = ScalarSet(ranges: [0x09...0x0D, 0x20...0x20])

    init(ranges: [ClosedRange<UInt32>], isInverted: Bool = false) {
        self.ranges = ranges
        self.isInverted = isInverted
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar.value) } != isInverted
    }
}

private indirect enum PatternNode {
    case scalar(ScalarSet)
    case sequence([PatternNode])
    case choice([PatternNode])
    /// Nil: any number more.
    case repetition(PatternNode, Int, Int?)

    /// Steps of the program; nil where they are too many to count.
    var size: Int? {
        switch self {
        case .scalar: return 1
        case .sequence(let nodes), .choice(let nodes):
            var size = 0
            for node in nodes {
                guard let inner = node.size, size < LinearPattern.limit else { return nil }
                size += inner + 2
            }
            return size
        case .repetition(let node, let least, let most):
            guard let inner = node.size else { return nil }
            let size = (inner + 2) * max(1, most ?? least + 1)
            return size < LinearPattern.limit ? size : nil
        }
    }
}

/// Reads a pattern; its grammar is the usual one, without what can't be matched in linear time.
private struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    init(_ source: String) {
        scalars = Array(source.unicodeScalars)
    }

    /// All of it; nil where it can't be read.
    mutating func pattern() -> PatternNode? {
        guard let node = choice(), position == scalars.count else { return nil }
        return node
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private mutating func choice() -> PatternNode? {
        guard depth < LinearPattern.depthLimit else { return nil }
        var nodes: [PatternNode] = []
        repeat {
            guard let node = sequence() else { return nil }
            nodes.append(node)
        } while take("|")
        return nodes.count == 1 ? nodes[0] : .choice(nodes)
    }

    private mutating func sequence() -> PatternNode? {
        var nodes: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            guard let atom = atom(), let node = quantified(atom) else { return nil }
            nodes.append(node)
        }
        return .sequence(nodes)
    }

    private mutating func atom() -> PatternNode? {
        guard let scalar = next else { return nil }
        position += 1
        switch scalar {
        case "(":
            depth += 1
            defer { depth -= 1 }
            guard let inner = choice(), take(")") else { return nil }
            return inner
        case "[": return set().map { .scalar($0) }
        case ".": return .scalar(.any)
        case "\\": return escape().map { .scalar($0) }
        case "*", "+", "?", "{", "}", "]", "^", "$": return nil
        default: return .scalar(ScalarSet(ranges: [scalar.value...scalar.value]))
        }
    }

    private mutating func quantified(_ node: PatternNode) -> PatternNode? {
        guard let (least, most) = quantifier() else { return nil }
        guard least != 1 || most != 1 else { return node }
        // A second quantifier would change the first one elsewhere.
        guard let next, "*+?{".unicodeScalars.contains(next) else { return .repetition(node, least, most) }
        return nil
    }

    private mutating func quantifier() -> (Int, Int?)? {
        if take("?") { return (0, 1) }
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        guard take("{") else { return (1, 1) }
        guard let least = number() else { return nil }
        if take("}") { return (least, least) }
        guard take(",") else { return nil }
        if take("}") { return (least, nil) }
        guard let most = number(), take("}"), least <= most else { return nil }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var text = ""
        while let scalar = next, ("0"..."9").contains(scalar) {
            text.unicodeScalars.append(scalar)
            position += 1
        }
        return Int(text).flatMap { $0 < LinearPattern.limit ? $0 : nil }
    }

    private mutating func escape() -> ScalarSet? {
        guard let scalar = next else { return nil }
        position += 1
        switch scalar {
        case "d": return .digit
        case "w": return .word
        case "s": return .space
        case _ where scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar):
            return ScalarSet(ranges: [scalar.value...scalar.value])
        default: return nil
        }
    }

    /// Behind its opening bracket.
    private mutating func set() -> ScalarSet? {
        let isInverted = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        while !take("]") {
            guard let low = setMember() else { return nil }
            guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                ranges += low.ranges
                continue
            }
            position += 1
            guard let high = setMember(), let first = low.single, let last = high.single, first <= last else {
                return nil
            }
            ranges.append(first...last)
        }
        return ranges.isEmpty ? nil : ScalarSet(ranges: ranges, isInverted: isInverted)
    }

    private mutating func setMember() -> ScalarSet? {
        guard let scalar = next else { return nil }
        position += 1
        return scalar == "\\" ? escape() : ScalarSet(ranges: [scalar.value...scalar.value])
    }
}

extension ScalarSet {
    /// The scalar, where there is only one.
    fileprivate var single: UInt32? {
        guard ranges.count == 1, ranges[0].count == 1, !isInverted else { return nil }
        return ranges[0].lowerBound
    }
}
