import CarillonDiagnostics
import CarillonModel

/// A template file before and after some of its texts changed.
struct ChangedTexts {
    let old: TenantFile
    let new: TenantFile
    private let oldBytes: [UInt8]
    private let newBytes: [UInt8]
    /// The events and app texts with other texts, whether they had some before or have some now.
    private(set) var ids: Set<EventTypeID> = []

    /// - Returns: nil where more than texts differ, or the files aren't such that these can be told apart.
    init?(from old: TenantFile, _ oldBytes: [UInt8], to new: TenantFile, _ newBytes: [UInt8]) {
        (self.old, self.oldBytes, self.new, self.newBytes) = (old, oldBytes, new, newBytes)
        let (before, after) = (old.root.members, new.root.members)
        guard old.isSound, new.isSound, old.root.isObject, before.map(\.name) == after.map(\.name) else { return nil }
        for (one, other) in zip(before, after) {
            guard one.name == "messages" else {
                guard hasSameBytes(one.value, other.value) else { return nil }
                continue
            }
            guard one.value.isObject, other.value.isObject else { return nil }
            var known = Dictionary(one.value.members.map { ($0.name, $0.value) }) { first, _ in first }
            var names = Set<String>()
            for member in other.value.members {
                if let value = known.removeValue(forKey: member.name), hasSameBytes(value, member.value) { continue }
                names.insert(member.name)
            }
            for name in names.union(known.keys) {
                guard let id = EventTypeID(name) else { return nil }
                ids.insert(id)
            }
        }
    }

    /// Whether a value of the old file is written as one of the new file is.
    func hasSameBytes(_ old: JSONNode, _ new: JSONNode) -> Bool {
        guard old.range.count == new.range.count else { return false }
        return oldBytes.withUnsafeBytes { before in
            newBytes.withUnsafeBytes { after in
                before[old.range].elementsEqual(after[new.range])
            }
        }
    }

    /// The bytes of the new file for bytes of the old one; nil where what was there is another now.
    func moved(_ range: Range<Int>) -> Range<Int>? {
        var (before, after) = (old.root, new.root)
        while true {
            if range == before.range { return after.range }
            // Objects are pointed to by their brackets.
            if range == before.range.prefix(1) { return after.range.prefix(1) }
            let member = before.members.first {
                $0.nameRange.lowerBound <= range.lowerBound && range.upperBound <= $0.value.range.upperBound
            }
            guard let member, let other = after.member(member.name) else { return nil }
            if range.upperBound <= member.nameRange.upperBound {
                return range.shifted(by: other.nameRange.lowerBound - member.nameRange.lowerBound)
            }
            guard member.value.range.lowerBound <= range.lowerBound else { return nil }
            if hasSameBytes(member.value, other.value) {
                return range.shifted(by: other.value.range.lowerBound - member.value.range.lowerBound)
            }
            (before, after) = (member.value, other.value)
        }
    }
}

extension Range<Int> {
    fileprivate func shifted(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}

extension Diagnostic {
    /// The same where files have changed; nil where one of its places is no more.
    func moved(by changes: [SourceID: ChangedTexts]) -> Diagnostic? {
        var copy = self
        func move(_ span: Span) -> Span? {
            guard let change = changes[span.source] else { return span }
            return change.moved(span.range).map { Span(span.source, $0) }
        }
        guard let place = move(primary.span) else { return nil }
        copy.primary.span = place
        for index in related.indices {
            guard let place = move(related[index].span) else { return nil }
            copy.related[index].span = place
        }
        for index in fixes.indices {
            guard let place = move(fixes[index].span) else { return nil }
            copy.fixes[index].span = place
        }
        return copy
    }

    /// Whether it points into one of these files.
    func points(into sources: some Collection<SourceID>) -> Bool {
        ([primary.span] + related.map(\.span) + fixes.map(\.span)).contains { sources.contains($0.source) }
    }
}
