import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

extension ChannelFileCheck {
    /// What is reported later has an example of each meaning, and a request that says where to report it.
    func receiptFaults(_ channel: DeclaredChannel) -> [Diagnostic] {
        let questions = questionFaults(channel)
        guard let callbacks = channel.callbacks else {
            let place = file.nameSpan("request")
            let message = "the request says where to call back, and `receipts` takes no callbacks"
            let isTold = channel.request.names(.callback) || channel.request.names(.callbackReference)
            let isEmpty = file.root["receipts"].map { $0["callback"] == nil && $0["poll"] == nil } ?? false
            let none = "`receipts` says neither what the provider reports nor how it is asked"
            return questions + (isTold ? [.contradictoryReceipts(message, place)] : [])
                + (isEmpty ? [.contradictoryReceipts(none, file.nameSpan("receipts"))] : [])
        }
        var faults = questions + placeFaults(channel, callbacks)
        var proven: Set<Int> = []
        for sample in channel.samples.callbacks {
            let reports = channel.reports(in: sample.body, hiding: [], at: DeclaredChannel.sampleTime)
            proven.formUnion(reports.compactMap(\.rule))
            let place = file.span("samples", "callbacks", sample.name, "is")
            guard reports.count == sample.verdicts.count else {
                let message = "this has \(reports.count) reports, and `is` says what \(sample.verdicts.count) mean"
                faults.append(.contradictoryReceipts(message, place))
                continue
            }
            for (report, expected) in zip(reports, sample.verdicts) {
                let verdict = report.rule.map { callbacks.answers.rules[$0].verdict }
                guard verdict != expected else { continue }
                faults.append(.wrongReceiptVerdict(expected, verdict, rule: report.rule, of: "callback", place))
            }
        }
        for index in callbacks.answers.rules.indices where !proven.contains(index) {
            let path: [JSONStep] = [.name("receipts"), .name("callback"), .name("rules"), .index(index)]
            faults.append(.unprovenRule(file.span(path), in: "samples.callbacks"))
        }
        return faults
    }

    /// The provider is told where to report, or by which name, where `wire` has a place for it; and its reports have that name.
    private func placeFaults(_ channel: DeclaredChannel, _ callbacks: CallbackForm) -> [Diagnostic] {
        let callback = file.nameSpan("receipts", "callback")
        let expected = callbacks.reference == nil ? ChannelValue.Known.callback : .callbackReference
        let other = callbacks.reference == nil ? ChannelValue.Known.callbackReference : .callback
        var faults: [Diagnostic] = []
        if channel.request.names(other) {
            let rest =
                callbacks.reference == nil ? "no `reference` reads it" : "reports name their message by `reference`"
            let message = "the request has `{\(other.rawValue)}`, and \(rest)"
            faults.append(.contradictoryReceipts(message, callback))
        }
        if !channel.request.names(expected) {
            let message = "nothing in the request is `{\(expected.rawValue)}`"
            return faults + [.contradictoryReceipts(message, callback)]
        }
        let message = channel.largestMessage
        let target = callbacks.reference == nil ? message.callbackURL : message.callbackReference
        let settings = channel.settings(of: nil)
        let request = try? channel.request(for: message, settings: settings, at: DeclaredChannel.sampleTime)
        if let request, let target, channel.wire.callbackTexts(in: request) != [target] {
            let message = "`wire` doesn't say with `callback` which place `{\(expected.rawValue)}` has"
            faults.append(.contradictoryReceipts(message, file.nameSpan("wire")))
        }
        faults += partFaults(channel, callbacks)
        guard let reference = callbacks.reference else { return faults }
        if callbacks.proof == .reference {
            let message = "a URL for all messages is no secret: callbacks there need another proof"
            faults.append(.contradictoryReceipts(message, file.nameSpan("receipts", "callback", "verify")))
        }
        for sample in channel.samples.callbacks {
            let reports = channel.reports(in: sample.body, hiding: [], at: DeclaredChannel.sampleTime)
            guard reports.contains(where: { $0.report.reference == nil }) else { continue }
            let message = "this has no text at `\(reference)`"
            faults.append(.contradictoryReceipts(message, file.nameSpan("samples", "callbacks", sample.name)))
        }
        return faults
    }

