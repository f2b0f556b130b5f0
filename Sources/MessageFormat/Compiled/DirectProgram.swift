/// A message as a flat list of operations: the fast way to format what most messages are made of.
///
/// Text, bare arguments, numbers, percentages and money with literal options, and `.match` on numbers and strings
/// compile to this. Anything else, and any value that doesn't fit (a missing argument, a date, a bad operand), is left to
/// `Evaluator`, which follows the specification to the letter; the two agree on everything this one finishes.
final class DirectProgram: Sendable {
    /// The steps of all patterns, one pattern after the other.
    let steps: [Step]
    /// The UTF-8 of all text, one piece after the other.
    let literals: [UInt8]
    let styles: [NumberStyle]
    /// Where each variant's steps lie; of a message without selectors there is one.
    let patterns: [Range<Int32>]
    let selectors: [Selector]
    let tree: SelectionTree

    init(_ draft: DirectBuilder.Draft) {
        steps = draft.steps
        literals = draft.literals
        styles = draft.styles
        patterns = draft.patterns
        selectors = draft.selectors
        tree = draft.tree
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
        /// Of a string selector: an identifier for each key.
        var keys: [String: Int32]
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

    /// The child behind an exact key.
    func child(of node: Node, exact key: Int) -> Int32 {
        var lower = Int(node.edges.lowerBound)
        var upper = Int(node.edges.upperBound)
        while lower < upper {
            let middle = (lower + upper) / 2
            let edge = edges[middle]
            if edge.key == key { return edge.child }
            if edge.key < key { lower = middle + 1 } else { upper = middle }
        }
        return Self.none
    }
}
