/// Selects a variant by the tree of keys.
extension DirectFormatter {
    /// What a selector's value matches.
    private struct Match {
        /// An exact number, or the identifier of a string key.
        var exact: Int?
        var category: PluralCategory?
    }

    /// The index of the best variant; nil where the evaluator has to select.
    @inline(__always)
    func choose() -> Int32? {
        guard tables.pointee.selectors.count > 1 else {
            guard let match = match(tables.pointee.selectors[0]) else { return nil }
            let node = tables.pointee.nodes[0]
            if let exact = match.exact {
                let child = tables.pointee.child(of: node, exact: exact)
                if child != SelectionTree.none { return child }
            }
            if let category = match.category {
                let child = node.categories[category]
                if child != SelectionTree.none { return child }
            }
            return node.catchAll == SelectionTree.none ? nil : node.catchAll
        }
        return chooseAmongMany()
    }

    private func chooseAmongMany() -> Int32? {
        withUnsafeTemporaryAllocation(of: Match.self, capacity: tables.pointee.selectors.count) { matches in
            for (level, selector) in tables.pointee.selectors.enumerated() {
                guard let match = match(selector) else { return nil }
                matches.initializeElement(at: level, to: match)
            }
            let chosen = search(0, level: 0, UnsafeBufferPointer(matches))
            return chosen == SelectionTree.none ? nil : chosen
        }
    }

    /// The best variant below a node, or `none`.
    ///
    /// The recursion is as deep as the number of selectors, which is small.
    private func search(_ index: Int32, level: Int, _ matches: UnsafeBufferPointer<Match>) -> Int32 {
        guard index != SelectionTree.none, level < tables.pointee.selectors.count else { return index }
        let node = tables.pointee.nodes[Int(index)]
        if let exact = matches[level].exact {
            let found = search(tables.pointee.child(of: node, exact: exact), level: level + 1, matches)
            if found != SelectionTree.none { return found }
        }
        if let category = matches[level].category {
            let found = search(node.categories[category], level: level + 1, matches)
            if found != SelectionTree.none { return found }
        }
        return search(node.catchAll, level: level + 1, matches)
    }

    /// What a selector's argument matches; nil for values that this path doesn't support.
    @inline(__always)
    private func match(_ selector: DirectProgram.Selector) -> Match? {
        let argument = slots + Int(selector.slot)
        guard selector.kind != .string else {
            guard let text = argument.pointee.anyText else { return nil }
            return Match(exact: tables.pointee.keys[Int(selector.keys)][text].map { Int($0) })
        }
        let number: ExactDecimal
        switch argument.pointee.kind {
        case .integer:
            if !selector.isPercent, selector.printsIntegersPlainly {
                let (shifted, overflow) = argument.pointee.integer.addingReportingOverflow(Int(selector.offset))
                guard !overflow else { return nil }
                guard selector.kind != .exact else { return Match(exact: shifted) }
                return Match(exact: shifted, category: rules(selector).category(of: shifted))
            }
            number = ExactDecimal(argument.pointee.integer)
        case .decimal:
            number = argument.pointee.decimal
        case .shortText, .text:
            guard let text = argument.pointee.anyText, let parsed = ExactDecimal(text) else { return nil }
            number = parsed
        case .absent, .money, .other:
            return nil
        }
        return match(number, selector)
    }

    private func match(_ value: ExactDecimal, _ selector: DirectProgram.Selector) -> Match {
        var number = value
        if selector.makesInteger { number = number.rounded(toPlace: 0, .halfExpand) }
        if selector.offset != 0 { number = number + ExactDecimal(selector.offset) }
        let exact = (selector.isPercent ? number.timesHundred() : number).integer
        guard selector.kind != .exact else { return Match(exact: exact) }
        let shown = tables.pointee.styles[Int(selector.style)].rounded(number)
        return Match(exact: exact, category: rules(selector).category(of: shown))
    }

    @inline(__always)
    private func rules(_ selector: DirectProgram.Selector) -> PluralRules {
        PluralRules(of: tables.pointee.locale, kind: selector.kind == .ordinal ? .ordinal : .cardinal)
    }
}
