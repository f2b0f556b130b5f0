import CarillonModel
import CarillonProfiles

/// A schema of an OpenAPI document as far as a contract can use it: references followed, `allOf` put together.
indirect enum DocumentSchema {
    case object([Member])
    case list(DocumentSchema)
    case scalar(Scalar)
    /// There is none, or it is too large.
    case anything

    struct Member {
        let name: String
        let place: DocumentPlace
        let schema: DocumentSchema
        let isRequired: Bool
        let isNullable: Bool
    }

    struct Scalar {
        enum Kind {
            case text
            case integer
            case number
            case boolean
        }

        var kind: Kind
        var format: String?
        /// Strings that are allowed; empty: all.
        var values: [String] = []
        /// Whole numbers that are allowed; empty: all.
        var numbers: [Int] = []
        var pattern: String?
        var maxLength: Int?
        var minimum: Int?
        var maximum: Int?
        /// What leaving it out means.
        var standard: JSONValue?
        /// The only value that it may have, or one that the document shows.
        var example: JSONValue?

        /// Whether it is 0 or 1 and nothing else: a boolean by another name.
        var isBit: Bool {
            guard kind == .integer else { return false }
            return Set(numbers) == [0, 1] || (numbers.isEmpty && minimum == 0 && maximum == 1)
        }
    }

    var scalar: Scalar? {
        if case .scalar(let scalar) = self { scalar } else { nil }
    }

    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }
}
