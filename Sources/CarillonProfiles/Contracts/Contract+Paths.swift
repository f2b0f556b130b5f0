extension Contract {
    /// Where a route answers, within the tenant's part of the path: plainly, and behind the base path.
    public func paths(of route: ContractRoute) -> [PathTemplate] {
        [route.path] + (basePath.flatMap { PathTemplate($0) }.map { [route.path.behind($0)] } ?? [])
    }
}
