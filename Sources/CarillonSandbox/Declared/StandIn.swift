import CarillonChannels
import CarillonModel
import CarillonPluginKit

/// The provider that a channel file describes: it demands what `wire` says, and answers with the file's samples.
///
/// It never looks at the file's `request`: a misspelt name would agree with itself.
struct StandIn: Sendable {
    /// The channel's id.
    let name: String
    private let hosts: Set<String>
    private let url: String
    let wire: WireForm
    /// Nil where the provider reports nothing by itself.
    let callbacks: StandInCallbacks?
    /// The receipt and the address of the samples.
    private(set) var sampleReceipt: String?
    let sampleAddress: String?
    /// Whose messages it takes, as far as that is known.
    let accounts: [SandboxAccount]
    private let answers: AnswerTable
    private let samples: [ChannelSamples.Answer]
    private let limit: Int
    private let addresses: AddressPlaces
    private let accepted: ChannelSamples.Answer?
    /// The path at which it grants accounts their tokens; nil where it grants none.
    private let tokenPath: String?
    /// What it demands of who asks for a receipt, and what it answers; nil where it can't be asked.
    private let poll: (wire: WireForm, answer: EgressResponse)?

    init(_ channel: DeclaredChannel, accounts: [SandboxAccount] = []) {
        let origins = channel.descriptor.origins
        name = channel.descriptor.id.rawValue
        hosts = Set(origins.compactMap { WebOrigin(url: $0)?.host })
        url = origins.first { WebOrigin(url: $0) != nil } ?? "https://provider.invalid"
        wire = channel.wire
        answers = channel.answers
        samples = channel.samples.answers
        limit = channel.descriptor.sizeLimit ?? DeclaredChannel.usualLimit
        addresses = AddressPlaces(of: channel)
        accepted = samples.first { $0.verdict == .accepted }
        callbacks = StandInCallbacks(channel)
        sampleAddress = channel.address.samples.first.map { channel.address.canonical($0) }
        self.accounts = accounts
        if case .grantedToken(let grant)? = channel.authentication, let (_, rest) = WebOrigin.split(grant.url) {
            tokenPath = String(rest.prefix { $0 != "?" })
        } else {
            tokenPath = nil
        }
        let polls = channel.samples.polls
        let answer = polls.first { $0.verdict == .accepted } ?? polls.first
        poll = channel.poll.flatMap { poll in answer.map { (poll.wire, $0.response) } }
        sampleReceipt = accepted.flatMap { receipt(in: SandboxResponse($0.response)) }
    }

    /// What rules can have it answer: the samples of answers that accept nothing, by name.
    var errors: [String] { samples.filter { $0.verdict != .accepted }.map(\.name) }

    /// Whether the request names one of the provider's hosts.
    func isAtHost(of request: SandboxRequest) -> Bool {
        hosts.contains(String(request.host.lowercased().prefix { $0 != ":" }))
    }

    /// Whether the path is one of the provider's.
    func isMeant(_ request: SandboxRequest) -> Bool {
        wire.path.matches(request.path) || poll?.wire.path.matches(request.path) == true
    }

    /// Whether the request asks for an account's token.
    ///
    /// Source: RFC 6749, section 4.4, and RFC 7523, section 2.1.
    func grants(_ request: SandboxRequest) -> Bool {
        request.method == "POST" && request.path == tokenPath
            && FormText.fields(request.body).contains { $0.name == "grant_type" }
    }

    /// What became of a message: every one was delivered, where a sample says so; nil where the request asks for none.
    func receipt(_ request: SandboxRequest) -> SandboxResponse? {
        guard let poll, let sent = sent(request), request.method == poll.wire.method.rawValue,
            poll.wire.path.matches(request.path)
        else { return nil }
        let faults = poll.wire.authenticationFaults(sent)
        guard faults.isEmpty else { return answer(to: Refusal(kind: .unauthenticated, faults: faults)) }
        let others = poll.wire.faults(in: sent)
        guard others.isEmpty else { return answer(to: Refusal(kind: .malformed, faults: others)) }
        return SandboxResponse(poll.answer)
    }

    /// As the provider gets it.
    func sent(_ request: SandboxRequest) -> EgressRequest? {
        guard let method = RequestMethod(rawValue: request.method) else { return nil }
        return EgressRequest(
            method,
            request.query.isEmpty ? url + request.path : "\(url)\(request.path)?\(request.query)",
            headers: request.headers.map { EgressRequest.Header($0.name, $0.value) },
            body: request.body
        )
    }

    func address(in request: SandboxRequest) -> String { addresses.address(in: request) }
}

