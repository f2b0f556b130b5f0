import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import Testing

@testable import CarillonHost

/// The operator's channel files: every tenant can use them, and a change is taken up without a restart.
struct OperatorChannelTests {
    private static func file() throws -> String { try #require(ProviderPack.file(of: "ntfy")) }

    private static func rate(_ tenant: TenantID, in world: ReloadWorld) -> Int? {
        world.directory.tenant(tenant)?.runtime.registry["ntfy"]?.descriptor.ratePerSecond
    }

    @Test func `every tenant has them, with no origin allowed by the operator besides`() async throws {
        let world = try await ReloadWorld.start(["club", "shop"], channels: ["ntfy": try Self.file()])
        for tenant in ["club", "shop"] as [TenantID] {
            let runtime = try #require(world.directory.tenant(tenant)?.runtime)
            #expect(runtime.registry["ntfy"]?.descriptor.origins == ["https://ntfy.sh"])
            #expect(!runtime.profile.declares("ntfy"))
        }
        await world.end()
    }

    @Test func `a change is taken up by a reload, and by itself`() async throws {
        let file = try Self.file()
        let world = try await ReloadWorld.start(["shop"], channels: ["ntfy": file])
        #expect(Self.rate("shop", in: world) == 1)
        try world.write(channel: "ntfy", file.replacing(#""rate": 1 "#, with: #""rate": 2 "#))
        #expect(await world.reloader.reload(by: .signal).changes["shop"] == .reloaded)
        #expect(Self.rate("shop", in: world) == 2)
        try world.write(channel: "ntfy", file.replacing(#""rate": 1 "#, with: #""rate": 3 "#))
        for _ in 0..<4 { await world.reloader.poll() }
        #expect(Self.rate("shop", in: world) == 3)
        await world.end()
    }

    @Test func `one that can't be used leaves what ran before`() async throws {
        let file = try Self.file()
        let world = try await ReloadWorld.start(["shop"], channels: ["ntfy": file])
        try world.write(channel: "ntfy", file.replacing(#""/message": {"#, with: #""/massage": {"#))
        let report = await world.reloader.reload(by: .signal)
        #expect(report.changes["shop"] == .rejected)
        #expect(report.faults.first?.contains("T0720") == true, "\(report.faults)")
        #expect(Self.rate("shop", in: world) == 1)
        await world.end()
    }
}
