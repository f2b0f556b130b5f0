import CarillonModel
import CarillonPipeline

extension StoreConformance {
    static let testPairings: [Rule] = [
        Rule("a code that an app shows is used once, while it is good, and is the tenant's own") { subject in
            let (tenant, other) = (subject.tenant, try await subject.store.tenant("initech"))
            let first = TestPairing(id: "t1", user: "ada", code: "c1", endsAt: .at(10))
            try await tenant.offer(first, at: .at(0))
            try requireEqual(await tenant.testPairings(of: "Åse “A”", at: .at(1)), [], "while nobody has used it")
            let elsewhere = try await other.pair(code: "c1", with: "Åse “A”", at: .at(1), until: .at(99))
            try requireEqual(elsewhere, nil, "in another tenant")
            try requireEqual(await tenant.pair(code: "c2", with: "Bo", at: .at(1), until: .at(99)), nil, "another code")
            let late = try await tenant.pair(code: "c1", with: "Bo", at: .at(10), until: .at(99))
            try requireEqual(late, nil, "when it is over")
            let paired = TestPairing(id: "t1", user: "ada", staff: "Åse “A”", endsAt: .at(99))
            let made = try await tenant.pair(code: "c1", with: "Åse “A”", at: .at(9), until: .at(99))
            try requireEqual(made, paired, "in time")
            try requireEqual(await tenant.pair(code: "c1", with: "Bo", at: .at(9), until: .at(99)), nil, "again")
            try requireEqual(await tenant.testPairings(of: "Åse “A”", at: .at(98)), [paired], "while it lasts")
            try requireEqual(await tenant.testPairings(of: "Åse “A”", at: .at(99)), [], "when it is over")
            try requireEqual(await tenant.testPairings(of: "Bo", at: .at(9)), [], "somebody else's")
            try requireEqual(await other.testPairings(of: "Åse “A”", at: .at(9)), [], "of another tenant")
            try requireEqual(await tenant.end(testPairing: "t1", of: "Bo"), false, "ended by somebody else")
            try requireEqual(await other.end(testPairing: "t1", of: "Åse “A”"), false, "ended elsewhere")
            try requireEqual(await tenant.end(testPairing: "t1", of: "Åse “A”"), true, "ended")
            try requireEqual(await tenant.end(testPairing: "t1", of: "Åse “A”"), false, "ended again")
        },
        Rule("a new code takes the place of an app's last one, and a new pairing that of the two before") { subject in
            let tenant = subject.tenant
            try await tenant.offer(TestPairing(id: "t1", user: "ada", code: "c1", endsAt: .at(10)), at: .at(0))
            try await tenant.offer(TestPairing(id: "t2", user: "ada", code: "c2", endsAt: .at(11)), at: .at(1))
            try await tenant.offer(TestPairing(id: "t3", user: "bo", code: "c3", endsAt: .at(12)), at: .at(2))
            try requireEqual(await tenant.pair(code: "c1", with: "S", at: .at(3), until: .at(50)), nil, "the last one")
            let (new, others) = (
                try await tenant.pair(code: "c2", with: "S", at: .at(3), until: .at(50)),
                try await tenant.pair(code: "c3", with: "S", at: .at(3), until: .at(60))
            )
            try requireEqual([new?.id, others?.id], ["t2", "t3"], "the new one, and another user's")
            try await tenant.offer(TestPairing(id: "t4", user: "ada", code: "c4", endsAt: .at(20)), at: .at(4))
            let both = try await tenant.testPairings(of: "S", at: .at(5))
            try requireEqual(both.map(\.id), ["t3", "t2"], "a code ends none")
            let again = try await tenant.pair(code: "c4", with: "S", at: .at(5), until: .at(70))
            try requireEqual(again?.id, "t4", "once more")
            try requireEqual(await tenant.testPairings(of: "S", at: .at(5)).map(\.id), ["t4", "t3"], "one of the two")
        },
        Rule("pairings go with their user, and a user ends them") { subject in
            let tenant = subject.tenant
            for (number, user) in ["ada", "bo", "cy"].enumerated() {
                let code = TestPairing(id: "t\(number)", user: UserID(unchecked: user), code: user, endsAt: .at(10))
                try await tenant.offer(code, at: .at(0))
                _ = try await tenant.pair(code: user, with: "S", at: .at(1), until: .at(50 + Int64(number)))
            }
            try await tenant.offer(TestPairing(id: "t9", user: "ada", code: "c9", endsAt: .at(10)), at: .at(1))
            let export = try await tenant.export("ada")
            try requireEqual(export?.testPairings.map(\.id), ["t0", "t9"], "an export has them")
            try requireEqual(await tenant.erase("ada"), true, "erased")
            try requireEqual(await tenant.testPairings(of: "S", at: .at(2)).map(\.id), ["t2", "t1"], "those of others")
            try requireEqual(await tenant.pair(code: "c9", with: "S", at: .at(2), until: .at(50)), nil, "a code")
            try await tenant.endTestPairings(of: "bo")
            try await tenant.endTestPairings(of: "nobody")
            try requireEqual(await tenant.testPairings(of: "S", at: .at(2)).map(\.id), ["t2"], "those that are left")
        },
        Rule("of several who use a code at once one gets the pairing") { subject in
            let tenant = subject.tenant
            try await tenant.offer(TestPairing(id: "t1", user: "ada", code: "c1", endsAt: .at(10)), at: .at(0))
            let made = try await withThrowingTaskGroup(of: TestPairing?.self) { group in
                for number in 0..<8 {
                    group.addTask { try await tenant.pair(code: "c1", with: "S\(number)", at: .at(1), until: .at(50)) }
                }
                return try await group.reduce(into: []) { made, one in if let one { made.append(one) } }
            }
            try requireEqual(made.count, 1, "who got it")
        },
    ]
}
