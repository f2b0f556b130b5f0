import CarillonModel
import CarillonPluginKit

/// A declared channel with the settings and ports of one tenant.
struct DeclaredChannelInstance: ChannelInstance, CallbackReceiver {
    let channel: DeclaredChannel
    let settings: ChannelSettings
    let host: ChannelHost
    let tokens: TokenSource?
    let memory = CallbackMemory()

    func read(_ callback: ProviderCallback) -> CallbackReading {
        channel.read(callback, settings: settings, host.cryptography, memory)
    }

    func answer(toChallenge query: [(name: String, value: String)]) -> String? {
        channel.answer(toChallenge: query, settings: settings, at: host.clock.now)
    }

    func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] {
        guard channel.takesBatches else {
            return await batch.delivered(width: channel.descriptor.batchSize) { message in
                if let objection = objection(to: message) { return objection }
                return await handOver([message])[0]
            }
        }
        var outcomes = batch.map { objection(to: $0) }
        let fit = batch.indices.filter { outcomes[$0] == nil }
        if !fit.isEmpty {
            for (index, outcome) in zip(fit, await handOver(fit.map { batch[$0] })) { outcomes[index] = outcome }
        }
        return outcomes.compactMap(\.self)
    }

    /// Why a message isn't sent at all.
    private func objection(to message: OutgoingMessage) -> DeliveryOutcome? {
        guard channel.isAddress(message.address) else {
            return .refused(OutcomeReason("MalformedAddress", "this is no address of \(channel.descriptor.id)"))
        }
        guard !message.isSilent else {
            return .refused(OutcomeReason("SilentMessage", "\(channel.descriptor.id) has no silent messages"))
        }
        return nil
    }

    /// Hands messages over in one request, and in halves where that can't be: one message that can't be sent, or that the
    /// provider refuses the whole request for, is no other's fault.
    ///
    /// - Parameter messages: at least one.
    /// - Returns: as many.
    private func handOver(_ messages: [OutgoingMessage]) async -> [DeliveryOutcome] {
        let outcome: DeliveryOutcome
        do throws(EgressFailure) {
            let limit = channel.descriptor.sizeLimit ?? DeclaredChannel.usualLimit
            let attempt = try await attempt { credentials throws(RequestFault) in
                let request = try channel.request(
                    for: messages,
                    settings: settings,
                    at: host.clock.now,
                    with: credentials
                )
                guard messages.count == 1 || request.body.count <= limit else { throw .missing("room") }
                return request
            }
            switch attempt {
            case .answered(let response, let token):
                switch channel.verdict(of: response, to: messages, secrets: secrets(token), at: host.clock.now) {
                case .each(let all): return all.map(\.outcome)
                case .whole(let read):
                    if messages.count > 1, read.verdict.isAboutMessages { return await handOverHalves(of: messages) }
                    outcome = read.outcome
                }
            case .unmade(let fault):
                guard messages.count == 1 else { return await handOverHalves(of: messages) }
                outcome = .refused(OutcomeReason(fault.reason.code, fault.reason.message))
            case .withoutToken(let problem): outcome = problem.outcome
            }
        } catch {
            outcome = error.outcome
        }
        return messages.map { _ in outcome }
    }

    private func handOverHalves(of messages: [OutgoingMessage]) async -> [DeliveryOutcome] {
        let middle = messages.count / 2
        let first = await handOver(Array(messages[..<middle]))
        return first + (await handOver(Array(messages[middle...])))
    }

    /// What became of a request.
    private enum Attempt: Sendable {
        /// With the token that it was sent with.
        case answered(EgressResponse, token: String?)
        case unmade(RequestFault)
        case withoutToken(AccessTokens.Problem)
    }

    private func secrets(_ token: String?) -> [Secret] {
        channel.descriptor.fields.compactMap { settings.secret($0.name) }
            + [token.map { Secret($0) }].compactMap(\.self)
    }

    /// Sends what is made with a token, where the channel needs one, and once more with a fresh one where the answer is 401.
    private func attempt(
        _ make: (RequestCredentials) throws(RequestFault) -> EgressRequest
    ) async throws(EgressFailure) -> Attempt {
        guard let tokens else { return try await send(with: nil, make) }
        let token: String
        switch await tokens.token() {
        case .failure(let problem): return .withoutToken(problem)
        case .success(let value): token = value
        }
        let first = try await send(with: token, make)
        guard case .answered(let response, _) = first, response.status == 401, tokens.canReplace else { return first }
        // A token may be forgotten before its time. A fresh one is tried, once.
        switch await tokens.token(insteadOf: token) {
        case .failure(let problem): return .withoutToken(problem)
        case .success(let fresh): return try await send(with: fresh, make)
        }
    }

    private func send(
        with token: String?,
        _ make: (RequestCredentials) throws(RequestFault) -> EgressRequest
    ) async throws(EgressFailure) -> Attempt {
        let request: EgressRequest
        do throws(RequestFault) {
            request = try make(RequestCredentials(cryptography: host.cryptography, accessToken: token))
        } catch {
            return .unmade(error)
        }
        return .answered(try await host.egress.send(request), token: token)
    }

    /// What became of a message.
    func reading(of message: AcceptedMessage) async -> ReceiptPoll.Reading {
        do throws(EgressFailure) {
            let attempt = try await attempt { credentials throws(RequestFault) in
                let question = try channel.question(
                    about: message,
                    settings: settings,
                    at: host.clock.now,
                    with: credentials
                )
                guard let question else { throw .missing("question") }
                return question
            }
            switch attempt {
            case .answered(let response, let token):
                let hidden = secrets(token).map { $0.reveal() } + [message.address]
                return channel.reading(of: response, hiding: hidden, at: host.clock.now)?.0 ?? .pending
            // No question can be made of such a receipt: nobody will ever know.
            case .unmade: return .pending
            case .withoutToken(.deferred(let reason, let wait)): return .deferred(reason.description, after: wait)
            case .withoutToken(.misconfigured(let reason)): return .misconfigured(reason.description)
            }
        } catch {
            switch error.outcome {
            case .misconfigured(let reason): return .misconfigured(reason.description)
            case let outcome: return .deferred(outcome.reason?.description ?? "", after: nil)
            }
        }
    }
}

