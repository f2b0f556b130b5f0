extension ProfileRevision {
    /// Of all files that a tenant's profile is made of.
    init(of folder: TenantFolder) {
        self.init(hashing: Self.files(of: folder))
    }

    /// The files that a tenant's profile is made of, each with a path that no other one has.
    static func files(of folder: TenantFolder) -> [(path: String, content: [UInt8])] {
        folder.files.map { ($0.path, $0.content) }
            + folder.shared.files.map { ("../channels/\($0.path)", $0.content) }
            + folder.operators.files.map { ("/channels/\($0.path)", $0.content) }
    }
}
