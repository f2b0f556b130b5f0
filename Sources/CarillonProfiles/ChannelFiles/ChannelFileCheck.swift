import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// Proves a channel file: what it sends is what the provider takes, and every answer's meaning has an example.
struct ChannelFileCheck {
    let file: TenantFile
    private let taken: [PluginID: ChannelHome]
    private(set) var diagnostics: [Diagnostic] = []

    /// - Parameter taken: channels that are there already.
    init(_ file: TenantFile, taken: [PluginID: ChannelHome]) {
        self.file = file
        self.taken = taken
    }

    /// The channel as far as it can be read, with everything that is wrong with it in `diagnostics`.
    mutating func channel() -> DeclaredChannel? {
        checkName()
        checkSettings()
        checkOrigins()
        var reader = ChannelFileReader(file)
        let channel = reader.channel()
        diagnostics += reader.diagnostics
        guard let channel else { return nil }
        checkAddress(channel)
        checkSlots(channel, used: reader.usedSlots)
        checkRequests(channel)
        checkRules(channel)
        diagnostics += receiptFaults(channel)
        return channel
    }

    private mutating func checkName() {
        guard let name = file.root.text("channel") else { return }
        if name != file.stem {
            diagnostics.append(.wrongChannelName(name, file: file.stem, file.span("channel")))
        } else if let home = PluginID(name).flatMap({ taken[$0] }) {
            diagnostics.append(.takenChannelName(name, by: home, file.span("channel")))
        }
    }

    /// Secrets are the operator's: what they look like is for the provider to judge.
    private mutating func checkSettings() {
        for setting in file.root["settings"]?.members ?? []
        where setting.value.text("type")?.hasPrefix("secret") == true {
            guard let pattern = setting.value.member("pattern") else { continue }
            diagnostics.append(.patternOfSecret(Span(file.source, pattern.nameRange)))
        }
    }

    /// A setting in a host is there, and can't be anything at all.
    private mutating func checkOrigins() {
        let settings = file.root["settings"]
        for (index, written) in file.root.texts("origins").enumerated() {
            guard let origin = ChannelOrigin(written), let name = origin.setting else { continue }
            let setting = settings?[name]
            let isThere = setting?.flag("required") == true || setting?["default"] != nil
            let isFit =
                switch setting?.text("type") {
                case "server"?: origin.isOwnServer
                case "choice"?: !origin.isOwnServer
                case "text"?: !origin.isOwnServer && setting?["pattern"] != nil
                default: false
                }
            if isThere, isFit { continue }
            let span = file.span([.name("origins"), .index(index)])
            diagnostics.append(.unfitOriginSetting(name, isOwnServer: origin.isOwnServer, span))
        }
    }

    private mutating func checkAddress(_ channel: DeclaredChannel) {
        let address = channel.address
        let names = ["shape", "pattern", "samples", "wrong"]
        let missing = names.filter { file.root["address"]?[$0] == nil }
        if channel.descriptor.address == .room {
            if missing.count < names.count {
                diagnostics.append(
                    .wrongAddressForm("the settings name the place: it has no form here", file.nameSpan("address"))
                )
            }
            return
        }
        if !missing.isEmpty {
            let message = "an address that isn't a setting needs \(Shape.list(missing))"
            diagnostics.append(.wrongAddressForm(message, file.nameSpan("address")))
        }
        for (index, text) in address.samples.enumerated() {
            let place = file.span([.name("address"), .name("samples"), .index(index)])
            if !address.matches(text) {
                diagnostics.append(.wrongAddressForm("this doesn't match the pattern", place))
            } else if address.canonical(address.canonical(text)) != address.canonical(text) {
                diagnostics.append(.wrongAddressForm("`form` changes this a second time", place))
            }
        }
        for (index, text) in address.wrong.enumerated() where address.matches(text) {
            let place = file.span([.name("address"), .name("wrong"), .index(index)])
            diagnostics.append(.wrongAddressForm("this matches the pattern", place))
        }
    }

