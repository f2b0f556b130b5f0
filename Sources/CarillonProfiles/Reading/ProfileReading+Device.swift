extension ProfileReading {
    func device() -> DeviceSettings {
        var device = DeviceSettings()
        guard let node = root["device"] else { return device }
        device.rendersWords = node.flag("words") ?? false
        device.badge = node.made("badge") { .init(rawValue: $0) }
        device.tables = (node["tables"]?.members ?? []).map { member in
            DeviceSettings.Table(
                name: member.name,
                ignoresCase: member.value.flag("ignoreCase") ?? false,
                members: member.value.texts("members")
            )
        }
        device.fields = DeviceSettings.Field.all(in: node)
        return device
    }
}

extension DeviceSettings.Field {
    /// Those of `device` in `profile.json`, or of an event.
    static func all(in node: JSONNode?) -> [DeviceSettings.Field] {
        (node?["fields"]?.members ?? []).map { member in
            let finders = member.value.isObject ? [member.value] : member.value.elements
            return DeviceSettings.Field(name: member.name, finders: finders.map(DeviceSettings.Finder.init))
        }
    }
}

extension DeviceSettings.Finder {
    /// Keys that don't go together make ``incomplete``.
    fileprivate init(_ node: JSONNode) {
        let names = Set(node.members.map(\.name))
        if let field = node.text("shorten"), names.isSubset(of: ["shorten", "head", "tail"]) {
            self = .shorten(field: field, head: node.number("head") ?? 6, tail: node.number("tail") ?? 4)
        } else if let field = node.text("scale"), names == ["scale", "digits"], let digits = node["digits"] {
            if let number = digits.integer {
                self = .scale(field: field, digits: .fixed(number))
            } else if let lookup = DeviceSettings.Lookup(digits) {
                self = .scale(field: field, digits: .lookup(lookup))
            } else {
                self = .incomplete
            }
        } else if let lookup = DeviceSettings.Lookup(node),
            names.isSubset(of: ["lookup", "key", "member", "default"])
        {
            self = .lookup(lookup)
        } else {
            self = .incomplete
        }
    }
}

extension DeviceSettings.Lookup {
    fileprivate init?(_ node: JSONNode) {
        guard let table = node.text("lookup"), let key = node.text("key"), let member = node.text("member") else {
            return nil
        }
        self.init(
            table: table,
            key: key,
            member: member,
            fallback: node.made("default") { try? PlaceholderText($0) }
        )
    }
}
