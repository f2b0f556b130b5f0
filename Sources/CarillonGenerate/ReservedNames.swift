/// Names that generated code can't give to a tenant's things: the language's, and those of the code around them.
extension TargetLanguage {
    /// Of types beside the events of a tenant, and within a payload.
    var takenTypes: Set<String> {
        var names: Set<String> = ["LocalizedText"]
        switch self {
        case .swift:
            names.formUnion([
                "Any", "AnyObject", "Array", "Bool", "CaseIterable", "ClosedRange", "CustomReflectable", "Dictionary",
                "Error", "Hashable",
                "Int", "Int64", "Mirror", "Never", "Optional", "Protocol", "Self", "Sendable", "String", "Swift",
                "Type",
                "Void",
            ])
            names.formUnion(Self.swiftSupport)
        case .typescript: names.formUnion(["Date", "ReadonlyMap"])
        case .kotlin:
            names.formUnion([
                "Any", "BigDecimal", "Boolean", "Companion", "Enum", "Instant", "Int", "List", "LocalDate", "Long",
                "Map",
                "Nothing", "Pair", "String", "Unit",
            ])
            names.formUnion(Self.kotlinSupport)
        }
        return names
    }

    private static let swiftSupport: Set<String> = [
        "CarillonDate", "CarillonDecimal", "CarillonEmail", "CarillonEvent", "CarillonInstant", "CarillonMember",
        "CarillonMoney", "CarillonPath", "CarillonPayload", "CarillonSlug", "CarillonTenant", "CarillonURL",
        "CarillonUUID", "CarillonValue",
    ]

    /// Of classes, where each becomes a file: what the code around becomes.
    ///
    /// - Parameter names: those beside `Companion`.
    func classFiles(besides names: String...) -> Set<String>? {
        self == .kotlin ? Set(names + ["Companion"]) : nil
    }

    private static let kotlinSupport: Set<String> = [
        "CarillonEvent", "CarillonMember", "CarillonMoney", "CarillonPayload", "CarillonTenant", "CarillonValue",
    ]

    /// Of values beside the events of a tenant.
    var takenValues: Set<String> {
        switch self {
        case .swift: ["init", "self"]
        // What every object has.
        case .kotlin: ["hashCode", "toString"]
        case .typescript:
            [
                "carillon", "tenant", "exports", "module", "require", "arguments", "await", "break", "case", "catch",
                "class", "const", "continue",
                "debugger", "default", "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally",
                "for", "function", "if", "implements", "import", "in", "instanceof", "interface", "let", "new", "null",
                "package", "private", "protected", "public", "return", "static", "super", "switch", "this", "throw",
                "true", "try", "typeof", "undefined", "var", "void", "while", "with", "yield",
            ]
        }
    }

    /// Of a payload's fields, even in backticks.
    var takenFields: Set<String> {
        switch self {
        case .swift: ["init", "self", "carillonMembers", "customMirror", "hashValue"]
        // What every object has.
        case .typescript:
            [
                "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString",
                "valueOf",
            ]
        // `getClass` is Java's own.
        case .kotlin: ["class", "carillonMembers", "carillonTenant", "carillonType"]
        }
    }

    /// Of an enum's cases, even in backticks.
    var takenCases: Set<String> {
        switch self {
        // With `none` and `some`, an optional one would be ambiguous.
        case .swift: ["init", "self", "none", "some", "allCases", "rawValue", "hashValue"]
        case .typescript, .kotlin: []
        }
    }

    /// The name as it stands in code: a keyword in backticks, where the language has them.
    func escaped(_ name: String) -> String {
        switch self {
        case .swift: Self.swiftKeywords.contains(name) ? "`\(name)`" : name
        case .typescript: name
        case .kotlin: Self.kotlinKeywords.contains(name) ? "`\(name)`" : name
        }
    }

    private static let swiftKeywords: Set<String> = [
        "actor", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue", "default",
        "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator", "package",
        "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super",
        "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while", "Any", "Self", "Type",
        "Protocol",
    ]

    private static let kotlinKeywords: Set<String> = [
        "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is", "null",
        "object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof", "val", "var",
        "when", "while",
    ]
}
