package import CarillonModel

/// Members of results, as the specifications of operations write them.
extension ResultShape.Member {
    package static func text(_ name: String, _ meaning: String, _ example: String) -> Self {
        Self(name: name, shape: .text, meaning: meaning, example: .string(example))
    }

    package static func reference(_ name: String, _ meaning: String, _ example: String) -> Self {
        Self(name: name, shape: .reference, meaning: meaning, example: .string(example))
    }

    package static func content(_ name: String, _ meaning: String, _ example: JSONValue) -> Self {
        Self(name: name, shape: .content, meaning: meaning, example: example)
    }

    package static func integer(_ name: String, _ meaning: String, _ example: Int) -> Self {
        Self(name: name, shape: .integer, meaning: meaning, example: JSONValue(example))
    }

    package static func boolean(_ name: String, _ meaning: String, _ example: Bool = true) -> Self {
        Self(name: name, shape: .boolean, meaning: meaning, example: .boolean(example))
    }

    /// The first value is also the example.
    package static func choice(_ name: String, _ values: [String], _ meaning: String) -> Self {
        Self(name: name, shape: .choice(values), meaning: meaning, example: .string(values.first ?? ""))
    }

    package static func instant(_ name: String, _ meaning: String, _ example: String = "2026-02-25T12:00:00Z") -> Self {
        Self(name: name, shape: .instant, meaning: meaning, example: .string(example))
    }

    package static func texts(_ name: String, _ meaning: String, _ example: [String]) -> Self {
        Self(
            name: name,
            shape: .list(.text),
            meaning: meaning,
            example: .array(example.map { .string($0) })
        )
    }

    package static func integers(_ name: String, _ meaning: String, _ example: [Int]) -> Self {
        Self(
            name: name,
            shape: .list(.integer),
            meaning: meaning,
            example: .array(example.map { JSONValue($0) })
        )
    }

    package static func object(_ name: String, _ members: [Self], _ meaning: String) -> Self {
        Self(name: name, shape: .object(members), meaning: meaning, example: example(of: members))
    }

    package static func list(_ name: String, _ members: [Self], _ meaning: String) -> Self {
        Self(name: name, shape: .list(.object(members)), meaning: meaning, example: .array([example(of: members)]))
    }

    package static func open(_ name: String, _ meaning: String, _ example: JSONValue) -> Self {
        Self(name: name, shape: .open, meaning: meaning, example: example)
    }

    /// Present if the request, or what is stored, has the value.
    package var whereKnown: Self { with(.whereKnown) }
    /// Often absent.
    package var sometimes: Self { with(.sometimes) }
    package var whereSaid: Self { with(.whereSaid) }
    package var whereDevicesHaveOwners: Self { with(.whereDevicesHaveOwners) }
    package var whereCounted: Self { with(.whereCounted) }
    package var whereCategorized: Self { with(.whereCategorized) }
    package var whereWritten: Self { with(.whereWritten) }
    package var inContracts: Self { with(.inContracts) }

    package var orNull: Self {
        var copy = self
        copy.isNullable = true
        return copy
    }

    private func with(_ presence: ResultShape.Presence) -> Self {
        var copy = self
        copy.presence = presence
        return copy
    }

    private static func example(of members: [Self]) -> JSONValue {
        .object(JSONObject(members.map { .init($0.name, $0.example) }))
    }
}

extension ResultShape {
    /// Members that placeholders can use with any result.
    static let surroundings: [Member] = [
        .text("tenant", "The tenant's name.", "acme"),
        .object("user", [.text("id", "Who asks.", "user-1")], "The caller, where it is a user.").whereKnown,
        .instant("now", "When it was answered."),
    ]

    /// One fault of a request.
    package static let fault: [Member] = [
        .text("pointer", "The place in the request.", "token"), .text("code", "For programs.", "missing"),
        .text("message", "In words.", "is required"),
    ]

    /// The members of an error.
    public static let errors = ResultShape.object([
        .object(
            "error",
            [
                Member(
                    name: "code",
                    shape: .errorCode,
                    meaning: "As the contract's `codes` have it.",
                    example: "validation"
                ),
                .text("message", "In words.", "body.token is required"),
                .integer("status", "HTTP status.", 422),
                .integer("retryAfter", "Seconds until asking again may help.", 30).whereKnown,
                .list(
                    "errors",
                    fault,
                    "Every fault of the request; empty where it isn't about one."
                ),
            ],
            "What went wrong."
        )
    ])
}
