import CarillonDiagnostics
import MessageFormat

/// Finds the variable that somebody meant by a word.
struct NameGuess {
    private let variables: MessageVariables
    private let declared: [String]

    /// - Parameter message: names that it declares itself count, too.
    init(_ variables: MessageVariables, _ message: Message?) {
        self.variables = variables
        declared = message?.declarations.map(\.name) ?? []
    }

    /// A variable of the same name, but for case and signs between words: `First Name` for `first_name`.
    func alike(_ word: String) -> String? {
        guard !isKnown(word) else { return word }
        let wanted = word.lettersAlone
        return wanted.isEmpty ? nil : names.first { $0.lettersAlone == wanted }
    }

    /// Such a one, or a variable whose name differs by little more: `minute` for `minutes`.
    ///
    /// Short words resemble too many others.
    func close(_ word: String) -> String? {
        if let name = alike(word) { return name }
        guard word.count >= Self.shortest else { return nil }
        let candidates = names.filter { $0.count >= Self.shortest }
        return Suggestion.closest(to: word, among: candidates, atMost: word.count < Self.long ? 1 : 2)
    }

    /// Fields that a text could show; empty where there are none.
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
    /// Letters and digits, without case.
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
