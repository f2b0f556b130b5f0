import CarillonChannels
import CarillonModel
import CarillonPluginKit

/// Why a report can't be sent, as a clause.
struct UnsentReport: Error {
    let message: String
}

extension StandIn {
    /// What rules can have it report: the samples of callbacks with one report, by name.
    var reportNames: [String] { callbacks?.samples.filter { $0.verdicts.count == 1 }.map(\.name) ?? [] }

    /// What it reports about a message that it took: what ends nothing, in the file's order, then the end.
    ///
    /// - Parameters:
    ///   - accounts: those that are known.
    ///   - rule: what a script has about it.
    /// - Returns: none where the provider wasn't told where to report.
    func reports(
        on request: SandboxRequest,
        answered answer: SandboxResponse,
        from accounts: [SandboxAccount],
        by rule: ScriptRule?,
        every delay: Duration
    ) throws(UnsentReport) -> [SandboxReport] {
        guard let callbacks, let sent = sent(request), let target = wire.callbackTexts(in: sent).first,
            rule?.reportAfter != ScriptRule.never
        else { return [] }
        let shown = callbacks.secrets(shownBy: request)
        let account = accounts.lazy.compactMap { $0.showing(shown) }.first ?? SandboxAccount(secrets: shown)
        let isAccountWide = callbacks.form.reference != nil
        guard var url = isAccountWide ? account.reportURL : target else {
            throw UnsentReport(message: "nobody told the sandbox where \(name) reports: give its credentials `reports`")
        }
        let isForged = rule?.isForgedReport == true
        let proof = try callbacks.proof(of: account, isForged: isForged)
        if isForged, callbacks.form.proof == .reference { url += "0" }
        let values = replacedTexts(answer, address: address(in: request))
        let samples = callbacks.samples(endingWith: rule?.report)
        let pace = rule?.reportAfter ?? delay
        return samples.enumerated().flatMap { index, sample in
            let report = SandboxReport(
                provider: name,
                name: sample.name,
                token: address(in: request),
                delay: pace * (index + 1),
                url: url,
                body: callbacks.body(of: sample, replacing: values, reference: isAccountWide ? target : nil),
                content: callbacks.form.content,
                proof: proof
            )
            return Array(repeating: report, count: rule?.reportCopies ?? 1)
        }
    }

    /// The texts of samples that stand for what differs between messages: the receipt and the address.
    private func replacedTexts(_ answer: SandboxResponse, address: String) -> [String: String] {
        var values: [String: String] = [:]
        if let sample = sampleReceipt, let receipt = receipt(in: answer) { values[sample] = receipt }
        if let sample = sampleAddress, !address.isEmpty { values[sample] = address }
        return values
    }
}

/// What a file says of the reports of its provider.
struct StandInCallbacks: Sendable {
    let form: CallbackForm
    let samples: [ChannelSamples.Callback]
    /// Of requests: it shows secrets that reports are proven with.
    let authentication: RequestAuthentication?

    /// Nil where its provider reports nothing.
    init?(_ channel: DeclaredChannel) {
        guard let form = channel.callbacks else { return nil }
        self.form = form
        samples = channel.samples.callbacks
        authentication = channel.authentication
    }

    /// Those with a report on one message: what others say of each of several is for the file's own proof.
    ///
    /// - Parameter end: the name of the last one; nil for the first that says the message arrived.
    fileprivate func samples(endingWith end: String?) -> [ChannelSamples.Callback] {
        let last = samples.first { sample in end.map { sample.name == $0 } ?? (sample.verdicts == [.accepted]) }
        return samples.filter { $0.verdicts == [nil] && $0.name != last?.name } + (last.map { [$0] } ?? [])
    }

    fileprivate func body(
        of sample: ChannelSamples.Callback,
        replacing values: [String: String],
        reference: String?
    ) -> [UInt8] {
        switch form.content {
        case .form:
            let fields = FormText.fields(sample.body).map { field in
                let isReference = form.reference?.steps == [field.name]
                let value = (isReference ? reference : nil) ?? values[field.value] ?? field.value
                return "\(FormText.encoded(field.name))=\(FormText.encoded(value))"
            }
            return Array(fields.joined(separator: "&").utf8)
        case .json:
            guard let json = try? JSONValue(parsing: sample.body) else { return sample.body }
            let filled = json.replacingTexts(values)
            guard let reference, let pointer = form.reference else { return filled.utf8 }
            let steps = (form.list?.steps ?? []) + pointer.steps
            return filled.replacing(at: steps[...]) { _ in .string(reference) }.utf8
        }
    }

