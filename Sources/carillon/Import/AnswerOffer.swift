import CarillonProfiles

/// Values that a part of an answer can name, innermost level last.
struct AnswerOffer {
    /// A value by the path that a placeholder names it with.
    struct Value {
        let path: String
        let offered: OfferedResult
        /// The path, and the names of the value in other backends, in small letters and without separators.
        let key: String
        let names: [String]

        init(_ path: String, _ offered: OfferedResult) {
            self.path = path
            self.offered = offered
            key = SplitName(path).joined
            names = FieldNames.ofResult(offered.name)
        }

        enum Kind {
            case value
            case instant
            case list
            case object
            case open
        }

        var kind: Kind {
            switch offered.kind {
            case .value: .value
            case .instant: .instant
            case .list: .list
            case .object: .object
            case .open: .open
            }
        }
    }

    let values: [Value]

    init(_ results: [OfferedResult]) {
        values = Self.values(results, prefix: "")
    }

    /// Members of objects too: `device.id` beside `device`.
    private static func values(_ results: [OfferedResult], prefix: String) -> [Value] {
        // The slot `image` is a text of few templates; pictures are `imageUrl`.
        results.filter { $0.name != "image" }.flatMap { result -> [Value] in
            let own = Value(prefix + result.name, result)
            if case .object(let members) = result.kind {
                return [own] + values(members, prefix: "\(prefix)\(result.name).")
            }
            return [own]
        }
    }
}
