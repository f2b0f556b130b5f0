import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension NativeRoute {
    /// What providers report about messages that they took.
    ///
    /// Whatever isn't believed is answered alike: nothing is learnt by trying.
    static let callback = NativeRoute(.callback, .anyone, Form(answer: .nothing)) { call throws(Problem) in
        let runtime = call.tenant.runtime
        let unknown = Problem.nothingHere
        guard let links = runtime.callbackLinks, let id = ChannelID(call.parameter("channel")),
            let row = links.row(call.parameter("reference"), on: id),
            let channel = runtime.channels[id], let receiver = channel.plugin as? any CallbackReceiver
        else { throw unknown }
        let now = call.host.clock.now
        guard links.admits(at: now) else {
            throw Problem(.rateLimited, "callbacks come too fast", retryAfter: .seconds(1))
        }
        let callback = ProviderCallback(
            url: links.url(for: row, on: id),
            headers: call.request.headers.map { .init($0.name, $0.value) },
            body: call.request.body,
            receivedAt: now
        )
        switch receiver.read(callback) {
        case .forged: throw unknown
        case .pending: break
        case .ended(let outcome, let stops):
            _ = try await call.operation(JSONObject()).stored { _ throws(StoreFailure) in
                try await ReceiptPoller(tenant: runtime).settle(outcome, of: row, on: channel, stops: stops)
            }
        }
        return APIResponse(status: 204)
    }
}
