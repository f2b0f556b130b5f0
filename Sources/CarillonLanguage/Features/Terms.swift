import CarillonModel
import CarillonProfiles

/// Selected words that get a name of their own.
extension TenantSnapshot {
    /// Makes a term of selected words.
    ///
    /// A translation must show what the default language shows, so words of the default language become a term of the others as well,
    /// where these have the same words; else the action says which don't.
    func extraction(of range: Range<Int>, in path: String) -> TextAction? {
        guard !range.isEmpty, let file = files[path], case .templates(let locale) = file.kind,
            let message = message(at: range.lowerBound, in: file)
        else { return nil }
        let map = MessageMap(message.node, fields: written.fields(of: message.id), in: file.bytes)
        let read = MessageTokens(map.source)
        guard let start = map.sourceOffset(ofByte: range.lowerBound),
            let end = map.sourceOffset(ofByte: range.upperBound),
            start < end, map.fileRange(of: start..<end) == range,
            read.tokens.contains(where: {
                $0.kind == .text && $0.range.lowerBound <= start && end <= $0.range.upperBound
            }),
            let selected = String(validating: Array(map.source.utf8)[start..<end], as: UTF8.self),
            selected.contains(where: \.isLetter)
        else { return nil }
        let name = freeName(for: selected)
        guard let term = newTerm(name, selected, in: file) else { return nil }
        var edits = [term, FileEdit(path, range, "{$\(name)}")]
        var others: [String] = []
        for (other, file) in locale == defaultLocale ? translations(besides: locale) : [] {
            guard let message = WrittenMessage.at(message.id, message.slot, in: file.root) else { continue }
            let places = places(of: selected, in: message, file)
            guard !places.isEmpty, let term = newTerm(name, selected, in: file) else {
                others.append(other)
                continue
            }
            edits += [term] + places.map { FileEdit(file.path, $0, "{$\(name)}") }
        }
        let title = "make a term of it: `$\(name)`"
        guard others.isEmpty else {
            let refusal =
                "the text says it otherwise in \(others.joined(separator: ", ")), where the term would be missing"
            return TextAction(title: title, kind: .extract, edits: [], diagnostic: nil, refusal: refusal)
        }
        return TextAction(title: title, kind: .extract, edits: edits, diagnostic: nil)
    }

    var defaultLocale: String? { files["profile.json"]?.root?["locales"]?["default"]?.string }

    /// The other languages' files, in the order of their paths.
    private func translations(besides locale: String) -> [(locale: String, file: SyntaxFile)] {
        files.values.sorted { $0.path < $1.path }.compactMap { file in
            guard case .templates(let other)? = file.kind, other != locale else { return nil }
            return (other, file)
        }
    }

    /// Where a text has words, as words of their own and outside placeholders; bytes of the file.
    private func places(of selected: String, in message: WrittenMessage, _ file: SyntaxFile) -> [Range<Int>] {
        guard message.isServed else { return [] }
        let map = MessageMap(message.node, fields: written.fields(of: message.id), in: file.bytes)
        let read = MessageTokens(map.source)
        var places: [Range<Int>] = []
        for token in read.tokens where token.kind == .text {
            let text = read.text(token)
            for found in text.ranges(of: selected) {
                let isBegun = text[..<found.lowerBound].last.map { $0.isLetter || $0.isNumber } ?? false
                let goesOn = text[found.upperBound...].first.map { $0.isLetter || $0.isNumber } ?? false
                guard !isBegun, !goesOn else { continue }
                let start = token.range.lowerBound + text.utf8.distance(from: text.startIndex, to: found.lowerBound)
                if let place = map.fileRange(of: start..<start + selected.utf8.count) { places.append(place) }
            }
        }
        return places
    }

    /// Declares a term before the others of a file; nil where there is no place for it.
    private func newTerm(_ name: String, _ text: String, in file: SyntaxFile) -> FileEdit? {
        let member = "\(JSONValue.string(name).text): \(JSONValue.string(text).text)"
        if let terms = file.root?["terms"], let first = terms.members.first?.nameRange.lowerBound {
            let separator = file.indentation(before: first).map { "," + $0 } ?? ", "
            return FileEdit(file.path, first..<first, member + separator)
        }
        if let terms = file.root?["terms"], terms.isObject { return FileEdit(file.path, terms.range, "{ \(member) }") }
        guard let messages = file.root?.member("messages")?.nameRange.lowerBound else { return nil }
        let separator = file.indentation(before: messages).map { "," + $0 } ?? ", "
        return FileEdit(file.path, messages..<messages, "\"terms\": { \(member) }\(separator)")
    }

    /// A name from the words' letters that neither a term, a field nor anything else of a message has.
    private func freeName(for text: String) -> String {
        let letters = text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        let parts = String(letters).split(separator: "_").prefix(3).joined(separator: "_")
        let base = NameForm.isField(parts) ? parts : "term"
        let used = Set(names.places.filter { [.term, .field, .local].contains($0.name.kind) }.map(\.name.text))
            .union(["tenant", "recipient", "link"])
        return ([base] + (2...).lazy.prefix(1000).map { "\(base)_\($0)" }).first { !used.contains($0) } ?? base
    }
}
