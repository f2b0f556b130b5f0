import CarillonModel
import CarillonPluginKit

extension ChannelConformance {
    /// A provider that accepts everything: every message is accepted, and only declared origins are reached.
    func acceptanceFaults() async -> [String] {
        guard let (channel, egress) = plugin(over: provider) else { return ["good settings make no plugin"] }
        var faults: [String] = []
        if await !channel.deliver([]).isEmpty || !egress.requests.isEmpty {
            faults.append("an empty batch does something")
        }
        for count in Set([1, kind.descriptor.batchSize]).sorted() {
            let outcomes = await channel.deliver(numbered(count))
            if outcomes.count != count { faults.append("\(count) messages have \(outcomes.count) outcomes") }
            if let other = outcomes.first(where: { !$0.isAccepted }) {
                faults.append("a good message isn't accepted: \(other)")
            }
        }
        return faults + requestFaults(egress.requests)
    }

    /// An address that can't be used between two that can: outcomes are in the order of the messages.
    func orderFaults() async -> [String] {
        guard let unusableAddress, let (channel, _) = plugin(over: provider) else { return [] }
        var faults: [String] = []
        let count = min(kind.descriptor.batchSize, 3)
        for position in 0..<count {
            var batch = numbered(count)
            batch[position].address = unusableAddress
            let outcomes = await channel.deliver(batch).map(\.isAccepted)
            if outcomes != batch.map({ $0.address != unusableAddress }) {
                faults.append("with an unusable address at \(position) the accepted are \(outcomes)")
            }
        }
        return faults
    }

    /// Data under a name that the provider keeps to itself are refused before anything is sent.
    func reservedDataFaults() async -> [String] {
        let reserved = kind.descriptor.reservedData
        guard !reserved.isEmpty, let (channel, egress) = plugin(over: provider) else { return [] }
        var faults: [String] = []
        for name in reserved.names.sorted() + reserved.prefixes.map({ $0 + "x" }) {
            var message = message
            message.data[name] = "x"
            let outcome = await channel.deliver([message]).first
            let isSent = egress.requests.contains { String(decoding: $0.body, as: UTF8.self).contains("\"\(name)\"") }
            guard case .refused? = outcome, !isSent else {
                faults.append("data called \(name) aren't refused before they are sent")
                continue
            }
        }
        return faults
    }

    /// What no payload may do: begin a header or a line of its own, or change where a request goes.
    func hostileMessageFaults() async -> [String] {
        guard let (channel, egress) = plugin(over: provider) else { return [] }
        let hostile = "x\r\nBcc: eve@evil.example\r\n\r\n<script>\u{0}\u{202E}"
        var message = message
        message.slots = message.slots.mapValues { _ in hostile }
        message.data["note"] = .string(hostile)
        message.collapseKey = hostile
        message.sound = hostile
        message.category = hostile
        let outcomes = await channel.deliver([message])
        let count = outcomes.count == 1 ? [] : ["a hostile message has \(outcomes.count) outcomes"]
        return count + requestFaults(egress.requests) + reasonFaults(outcomes, of: message)
    }

    /// Where requests go and what their headers hold.
    private func requestFaults(_ requests: [EgressRequest]) -> [String] {
        requests.flatMap { request -> [String] in
            var faults: [String] = []
            if !mayReach(request.url) { faults.append("a request goes where the descriptor doesn't say") }
            for header in request.headers where !header.isClean {
                faults.append("the header \(header.name) holds control characters, or isn't ASCII")
            }
            return faults
        }
    }

    /// Reasons are recorded and shown: nothing that was sent, and no secret, may be in them.
    func reasonFaults(_ outcomes: [DeliveryOutcome], of message: OutgoingMessage) -> [String] {
        let data = message.data.members.compactMap(\.value.string)
        let hidden = secrets.map { $0.reveal() } + message.slots.values + data + [message.address]
        return outcomes.compactMap(\.reason?.description).flatMap { reason in
            hidden.filter { $0.utf8.count > 3 && reason.contains($0) }.map { _ in
                "a reason repeats a secret, an address or the message's words: \(reason.prefix(20))…"
            }
        }
    }
}

extension DeliveryOutcome {
    var isAccepted: Bool {
        if case .accepted = self { true } else { false }
    }
}

extension EgressRequest.Header {
    fileprivate var isClean: Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}
