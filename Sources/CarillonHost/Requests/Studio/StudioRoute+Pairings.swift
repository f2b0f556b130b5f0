import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio

/// Whose phones somebody of the staff can send a text to beside those that the profile names.
extension StudioRoute {
    static let pairings = [pairingList, pair, unpair]

    private static let pairingList = StudioRoute(
        .get,
        "/pairings",
        .staff(.writer),
        "The users who were paired with who is signed in.",
        result: "`pairings`, each with `id`, `recipient` and `endsAt`, that which lasts longest first.",
        answers: .json("Pairings")
    ) { call throws(Problem) in
        let (member, now) = (try call.member(), call.now)
        let pairings = try await call.stored { store throws(StoreFailure) in
            try await store.testPairings(of: member.name, at: now)
        }
        return APIResponse(json: ["pairings": .array(pairings.map(\.json))])
    }

    private static let pair = StudioRoute(
        .post,
        "/pairings",
        .staff(.writer),
        "Lets who is signed in send texts to the user whose app shows a code: for 30 days, and to nobody else.",
        body: .bodySchema(
            ["code": .text("What the app shows, with or without its hyphen; good once.")],
            required: ["code"]
        ),
        result: "The pairing, with the user as `recipient`.",
        answers: .json("Pairing", status: 201)
    ) { call throws(Problem) in
        var body = try call.body()
        let typed = body.required("code")
        try body.finish()
        let (member, now) = (try call.member(), call.now)
        try await call.count("studio.pairings", by: member)
        let code = TestCode(typed: typed)
        let pairing = try await call.stored { store throws(StoreFailure) -> TestPairing? in
            guard let code else { return nil }
            let end = now.advanced(by: TestCode.pairedFor)
            return try await store.pair(code: code.digest, with: member.name, at: now, until: end)
        }
        guard let pairing else {
            throw Problem(code: .codeRefused, "no app shows this code, or no longer: have it show a new one")
        }
        let facts = ["recipient": AuditTrail.pseudonym(of: pairing.user)]
        try await call.note("studio.pair", facts, by: member)
        return APIResponse(status: 201, json: pairing.json)
    }

    private static let unpair = StudioRoute(
        .delete,
        "/pairings/{id}",
        .staff(.writer),
        "Ends a pairing of who is signed in.",
        result: "Nothing.",
        answers: .nothing
    ) { call throws(Problem) in
        let (member, id) = (try call.member(), call.parameter("id"))
        let wasThere = try await call.stored { store throws(StoreFailure) in
            try await store.end(testPairing: id, of: member.name)
        }
        guard wasThere else { throw Problem(.notFound, "there is no such pairing of yours") }
        try await call.note("studio.unpair", ["pairing": id], by: member)
        return APIResponse(status: 204)
    }
}

extension TestPairing {
    fileprivate var json: JSONValue {
        ["id": .string(id), "recipient": .string(user.rawValue), "endsAt": .string(endsAt.rfc3339)]
    }
}
