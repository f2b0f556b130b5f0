import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension NativeRoute {
    static let callbacks = [callback, accountCallback, callbackChallenge]

    /// What providers report about messages that they took, at a URL of each message's own.
    ///
    /// Whatever isn't believed is answered alike: nothing is learnt by trying. What is believed is answered with 200 and no
    /// other success, for some repeat everything else.
    private static let callback = NativeRoute(.callback, .anyone, Form(answer: .text)) { call throws(Problem) in
        guard let links = call.tenant.runtime.callbackLinks, let channel = call.calledChannel,
            let attempt = links.attempt(call.parameter("reference"), on: channel.id)
        else { throw .nothingHere }
        for report in try call.reports(to: channel, at: links.url(for: attempt, on: channel.id), admittedBy: links) {
            try await call.settle(report.meaning, of: attempt, on: channel.runtime)
        }
        return APIResponse(text: "")
    }

    /// The same, of a provider that has one URL for all messages of an account: each report names its message.
    ///
    /// What is proven and names none of ours is about somebody else's mail, and is taken without a word.
    private static let accountCallback = NativeRoute(
        .accountCallback,
        .anyone,
        Form(answer: .text),
        bodyLimit: reportsLimit
    ) { call throws(Problem) in
        let (links, channel) = try call.account()
        for report in try call.reports(to: channel, at: links.accountURL(of: channel.id), admittedBy: links) {
            guard let attempt = report.reference.flatMap({ links.attempt($0, on: channel.id) }) else { continue }
            try await call.settle(report.meaning, of: attempt, on: channel.runtime)
        }
        return APIResponse(text: "")
    }

    /// Whether such a URL is ours, asked by the provider that its owner gave it.
    private static let callbackChallenge = NativeRoute(.callbackChallenge, .anyone, Form(answer: .text)) {
        call throws(Problem) in
        let (links, channel) = try call.account()
        try call.admit(by: links)
        let query = call.request.query.map { (name: $0.name, value: $0.value) }
        guard let text = channel.receiver.answer(toChallenge: query) else { throw .nothingHere }
        return APIResponse(text: text)
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

    /// The channel of a URL for all messages of an account.
    fileprivate func account() throws(Problem) -> (CallbackLinks, CalledChannel) {
        guard let links = tenant.runtime.callbackLinks, let channel = calledChannel,
            channel.runtime.kind.hasOneCallbackURL
        else { throw .nothingHere }
        return (links, channel)
    }

    /// - Throws: where callbacks come faster than they are read.
    fileprivate func admit(by links: CallbackLinks) throws(Problem) {
        guard links.admits(at: host.clock.now) else {
            throw Problem(.rateLimited, "callbacks come too fast", retryAfter: .seconds(1))
        }
    }

    /// What the provider says with this callback to that URL.
    fileprivate func reports(
        to channel: CalledChannel,
        at url: String,
        admittedBy links: CallbackLinks
    ) throws(Problem) -> [CallbackReport] {
        try admit(by: links)
        let callback = ProviderCallback(
            url: url,
            headers: request.headers.map { .init($0.name, $0.value) },
            body: request.body,
            receivedAt: host.clock.now
        )
        switch channel.receiver.read(callback) {
        case .forged: throw .nothingHere
        case .reports(let reports): return reports
        }
    }

    fileprivate func settle(
        _ meaning: CallbackReport.Meaning,
        of attempt: CallbackLinks.Attempt,
        on channel: TenantChannel
    ) async throws(Problem) {
        guard case .ended(let outcome, let stops) = meaning else { return }
        let runtime = tenant.runtime
        _ = try await operation(JSONObject()).stored { _ throws(StoreFailure) in
            try await ReceiptPoller(tenant: runtime).settle(outcome, of: attempt, on: channel, stops: stops)
        }
    }
}
