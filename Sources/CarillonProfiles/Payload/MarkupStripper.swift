/// Removes markup from texts, and keeps what only looks like markup: `a < b`, `a<b`, `<iPhone>`.
///
/// Markup is a tag with a name that HTML knows, a tag of any name with an attribute that has a value (`<x onclick=…>`,
/// which browsers obey), a comment, a declaration, and a script or style with its content. A tag with another name
/// means nothing to a browser, and may be part of the text.
///
/// A `<` without a `>` is kept. Where it could begin markup together with a `>` of the page that shows the text, a
/// blank is inserted after it. The result contains no markup, even where tags were assembled from pieces. Runs in
/// linear time. Source: WHATWG HTML, sections 13.2.5.6 to 13.2.5.8 and 13.2.5.43.
struct MarkupStripper {
    private var kept: [Unicode.Scalar] = []
    /// Each `<` in `kept` that has no `>` yet.
    private var openings: [Opening] = []
    /// The positions in `kept` of characters that end a tag's name.
    private var separators: [Int] = []
    /// Each `=` in `kept`, and the last separator before it.
    private var assignments: [(place: Int, separator: Int)] = []
    /// The open script or style, and its position in `kept`.
    private var code: (name: String, place: Int)?

    private struct Opening {
        let place: Int
        /// Stored, because it is needed at each `>` within: only `-->` ends a comment.
        var isComment = false
    }

    /// What follows a `<`.
    private enum Beginning {
        case text
        case comment
        case declaration
        case tag(name: String, isEnd: Bool)
    }

    static func stripped(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        var stripper = MarkupStripper()
        for scalar in scalars { stripper.read(scalar) }
        return stripper.parted
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        switch scalar {
        case ">": answer()
        case "<":
            openings.append(Opening(place: kept.count))
            kept.append(scalar)
        case "=":
            assignments.append((kept.count, separators.last ?? -1))
            kept.append(scalar)
        default:
            if Self.endsName(scalar) { separators.append(kept.count) }
            kept.append(scalar)
        }
    }

    /// Handles a `>`: decides what it makes of the last `<` that it can close.
    private mutating func answer() {
        while let opening = openings.last {
            switch beginning(of: opening) {
            case .text: openings.removeLast()
            case .comment:
                openings[openings.count - 1].isComment = true
                guard endsComment(from: opening.place) else { return kept.append(">") }
                return truncate(to: opening.place)
            case .declaration: return truncate(to: opening.place)
            case .tag(let name, let isEnd):
                guard isMarkup(name, at: opening.place) else {
                    openings.removeLast()
                    return kept.append(">")
                }
                truncate(to: opening.place)
                return note(name, isEnd: isEnd)
            }
        }
        kept.append(">")
    }

    /// The content between the tags of a script or style isn't text.
    private mutating func note(_ name: String, isEnd: Bool) {
        guard Self.codeNames.contains(name) else { return }
        if !isEnd {
            code = code ?? (name, kept.count)
        } else if let code, code.name == name {
            truncate(to: code.place)
            self.code = nil
        }
    }

    private mutating func truncate(to place: Int) {
        kept.removeSubrange(place...)
        while let last = openings.last, last.place >= place { openings.removeLast() }
        while let last = separators.last, last >= place { separators.removeLast() }
        while let last = assignments.last, last.place >= place { assignments.removeLast() }
        if let code, code.place > place { self.code = nil }
    }

    /// The kept text, with a blank after each `<` that could still begin markup.
    private var parted: [Unicode.Scalar] {
        let places = openings.filter(canBeginMarkup).map(\.place)
        guard !places.isEmpty else { return kept }
        var parted: [Unicode.Scalar] = []
        parted.reserveCapacity(kept.count + places.count)
        var rest = places[...]
        for (index, scalar) in kept.enumerated() {
            parted.append(scalar)
            guard rest.first == index else { continue }
            rest.removeFirst()
            parted.append(" ")
        }
        return parted
    }

    /// If no character ends the name, text of the page could become a part of it.
    private func canBeginMarkup(_ opening: Opening) -> Bool {
        switch beginning(of: opening) {
        case .text: false
        case .comment, .declaration: true
        case .tag(let name, _):
            isMarkup(name, at: opening.place) && separators.last.map { $0 > opening.place } == true
        }
    }
}

extension MarkupStripper {
    /// Ignores directional formatting, which may be removed later.
    private func beginning(of opening: Opening) -> Beginning {
        guard !opening.isComment else { return .comment }
        let rest = kept[(opening.place + 1)...].lazy.filter { !DirectionalFormatting.contains($0) }
        switch rest.first {
        case "!"?:
            let next = rest.dropFirst().first
            if next == "-", rest.dropFirst(2).first == "-" { return .comment }
            return next.map { $0 == "[" || Self.isLetter($0) } == true ? .declaration : .text
        case "?"?: return rest.dropFirst().first.map(Self.isLetter) == true ? .declaration : .text
        case "/"?:
            guard rest.dropFirst().first.map(Self.isLetter) == true else { return .text }
            return .tag(name: Self.name(rest.dropFirst()), isEnd: true)
        case let first? where Self.isLetter(first): return .tag(name: Self.name(rest), isEnd: false)
        default: return .text
        }
    }

    private func isMarkup(_ name: String, at place: Int) -> Bool {
        // The slash of an end tag doesn't end a name.
        HTMLElements.names.contains(name) || assignments.last.map { $0.separator > place + 1 } == true
    }

    private func endsComment(from place: Int) -> Bool {
        let ends: [[Unicode.Scalar]] = [["-", "-"], ["-", "-", "!"]]
        return kept.count >= place + 4 && ends.contains { kept.suffix($0.count).elementsEqual($0) }
    }

    /// In lower case, limited to the longest name.
    private static func name(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var name = ""
        for scalar in scalars.prefix(HTMLElements.longestName + 1) {
            guard !endsName(scalar) else { break }
            name.unicodeScalars.append(isLetter(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
        }
        return name
    }

    private static func endsName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n", " ", "/": true
        default: false
        }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private static let codeNames: Set<String> = ["script", "style"]
}
