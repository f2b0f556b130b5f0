import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension NativeRoute {
    static let callbacks = [callback, accountCallback]

    /// What providers report about messages that they took, at a URL of each message's own.
    ///
    /// Whatever isn't believed is answered alike: nothing is learnt by trying.
    private static let callback = NativeRoute(.callback, .anyone, Form(answer: .nothing)) { call throws(Problem) in
        guard let links = call.tenant.runtime.callbackLinks, let channel = call.calledChannel,
            let attempt = links.attempt(call.parameter("reference"), on: channel.id)
        else { throw .nothingHere }
        let callback = try call.admitted(to: links, at: links.url(for: attempt, on: channel.id))
        switch channel.receiver.read(callback) {
        case .forged: throw .nothingHere
        case .pending: break
        case .ended(let outcome, let stops):
            try await call.settle(outcome, of: attempt, on: channel.runtime, stops: stops)
        }
        return APIResponse(status: 204)
    }

    /// The same, of a provider that has one URL for all messages of an account: each report names its message.
    ///
    /// What is proven and names none of ours is about somebody else's mail, and is taken without a word.
    private static let accountCallback = NativeRoute(.accountCallback, .anyone, Form(answer: .nothing)) {
        call throws(Problem) in
        guard let links = call.tenant.runtime.callbackLinks, let channel = call.calledChannel,
            channel.runtime.kind.hasOneCallbackURL
        else { throw .nothingHere }
        let callback = try call.admitted(to: links, at: links.accountURL(of: channel.id))
        switch channel.receiver.read(callback) {
        case .forged: throw .nothingHere
        case .pending: break
        case .ended(let outcome, let stops):
            guard let reference = channel.receiver.reference(in: callback),
                let attempt = links.attempt(reference, on: channel.id)
            else { break }
            try await call.settle(outcome, of: attempt, on: channel.runtime, stops: stops)
        }
        return APIResponse(status: 204)
    }
}

/// A channel whose provider calls back.
private struct CalledChannel {
    let id: ChannelID
    let runtime: TenantChannel
    let receiver: any CallbackReceiver
}

extension NativeCall {
    /// Nil where the path names none that is called back.
    fileprivate var calledChannel: CalledChannel? {
        guard let id = ChannelID(parameter("channel")), let runtime = tenant.runtime.channels[id],
            let receiver = runtime.plugin as? any CallbackReceiver
        else { return nil }
        return CalledChannel(id: id, runtime: runtime, receiver: receiver)
    }

    /// The callback to that URL.
    ///
    /// - Throws: where callbacks come faster than they are read.
    fileprivate func admitted(to links: CallbackLinks, at url: String) throws(Problem) -> ProviderCallback {
        let now = host.clock.now
        guard links.admits(at: now) else {
            throw Problem(.rateLimited, "callbacks come too fast", retryAfter: .seconds(1))
        }
        return ProviderCallback(
            url: url,
            headers: request.headers.map { .init($0.name, $0.value) },
            body: request.body,
            receivedAt: now
        )
    }

    fileprivate func settle(
        _ outcome: DeliveryOutcome,
        of attempt: CallbackLinks.Attempt,
        on channel: TenantChannel,
        stops: Bool
    ) async throws(Problem) {
        let runtime = tenant.runtime
        _ = try await operation(JSONObject()).stored { _ throws(StoreFailure) in
            try await ReceiptPoller(tenant: runtime).settle(outcome, of: attempt, on: channel, stops: stops)
        }
    }
}
