/// What makes a tenant's `golden` folder what it should be.
package struct GoldenUpdate: Sendable {
    /// First what is written, then what is deleted.
    package let changes: [Change]

    package struct Change: Sendable {
        /// Inside the `golden` folder.
        package let name: String
        /// Nil for a file that belongs to no sample any more.
        package let content: [UInt8]?
        /// Whether there is no such file yet.
        package let isNew: Bool
    }

    /// - Parameters:
    ///   - files: as they should be; one that can't be rendered whole is left as it is.
    ///   - present: the names of the `.json` files that are there.
    ///   - read: the content of one that is there.
    package init<Fault: Error>(
        to files: [GoldenFile],
        from present: [String],
        read: (String) throws(Fault) -> [UInt8]
    ) throws(Fault) {
        var changes: [Change] = []
        for file in files where file.failures.isEmpty {
            let isNew = !present.contains(file.name)
            let content = Array(file.text.utf8)
            if !isNew, try read(file.name) == content { continue }
            changes.append(Change(name: file.name, content: content, isNew: isNew))
        }
        for name in Self.superfluous(present, beside: files) {
            changes.append(Change(name: name, content: nil, isNew: false))
        }
        self.changes = changes
    }

    /// The files that belong to no sample.
    package static func superfluous(_ present: [String], beside files: [GoldenFile]) -> [String] {
        present.filter { name in !files.contains { $0.name == name } }
    }
}
