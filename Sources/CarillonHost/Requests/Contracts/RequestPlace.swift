import CarillonModel
import CarillonProfiles

/// Where in their request clients find what is wrong.
enum RequestPlace {
    /// Of the host's own routes: a JSON pointer (RFC 6901), `/data/ids/2/name`.
    case pointer
    /// Of a contract's: as `from` names it, without `body.` and so on, `data.ids[2].name`.
    case path

    /// - Parameters:
    ///   - place: what fills a field of the operation; nil where nothing does.
    ///   - steps: names and indices below it, as JSON pointers have them.
    func text(_ place: String?, _ steps: ArraySlice<String>) -> String {
        switch self {
        case .pointer: ([place ?? ""] + steps).joined(separator: "/")
        case .path:
            steps.reduce(place ?? "") { text, step in
                if !step.isEmpty, step.utf8.allSatisfy({ (48...57).contains($0) }) { return text + "[\(step)]" }
                let name = JSONPointer.name(step)
                return text.isEmpty ? name : "\(text).\(name)"
            }
        }
    }
}

extension Problem {
    /// The same fault, worded for a client who doesn't know the operation's names.
    func relocated(_ places: [String: String], as form: RequestPlace) -> Problem {
        guard !faults.isEmpty else { return self }
        var problem = self
        problem.faults = faults.map { fault in
            guard fault.pointer.hasPrefix("/") else { return fault }
            let steps = fault.pointer.split(separator: "/").map(String.init)
            // The innermost that the route fills: a payload is put together of several members.
            let known = (1...max(1, steps.count)).reversed().lazy.compactMap { count in
                places[steps.prefix(count).joined(separator: ".")].map { (place: $0, rest: steps.dropFirst(count)) }
            }
            return fault.moved(to: form.text(known.first?.place, known.first?.rest ?? steps[...]))
        }
        problem.detail = problem.faults.summary
        return problem
    }
}

extension [Fault] {
    /// All of them for people, as many as the fields of any route; of long lists with a fault in each element, the first.
    var summary: String {
        let most = 30
        let shown = prefix(most).map { "\($0.pointer) \($0.message)" }.joined(separator: "; ")
        return count > most ? "\(shown); and \(count - most) more" : shown
    }
}