    private mutating func checkSlots(_ channel: DeclaredChannel, used: Set<String>) {
        for slot in channel.descriptor.slots where !used.contains(slot.name) {
            diagnostics.append(.unsentSlot(slot.name, file.nameSpan("slots", slot.name)))
        }
    }

    // MARK: requests

    private mutating func checkRequests(_ channel: DeclaredChannel) {
        if file.root["samples"]?["requests"]?.members.isEmpty == true {
            diagnostics.append(.wrongGolden("there is no sample of a request", file.nameSpan("samples", "requests")))
        }
        for sample in channel.samples.requests {
            let place = file.nameSpan("samples", "requests", sample.name)
            guard let request = request(place, { () throws(RequestFault) in try channel.request(of: sample) }) else {
                continue
            }
            let faults = channel.wire.faults(in: request)
            for fault in faults { diagnostics.append(.requestAgainstWire(fault, of: "this sample's request", place)) }
            if faults.isEmpty, !channel.hasGolden(sample, request) {
                let span = file.nameSpan("samples", "requests", sample.name, "golden")
                diagnostics.append(.wrongGolden("the request is another one", sent: request.body, span))
            }
        }
        guard diagnostics.isEmpty else { return }
        let place = file.nameSpan("request")
        for (messages, name) in [
            ([channel.smallestMessage], "the request for a message with no more than must be there"),
            ([channel.largestMessage], "the request for a message with everything, and the longest texts"),
            (fullBatch(channel), "the request for as many messages as it may have"),
        ] where !messages.isEmpty {
            let settings = channel.settings(of: nil)
            guard
                let request = request(
                    place,
                    { () throws(RequestFault) in
                        try channel.request(for: messages, settings: settings, at: DeclaredChannel.sampleTime)
                    }
                )
            else { continue }
            for fault in channel.wire.faults(in: request) {
                diagnostics.append(.requestAgainstWire(fault, of: name, place))
            }
        }
    }

    /// None where a request has one message.
    private func fullBatch(_ channel: DeclaredChannel) -> [OutgoingMessage] {
        channel.takesBatches
            ? Array(repeating: channel.smallestMessage, count: channel.descriptor.batchSize) : []
    }

    private mutating func request(
        _ place: Span,
        _ make: () throws(RequestFault) -> EgressRequest
    ) -> EgressRequest? {
        do {
            return try make()
        } catch {
            diagnostics.append(.requestAgainstWire(error.reason.message, of: "the request", place))
            return nil
        }
    }

    // MARK: answers

    private mutating func checkRules(_ channel: DeclaredChannel) {
        var proven: Set<Int> = []
        var provenOfElements: Set<Int> = []
        for sample in channel.samples.answers {
            for (expected, read) in zip(sample.verdicts, channel.verdicts(of: sample)) {
                if let rule = read.rule {
                    if read.isOfElement { provenOfElements.insert(rule) } else { proven.insert(rule) }
                }
                guard read.verdict != expected else { continue }
                let place = file.span("samples", "answers", sample.name, "is")
                diagnostics.append(.wrongVerdict(expected, read, place))
            }
        }
        check(channel.answers.rules, proven, at: [.name("answer"), .name("rules")])
        if let elements = channel.answers.elements {
            check(elements.rules, provenOfElements, at: [.name("answer"), .name("each"), .name("rules")])
        }
    }

    private mutating func check(_ rules: [AnswerTable.Rule], _ proven: Set<Int>, at path: [JSONStep]) {
        for (index, rule) in rules.enumerated() {
            let place = file.span(path + [.index(index)])
            if let earlier = rules[..<index].firstIndex(where: { $0.covers(rule) }) {
                let span = file.span(path + [.index(earlier)])
                diagnostics.append(.unreachableRule(place, earlier: span))
            } else if !proven.contains(index) {
                diagnostics.append(.unprovenRule(place))
            }
            if rule.isByStatusAlone {
                if rule.verdict == .gone { diagnostics.append(.goneByStatus(place)) }
                if rule.verdict == .accepted { diagnostics.append(.acceptedByStatus(place)) }
            }
        }
    }
}
