import CarillonChannels
import CarillonModel

/// `wire`.
extension ChannelFileReader {
    func wire() -> WireForm? {
        guard let node = file.root["wire"], let method = node.made("method", { RequestMethod(rawValue: $0) }),
            let path = node.made("path", { LinearPattern($0) })
        else { return nil }
        let members = node["json"] ?? node["form"]
        let request = file.root["request"]
        return WireForm(
            method: method,
            path: path,
            hasSecretPath: node.flag("secretPath") ?? false,
            authentication: node.text("auth"),
            query: Self.members(node["query"]),
            content: node["json"] != nil
                ? .json : node["form"] != nil ? .form : request?["text"] != nil ? .text : WireForm.Content.none,
            members: Self.members(members),
            batch: node["batch"].flatMap { WireForm.Batch($0) }
        )
    }

    fileprivate static func members(_ node: JSONNode?) -> [String: WireForm.Member] {
        Dictionary((node?.members ?? []).map { ($0.name, WireForm.Member($0.value)) }) { first, _ in first }
    }
}

extension WireForm.Batch {
    fileprivate init?(_ node: JSONNode) {
        guard let request = node.made("request", { AnswerPointer($0) }),
            let answer = node.made("answer", { AnswerPointer($0) }), let most = node.number("max")
        else { return nil }
        self.init(request: request, answer: answer, most: most)
    }
}

extension WireForm {
    /// Of a request for a receipt.
    init?(question node: JSONNode, like wire: WireForm) {
        guard let method = node.made("method", { RequestMethod(rawValue: $0) }),
            let path = node.made("path", { LinearPattern($0) })
        else { return nil }
        self.init(
            method: method,
            path: path,
            hasSecretPath: wire.hasSecretPath,
            authentication: wire.authentication,
            query: ChannelFileReader.members(node["query"]),
            content: .none,
            members: [:]
        )
    }
}

extension WireForm.Member {
    fileprivate init(_ node: JSONNode) {
        let range = node["range"]?.elements.compactMap(\.integer) ?? []
        self.init(
            type: node.made("type") { WireForm.ValueType(rawValue: $0) },
            isRequired: node.flag("required") ?? false,
            limit: TextLimit(node),
            pattern: node.made("pattern") { LinearPattern($0) },
            values: node["values"]?.elements.compactMap(\.value) ?? [],
            range: range.count == 2 && range[0] <= range[1] ? range[0]...range[1] : nil,
            isSecret: node.flag("secret") ?? false,
            isOpen: node.flag("open") ?? false,
            isCallback: node.flag("callback") ?? false
        )
    }
}
