import CarillonDiagnostics
import MessageFormat

/// Guesses which variable a text was meant to name.
struct NameGuess {
    private let variables: MessageVariables
    private let declared: [String]

    /// - Parameter message: its own declarations count as variables, too.
    init(_ variables: MessageVariables, _ message: Message?) {
        self.variables = variables
        declared = message?.declarations.map(\.name) ?? []
    }

    /// A variable with the same name apart from case and separators: `First Name` for `first_name`.
    func alike(_ word: String) -> String? {
        guard !isKnown(word) else { return word }
        let wanted = word.lettersAlone
        return wanted.isEmpty ? nil : names.first { $0.lettersAlone == wanted }
    }

    /// Such a variable, or one with a slightly different name: `minute` for `minutes`.
    ///
    /// Short names aren't guessed, because they resemble too many others.
    func close(_ word: String) -> String? {
        if let name = alike(word) { return name }
        guard word.count >= Self.shortest else { return nil }
        let candidates = names.filter { $0.count >= Self.shortest }
        return Suggestion.closest(to: word, among: candidates, atMost: word.count < Self.long ? 1 : 2)
    }

    /// Fields that a text can show; empty where there are none.
    var fields: [PayloadField] {
        variables.names.compactMap { name in
            if case .field(let field)? = variables[name], !field.type.isMap { field } else { nil }
        }
    }

    private static let shortest = 3
    private static let long = 6

    private func isKnown(_ word: String) -> Bool { variables.isKnown(word) || declared.contains(word) }

    private var names: [String] { variables.names + declared }
}

extension String {
    /// Letters and digits, in lower case.
    fileprivate var lettersAlone: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
            )
        )
        .lowercased()
    }
}

extension PayloadType {
    fileprivate var isMap: Bool {
        if case .map = self { true } else { false }
    }
}
