import CarillonChannels
import CarillonModel
import CarillonPluginKit

extension Field {
    init(_ member: JSONMember) {
        let node = member.value
        let range = node["range"]?.elements.compactMap(\.integer) ?? []
        let kind: Kind =
            switch node.text("type") {
            case "integer":
                .integer(
                    range.count == 2 && range[0] <= range[1] ? range[0]...range[1] : Int(Int32.min)...Int(Int32.max)
                )
            case "boolean": .boolean
            case "choice": .choice(node.texts("values"))
            case "url", "server": .url
            case "email": .email
            case "secret", "secretUrl": .secret
            default: .text
            }
        self.init(
            member.name,
            kind,
            isRequired: node.flag("required") ?? false,
            default: node["default"]?.value,
            form: node.text("type") == "secretUrl"
                ? .url(example: node.text("sample") ?? "https://example.com/") : .token,
            description: node.text("description") ?? "",
            example: node["example"]?.value ?? .null
        )
    }

    /// The same, with the form of a key where it is one.
    func formed(as form: SecretForm?) -> Field {
        guard let form, kind == .secret else { return self }
        return Field(
            name,
            kind,
            isRequired: isRequired,
            default: defaultValue,
            form: form,
            description: description,
            example: example
        )
    }
}

extension Field.Kind {
    var filterKind: ChannelFilter.Kind {
        switch self {
        case .integer: .number
        case .boolean: .boolean
        case .text, .choice, .url, .email, .secret: .text
        }
    }
}

extension Slot {
    init(_ member: JSONMember) {
        let node = member.value
        self.init(
            member.name,
            isRequired: node.flag("required") ?? false,
            isHTML: node.flag("html") ?? false,
            isMultiline: node.flag("multiline") ?? false,
            isSealed: node.flag("sealed") ?? false,
            description: node.text("description") ?? ""
        )
    }
}

extension TextLimit {
    init?(_ node: JSONNode) {
        guard let most = node.number("max") else { return nil }
        self.init(most, node.made("unit") { Unit(rawValue: $0) } ?? .chars)
    }
}
