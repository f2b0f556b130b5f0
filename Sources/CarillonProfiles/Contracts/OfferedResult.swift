/// What an operation gives, as a tree of names: for tools that fit a contract's answers to it.
package struct OfferedResult: Sendable {
    package let name: String
    /// Whether it isn't always there, so that a placeholder says `?`.
    package let mayBeAbsent: Bool
    package let kind: Kind

    package indirect enum Kind: Sendable {
        case value
        /// Also `.iso`, `.epochMillis` and `.date`.
        case instant
        case list([OfferedResult])
        case object([OfferedResult])
        /// JSON whose names nobody knows beforehand.
        case open
    }

    fileprivate init(_ name: String, _ shape: ResultShape, path: String, absent: Set<String>) {
        self.name = name
        mayBeAbsent = absent.contains { path == $0 || path.hasPrefix($0 + ".") }
        kind = Kind(shape, path: path, absent: absent)
    }
}

extension OfferedResult.Kind {
    fileprivate init(_ shape: ResultShape, path: String, absent: Set<String>) {
        switch shape {
        case .value: self = .value
        case .instant: self = .instant
        case .open: self = .open
        case .list(let element):
            if case .object(let members) = Self(element, path: path, absent: absent) {
                self = .list(members)
            } else {
                self = .value
            }
        case .object(let members):
            self = .object(
                members.sorted { $0.key < $1.key }.map { name, shape in
                    OfferedResult(name, shape, path: path.isEmpty ? name : "\(path).\(name)", absent: absent)
                }
            )
        }
    }
}

extension Operation {
    /// What an answer can be made of.
    ///
    /// - Parameter toggles: the profile's preferences.
    package func offeredResults(toggles: [String]) -> [OfferedResult] {
        let shape = description(toggles: toggles).result
        guard case .object(let members) = OfferedResult.Kind(shape, path: "", absent: absentResults) else { return [] }
        return members
    }

    /// Who can be let in at all.
    package enum Caller: Sendable {
        case user
        case service
        case userOrService
        case anyone
    }

    package var caller: Caller {
        switch description(toggles: []).callers {
        case .user: .user
        case .service: .service
        case .userOrService: .userOrService
        case .anyone: .anyone
        }
    }
}