/// The same, of a provider that can be asked what became of a message.
struct PolledChannelInstance: ChannelInstance, CallbackReceiver, ReceiptSource {
    let instance: DeclaredChannelInstance

    func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] { await instance.deliver(batch) }

    func read(_ callback: ProviderCallback) -> CallbackReading { instance.read(callback) }

    func answer(toChallenge query: [(name: String, value: String)]) -> String? {
        instance.answer(toChallenge: query)
    }

    /// One request for each, all at once: there are no more than ``ReceiptTerms/batchSize``.
    func receipts(for messages: [AcceptedMessage]) async -> ReceiptAnswer {
        let readings = await withTaskGroup(of: (ReceiptID, ReceiptPoll.Reading).self) { group in
            for message in messages {
                group.addTask { (message.receipt, await instance.reading(of: message)) }
            }
            var readings: [(ReceiptID, ReceiptPoll.Reading)] = []
            for await reading in group { readings.append(reading) }
            return readings
        }
        var outcomes: [ReceiptID: DeliveryOutcome] = [:]
        var failure: ReceiptAnswer?
        for (receipt, reading) in readings {
            switch reading {
            case .ended(let outcome): outcomes[receipt] = outcome
            case .pending: break
            case .misconfigured(let text): return .misconfigured(text)
            case .deferred(let text, let wait): failure = .deferred(text, after: wait)
            }
        }
        // Those that failed are asked for again with those that nothing is known of yet.
        return outcomes.isEmpty ? failure ?? .outcomes([:]) : .outcomes(outcomes)
    }
}