/// Requests with several messages, which are taken as so many with one.
extension StandIn {
    /// A request for each of its messages; itself where it has one.
    func messages(of request: SandboxRequest) -> [SandboxRequest] {
        guard let batch = wire.batch, let json = try? JSONValue(parsing: request.body) else { return [request] }
        let list = batch.request.steps.dropLast()
        guard let elements = json.list(at: list), elements.count > 1 else { return [request] }
        return elements.map { element in
            var part = request
            part.body = json.withList([element], at: list).utf8
            return part
        }
    }

    /// Whether an answer says something of one message, and not of its whole request.
    func hasElement(_ response: SandboxResponse) -> Bool {
        guard let batch = wire.batch else { return false }
        return (try? JSONValue(parsing: response.body))?.list(at: batch.answer.steps.dropLast())?.isEmpty == false
    }

    /// One answer for all messages of a request, of those for each.
    ///
    /// - Parameter answers: at least one; each has an element.
    func combined(_ answers: [SandboxResponse]) -> SandboxResponse {
        var whole = answers[0]
        guard let batch = wire.batch, let json = try? JSONValue(parsing: whole.body) else { return whole }
        let list = batch.answer.steps.dropLast()
        let elements = answers.compactMap { (try? JSONValue(parsing: $0.body))?.list(at: list)?.first }
        whole.body = json.withList(elements, at: list).utf8
        return whole
    }
}

extension StandIn {
    /// Why the provider doesn't take a request.
    struct Refusal: Sendable {
        enum Kind: Sendable {
            case unauthenticated
            case tooLarge
            case malformed
        }

        let kind: Kind
        /// A clause for each fault.
        let faults: [String]
    }

    /// Nil where the provider takes the request.
    func refusal(of request: SandboxRequest) -> Refusal? {
        guard let sent = sent(request) else {
            return Refusal(kind: .malformed, faults: ["the method is \(request.method)"])
        }
        let unauthenticated = wire.authenticationFaults(sent)
        guard unauthenticated.isEmpty else { return Refusal(kind: .unauthenticated, faults: unauthenticated) }
        guard request.body.count <= limit else {
            return Refusal(kind: .tooLarge, faults: ["the body has \(request.body.count) bytes, more than \(limit)"])
        }
        let faults = mediaTypeFaults(request) + wire.faults(in: sent)
        guard !faults.isEmpty else { return nil }
        return Refusal(kind: wire.exceedsLimits(sent) ? .tooLarge : .malformed, faults: faults)
    }

    private func mediaTypeFaults(_ request: SandboxRequest) -> [String] {
        let expected: String
        switch wire.content {
        case .json: expected = "application/json"
        case .form: expected = "application/x-www-form-urlencoded"
        case .text, .none: return []
        }
        return request.mediaType == expected ? [] : ["the content type isn't \(expected)"]
    }

    /// The file's sample that says what is wrong, as nearly as the file has one.
    func answer(to refusal: Refusal) -> SandboxResponse {
        let found =
            switch refusal.kind {
            case .unauthenticated: unauthenticatedAnswer
            case .tooLarge: samples.first { $0.verdict == .tooLarge } ?? malformedAnswer
            case .malformed: malformedAnswer
            }
        return found.map { SandboxResponse($0.response) } ?? usual(refusal)
    }

    /// About the provider, and not about one address; best with a status that says so.
    private var unauthenticatedAnswer: ChannelSamples.Answer? {
        let candidates = samples.filter { sample in
            sample.verdict == .misconfigured
                && rule(of: sample)?.subject != .address
        }
        return candidates.first { $0.response.status == 401 } ?? candidates.first { $0.response.status == 403 }
            ?? candidates.first
    }

    /// Best one that no rule knows: those that rules know are often about the recipient.
    private var malformedAnswer: ChannelSamples.Answer? {
        let candidates = samples.filter { $0.verdict == .refused }
        return candidates.first { rule(of: $0) == nil } ?? candidates.first
    }

    private func rule(of sample: ChannelSamples.Answer) -> AnswerTable.Rule? {
        let read = verdict(of: sample.response)
        return read.rule.flatMap { read.isOfElement ? answers.elements?.rules[$0] : answers.rules[$0] }
    }

    private func usual(_ refusal: Refusal) -> SandboxResponse {
        let status =
            switch refusal.kind {
            case .unauthenticated: 401
            case .tooLarge: 413
            case .malformed: 400
            }
        return .json(status, ["error": .string(refusal.faults.joined(separator: "; "))])
    }

    /// The sample of this name, as a rule orders it.
    func answer(to error: ScriptedError) -> SandboxResponse {
        var response = samples.first { $0.name == error.code }.map { SandboxResponse($0.response) }
        if let seconds = error.retryAfter {
            response?.headers.removeAll { $0.isNamed("retry-after") }
            response?.headers.append(.init("retry-after", "\(seconds)"))
        }
        return response ?? SandboxResponse(status: 400)
    }

