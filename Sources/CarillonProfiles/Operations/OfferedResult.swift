/// What an operation gives, as a tree of names: for tools that fit a contract's answers to it.
package struct OfferedResult: Sendable {
    package let name: String
    /// Whether it isn't always there, so that a placeholder says `?`.
    package let mayBeAbsent: Bool
    package let kind: Kind

    package indirect enum Kind: Sendable {
        case value(Value)
        /// Also `.iso`, `.epochMillis` and `.date`.
        case instant
        case list([OfferedResult])
        case object([OfferedResult])
        /// JSON whose names nobody knows beforehand.
        case open
    }

    /// What stands in JSON where the value does.
    package enum Value: Sendable, Hashable {
        /// Where it is a choice: its values.
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
    /// - Parameter isUnsure: what holds it isn't always there.
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
    /// What an answer can be made of.
    ///
    /// - Parameter toggles: the profile's preferences.
    package func offeredResults(toggles: [String]) -> [OfferedResult] {
        specification.with(toggles: toggles).result.members.map { OfferedResult($0, isUnsure: false) }
    }
}
