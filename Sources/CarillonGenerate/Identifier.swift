/// Names in code for names in a tenant's files.
///
/// Words are what is between characters that can't stand in a name; each begins with a capital: `assignment.created` is
/// `AssignmentCreated` as a type and `assignmentCreated` as a value.
enum Identifier {
    static func type(_ name: String) -> String {
        let words = words(of: name)
        return started(words.map(capitalized).joined())
    }

    static func value(_ name: String) -> String {
        let words = words(of: name)
        guard let first = words.first else { return started("") }
        return started(lowered(first) + words.dropFirst().map(capitalized).joined())
    }

    /// Such as `WITHDRAWAL_FAILED`.
    static func constant(_ name: String) -> String {
        started(words(of: name).flatMap(humps).map { $0.uppercased() }.joined(separator: "_"))
    }

    /// Runs of ASCII letters and digits; other characters are words by their numbers, so that no name is left with none.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var isOpen = false
        for scalar in name.unicodeScalars {
            if isLetter(scalar) || isDigit(scalar) {
                if isOpen {
                    words[words.count - 1].unicodeScalars.append(scalar)
                } else {
                    words.append(String(scalar))
                }
                isOpen = true
            } else {
                isOpen = false
                if !"._- /:,".unicodeScalars.contains(scalar) {
                    words.append("u" + String(scalar.value, radix: 16))
                }
            }
        }
        return words
    }

    /// `txHash` is `tx` and `Hash`; `USDC` is one.
    private static func humps(_ word: String) -> [String] {
        var humps: [String] = []
        var wasLower = false
        for character in word {
            let isUpper = ("A"..."Z").contains(character)
            if isUpper && wasLower || humps.isEmpty {
                humps.append(String(character))
            } else {
                humps[humps.count - 1].append(character)
            }
            wasLower = !isUpper
        }
        return humps
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + (isShouted(word) ? word.dropFirst().lowercased() : String(word.dropFirst()))
    }

    private static func lowered(_ word: String) -> String {
        isShouted(word) ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
    }

    /// Whether it is written in capitals, as `TX_HASH` is.
    private static func isShouted(_ word: String) -> Bool {
        word.count > 1 && word.utf8.allSatisfy { !(97...122).contains($0) }
    }

    private static func started(_ name: String) -> String {
        guard let first = name.unicodeScalars.first else { return "empty" }
        return isDigit(first) ? "_" + name : name
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}

/// Names that stand side by side in code, and so must differ.
struct NameScope {
    /// Where the names are, such as `events.json: order.shipped`.
    let place: String
    private let taken: Set<String>
    /// In small letters; nil where names aren't files.
    private let files: Set<String>?
    private var owners: [String: (written: String, name: String)] = [:]
    private(set) var faults: [String] = []

    /// - Parameters:
    ///   - taken: names that mean something else there; who would get one gets an underscore behind it.
    ///   - files: where each name becomes a file, which must differ from others in more than capitals: the names of those that the
    ///     code around becomes; nil where names don't.
    init(_ place: String, taken: Set<String> = [], files: Set<String>? = nil) {
        self.place = place
        self.taken = taken
        self.files = files.map { Set($0.map { $0.lowercased() }) }
    }

    /// The name in code for the name in the file.
    mutating func add(_ written: String, as name: String) -> String {
        let isTaken = taken.contains(name) || files?.contains(name.lowercased()) == true
        let name = isTaken ? name + "_" : name
        let key = files == nil ? name : name.lowercased()
        if let other = owners[key] {
            let both = "\(place): \(quoted(other.written)) and \(quoted(written)) would"
            let same =
                other.name == name
                ? "both be \(name) in code"
                : "be the classes \(other.name) and \(name), one file where capitals don't count"
            faults.append("\(both) \(same); rename one")
        }
        owners[key] = (written, name)
        return name
    }

    private func quoted(_ text: String) -> String { "“\(CommentText.line(text))”" }
}
