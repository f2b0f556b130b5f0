/// Finds out by indentation which brackets lack a partner.
struct BracketRecovery {
    private let bytes: [UInt8]
    /// Offset of each line's first byte.
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    }

    /// Returns the tree in which every array and object whose end is indented differently from its beginning is marked
    /// as damaged.
    ///
    /// Containers on a single line are left as they are, because their indentation shows nothing.
    func rebalanced(_ tree: JSONNode) -> JSONNode {
        var node: JSONNode
        switch tree.content {
        case .array(let elements): node = JSONNode(content: .array(elements.map(rebalanced)), range: tree.range)
        case .object(let members):
            let inner = members.map { JSONMember(name: $0.name, nameRange: $0.nameRange, value: rebalanced($0.value)) }
            node = JSONNode(content: .object(inner), range: tree.range)
        default: return tree
        }
        node.damage = hasCrossedBrackets(tree.range) ? .brackets : tree.damage
        return node
    }

    private func hasCrossedBrackets(_ range: Range<Int>) -> Bool {
        guard let last = range.last else { return true }
        let (first, end) = (lineStart(before: range.lowerBound), lineStart(before: last))
        return first != end && indentation(first) != indentation(end)
    }

    private func lineStart(before offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return starts[low]
    }

    private func indentation(_ start: Int) -> Int { bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 }.count }
}
