import CarillonPipeline
import PostgresTesting
import Testing

/// A host's tests run on PostgreSQL too, by ``StoreTrait``; without a server on this machine they don't, which this says.
@Suite(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed: hosts are tested on the other store alone"))
struct PostgresHostTests {
    @Test(.onBothStores) func `a test that runs on both stores has them`() async {
        let host = await TestHost.start(onDisk: true)
        switch StoreOfTests.current {
        case .embedded: #expect(host.folder != nil)
        case .postgresql: #expect(host.store.membership != nil)
        }
        await host.stop()
    }
}
