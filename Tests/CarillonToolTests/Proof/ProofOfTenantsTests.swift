import CarillonDiagnostics
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import Foundation
import Testing

/// What validates can be sent, whatever the payload: tried with made-up ones.
///
/// `CARILLON_PROOF` says how many of them an event gets; `make proof` takes 10,000.
struct ProofOfTenantsTests {
    static let payloads = ProcessInfo.processInfo.environment["CARILLON_PROOF"].flatMap { Int($0) } ?? 40

    @Test(arguments: ["dossier", "escrow", "exchange", "remittance", "wallet"])
    func `no payload of the five tenants fails, or makes more than is proven`(tenant: String) throws {
        let folder = try TenantFolder.read("\(tenantsFolder)/\(tenant)")
        try Self.prove(folder)
    }

    @Test(arguments: 0..<24)
    func `no payload of made-up tenants fails, or makes more than is proven`(seed: Int) throws {
        try Self.prove(MadeUpTenant(seed: UInt64(seed)).folder)
    }

    private static func prove(_ folder: TenantFolder) throws {
        let loader = ProfileLoader(registry: .standard)
        var sources = SourceSet()
        let loaded = loader.load(folder, into: &sources)
        let errors = loaded.diagnostics.filter { $0.severity == .error }.map { "\($0.code.number) \($0.message)" }
        try #require(errors == [])
        let profile = try #require(loaded.profile)
        let sizes = try #require(loader.provenSizes(of: folder))
        let proof = RenderingProof(registry: .standard, payloads: payloads) { message, event, channel, locale in
            guard let type = profile.channel(channel).flatMap({ ChannelRegistry.standard[$0.plugin] }),
                let whole = sizes.bytes(event.id, channel, locale),
                let proven = sizes.uncuttableBytes(event.id, channel, locale)
            else { return }
            let size = type.size(of: message)
            if size > whole { Issue.record("\(event.id) on \(channel) in \(locale): \(size) bytes, at most \(whole)") }
            var message = message
            // What a sender's own words fill is cut on sending.
            if event.payload.contains(where: { if case .localizedText = $0.type { true } else { false } }) {
                message.slots["title"] = ""
                message.slots["body"] = ""
            }
            let rest = type.size(of: message)
            if rest > proven { Issue.record("\(event.id) on \(channel) in \(locale): \(rest) bytes, proven \(proven)") }
        }
        let failures = proof.failures(of: profile).map { failure in
            "\(failure.id) \(failure.channel) \(failure.locale): \(failure.reason) \(failure.payload.text.prefix(500))"
        }
        #expect(failures == [])
    }
}
