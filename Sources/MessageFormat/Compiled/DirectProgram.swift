/// A message as a flat list of operations: the fast way to format what most messages are made of.
///
/// Text, bare arguments, numbers, percentages and money with literal options, and `.match` on numbers and strings
/// compile to this. Anything else, and any value that doesn't fit (a missing argument, a date, a bad operand), is left to
/// `Evaluator`, which follows the specification to the letter; the two agree on everything this one finishes.
///
/// Pointers rather than arrays, because counting references to arrays took longer than the work.
///
/// `@unchecked` is sound because what the pointers lead to is written before `init` returns, never again, and lives as long.
final class DirectProgram: @unchecked Sendable {
    let tables: TablesReference

    /// Where the tables are described.
    ///
    /// `@unchecked` is sound because the tables are valid, and constant, as long as the program they belong to.
    struct TablesReference: @unchecked Sendable {
        let pointer: UnsafePointer<Tables>
    }

    /// Where everything lies.
    struct Tables {
        let locale: LocaleData
        /// The steps of all patterns, one pattern after the other.
        let steps: UnsafePointer<Step>
        /// The same for `TextFormatter`, if it can do the whole message.
        let texts: UnsafePointer<TextFormatter.Piece>?
        /// The UTF-8 of all text, one piece after the other, and a block more.
        let literals: UnsafePointer<UInt8>
        let literalsAreASCII: Bool
        let styles: UnsafePointer<NumberStyle>
        /// Where each variant's steps lie; of a message without selectors there is one.
        let patterns: UnsafePointer<Range<Int32>>
        let selectors: UnsafeBufferPointer<Selector>
        /// Of string selectors: an identifier for each key.
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
            // Pieces are copied in blocks, which may read beyond the last.
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
        // Alone among the tables these hold references to give back.
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
        /// Whether all it writes is ASCII; of a text argument, whatever the argument is.
        var isASCII = false
        /// `:integer`: the value is rounded before anything else.
        var makesInteger = false
        /// Of money: whether codes that aren't ISO's will do (`carillon:money`).
        var takesTokens = false
        /// Of money: whether the currency decides the fraction digits.
        var hasDigitsOfCurrency = false
        /// `u:dir`, whatever the value's own direction.
        var isolate: Isolate?
        /// What `:offset` adds.
        var offset: Int16 = 0
        var first: Int32
        var second: Int32
    }

    /// A selector that can be asked without evaluating nodes.
    struct Selector: Sendable {
        enum Kind: UInt8, Sendable {
            case string
            case exact
            case cardinal
            case ordinal
        }

        var kind: Kind
        var slot: Int32
        /// The style whose output decides the category.
        var style: Int32
        var makesInteger: Bool
        var isPercent: Bool
        var offset: Int16
        /// Whether integers print as just their digits, so that the category needs no rounding.
        var printsIntegersPlainly: Bool
        /// Of a string selector: where its keys are among the tables'.
        var keys: Int32
    }
}

/// The variants as a tree with a level for each selector; a path from the root spells a variant's keys.
///
/// Looking exact keys up first, then the category, then `*`, and going back where a path ends, finds the variant the
/// specification calls best: the leftmost selector counts most, and for each a literal beats `*`, a number a category.
struct SelectionTree: Sendable {
    /// A branching point; a child is the index of a node or, behind the last selector, of a pattern.
    struct Node: Sendable {
        /// Edges in `edges`, sorted by key.
        var edges: Range<Int32> = 0..<0
        /// Children by plural category; `none` where there is no such key.
        var categories = InlineArray<6, Int32>(repeating: SelectionTree.none)
        var catchAll = SelectionTree.none
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
    /// The child of a node behind an exact key.
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
    /// Memory of its own with the elements of an array, to be deallocated by the caller.
    fileprivate init(copying elements: [Pointee]) {
        let memory = UnsafeMutablePointer<Pointee>.allocate(capacity: Swift.max(elements.count, 1))
        for (index, element) in elements.enumerated() { (memory + index).initialize(to: element) }
        self.init(memory)
    }
}

extension UnsafeBufferPointer {
    /// Memory of its own with the elements of an array, to be deallocated by the caller.
    fileprivate init(copying elements: [Element]) {
        self.init(start: UnsafePointer(copying: elements), count: elements.count)
    }
}
