import CarillonModel
import CarillonProfiles

/// Changes to an event's payload: breaking when a payload that was accepted before no longer is.
enum PayloadChange {
    static func all(from old: [PayloadField], to new: [PayloadField], _ subject: String) -> [ProfileChange] {
        var changes: [ProfileChange] = []
        for field in new {
            if let before = old.first(where: { $0.name == field.name }) {
                changes += changed(before, field, subject)
            } else if !field.isRequired {
                changes.append(.compatible(subject, "it takes \(field.name), which may be left out"))
            } else {
                changes.append(.breaking(subject, "it needs \(field.name) now"))
            }
        }
        for field in old where !new.contains(where: { $0.name == field.name }) {
            let added = new.filter { candidate in
                candidate.type == field.type && !old.contains { $0.name == candidate.name }
            }
            let guess = added.count == 1 ? added.first.map { "; was it renamed to \($0.name)?" } : nil
            changes.append(.breaking(subject, "it takes \(field.name) no longer\(guess ?? "")"))
        }
        return changes
    }

    private static func changed(_ old: PayloadField, _ new: PayloadField, _ subject: String) -> [ProfileChange] {
        var changes: [ProfileChange] = []
        if !old.isRequired, new.isRequired {
            changes.append(.breaking(subject, "\(new.name) could be left out before"))
        }
        if old.isRequired, !new.isRequired {
            changes.append(.compatible(subject, "\(new.name) may be left out now"))
        }
        guard old.type != new.type else { return changes }
        let summary = "\(new.name) was \(describe(old.type)), now \(describe(new.type))"
        changes.append(new.type.takesAll(of: old.type) ? .compatible(subject, summary) : .breaking(subject, summary))
        return changes
    }

    private static func describe(_ type: PayloadType) -> String {
        switch type {
        case .text(let limit): "text of at most \(limit)"
        case .localizedText(let limit): "localizedText of at most \(limit)"
        case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let values): "one of \(values.joined(separator: ", "))"
        case .url(let limit): "a url of at most \(limit) bytes"
        case .map(let length, let limit): "a map of at most \(limit), each of at most \(length)"
        case .list(let element, let limit): "a list of at most \(limit), each \(describe(element))"
        default: type.name
        }
    }
}

extension PayloadType {
    /// Whether every value of `old` is one of this type, too.
    fileprivate func takesAll(of old: PayloadType) -> Bool {
        switch (old, self) {
        case (.text(let before), .text(let now)), (.localizedText(let before), .localizedText(let now)): before <= now
        case (.integer(let before), .integer(let now)):
            now.lowerBound <= before.lowerBound && before.upperBound <= now.upperBound
        case (.url(let before), .url(let now)): before <= now
        case (.map(let length, let before), .map(let newLength, let now)): before <= now && length <= newLength
        case (.choice(let before), .choice(let now)): Set(before).isSubset(of: now)
        case (.slug, .path): true
        case (.list(let element, let before), .list(let newElement, let now)):
            before <= now && newElement.takesAll(of: element)
        default: self == old
        }
    }
}
