import CarillonModel
import CarillonPluginKit

/// What an answer to a request for receipts means.
enum ExpoReceipts: Equatable {
    case answer(ReceiptAnswer)
    /// To be requested in smaller portions.
    case tooMany

    /// - Parameter secrets: what Expo's message must not repeat; of what was sent, only the address is still known.
    static func answer(
        to response: EgressResponse,
        of messages: [AcceptedMessage],
        secrets: [String],
        at now: Instant
    ) -> ExpoReceipts {
        let json = try? JSONValue(parsing: response.body)
        if let problem = ExpoProblem(status: response.status, json, hiding: { secrets }) {
            return problem.isTooManyReceipts ? .tooMany : .answer(answer(to: problem, response.retryAfter(at: now)))
        }
        // An object by id. A list would be no answer of Expo's.
        guard let data = json?["data"]?.object else {
            return .answer(.deferred("Expo's answer about receipts can't be read", after: nil))
        }
        let addresses = Dictionary(messages.map { ($0.receipt, $0.address) }) { first, _ in first }
        var outcomes: [ReceiptID: DeliveryOutcome] = [:]
        for receipt in data.members {
            let id = ReceiptID(receipt.name)
            // One that wasn't requested is nobody's.
            guard let address = addresses[id] else { continue }
            switch receipt.value["status"]?.string {
            case "ok": outcomes[id] = .accepted(nil)
            case "error":
                let error = ExpoError(of: receipt.value, hiding: secrets)
                outcomes[id] = error.outcome(address: address)
            default: break
            }
        }
        return .answer(.outcomes(outcomes))
    }

    static func answer(to failure: EgressFailure) -> ReceiptAnswer {
        switch failure {
        case .notSent(let message), .noAnswer(let message): .deferred(message, after: nil)
        case .forbidden(let message): .misconfigured(message)
        }
    }

    /// A repeated request does no harm, so everything but wrong credentials is requested again.
    private static func answer(to problem: ExpoProblem, _ retryAfter: Duration?) -> ReceiptAnswer {
        switch problem.remedy {
        case .settle(.misconfigured(let reason)): .misconfigured(reason.description)
        case .wait(let reason): .deferred(reason.description, after: retryAfter)
        case .settle, .byProject, .halve: .deferred("Expo refused the request for receipts", after: retryAfter)
        }
    }

    var receipts: ReceiptAnswer {
        switch self {
        case .answer(let answer): answer
        case .tooMany: .deferred("Expo finds the request for receipts too large", after: nil)
        }
    }
}
