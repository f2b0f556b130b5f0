import CarillonModel
import CarillonProfiles

/// The changes to one subject, gathered by comparing what it was with what it is.
///
/// Whatever others rely on is one call here: a new key of the tenant files belongs to the lists in
/// ``ProfileChange``'s extensions.
struct ChangeList {
    /// The innermost values of an object, by the names that lead there.
    typealias Members = [(path: String, value: JSONValue)]

    let subject: String
    private(set) var changes: [ProfileChange] = []

    init(_ subject: String) {
        self.subject = subject
    }

    mutating func add(_ summary: String, breaks: Bool) {
        changes.append(breaks ? .breaking(subject, summary) : .compatible(subject, summary))
    }

    mutating func add(_ more: [ProfileChange]) { changes += more }

    /// A value that can be nothing.
    ///
    /// - Parameter breaks: whether something that worked before fails, or means something else, with another value.
    mutating func compare(_ what: String, _ old: String?, _ new: String?, breaks: Bool = false) {
        guard old != new else { return }
        switch (old, new) {
        case (nil, let new?): add("\(what) is \(new) now", breaks: false)
        case (let old?, nil): add("\(what) was \(old) and is gone", breaks: breaks)
        case (let old?, let new?): add("\(what) was \(old), now \(new)", breaks: breaks)
        case (nil, nil): break
        }
    }

    /// A value that is always there.
    mutating func compare(_ what: String, _ old: Bool, _ new: Bool, breaks: Bool = false) {
        if old != new { add("\(what) \(new ? "now" : "no longer")", breaks: breaks) }
    }

    /// Members of objects one by one, to the innermost: one that is gone or means something else breaks who reads it.
    mutating func compareMembers(_ what: String, _ old: Members?, _ new: Members?) {
        let (before, after) = (old ?? [], new ?? [])
        for (path, value) in before {
            if let now = after.first(where: { $0.path == path })?.value {
                compare("\(path) of \(what)", value.text, now.text, breaks: true)
            } else {
                add("\(what) has \(path) no longer", breaks: true)
            }
        }
        for (path, _) in after where !before.contains(where: { $0.path == path }) {
            add("\(what) has \(path) now", breaks: false)
        }
    }

    /// How apps find fields that pushes don't carry: those that are out there go on as their copy of it says.
    mutating func compareWays(_ old: [DeviceSettings.Field], _ new: [DeviceSettings.Field]) {
        let added = new.filter { field in !old.contains { $0.name == field.name } }
        for name in (old + added).map(\.name) {
            let (before, after) = (old.first { $0.name == name }, new.first { $0.name == name })
            compare("how apps find \(name)", before?.ways.text, after?.ways.text)
        }
    }

    /// Names that others use: those that are gone break them.
    mutating func compareNames(_ kind: String, _ old: [String], _ new: [String], breaks: Bool = true) {
        for name in old where !new.contains(name) { add("the \(kind) \(name) is gone", breaks: breaks) }
        for name in new where !old.contains(name) { add("the \(kind) \(name) is new", breaks: false) }
    }
}

extension Sequence<String> {
    /// Nil where there are none, so that it reads as absent.
    var listed: String? {
        let text = joined(separator: ", ")
        return text.isEmpty ? nil : text
    }
}
