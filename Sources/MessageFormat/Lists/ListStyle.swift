/// How things are listed: `a, b and c`.
struct ListStyle: Sendable, Hashable {
    enum Kind: UInt8, Sendable, Hashable { case conjunction, disjunction, unit }
    enum Width: UInt8, Sendable, Hashable { case long, short, narrow }

    var kind = Kind.conjunction
    var width = Width.long

    func append(_ items: [String], to writer: inout UTF8Writer, locale: LocaleData) {}
}
