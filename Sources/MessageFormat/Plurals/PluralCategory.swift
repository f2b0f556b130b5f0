/// The six plural categories of CLDR (UTS #35 part 3, "Language Plural Rules").
public enum PluralCategory: UInt8, Sendable, Hashable, CaseIterable {
    case zero
    case one
    case two
    case few
    case many
    case other
}
