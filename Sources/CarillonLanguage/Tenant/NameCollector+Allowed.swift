import CarillonProfiles

/// The places that a profile allows warnings at: a file, and a JSON pointer into it, whose steps are names.
extension NameCollector {
    mutating func collectAllowed(_ list: JSONNode?) {
        for entry in list?.elements ?? [] {
            guard let node = entry["at"], let text = node.string else { continue }
            let map = JSONStringMap(node.range, in: bytes)
            for (name, range) in named(by: AllowedPlace(text)) { add(name, map.fileRange(range)) }
        }
    }

    private func named(by place: AllowedPlace) -> [(name: Name, range: Range<Int>)] {
        var found: [(Name, Range<Int>)] = []
        func add(_ kind: Name.Kind, _ step: Int, in scope: String = "") {
            guard let step = place.step(step) else { return }
            found.append((Name(kind, step.text, in: scope), step.range))
        }
        /// An element of a list of names, such as `=push`.
        func addElement(_ kind: Name.Kind, _ step: Int) {
            guard let step = place.step(step), step.text.hasPrefix("=") else { return }
            found.append((Name(kind, String(step.text.dropFirst())), step.range.lowerBound + 1..<step.range.upperBound))
        }
        let group = place.step(0)?.text
        let id = place.step(1)?.text ?? ""
        switch SyntaxFile.Kind(path: place.file) {
        case .events? where group == "events" || group == "texts":
            add(group == "texts" ? .text : .event, 1)
            if place.step(2)?.text == "payload" { add(.field, 3, in: id) }
            if place.step(2)?.text == "channels" { addElement(.channel, 3) }
        case .templates?:
            if group == "terms" { add(.term, 1) }
            if group == "messages" { add(tenant.written.isText(id) ? .text : .event, 1) }
        case .profile?:
            switch (group, id) {
            case ("channels", _): add(.channel, 1)
            case ("categories", _): add(.category, 1)
            case ("androidChannels", _): add(.androidChannel, 1)
            case ("preferences", "toggles"): add(.toggle, 2)
            case ("deepLinks", "routes"):
                add(.route, 2)
                if place.step(3)?.text == "params" { add(.parameter, 4, in: place.step(2)?.text ?? "") }
            default: break
            }
        case .sample(let stem)?:
            guard let event = tenant.written.event(ofSample: stem) else { break }
            let start = "samples/".utf8.count
            found.append((Name(.event, event), start..<start + event.utf8.count))
            add(.field, 0, in: event)
        default: break
        }
        return found
    }
}

/// Such as `templates/nb.json#/messages/system`.
private struct AllowedPlace {
    let file: String
    private var steps: [(text: String, range: Range<Int>)] = []

    init(_ text: String) {
        guard let mark = text.firstRange(of: "#/") else {
            file = text
            return
        }
        file = String(text[..<mark.lowerBound])
        var start = file.utf8.count + 2
        for step in text[mark.upperBound...].split(separator: "/", omittingEmptySubsequences: false) {
            steps.append((String(step), start..<start + step.utf8.count))
            start += step.utf8.count + 1
        }
    }

    /// Nil also for one that stands for any name, or has an escape, which no name needs.
    func step(_ index: Int) -> (text: String, range: Range<Int>)? {
        guard steps.indices.contains(index), !steps[index].text.contains(where: { $0 == "*" || $0 == "~" }) else {
            return nil
        }
        return steps[index]
    }
}
