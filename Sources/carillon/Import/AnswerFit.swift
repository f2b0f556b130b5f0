import CarillonModel
import CarillonProfiles

/// How a value of a result becomes what a document promises: its JSON type, and a time's or an id's form.
struct AnswerFit {
    /// Nil where nothing makes the one out of the other.
    private(set) var json: JSONValue?
    /// What the contract's author must review, after the member's name.
    private(set) var note: String?

    init(_ scalar: DocumentSchema.Scalar, _ value: AnswerOffer.Value, of operation: Operation) {
        switch value.offered.kind {
        case .instant: setInstant(scalar, value)
        case .value(let offered): set(scalar, value, offered, operation)
        case .list, .object, .open: json = value.placeholder()
        }
    }

    /// Of a document's list of `element`.
    init(listOf element: DocumentSchema, _ value: AnswerOffer.Value, of operation: Operation) {
        guard case .value(let offered) = value.offered.kind else {
            json = value.placeholder()
            return
        }
        switch (offered, element) {
        case (.texts, .anything): json = value.placeholder()
        case (.texts, .scalar(let scalar)) where scalar.kind == .text: json = value.placeholder()
        default:
            note =
                "is an array in the document, of which each element is \(element.summary), and "
                + Self.gift(offered, value, operation)
        }
    }

    /// “events.trace gives a text by `{event.id}`”.
    private static func gift(
        _ offered: OfferedResult.Value,
        _ value: AnswerOffer.Value,
        _ operation: Operation
    ) -> String {
        "\(operation.rawValue) gives \(offered.summary) by `{\(value.path)}`"
    }

    private mutating func setInstant(_ scalar: DocumentSchema.Scalar, _ value: AnswerOffer.Value) {
        switch (scalar.kind, scalar.format) {
        case (.integer, _), (.number, _):
            json = value.placeholder(as: scalar.epoch.description)
            let other: ValueFormat = scalar.epoch == .epochMillis ? .epochSeconds : .epochMillis
            note =
                "is a number in the document, and `\(scalar.epoch.description)` is a guess: "
                + "write `\(other.description)` where clients count so"
        case (_, "date"): json = value.placeholder(as: "date")
        default: json = value.placeholder(as: "iso")
        }
    }

    private mutating func set(
        _ scalar: DocumentSchema.Scalar,
        _ value: AnswerOffer.Value,
        _ offered: OfferedResult.Value,
        _ operation: Operation
    ) {
        switch (offered, scalar.kind) {
        case (.integer, .integer), (.integer, .number), (.boolean, .boolean), (.text, .text):
            json = value.placeholder()
        case (.integer, .text): json = value.placeholder(as: "text")
        case (.boolean, .text) where Set(scalar.values).isSubset(of: ["true", "false"]):
            json = value.placeholder(as: "text")
        case (.boolean, .integer) where scalar.isBit:
            json = value.shown("values", ["true": 1, "false": 0])
        case (.text(values: []), .integer) where value.isID:
            json = value.placeholder(as: "integer")
            note = "is an integer in the document: an id of digits becomes one, and any other stays text"
        default:
            let summary = DocumentSchema.scalar(scalar).summary
            note =
                "is \(summary) in the document, and \(Self.gift(offered, value, operation))"
                + (offered.hasText ? ": say in `values` what each of its words is" : "")
        }
    }
}

extension AnswerOffer.Value {
    /// - Parameter form: a format behind the dot.
    func placeholder(as form: String? = nil) -> JSONValue {
        .string("{\(path)\(form.map { "." + $0 } ?? "")\(offered.mayBeAbsent ? "?" : "")}")
    }

    /// The object that specifies how the value is shown.
    fileprivate func shown(_ key: String, _ value: JSONValue) -> JSONValue {
        let from = JSONObject.Member("from", placeholder())
        return .object(JSONObject([from, .init(key, value)]))
    }

    /// Whether it names a row or a user.
    fileprivate var isID: Bool { offered.name == "id" || offered.name.hasSuffix("Id") }
}

extension OfferedResult.Value {
    /// Whether `values` can name what it is.
    fileprivate var hasText: Bool {
        switch self {
        case .text, .boolean: true
        case .texts, .integer: false
        }
    }

    /// For “gives …”.
    fileprivate var summary: String {
        switch self {
        case .text(let values) where values.isEmpty: "a text"
        case .text(let values): "one of \(values.joined(separator: ", "))"
        case .texts: "a list of texts"
        case .integer: "an integer"
        case .boolean: "true or false"
        }
    }
}