    /// Several reports in one callback, and what is asked first, are of the one URL of an account; a code in the body is in each
    /// sample.
    private func partFaults(_ channel: DeclaredChannel, _ callbacks: CallbackForm) -> [Diagnostic] {
        var faults: [Diagnostic] = []
        if callbacks.list != nil, callbacks.reference == nil {
            let message = "reports on several messages name each by `reference`, and there is none"
            faults.append(.contradictoryReceipts(message, file.nameSpan("receipts", "callback", "each")))
        }
        if callbacks.list != nil, callbacks.content != .json {
            let message = "several reports stand in JSON, and the body is none"
            faults.append(.contradictoryReceipts(message, file.nameSpan("receipts", "callback", "each")))
        }
        if callbacks.challenge != nil, callbacks.reference == nil {
            let message = "only the one URL of an account is asked for, and each message has its own"
            faults.append(.contradictoryReceipts(message, file.nameSpan("receipts", "callback", "challenge")))
        }
        guard case .embeddedCode(let code) = callbacks.proof else { return faults }
        for sample in channel.samples.callbacks where (try? JSONValue(parsing: sample.body)).flatMap(code.texts) == nil
        {
            let message = "this lacks what `hmacInBody` reads"
            faults.append(.contradictoryReceipts(message, file.nameSpan("samples", "callbacks", sample.name)))
        }
        return faults
    }

    /// What is asked is what the provider takes, and what it answers has an example of each meaning.
    private func questionFaults(_ channel: DeclaredChannel) -> [Diagnostic] {
        guard let poll = channel.poll else { return [] }
        var faults: [Diagnostic] = []
        let place = file.nameSpan("receipts", "poll", "request")
        if let receipt = channel.sampleReceipt {
            let message = AcceptedMessage(receipt, to: channel.address.samples.first ?? "")
            do {
                let settings = channel.settings(of: nil)
                let request = try channel.question(about: message, settings: settings, at: DeclaredChannel.sampleTime)
                for fault in request.map({ poll.wire.faults(in: $0) }) ?? [] {
                    faults.append(.requestAgainstWire(fault, of: "the request for a receipt", place))
                }
            } catch {
                faults.append(.requestAgainstWire(error.reason.message, of: "the request for a receipt", place))
            }
        } else {
            let message = "no accepted answer of the samples has a receipt to ask for"
            faults.append(.contradictoryReceipts(message, file.nameSpan("receipts", "poll")))
        }
        let isNamed = poll.request.texts.contains { text in
            text.text.placeholders.contains { $0.value == .known(.receipt) }
        }
        if !isNamed { faults.append(.contradictoryReceipts("nothing in the request is `{receipt}`", place)) }
        if poll.delay > poll.lifetime {
            faults.append(
                .contradictoryReceipts("this is longer than `within`", file.span("receipts", "poll", "after"))
            )
        }
        var proven: Set<Int> = []
        for sample in channel.samples.polls {
            guard let (_, rule) = channel.reading(of: sample.response, hiding: [], at: DeclaredChannel.sampleTime)
            else { continue }
            if let rule { proven.insert(rule) }
            let verdict = rule.map { poll.answers.rules[$0].verdict }
            guard verdict != sample.verdict else { continue }
            let place = file.span("samples", "polls", sample.name, "is")
            faults.append(.wrongReceiptVerdict(sample.verdict, verdict, rule: rule, of: "answer", place))
        }
        for index in poll.answers.rules.indices where !proven.contains(index) {
            let span = file.span([.name("receipts"), .name("poll"), .name("rules"), .index(index)])
            faults.append(.unprovenRule(span, in: "samples.polls"))
        }
        return faults
    }
}

extension RequestTemplate {
    /// Whether some text of it has this value.
    fileprivate func names(_ value: ChannelValue.Known) -> Bool {
        texts.contains { text in text.text.placeholders.contains { $0.value == .known(value) } }
    }
}
