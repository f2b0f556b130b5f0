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
        }
    ]
}
