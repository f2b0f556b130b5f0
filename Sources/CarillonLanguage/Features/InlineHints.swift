import CarillonModel
import CarillonProfiles
import MessageFormat

/// What an editor shows within a line, beside what is written.
public struct InlineHint: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The finished words of a message.
        case wording
        /// The numbers of a plural form.
        case numbers
        /// The link that a route makes.
        case link
    }

    public let kind: Kind
    /// The byte of the file that it stands before.
    public let offset: Int
    public let text: String
}

extension TenantSnapshot {
    /// How many characters of finished words are shown.
    private static let wordsLimit = 60

    /// How many lines, or bytes, of a range have hints: no screen shows more, and each may need words of its own.
    private static let hintLimits = (lines: 300, bytes: 32 << 10)

    /// What is to be shown in a range of a file: at its beginning where it is larger than ``hintLimits``.
    public func hints(in wanted: Range<Int>, of path: String) -> [InlineHint] {
        guard let file = files[path] else { return [] }
        let lines = file.lines
        let line = lines.range(ofLine: lines.line(at: wanted.lowerBound) + Self.hintLimits.lines).upperBound
        let last = min(wanted.upperBound, line, wanted.lowerBound + Self.hintLimits.bytes)
        let range = wanted.lowerBound..<max(wanted.lowerBound, last)
        switch file.kind {
        case .templates(let locale):
            return WrittenMessage.all(in: file.root, around: range).filter {
                $0.node.range.touches(range) && !$0.isNote && $0.isServed
            }
            .flatMap { hints(of: $0, file, locale) }.filter {
                range.contains($0.offset) || range.upperBound == $0.offset
            }
        case .events: return linkHints(file).filter { range.contains($0.offset) || range.upperBound == $0.offset }
        default: return []
        }
    }

    private func hints(of message: WrittenMessage, _ file: SyntaxFile, _ locale: String) -> [InlineHint] {
        var hints = numberHints(of: message, file, locale)
        let wording = LocaleTag(locale).flatMap {
            self.wording(of: message.id, slot: message.slot, locale: $0, samples: 1).first?.wording
        }
        // A text without a placeholder says itself what it becomes.
        let isPlain = message.node.string.map { !$0.utf8.contains(UInt8(ascii: "{")) } ?? false
        if let wording, !isPlain {
            hints.append(
                InlineHint(kind: .wording, offset: message.node.range.upperBound, text: Self.shortened(wording))
            )
        }
        return hints
    }

    /// On one line, isolated, so that its direction changes nothing around it.
    private static func shortened(_ wording: String) -> String {
        let line = String(wording.map { $0.isNewline ? " " : $0 })
        let short = line.count > wordsLimit ? "\(line.prefix(wordsLimit - 1))…" : line
        return "\u{2068}\(short)\u{2069}"
    }

    private func numberHints(of message: WrittenMessage, _ file: SyntaxFile, _ locale: String) -> [InlineHint] {
        guard message.node["match"] != nil else { return [] }
        let map = MessageMap(message.node, fields: written.fields(of: message.id), in: file.bytes)
        let read = MessageTokens(map.source)
        let selectors = MessageSelectors(read)
        return read.tokens.indices.compactMap { index in
            let token = read.tokens[index]
            guard token.kind == .key, let kind = selectors.selector(ofKey: index)?.pluralKind,
                let category = PluralCategory(read.text(token)), let place = map.fileRange(of: token.range)
            else { return nil }
            let numbers = PluralNumbers.wording(of: category, locale: locale, kind: kind)
            return numbers.isEmpty ? nil : InlineHint(kind: .numbers, offset: place.upperBound, text: numbers)
        }
    }

    private func linkHints(_ file: SyntaxFile) -> [InlineHint] {
        let routes = files["profile.json"]?.root?["deepLinks"]?["routes"]
        return (file.root?["events"]?.members ?? []).compactMap { event in
            guard let link = event.value["deepLink"], let route = link["route"]?.string,
                let pattern = routes?[route]?["app"]?.string ?? routes?[route]?["web"]?.string
            else { return nil }
            let sample = files["samples/\(event.name).json"]?.root
            var text = pattern
            for member in link.members where member.name != "route" {
                guard let field = member.value.string, let value = sample?[field]?.value else { continue }
                text = text.replacing("{\(member.name)}", with: value.string ?? value.text)
            }
            return InlineHint(kind: .link, offset: link.range.upperBound, text: text)
        }
    }
}
