import MessageFormat
import Testing

@Test func `there are six plural categories`() {
    #expect(PluralCategory.allCases.count == 6)
}
