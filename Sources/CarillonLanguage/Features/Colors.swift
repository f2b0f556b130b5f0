import CarillonProfiles

/// A piece of a message with its colour.
public struct SemanticToken: Sendable, Hashable {
    /// Bytes of the file.
    public let range: Range<Int>
    /// Index into ``kinds``.
    public let kind: Int

    /// The protocol's names for the kinds, in the order that both sides count in.
    public static let kinds = Color.allCases.map { "\($0)" }

    /// As the protocol calls them.
    fileprivate enum Color: Int, CaseIterable {
        case string, regexp, `operator`, variable, function, property, parameter, number, keyword, enumMember, type,
            decorator
    }
}

extension TenantSnapshot {
    /// How many pieces of a file, or of a range of it, have colours: more take long to send.
    private static let tokenLimit = 50_000

    /// The colours of the messages in a template file, in order and without overlaps.
    ///
    /// - Parameter range: only what touches these bytes; nil for all.
    public func tokens(of path: String, in range: Range<Int>? = nil) -> [SemanticToken] {
        guard let file = files[path], case .templates = file.kind else { return [] }
        var tokens: [SemanticToken] = []
        for message in WrittenMessage.all(in: file.root, around: range)
        where message.isServed && range?.touches(message.node.range) ?? true {
            guard tokens.count < Self.tokenLimit else { break }
            let map = MessageMap(message.node, fields: written.fields(of: message.id), in: file.bytes)
            let read = MessageTokens(map.source)
            for token in read.tokens {
                let kind = token.kind.color.rawValue
                for place in map.fileRanges(of: token.range) where !place.isEmpty {
                    tokens.append(SemanticToken(range: place, kind: kind))
                }
            }
        }
        // Those of one message can be in another order than its strings.
        let isSorted = zip(tokens, tokens.dropFirst()).allSatisfy { $0.range.lowerBound <= $1.range.lowerBound }
        if !isSorted { tokens.sort { $0.range.lowerBound < $1.range.lowerBound } }
        var end = 0
        let shown = tokens.filter { token in
            guard token.range.lowerBound >= end, range?.touches(token.range) ?? true else { return false }
            end = token.range.upperBound
            return true
        }
        return Array(shown.prefix(Self.tokenLimit))
    }
}

extension MessageToken.Kind {
    /// What the protocol calls a kind like it.
    fileprivate var color: SemanticToken.Color {
        switch self {
        case .text: .string
        case .escape: .regexp
        case .brace, .mark: .operator
        case .variable: .variable
        case .function: .function
        case .option: .property
        case .literal: .parameter
        case .number: .number
        case .keyword: .keyword
        case .key: .enumMember
        case .markup: .type
        case .attribute: .decorator
        }
    }
}