    /// - Throws: where the account lacks what a proof needs.
    fileprivate func proof(of account: SandboxAccount, isForged: Bool) throws(UnsentReport) -> ReportProof {
        func text(_ text: ChannelText, isForged: Bool) throws(UnsentReport) -> String {
            guard let value = text.text(of: account) else {
                let names = text.placeholders.map { "`\($0.value.name)`" }.joined(separator: " and ")
                throw UnsentReport(message: "the sandbox doesn't know \(names): give it credentials of this channel")
            }
            return isForged ? value + "0" : value
        }
        switch form.proof {
        case .reference: return .none
        case .token(let header, let value): return .header(name: header, value: try text(value, isForged: isForged))
        case .basic(let user, let password):
            guard let user = user.text(of: account) else { return .none }
            let pair = "\(user):\(try text(password, isForged: isForged))"
            return .header(name: "Authorization", value: "Basic " + Base64.encode(Array(pair.utf8)))
        case .code(let code): return .code(code, key: try text(code.key, isForged: isForged))
        case .embeddedCode(let code): return .embeddedCode(code, key: try text(code.key, isForged: isForged))
        case .standardWebhook(let proof):
            return .standardWebhook(proof, secret: try text(proof.secret, isForged: isForged))
        case .signature(let signature):
            let key = try text(signature.key, isForged: false)
            guard PrivateKeyText.p256Scalar(in: key) != nil else {
                throw UnsentReport(
                    message: "reports are signed with the private half of a P-256 key, in PEM: give it with credentials"
                )
            }
            return .signature(signature, key: key, isForged: isForged)
        }
    }

    /// By the setting that has it.
    fileprivate func secrets(shownBy request: SandboxRequest) -> [String: String] {
        let authorization = request.value(of: "authorization")
        func rest(after scheme: String) -> String? {
            authorization.flatMap { $0.hasPrefix(scheme + " ") ? String($0.dropFirst(scheme.count + 1)) : nil }
        }
        switch authentication {
        case .basic(let user, let password)?:
            guard let pair = rest(after: "Basic").flatMap({ Base64.decode($0) }) else { return [:] }
            let text = String(decoding: pair, as: UTF8.self)
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { return [:] }
            return user.secret(in: parts[0]).merging(password.secret(in: parts[1])) { $1 }
        case .bearer(let token)?: return rest(after: "Bearer").map { token.secret(in: $0) } ?? [:]
        case .header(let name, let value)?:
            return request.value(of: name.lowercased()).map { value.secret(in: $0) } ?? [:]
        default: return [:]
        }
    }
}

extension ChannelText {
    /// As an account has it; nil where it needs what the account lacks.
    fileprivate func text(of account: SandboxAccount) -> String? {
        var text = ""
        for segment in segments {
            switch segment {
            case .text(let literal): text += literal
            case .value(let placeholder) where placeholder.filters.isEmpty:
                switch placeholder.value {
                case .setting(let name):
                    guard let value = account.settings[name]?.string else { return nil }
                    text += value
                case .secret(let name):
                    guard let value = account.secrets[name] else { return nil }
                    text += value
                default: return nil
                }
            case .value: return nil
            }
        }
        return text
    }

    /// The secret of which a text was made; none where it has others beside it.
    fileprivate func secret(in written: String) -> [String: String] {
        guard placeholders.count == 1, let placeholder = placeholders.first, placeholder.filters.isEmpty,
            case .secret(let name) = placeholder.value, written.hasPrefix(beginning)
        else { return [:] }
        let isAtEnd = if case .value? = segments.last { true } else { false }
        return isAtEnd ? [name: String(written.dropFirst(beginning.count))] : [:]
    }
}

extension JSONValue {
    /// With other texts where whole texts are among these.
    fileprivate func replacingTexts(_ values: [String: String]) -> JSONValue {
        switch self {
        case .string(let text): .string(values[text] ?? text)
        case .array(let elements): .array(elements.map { $0.replacingTexts(values) })
        case .object(let object):
            .object(JSONObject(object.members.map { .init($0.name, $0.value.replacingTexts(values)) }))
        default: self
        }
    }
}
