import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// `receipts.callback.verify` and `challenge`.
extension ChannelFileReader {
    mutating func proof(_ node: JSONNode, _ content: CallbackForm.Content) -> CallbackProof? {
        if node["reference"] != nil { return .reference }
        if let token = node["token"], let header = token.text("header") {
            return account(token, "value").map { .token(header: header, $0) }
        }
        if let basic = node["basic"] {
            guard let user = account(basic, "user"), let password = account(basic, "password") else { return nil }
            return .basic(user: user, password: password)
        }
        if let webhook = node["standardWebhooks"] {
            return account(webhook, "secret").map {
                .standardWebhook(StandardWebhookProof(secret: $0, prefix: webhook.text("headers") ?? "webhook"))
            }
        }
        if let signature = node["ecdsa"], let header = signature.text("header"),
            let timestamp = signature.text("timestamp")
        {
            return account(signature, "key").map {
                .signature(CallbackSignature(key: $0, header: header, timestampHeader: timestamp))
            }
        }
        if let code = node["hmacInBody"] { return embeddedCode(code, content).map { .embeddedCode($0) } }
        return node["hmac"].flatMap { code($0, content) }.map { .code($0) }
    }

    mutating func challenge(_ node: JSONNode) -> CallbackChallenge? {
        guard let token = node.text("token"), let answer = node.text("answer") else { return nil }
        return account(node, "value").map { CallbackChallenge(token: token, value: $0, answer: answer) }
    }

    private mutating func code(_ code: JSONNode, _ content: CallbackForm.Content) -> CallbackCode? {
        guard let hash = code.made("hash", { CallbackCode.Hash(rawValue: $0) }), let key = account(code, "key"),
            let header = code.text("header")
        else { return nil }
        let parts = code.texts("over").compactMap { CallbackCode.Part(rawValue: $0) }
        let span = Span(file.source, code["over"]?.range ?? code.range)
        if parts.contains(.timestamp) != (code["timestamp"] != nil) {
            diagnostics.append(.contradictoryReceipts("`over` and `timestamp` go together", span))
        }
        if parts.contains(.form), content != .form {
            diagnostics.append(.contradictoryReceipts("`form.sorted` is of a form, and the body is none", span))
        }
        return CallbackCode(
            hash: hash,
            key: key,
            parts: parts,
            separator: code.text("join") ?? "",
            encoding: encoding(code),
            prefix: code.text("prefix") ?? "",
            header: header,
            timestampHeader: code.text("timestamp")
        )
    }

    private mutating func embeddedCode(_ node: JSONNode, _ content: CallbackForm.Content) -> EmbeddedCallbackCode? {
        guard let hash = node.made("hash", { CallbackCode.Hash(rawValue: $0) }), let key = account(node, "key"),
            let timestamp = node.made("timestamp", { AnswerPointer($0) }),
            let word = node.made("word", { AnswerPointer($0) }), let code = node.made("code", { AnswerPointer($0) })
        else { return nil }
        if content != .json {
            let span = Span(file.source, node.range.prefix(1))
            diagnostics.append(.contradictoryReceipts("`hmacInBody` is of JSON, and the body is none", span))
        }
        return EmbeddedCallbackCode(
            hash: hash,
            key: key,
            encoding: encoding(node),
            timestamp: timestamp,
            word: word,
            code: code
        )
    }

    private func encoding(_ node: JSONNode) -> RequestSignature.Encoding {
        node.made("as") { RequestSignature.Encoding(rawValue: $0) } ?? .hex
    }
}
