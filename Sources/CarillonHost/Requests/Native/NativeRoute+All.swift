import CarillonProfiles

extension NativeRoute {
    /// Every route under `/v1/{tenant}`.
    static let routes = (documents + callbacks + inbox + testPairings + unsubscribe + operations).map { native in
        DeclaredRoute(native.method, native.path, from: "the host's own \(native.name)", native)
    }

    private static let documents = [clientProfile, openAPI, bulkImport]

    private static let operations = Operation.allCases.compactMap { operation in
        operation.specification.route.map { NativeRoute(operation, at: $0) }
    }
}
