/// The functions that messages may call, and the default functions of bare placeholders.
///
/// A value type: adding a function to one registry changes no other, and compiled messages keep theirs.
public struct FunctionRegistry: Sendable {
    private var builtIn: Set<BuiltInFunction>
    private var own: [String: any MessageFunction] = [:]
    private(set) var defaults: [MessageValue.Kind: Message.Function] = [:]

    /// The functions of LDML 48.2 (`string`, `number`, `integer`, `offset`, `currency`, `percent`, `date`, `time`,
    /// `datetime`) and `carillon:money`, `carillon:relative`, `carillon:list`.
    public static let standard = FunctionRegistry(builtIn: Set(BuiltInFunction.allCases))

    private init(builtIn: Set<BuiltInFunction>) {
        self.builtIn = builtIn
    }

    /// This registry with a further function, which replaces one with the same name.
    public func adding(_ function: any MessageFunction, as name: String) -> FunctionRegistry {
        var copy = self
        copy.own[name] = function
        return copy
    }

    /// This registry with `function` as the default for bare placeholders such as `{$paid}` with values of this kind.
    ///
    /// Its options should be literals; a variable in an option is looked up in the message.
    public func formatting(_ kind: MessageValue.Kind, with function: Message.Function) -> FunctionRegistry {
        var copy = self
        copy.defaults[kind] = function
        return copy
    }

    /// All names, sorted.
    public var names: [String] {
        (builtIn.map { $0.rawValue } + own.keys).sorted()
    }

    /// Whether a message may call this function.
    public func contains(_ name: String) -> Bool {
        implementation(of: name) != nil
    }

    func implementation(of name: String) -> FunctionImplementation? {
        if let function = own[name] { return .own(function) }
        guard let function = BuiltInFunction(rawValue: name), builtIn.contains(function) else { return nil }
        return .builtIn(function)
    }
}

/// The implementation of a function.
enum FunctionImplementation: Sendable {
    case builtIn(BuiltInFunction)
    case own(any MessageFunction)
}

/// The built-in functions; raw values are their names in messages.
enum BuiltInFunction: String, CaseIterable, Sendable {
    case string
    case number
    case integer
    case offset
    case currency
    case percent
    case date
    case time
    case datetime
    case money = "carillon:money"
    case relative = "carillon:relative"
    case list = "carillon:list"
}
