import CarillonDiagnostics
import Testing

@Test(arguments: [
    ("psuh", "push"), ("prioritty", "priority"), ("emial", "email"), ("In-App", "in-app"), ("completely-else", nil),
    ("x", nil), ("push", nil),
])
func `the closest word is suggested when it is close`(word: String, suggestion: String?) {
    #expect(Suggestion.closest(to: word, among: ["push", "in-app", "email", "priority"]) == suggestion)
}
