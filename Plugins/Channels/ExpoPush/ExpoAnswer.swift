import CarillonModel
import CarillonPluginKit

/// What an answer to a send request means for the messages of that request.
enum ExpoAnswer {
    /// One ticket each, in order.
    case outcomes([DeliveryOutcome])
    /// The request as a whole failed: no message has a ticket.
    case whole(DeliveryOutcome)
    /// To be sent again in these groups of indices.
    case split([[Int]])

    /// For what was sent and got no ticket that is known to be its own.
    static let unanswered = DeliveryOutcome.uncertain(
        OutcomeReason("UnreadableAnswer", "Expo's answer can't be matched to the messages sent")
    )

    /// - Parameter secrets: what Expo's message must not repeat, beside what was sent.
    init(to messages: [OutgoingMessage], _ response: EgressResponse, secrets: [String], at now: Instant) {
        let json = try? JSONValue(parsing: response.body)
        let sent = { messages.flatMap(\.sentTexts) + secrets }
        if let problem = ExpoProblem(status: response.status, json, hiding: sent) {
            let addresses = messages.map(\.address)
            self = Self.answer(to: addresses, problem, retryAfter: response.retryAfter(at: now))
        } else if let tickets = Self.tickets(in: json), tickets.count == messages.count {
            self = .outcomes(zip(tickets, messages).map { Self.outcome(of: $0, to: $1, secrets) })
        } else {
            // Expo answered 200: it may well have accepted them.
            self = .whole(Self.unanswered)
        }
    }

    /// A request with a single recipient may be answered with the ticket itself instead of a list.
    private static func tickets(in json: JSONValue?) -> [JSONValue]? {
        guard let data = json?["data"] else { return nil }
        return data.object != nil ? [data] : data.array
    }

    private static func outcome(
        of ticket: JSONValue,
        to message: OutgoingMessage,
        _ secrets: [String]
    ) -> DeliveryOutcome {
        switch ticket["status"]?.string {
        case "ok": .accepted(ticket["id"]?.string.map { ReceiptID($0) })
        case "error": ExpoError(of: ticket, hiding: message.sentTexts + secrets).outcome(address: message.address)
        default: unanswered
        }
    }

    private static func answer(to addresses: [String], _ problem: ExpoProblem, retryAfter: Duration?) -> ExpoAnswer {
        switch problem.remedy {
        case .settle(let outcome): .whole(outcome)
        case .wait(let reason): .whole(.deferred(reason, after: retryAfter))
        case .byProject(let projects): groups(of: addresses, by: projects)
        case .halve(let otherwise):
            addresses.count > 1 ? .split(halves(of: addresses)) : .whole(otherwise)
        }
    }

    /// One group a project.
    ///
    /// Where the map contains nothing that helps, halves: they end with single messages.
    private static func groups(of addresses: [String], by projects: [[String]]) -> ExpoAnswer {
        guard addresses.count > 1 else {
            return .whole(
                .refused(OutcomeReason("PUSH_TOO_MANY_EXPERIENCE_IDS", "Expo can't tell the token's project"))
            )
        }
        var project: [String: Int] = [:]
        for (number, tokens) in projects.enumerated() {
            for token in tokens { project[token] = number }
        }
        var groups: [Int: [Int]] = [:]
        for (index, address) in addresses.enumerated() { groups[project[address] ?? -1, default: []].append(index) }
        let sorted = groups.sorted { $0.key < $1.key }.map(\.value)
        return .split(sorted.count > 1 ? sorted : halves(of: addresses))
    }

    private static func halves(of addresses: [String]) -> [[Int]] {
        let middle = addresses.count / 2
        return [Array(0..<middle), Array(middle..<addresses.count)]
    }
}
