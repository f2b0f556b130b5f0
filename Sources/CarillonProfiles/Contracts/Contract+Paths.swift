extension Contract {
    /// The paths at which a route is served, below the tenant's prefix: its own path, and the same behind the base
    /// path.
    public func paths(of route: ContractRoute) -> [PathTemplate] {
        [route.path] + (basePath.flatMap { PathTemplate($0) }.map { [route.path.behind($0)] } ?? [])
    }
}
