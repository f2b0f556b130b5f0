import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// `receipts`.
extension ChannelFileReader {
    mutating func callbacks() -> CallbackForm? {
        guard let receipts = file.root["receipts"], let callback = receipts["callback"],
            let content = callback.made("body", { CallbackForm.Content(rawValue: $0) }),
            let proof = callback["verify"].flatMap({ proof($0, content) }),
            let lifetime = receipts.made("within", { Duration(written: $0) })
        else { return nil }
        let rules = callback["rules"]?.elements ?? []
        return CallbackForm(
            content: content,
            list: callback.made("each") { AnswerPointer($0) },
            reference: callback.made("reference") { AnswerPointer($0) },
            proof: proof,
            challenge: callback["challenge"].flatMap { challenge($0) },
            lifetime: lifetime,
            answers: AnswerTable(
                own: .members([]),
                code: callback.made("code") { AnswerPlace($0) },
                message: nil,
                wait: nil,
                rules: rules.compactMap { AnswerTable.Rule($0) }
            ),
            stops: Set(rules.indices.filter { rules[$0].flag("stop") == true })
        )
    }

    /// - Parameter wire: of the request that hands a message over: the provider knows both by the same credentials.
    mutating func poll(_ wire: WireForm) -> ReceiptPoll? {
        guard let receipts = file.root["receipts"], let poll = receipts["poll"],
            let delay = poll.made("after", { Duration(written: $0) }),
            let lifetime = receipts.made("within", { Duration(written: $0) }),
            let form = poll["wire"].flatMap({ WireForm(question: $0, like: wire) }),
            let node = poll["request"], let method = node.made("method", { RequestMethod(rawValue: $0) })
        else { return nil }
        subject = .question
        defer { subject = .message }
        guard let address = node["url"].flatMap({ address($0, wire) }) else { return nil }
        return ReceiptPoll(
            delay: delay,
            lifetime: lifetime,
            request: RequestTemplate(
                method,
                address,
                query: parts(node["query"]) { form.query[$0]?.isSecret ?? false },
                headers: headers(node["headers"]),
                body: .none
            ),
            answers: AnswerTable(
                own: .members([]),
                code: poll.made("code") { AnswerPlace($0) },
                message: nil,
                wait: nil,
                rules: (poll["rules"]?.elements ?? []).compactMap { AnswerTable.Rule($0) }
            ),
            wire: form
        )
    }
}
