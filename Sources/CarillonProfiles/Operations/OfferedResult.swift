/// The result of an operation as a tree of names, for tools that draft a contract's answers.
package struct OfferedResult: Sendable {
    package let name: String
    /// Whether it can be absent, so that a placeholder needs a `?`.
    package let mayBeAbsent: Bool
    package let kind: Kind

    package indirect enum Kind: Sendable {
        case value(Value)
        /// Also `.iso`, `.epochMillis` and `.date`.
        case instant
        case list([OfferedResult])
        case object([OfferedResult])
        /// JSON whose names aren't known in advance.
        case open
    }

    /// The JSON type of the value.
    package enum Value: Sendable, Hashable {
        /// The possible values, where it is a choice.
        case text(values: [String])
        case texts
        case integer
        case boolean
    }

    fileprivate init(_ member: ResultShape.Member, isUnsure: Bool) {
        name = member.name
        mayBeAbsent = isUnsure || member.presence == .sometimes
        kind = Kind(member.shape, isUnsure: mayBeAbsent)
    }
}

extension OfferedResult.Kind {
    /// - Parameter isUnsure: whether the object around it can be absent.
    fileprivate init(_ shape: ResultShape, isUnsure: Bool) {
        switch shape {
        case .instant: self = .instant
        case .open, .content, .errorCode: self = .open
        case .list(.object(let members)): self = .list(members.map { OfferedResult($0, isUnsure: isUnsure) })
        case .object(let members): self = .object(members.map { OfferedResult($0, isUnsure: isUnsure) })
        case .list: self = .value(.texts)
        case .text, .reference: self = .value(.text(values: []))
        case .choice(let values): self = .value(.text(values: values))
        case .integer: self = .value(.integer)
        case .boolean: self = .value(.boolean)
        }
    }
}

extension Operation {
    /// All that an answer can contain.
    ///
    /// - Parameter toggles: the profile's preferences.
    package func offeredResults(toggles: [String]) -> [OfferedResult] {
        specification.with(toggles: toggles).result.members.map { OfferedResult($0, isUnsure: false) }
    }
}
