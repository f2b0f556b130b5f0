public import CarillonModel

/// How an error appears to the tenant's clients.
public struct ErrorMapping: Sendable, Hashable {
    public package(set) var status: Int
    /// Fills `{error.code}` of the body: a text or a whole number.
    public package(set) var code: JSONValue
    /// Fills `{error.message}` of the body, and may hold `{error.retryAfter}`; nil for the host's own message.
    public package(set) var message: PlaceholderText?

    public init(status: Int, code: JSONValue, message: PlaceholderText? = nil) {
        self.status = status
        self.code = code
        self.message = message
    }
}

/// The error answers of a contract.
public struct ContractErrors: Sendable, Hashable {
    /// Its placeholders are `error.code`, `error.message`, `error.status`, `error.retryAfter` (seconds) and the list
    /// `error.errors`.
    public package(set) var body: JSONTemplate?
    public package(set) var codes: [CanonicalError: ErrorMapping]

    public init(body: JSONTemplate? = nil, codes: [CanonicalError: ErrorMapping] = [:]) {
        self.body = body
        self.codes = codes
    }
}

extension Contract {
    /// The error body of `route`; nil for problem+json.
    ///
    /// A nil `route` means that none was found.
    public func body(on route: ContractRoute?) -> JSONTemplate? { route?.errors.body ?? errors.body }

    /// How an error appears to clients: by the mapping of the route, else of the contract, else of the broader error,
    /// else by the host's own.
    public func mapping(of error: CanonicalError, on route: ContractRoute?) -> ErrorMapping {
        writtenMapping(of: error, on: route) ?? error.broader.flatMap { writtenMapping(of: $0, on: route) }
            ?? ErrorMapping(status: error.status, code: ownCode(of: error, on: route))
    }

    /// The mapping that is written in the contract; nil where there is none.
    func writtenMapping(of error: CanonicalError, on route: ContractRoute?) -> ErrorMapping? {
        route?.errors.codes[error] ?? errors.codes[error]
    }

    /// The code where the contract has no mapping: the status if its codes are numbers, else the error's name, with `_`
    /// if its codes have that.
    private func ownCode(of error: CanonicalError, on route: ContractRoute?) -> JSONValue {
        let written = [route?.errors, errors].compactMap(\.self).flatMap { $0.codes.values.map(\.code) }
        guard written.allSatisfy({ $0.string != nil }) else { return JSONValue(error.status) }
        let isSpelled = error.isOfHTTP && written.contains { $0.string?.contains("_") == true }
        return .string(isSpelled ? error.rawValue.replacing("-", with: "_") : error.rawValue)
    }
}
