import CarillonModel
import CarillonProfiles

/// The one place in which a file differs from an earlier version of it.
struct FileChange {
    let old: SyntaxFile
    let new: SyntaxFile
    /// Bytes of the old file, and those of the new one that took their place.
    let before: Range<Int>
    let after: Range<Int>

    init(from old: SyntaxFile, to new: SyntaxFile) {
        (self.old, self.new) = (old, new)
        let shorter = min(old.bytes.count, new.bytes.count)
        var start = 0
        while start < shorter, old.bytes[start] == new.bytes[start] { start += 1 }
        var end = 0
        while end < shorter - start, old.bytes[old.bytes.count - 1 - end] == new.bytes[new.bytes.count - 1 - end] {
            end += 1
        }
        before = start..<old.bytes.count - end
        after = start..<new.bytes.count - end
    }

    /// Where bytes of the old file are in the new one; nil for those that the change reaches into.
    func moved(_ range: Range<Int>) -> Range<Int>? {
        if range.upperBound <= before.lowerBound, range != before.lowerBound..<before.lowerBound { return range }
        guard range.lowerBound >= before.upperBound, !before.contains(range.lowerBound) else { return nil }
        let distance = after.upperBound - before.upperBound
        return range.lowerBound + distance..<range.upperBound + distance
    }

    /// The members of the files' lists of events and texts that the change reaches into, by name, with their bytes in the new
    /// file.
    var members: [(name: String, range: Range<Int>)] {
        let groups: [String]
        switch new.kind {
        case .events: groups = ["events", "texts"]
        case .templates: groups = ["messages"]
        default: groups = []
        }
        return groups.flatMap { new.root?[$0]?.members ?? [] }.compactMap { member in
            let range = member.nameRange.lowerBound..<max(member.nameRange.upperBound, member.value.range.upperBound)
            return range.touches(after) ? (member.name, range) : nil
        }
    }

    /// The member of a group at the top of both versions that the change is within the value of, where all else has stayed as it
    /// was; nil otherwise.
    ///
    /// In a broken file a key can turn what follows it into something else: so each member is compared.
    func changedMember(of group: String) -> (old: JSONMember, new: JSONMember)? {
        guard let changed = changedMember(of: old.root, new.root), changed.old.name == group else { return nil }
        return changedMember(of: changed.old.value, changed.new.value)
    }

    private func changedMember(of old: JSONNode?, _ new: JSONNode?) -> (old: JSONMember, new: JSONMember)? {
        guard let old = old?.members, let new = new?.members, old.count == new.count else { return nil }
        var changed: (old: JSONMember, new: JSONMember)?
        for (old, new) in zip(old, new) {
            guard old.name == new.name, moved(old.nameRange) == new.nameRange else { return nil }
            if moved(old.value.range) == new.value.range { continue }
            guard changed == nil, old.value.range.isAround(before), new.value.range.isAround(after) else { return nil }
            changed = (old, new)
        }
        return changed
    }
}

extension Range<Int> {
    /// Whether it begins before another range, and ends behind it.
    fileprivate func isAround(_ other: Range<Int>) -> Bool {
        lowerBound < other.lowerBound && upperBound > other.upperBound
    }
}
