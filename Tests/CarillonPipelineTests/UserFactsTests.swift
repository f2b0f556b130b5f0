import CarillonPipeline
import Testing

@Test func `newer facts win, and what they leave out stays`() {
    let older = UserFacts(email: "a@example.com", locale: "en")
    #expect(UserFacts(locale: "ar").over(older) == UserFacts(email: "a@example.com", locale: "ar"))
}
