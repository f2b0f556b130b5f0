import CarillonDiagnostics
import CarillonModel

/// Where a contract's error codes are numbers, every error that its clients can get has one.
struct ErrorNumberChecker {
    let tenant: TenantContext
    let file: TenantFile
    let contract: Contract

    func check(_ report: inout RuleReport) {
        guard let span = spanOfNumbers else { return }
        let missing = contract.routes.reduce(errors(on: nil)) { $0.union(errors(on: $1)) }
        guard !missing.isEmpty else { return }
        report.add(.errorWithoutNumber(CanonicalError.allCases.filter(missing.contains), span))
    }

    /// The place of the first codes that are numbers; nil where all are texts.
    private var spanOfNumbers: Span? {
        if contract.errors.hasNumbers { return file.span([.name("errors"), .name("codes")]) }
        let routes = file.root["routes"]?.elements ?? []
        guard contract.routes.count == routes.count,
            let index = contract.routes.firstIndex(where: \.errors.hasNumbers)
        else { return nil }
        return file.span([.name("routes"), .index(index), .name("errors"), .name("codes")])
    }

    /// Errors without a code, where others have numbers.
    ///
    /// - Parameter route: nil for the errors of any request.
    private func errors(on route: ContractRoute?) -> Set<CanonicalError> {
        guard contract.errors.hasNumbers || route?.errors.hasNumbers == true else { return [] }
        return contract.errorsWithoutCode(on: route, devicesOf: tenant.profile.devices.owner)
    }
}

extension ContractErrors {
    fileprivate var hasNumbers: Bool { codes.values.contains { $0.code.string == nil } }
}

extension Diagnostic {
    fileprivate static func errorWithoutNumber(_ errors: [CanonicalError], _ span: Span) -> Diagnostic {
        let nearest = errors.compactMap { error in error.broader.map { "`\(error.rawValue)` as `\($0.rawValue)`" } }
        let first = errors.first ?? .internal
        return Diagnostic(
            .errorWithoutNumber,
            "the codes of errors are numbers, and these have none: \(Shape.list(errors.map(\.rawValue)))",
            at: span,
            notes: [
                "clients are told the status in its place"
                    + (nearest.isEmpty ? "" : "; \(nearest.joined(separator: " and ")), where that has one")
            ],
            help: "write each: \"\(first.rawValue)\": { \"status\": \(first.status), \"code\": … }"
        )
    }
}
