import CarillonModel
import CarillonPipeline

extension StoreConformance {
    static let keys: [Rule] = [
        Rule("the first key of a name is kept, and each name and tenant has its own") { subject in
            let other = try await subject.store.tenant("initech")
            try requireEqual(await subject.tenant.key("links", orNew: [0, 255, 7]), [0, 255, 7], "first")
            try requireEqual(await subject.tenant.key("links", orNew: [1]), [0, 255, 7], "again")
            try requireEqual(await subject.tenant.key("others", orNew: [2]), [2], "of another name")
            try requireEqual(await other.key("links", orNew: [3]), [3], "of another tenant")
        },
        Rule("a code is used once, of however many at once, and in each tenant for itself") { subject in
            let (tenant, other) = (subject.tenant, try await subject.store.tenant("initech"))
            let code = [UInt8](repeating: 7, count: 32)
            let firsts = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 { group.addTask { try await tenant.use(code, until: .at(60), at: .at(0)) } }
                return try await group.reduce(0) { $1 ? $0 + 1 : $0 }
            }
            try requireEqual(firsts, 1, "of eight at once")
            try requireEqual(await tenant.use(code, until: .at(60), at: .at(59)), false, "while it is good")
            try requireEqual(await tenant.use([8], until: .at(60), at: .at(59)), true, "another code")
            try requireEqual(await other.use(code, until: .at(60), at: .at(59)), true, "of another tenant")
        },
    ]
}