    /// The answer that accepts a message, with a receipt of its own where that can be: the sample's, counted on.
    func acceptance(number: Int) -> SandboxResponse {
        guard let accepted else { return .json(200, .object(JSONObject())) }
        guard let place = receiptPlace(in: accepted),
            let counted = accepted.response.counting(to: number, at: place),
            verdict(of: counted).verdict == .accepted
        else { return SandboxResponse(accepted.response) }
        return SandboxResponse(counted)
    }

    /// What the provider calls a message in an answer that accepts it.
    func receipt(in response: SandboxResponse) -> String? {
        switch accepted.flatMap({ receiptPlace(in: $0) }) {
        case .header(let name)?: return response.headers.first { $0.isNamed(name.lowercased()) }?.value
        case .json(let pointer)?:
            return (try? JSONValue(parsing: response.body))?.value(at: pointer.steps[...])?.string
        case .text?, nil: return nil
        }
    }

    /// In the whole answer.
    private func receiptPlace(in sample: ChannelSamples.Answer) -> AnswerPlace? {
        guard let place = rule(of: sample)?.receipt else { return nil }
        guard verdict(of: sample.response).isOfElement, let elements = answers.elements,
            case .json(let pointer) = place
        else { return place }
        return AnswerPlace("\(elements.place)\(pointer)")
    }

    /// Of one message.
    private func verdict(of response: EgressResponse) -> ReadVerdict {
        let read = answers.verdict(
            ofBatch: response,
            count: 1,
            hiding: { _ in [] },
            provider: name,
            limit: limit,
            at: DeclaredChannel.sampleTime
        )
        return switch read {
        case .whole(let verdict): verdict
        case .each(let verdicts): verdicts[0]
        }
    }
}

extension SandboxResponse {
    fileprivate init(_ response: EgressResponse) {
        var headers = response.headers.map { SandboxRequest.Header($0.name, $0.value) }
        if !response.body.isEmpty, !headers.contains(where: { $0.isNamed("content-type") }) {
            let isJSON = (try? JSONValue(parsing: response.body)) != nil
            headers.append(.init("content-type", isJSON ? "application/json" : "text/plain; charset=utf-8"))
        }
        self.init(status: response.status, headers: headers, body: response.body)
    }
}

extension EgressResponse {
    /// With another receipt, of the same form.
    fileprivate func counting(to number: Int, at place: AnswerPlace) -> EgressResponse? {
        var copy = self
        switch place {
        case .text: return nil
        case .header(let name):
            guard let index = headers.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) else {
                return nil
            }
            copy.headers[index].value = headers[index].value.counted(by: number)
        case .json(let pointer):
            guard let json = try? JSONValue(parsing: body) else { return nil }
            copy.body =
                json.replacing(at: pointer.steps[...]) { value in
                    if let text = value.string { return .string(text.counted(by: number)) }
                    return value.wholeNumber.map { JSONValue(Int($0) + number) } ?? value
                }.utf8
        }
        return copy
    }
}

extension JSONValue {
    fileprivate func list(at steps: ArraySlice<String>) -> [JSONValue]? {
        steps.reduce(self as JSONValue?) { $0?[$1] }?.array
    }

    /// What is there; of a list that is meant as a whole, the first.
    fileprivate func value(at steps: ArraySlice<String>) -> JSONValue? {
        guard let step = steps.first else { return self }
        guard let elements = array else { return self[step]?.value(at: steps.dropFirst()) }
        guard let index = step == "*" ? 0 : Int(step), elements.indices.contains(index) else { return nil }
        return elements[index].value(at: steps.dropFirst())
    }

    fileprivate func withList(_ elements: [JSONValue], at steps: ArraySlice<String>) -> JSONValue {
        replacing(at: steps) { _ in .array(elements) }
    }

    func replacing(at steps: ArraySlice<String>, _ new: (JSONValue) -> JSONValue) -> JSONValue {
        guard let step = steps.first else { return new(self) }
        switch self {
        case .object(var object):
            object[step] = object[step].map { $0.replacing(at: steps.dropFirst(), new) }
            return .object(object)
        case .array(var elements):
            guard let index = step == "*" ? 0 : Int(step), elements.indices.contains(index) else { return self }
            elements[index] = elements[index].replacing(at: steps.dropFirst(), new)
            return .array(elements)
        default: return self
        }
    }
}

extension String {
    /// The same text with its digits counted on, the last one first.
    fileprivate func counted(by number: Int) -> String {
        var bytes = Array(utf8)
        var carry = number
        for index in bytes.indices.reversed() where (48...57).contains(bytes[index]) {
            let sum = Int(bytes[index] - 48) + carry % 10
            carry = carry / 10 + sum / 10
            bytes[index] = 48 + UInt8(sum % 10)
            if carry == 0 { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
