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
            reference: callback.made("reference") { AnswerPointer($0) },
            proof: proof,
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

    private mutating func proof(_ node: JSONNode, _ content: CallbackForm.Content) -> CallbackForm.Proof? {
        if node["reference"] != nil { return .reference }
        if let token = node["token"], let header = token.text("header") {
            return account(token, "value").map { .token(header: header, $0) }
        }
        if let basic = node["basic"] {
            guard let user = account(basic, "user"), let password = account(basic, "password") else { return nil }
            return .basic(user: user, password: password)
        }
        guard let code = node["hmac"], let hash = code.made("hash", { CallbackCode.Hash(rawValue: $0) }),
            let key = account(code, "key"), let header = code.text("header")
        else { return nil }
        let parts = code.texts("over").compactMap { CallbackCode.Part(rawValue: $0) }
        let span = Span(file.source, code["over"]?.range ?? code.range)
        if parts.contains(.timestamp) != (code["timestamp"] != nil) {
            diagnostics.append(.contradictoryReceipts("`over` and `timestamp` go together", span))
        }
        if parts.contains(.form), content != .form {
            diagnostics.append(.contradictoryReceipts("`form.sorted` is of a form, and the body is none", span))
        }
        return .code(
            CallbackCode(
                hash: hash,
                key: key,
                parts: parts,
                separator: code.text("join") ?? "",
                encoding: code.made("as") { RequestSignature.Encoding(rawValue: $0) } ?? .hex,
                prefix: code.text("prefix") ?? "",
                header: header,
                timestampHeader: code.text("timestamp")
            )
        )
    }
}
