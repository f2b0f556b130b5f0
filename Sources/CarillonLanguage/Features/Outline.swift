import CarillonModel
import CarillonProfiles

/// A thing of a file, as outlines and searches show it.
public struct OutlineSymbol: Sendable, Hashable {
    public enum Kind: Int, Sendable, Hashable {
        case module = 2
        case namespace = 3
        case property = 7
        case field = 8
        case variable = 13
        case string = 15
        case key = 20
        case event = 24
    }

    public let name: String
    public let detail: String
    public let kind: Kind
    /// With its value.
    public let range: Range<Int>
    /// Its name.
    public let nameRange: Range<Int>
    public internal(set) var children: [OutlineSymbol]
}

extension [OutlineSymbol] {
    /// The outline without its deepest levels where it has more than `limit` symbols; of the first level that doesn't fit, the
    /// symbols that do.
    fileprivate func limited(to limit: Int) -> [OutlineSymbol] {
        var (level, room, depth) = (self, limit, 0)
        while !level.isEmpty, level.count <= room {
            room -= level.count
            level = level.flatMap(\.children)
            depth += 1
        }
        return level.isEmpty ? self : cut(below: depth, &room)
    }

    private func cut(below depth: Int, _ room: inout Int) -> [OutlineSymbol] {
        guard depth > 0 else {
            let kept = prefix(room)
            room -= kept.count
            return kept.map { symbol in
                var alone = symbol
                alone.children = []
                return alone
            }
        }
        return map { symbol in
            var copy = symbol
            copy.children = symbol.children.cut(below: depth - 1, &room)
            return copy
        }
    }
}

extension TenantSnapshot {
    /// How many symbols an outline has: more take long to send, and nobody reads them.
    private static let outlineLimit = 20_000

    /// What a file declares: of a huge one, the upper levels.
    public func outline(of path: String) -> [OutlineSymbol] { wholeOutline(of: path).limited(to: Self.outlineLimit) }

    private func wholeOutline(of path: String) -> [OutlineSymbol] {
        guard let file = files[path], let root = file.root else { return [] }
        switch file.kind {
        case .events:
            return root.members.map { group in
                symbol(group, group.name == "events" || group.name == "texts" ? .namespace : .property) {
                    group.value.members.map { event in
                        symbol(event, .event, event.value["summary"]?.string ?? "") {
                            (event.value["payload"]?.members ?? []).map { field in
                                symbol(field, .field, field.value["type"]?.string ?? "")
                            }
                        }
                    }
                }
            }
        case .templates:
            return root.members.map { group in
                symbol(group, .namespace) {
                    group.value.members.map { member in
                        symbol(member, group.name == "terms" ? .variable : .event, member.value.string ?? "") {
                            slots(member.value)
                        }
                    }
                }
            }
        default: return root.members.map { member in symbol(member, .property) { named(member.value) } }
        }
    }

    private func slots(_ node: JSONNode) -> [OutlineSymbol] {
        node.members.map { slot in
            let isGroup = slot.value.isObject && slot.value["match"] == nil && slot.value["when"] == nil
            return symbol(slot, .string, slot.value.string.map { String($0.prefix(60)) } ?? "") {
                isGroup ? slots(slot.value) : []
            }
        }
    }

    private func named(_ node: JSONNode) -> [OutlineSymbol] {
        node.members.map { member in symbol(member, .key) { member.value.members.map { symbol($0, .key) } } }
    }

    private func symbol(
        _ member: JSONMember,
        _ kind: OutlineSymbol.Kind,
        _ detail: String = "",
        _ children: () -> [OutlineSymbol] = { [] }
    ) -> OutlineSymbol {
        let whole = member.nameRange.lowerBound..<max(member.nameRange.upperBound, member.value.range.upperBound)
        return OutlineSymbol(
            name: member.name.isEmpty ? "–" : member.name,
            detail: detail,
            kind: kind,
            range: whole,
            nameRange: member.nameRange,
            children: children()
        )
    }

    /// What is declared under a name that has the query's letters in their order.
    public func symbols(matching query: String) -> [(name: String, kind: OutlineSymbol.Kind, place: FileRange)] {
        names.places.filter { $0.isDeclaration && $0.name.kind != .local && Self.matches($0.name.text, query) }.map {
            ($0.name.text, $0.name.kind == .event ? .event : $0.name.kind == .field ? .field : .key, $0.place)
        }
    }

    private static func matches(_ name: String, _ query: String) -> Bool {
        var rest = query.lowercased()[...]
        for character in name.lowercased() where character == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }

    /// How many containers can be folded: editors take no more.
    private static let foldingLimit = 5000

    /// Containers that take more than one line, in their order: of a huge file, those of the upper levels.
    public func foldings(of path: String) -> [Range<Int>] {
        guard let file = files[path], let root = file.root else { return [] }
        let lines = file.lines
        var ranges: [Range<Int>] = []
        var level = [root]
        while !level.isEmpty, ranges.count < Self.foldingLimit {
            level = level.filter { node in
                guard !node.members.isEmpty || !node.elements.isEmpty else { return false }
                return lines.line(at: node.range.lowerBound) < lines.line(at: node.range.upperBound)
            }
            ranges += level.prefix(Self.foldingLimit - ranges.count).map(\.range)
            level = level.flatMap { $0.members.map(\.value) + $0.elements }
        }
        return ranges.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// What surrounds a byte, from the smallest to the whole file.
    public func surroundings(of offset: Int, in path: String) -> [Range<Int>] {
        guard let file = files[path], let root = file.root else { return [] }
        var ranges = [0..<file.bytes.count]
        func add(_ range: Range<Int>) { if range != ranges.last { ranges.append(range) } }
        func holds(_ range: Range<Int>) -> Bool { range.contains(offset) || range.upperBound == offset }
        var node: JSONNode? = root
        while let current = node, holds(current.range) {
            add(current.range)
            node = nil
            if current.string != nil { add(current.inner) }
            for member in current.members {
                let whole =
                    member.nameRange.lowerBound..<max(member.nameRange.upperBound, member.value.range.upperBound)
                guard holds(whole) else { continue }
                add(whole)
                if holds(member.nameRange) {
                    add(member.nameRange)
                    add(JSONNode.inner(member.nameRange))
                } else {
                    node = member.value
                }
                break
            }
            if let element = current.elements.first(where: { holds($0.range) }) { node = element }
        }
        return ranges.reversed()
    }
}
