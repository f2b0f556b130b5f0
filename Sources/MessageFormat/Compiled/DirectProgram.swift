/// A message as a flat list of operations: the fast path, which covers most messages.
///
/// It covers text, bare arguments, numbers, percentages and money with literal options, and `.match` on numbers and
/// strings. Everything else, and any value that doesn't fit (a missing argument, a date, an invalid operand), is left
/// to `Evaluator`, which follows the specification exactly. Where this path completes, both give the same result.
///
/// It uses pointers instead of arrays, because retaining and releasing arrays took longer than the formatting.
///
/// `@unchecked` is sound because the memory is written before `init` returns, never changed, and freed with the object.
final class DirectProgram: @unchecked Sendable {
    let tables: TablesReference

    /// A pointer to the tables.
    ///
    /// `@unchecked` is sound because the tables are constant and live as long as their program.
    struct TablesReference: @unchecked Sendable {
        let pointer: UnsafePointer<Tables>
    }

    /// Pointers to all parts.
    struct Tables {
        let locale: LocaleData
        /// The steps of all patterns, in sequence.
        let steps: UnsafePointer<Step>
        /// The same for `TextFormatter`, where it can format the whole message.
        let texts: UnsafePointer<TextFormatter.Piece>?
        /// The UTF-8 of all texts in sequence, followed by a block of padding.
        let literals: UnsafePointer<UInt8>
        let literalsAreASCII: Bool
        let styles: UnsafePointer<NumberStyle>
        /// The range of each variant's steps; one range for a message without selectors.
        let patterns: UnsafePointer<Range<Int32>>
        let selectors: UnsafeBufferPointer<Selector>
        /// For string selectors: an identifier for each key.
        let keys: UnsafeBufferPointer<[String: Int32]>
        let nodes: UnsafePointer<SelectionTree.Node>
        let edges: UnsafePointer<SelectionTree.Edge>
    }

    init(_ draft: DirectBuilder.Draft, locale: LocaleData) {
        let texts = draft.selectors.isEmpty ? TextFormatter.pieces(of: draft.steps) : nil
        let tables = Tables(
            locale: locale,
            steps: UnsafePointer(copying: draft.steps),
            texts: texts.map { UnsafePointer(copying: $0) },
            // Text is copied in blocks, which may read beyond the last text.
            literals: UnsafePointer(copying: draft.literals + [UInt8](repeating: 0, count: TextFormatter.block)),
            literalsAreASCII: draft.literals.allSatisfy { $0 < 0x80 },
            styles: UnsafePointer(copying: draft.styles),
            patterns: UnsafePointer(copying: draft.patterns),
            selectors: UnsafeBufferPointer(copying: draft.selectors),
            keys: UnsafeBufferPointer(copying: draft.keys),
            nodes: UnsafePointer(copying: draft.tree.nodes),
            edges: UnsafePointer(copying: draft.tree.edges)
        )
        self.tables = TablesReference(pointer: UnsafePointer(copying: [tables]))
    }

    deinit {
        let tables = self.tables.pointer.pointee
        tables.steps.deallocate()
        tables.texts?.deallocate()
        tables.literals.deallocate()
        tables.styles.deallocate()
        tables.patterns.deallocate()
        tables.selectors.deallocate()
        // Only these tables contain references, which have to be released.
        UnsafeMutableBufferPointer(mutating: tables.keys).deinitialize().deallocate()
        tables.nodes.deallocate()
        tables.edges.deallocate()
        self.tables.pointer.deallocate()
    }

    /// One operation.
    struct Step: Sendable {
        enum Kind: UInt8, Sendable {
            /// `literals[first ..< first + second]`
            case text
            /// The argument in slot `first`, formatted by its type.
            case bare
            /// The argument in slot `first` as text.
            case string
            /// The argument in slot `first` as a number in style `second`.
            case number
            /// The argument in slot `first` as money in style `second`, whose currency is the argument's if it has one.
            case money
        }

