import CarillonModel
package import CarillonProfiles
import MessageFormat

/// Writes a changed form over the text that it was made from: only the bytes of what changed.
package struct TextWriting {
    /// The text: a string, an array of lines, or `{match, when}`.
    private let node: JSONNode
    private let bytes: [UInt8]
    private let fields: [PayloadField]
    private let written: WrittenSource
    private let isTerm: Bool
    /// The text as it is.
    package let form: TextForm

    /// - Parameters:
    ///   - node: the text, as read from `bytes`.
    ///   - fields: the payload fields of its event.
    package init(_ node: JSONNode, fields: [PayloadField], in bytes: [UInt8]) {
        self.node = node
        self.bytes = bytes
        self.fields = fields
        written = WrittenSource(TemplateSource(node, fields: fields).source)
        let shape: TextForm.Shape = node["match"] != nil ? .choice : node.string != nil ? .string : .lines
        form = TextForm(written, shape: shape)
        isTerm = false
    }

    /// - Parameter node: a term, as read from `bytes`.
    init(term node: JSONNode, in bytes: [UInt8]) {
        self.node = node
        self.bytes = bytes
        fields = []
        written = WrittenSource("")
        form = TextForm(term: node.string ?? "")
        isTerm = true
    }

    /// Adds what turns this text into another one; nothing where they are the same.
    ///
    /// - Throws: ``FormFault`` for a form that no message is, and for a locked text whose placeholders changed.
    package func write(_ new: TextForm, to edits: inout JSONEdits) throws(FormFault) {
        guard new != form else { return }
        guard !isTerm else {
            splice(node, with: try new.term, to: &edits)
            return
        }
        switch (form.content, new.content) {
        case (.locked, .locked(let lock)): try write(lock, to: &edits)
        case (.locked, _), (_, .locked): throw .locked
        case (.text, .text(let text)) where new.shape == form.shape:
            try new.check(declaring: written.message?.declarations ?? [])
            splice(node, with: try source(of: text), to: &edits)
        case (.rows(let old), .rows(let rows)) where old.selectors == rows.selectors:
            try new.check(declaring: written.message?.declarations ?? [])
            if let when = node["when"] {
                guard rows.rows.allSatisfy(\.isWritable) else {
                    edits.replace(node, with: .string(try new.message(fields: fields).description))
                    return
                }
                try write(rows, over: old, in: when, to: &edits)
            } else {
                splice(node, with: try source(of: rows, over: old), to: &edits)
            }
        default: edits.replace(node, with: try new.value(fields: fields))
        }
    }

    // MARK: sources

    private func source(of text: FormPattern) throws(FormFault) -> String {
        guard let pattern = text.pattern, let old = written.patterns.first?.pattern else { throw .locked }
        let source = old.source(of: pattern)
        guard written.isSimple else { return written.replacing([source]) }
        // What would be read as a declaration is put into braces.
        let isSimple = !Message(body: .pattern(pattern)).description.hasPrefix("{{")
        return isSimple ? source : "{{\(source)}}"
    }

    private func source(of rows: FormRows, over old: FormRows) throws(FormFault) -> String {
        guard rows.rows.map(\.keys) == old.rows.map(\.keys) else {
            guard let message = written.message else { throw .locked }
            return Message(declarations: message.declarations, body: try rows.body()).description
        }
        var sources: [String] = []
        for (row, old) in zip(rows.rows, written.patterns) {
            sources.append(try source(of: row.text, over: old.pattern))
        }
        return written.replacing(sources)
    }

    private func source(of text: FormPattern, over old: WrittenPattern) throws(FormFault) -> String {
        guard let pattern = text.pattern else { throw .locked }
        return old.source(of: pattern)
    }

    // MARK: locked texts

    private func write(_ new: TextForm.Lock, to edits: inout JSONEdits) throws(FormFault) {
        guard case .locked(let old) = form.content, new.reason == old.reason, new.source == old.source,
            new.rows.map(\.keys) == old.rows.map(\.keys)
        else { throw .locked }
        var sources: [String] = []
        for (row, old) in zip(new.rows, written.patterns) {
            sources.append(try old.pattern.source(ofFrozen: row.text))
        }
        if let when = node["when"] {
            for (member, source) in zip(when.members, sources) { splice(member.value, with: source, to: &edits) }
            return
        }
        let source = written.replacing(sources)
        guard Message.parse(source).message != nil else { throw .locked }
        splice(node, with: source, to: &edits)
    }

    // MARK: rows

    private func write(
        _ rows: FormRows,
        over old: FormRows,
        in when: JSONNode,
        to edits: inout JSONEdits
    ) throws(FormFault) {
        let members = when.members
        let (names, oldNames) = (rows.rows.map(\.keys), old.rows.map(\.keys))
        let limit = min(names.count, oldNames.count)
        let front = zip(names, oldNames).prefix { $0 == $1 }.count
        let back = zip(names.reversed(), oldNames.reversed()).prefix(limit - front).prefix { $0 == $1 }.count
        let kept = Array(0..<front) + Array(names.count - back..<names.count)
        for index in kept {
            let place = index < front ? index : index - names.count + oldNames.count
            try splice(rows.rows[index], over: place, members[place], to: &edits)
        }
        let new = front..<names.count - back
        let gone = front..<oldNames.count - back
        guard !new.isEmpty || !gone.isEmpty else { return }
        if new.count == gone.count, Set(names[new]).isDisjoint(with: oldNames[gone]) {
            for (index, place) in zip(new, gone) {
                edits.replace(members[place].nameRange, with: JSONValue.string(rows.rows[index].name).text)
                try splice(rows.rows[index], over: place, members[place], to: &edits)
            }
            return
        }
        var entries: [String] = []
        for index in new { entries.append(try entry(rows.rows[index], oldNames, members)) }
        edits.replaceMembers(gone, of: when, with: entries)
    }

    private func splice(
        _ row: FormRow,
        over place: Int,
        _ member: JSONMember,
        to edits: inout JSONEdits
    ) throws(FormFault) {
        splice(member.value, with: try source(of: row.text, over: written.patterns[place].pattern), to: &edits)
    }

    /// A row as it stands, where it does, else as a new member.
    private func entry(_ row: FormRow, _ oldNames: [[Message.Key]], _ members: [JSONMember]) throws(FormFault) -> String
    {
        if let place = oldNames.firstIndex(of: row.keys) {
            let old = written.patterns[place].pattern
            let source = try source(of: row.text, over: old)
            let member = members[place]
            if source == old.slices.joined() {
                return String(
                    decoding: bytes[member.nameRange.lowerBound..<member.value.range.upperBound],
                    as: UTF8.self
                )
            }
        }
        guard let pattern = row.text.pattern else { throw .locked }
        let source = JSONValue.string(Message.source(of: pattern)).text
        return "\(JSONValue.string(row.name).text): \(source)"
    }

    // MARK: strings and lines

    /// Changes a string, or an array of lines, into another text: what both begin and end with keeps its bytes.
    private func splice(_ node: JSONNode, with text: String, to edits: inout JSONEdits) {
        if let old = node.string {
            splice(node.range, from: old, to: text, &edits)
            return
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let old = node.elements.map { $0.string ?? "" }
        let limit = min(lines.count, old.count)
        let front = zip(lines, old).prefix { $0.exact == $1.exact }.count
        let back = zip(lines.reversed(), old.reversed()).prefix(limit - front).prefix { $0.exact == $1.exact }.count
        let new = front..<lines.count - back
        let gone = front..<old.count - back
        if new.count == gone.count {
            for (index, place) in zip(new, gone) {
                splice(node.elements[place].range, from: old[place], to: lines[index], &edits)
            }
            return
        }
        edits.replaceElements(gone, of: node, with: lines[new].map { JSONValue.string($0).text })
    }

    /// - Parameter range: the JSON string with its quotes.
    private func splice(_ range: Range<Int>, from old: String, to new: String, _ edits: inout JSONEdits) {
        guard old.exact != new.exact else { return }
        let (before, after) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
        let limit = min(before.count, after.count)
        let front = zip(before, after).prefix { $0 == $1 }.count
        let back = zip(before.reversed(), after.reversed()).prefix(limit - front).prefix { $0 == $1 }.count
        func length(_ scalars: ArraySlice<Unicode.Scalar>) -> Int { scalars.reduce(0) { $0 + UTF8.width($1) } }
        let start = length(before[..<front])
        let end = start + length(before[front..<before.count - back])
        var middle = String.UnicodeScalarView()
        middle.append(contentsOf: after[front..<after.count - back])
        // By bytes: as a character, the quote would take a combining mark with it.
        let text = JSONValue.string(String(middle)).utf8.dropFirst().dropLast()
        let map = JSONStringMap(range, in: bytes)
        edits.replace(map.fileRange(start..<end), with: String(decoding: text, as: UTF8.self))
    }
}
