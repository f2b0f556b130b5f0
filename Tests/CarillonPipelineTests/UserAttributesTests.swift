import CarillonPipeline
import Testing

@Test func `newer facts win, and what they leave out stays`() {
    let older = UserAttributes(email: "a@example.com", locale: "en")
    #expect(UserAttributes(locale: "ar").over(older) == UserAttributes(email: "a@example.com", locale: "ar"))
}