        var kind: Kind
        /// Whether everything it writes is ASCII; for a text argument, regardless of the argument.
        var isASCII = false
        /// For `:integer`: the value is rounded first.
        var makesInteger = false
        /// For money: whether codes outside ISO 4217 are allowed (`carillon:money`).
        var takesTokens = false
        /// For money: whether the currency decides on the fraction digits.
        var hasDigitsOfCurrency = false
        /// The value of `u:dir`, which overrides the value's own direction.
        var isolate: Isolate?
        /// The amount that `:offset` adds.
        var offset: Int16 = 0
        var first: Int32
        var second: Int32
    }

    /// A selector that needs no evaluation of nodes.
    struct Selector: Sendable {
        enum Kind: UInt8, Sendable {
            case string
            case exact
            case cardinal
            case ordinal
        }

        var kind: Kind
        var slot: Int32
        /// The style by whose output the category is determined.
        var style: Int32
        var makesInteger: Bool
        var isPercent: Bool
        var offset: Int16
        /// Whether integers print as plain digits, so that the category needs no rounding.
        var printsIntegersPlainly: Bool
        /// For a string selector: the index of its keys in the tables.
        var keys: Int32
    }
}

/// The variants as a tree with a level for each selector; each path from the root is the list of a variant's keys.
///
/// The search tries an exact key first, then the category, then `*`, and backtracks where a path ends. This finds the
/// variant that the specification calls best: the leftmost selector counts most, and for each selector a literal is
/// better than `*`, and a number better than a category.
struct SelectionTree: Sendable {
    /// A branching point.
    ///
    /// A child is the index of a node or, after the last selector, of a pattern.
    struct Node: Sendable {
        /// A range of `edges`, sorted by key.
        var edges: Range<Int32> = 0..<0
        /// Children by plural category; `none` where a category has no key.
        var categories = Categories()
        var catchAll = SelectionTree.none
    }

    /// A child for each plural category, side by side.
    struct Categories: Sendable {
        private var children: (Int32, Int32, Int32, Int32, Int32, Int32) = (none, none, none, none, none, none)

        subscript(_ category: PluralCategory) -> Int32 {
            @inline(__always)
            get {
                withUnsafeBytes(of: children) {
                    $0.load(fromByteOffset: Int(category.rawValue) &* MemoryLayout<Int32>.stride, as: Int32.self)
                }
            }
            set {
                withUnsafeMutableBytes(of: &children) {
                    let offset = Int(category.rawValue) * MemoryLayout<Int32>.stride
                    $0.storeBytes(of: newValue, toByteOffset: offset, as: Int32.self)
                }
            }
        }
    }

    /// An exact number, or the identifier of a string.
    struct Edge: Sendable {
        var key: Int
        var child: Int32
    }

    static let none: Int32 = -1

    var nodes: [Node] = []
    var edges: [Edge] = []
}

extension DirectProgram.Tables {
    /// A node's child for an exact key.
    @inline(__always)
    func child(of node: SelectionTree.Node, exact key: Int) -> Int32 {
        var lower = Int(node.edges.lowerBound)
        var upper = Int(node.edges.upperBound)
        while lower < upper {
            let middle = (lower &+ upper) / 2
            let edge = edges[middle]
            if edge.key == key { return edge.child }
            if edge.key < key { lower = middle &+ 1 } else { upper = middle }
        }
        return SelectionTree.none
    }
}

extension UnsafePointer {
    /// Copies an array to newly allocated memory, which the caller has to deallocate.
    fileprivate init(copying elements: [Pointee]) {
        let memory = UnsafeMutablePointer<Pointee>.allocate(capacity: Swift.max(elements.count, 1))
        for (index, element) in elements.enumerated() { (memory + index).initialize(to: element) }
        self.init(memory)
    }
}

extension UnsafeBufferPointer {
    /// Copies an array to newly allocated memory, which the caller has to deallocate.
    fileprivate init(copying elements: [Element]) {
        self.init(start: UnsafePointer(copying: elements), count: elements.count)
    }
}
