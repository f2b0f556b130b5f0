import CarillonChannels
import CarillonModel
import CarillonPluginKit

/// `samples`.
extension ChannelFileReader {
    func samples() -> ChannelSamples {
        let node = file.root["samples"]
        let requests = (node?["requests"]?.members ?? []).map { ChannelSamples.Request($0) }
        let answers = (node?["answers"]?.members ?? []).compactMap { ChannelSamples.Answer($0) }
        let callbacks = (node?["callbacks"]?.members ?? []).map { ChannelSamples.Callback($0) }
        let polls = (node?["polls"]?.members ?? []).compactMap { ChannelSamples.Poll($0) }
        return ChannelSamples(requests: requests, answers: answers, callbacks: callbacks, polls: polls)
    }
}

extension ChannelSamples.Request {
    fileprivate init(_ member: JSONMember) {
        let node = member.value
        let slots = (node["slots"]?.members ?? []).compactMap { slot in slot.value.string.map { (slot.name, $0) } }
        let settings = (node["settings"]?.value?.object?.members ?? []).map { ($0.name, $0.value) }
        self.init(
            name: member.name,
            slots: Dictionary(slots) { first, _ in first },
            address: node.text("address"),
            priority: node.made("priority") { Priority(rawValue: $0) } ?? .normal,
            link: node.text("link").map { MessageLink(web: $0) },
            data: node["data"]?.value?.object ?? JSONObject(),
            settings: Dictionary(settings) { first, _ in first },
            golden: node["golden"]?.value ?? .null
        )
    }
}

extension ChannelSamples.Answer {
    fileprivate init?(_ member: JSONMember) {
        let node = member.value
        let written = node.text("is").map { [$0] } ?? node.texts("is")
        let verdicts = written.compactMap { AnswerTable.Verdict(rawValue: $0) }
        guard let response = EgressResponse(node), !verdicts.isEmpty, verdicts.count == written.count else {
            return nil
        }
        self.init(name: member.name, response: response, verdicts: verdicts)
    }
}

extension ChannelSamples.Poll {
    fileprivate init?(_ member: JSONMember) {
        guard let response = EgressResponse(member.value) else { return nil }
        let verdict = member.value.made("is") { AnswerTable.Verdict(rawValue: $0) }
        self.init(name: member.name, response: response, verdict: verdict)
    }
}

extension EgressResponse {
    fileprivate init?(_ node: JSONNode) {
        guard let status = node.number("status") else { return nil }
        let headers = (node["headers"]?.members ?? []).compactMap { header in
            header.value.string.map { EgressRequest.Header(header.name, $0) }
        }
        let body = node["body"]?.string.map { Array($0.utf8) } ?? node["body"]?.value?.utf8 ?? []
        self.init(status: status, headers: headers, body: body)
    }
}

extension ChannelSamples.Callback {
    fileprivate init(_ member: JSONMember) {
        let node = member.value
        let written = node.text("is").map { [$0] } ?? node.texts("is")
        self.init(
            name: member.name,
            body: node["body"]?.string.map { Array($0.utf8) } ?? node["body"]?.value?.utf8 ?? [],
            verdicts: written.map { AnswerTable.Verdict(rawValue: $0) }
        )
    }
}
