import CarillonModel

extension ProfileReading {
    func inbox() -> InboxSettings? {
        guard let node = root["inbox"], let page = node.text("page"), TextShape.literalPath.isValid(page) else {
            return nil
        }
        var inbox = InboxSettings(page: page)
        inbox.bellHref = node.text("bellHref")
        inbox.order = node.made("order") { .init(rawValue: $0) } ?? inbox.order
        inbox.autoRead = node.made("autoRead") { .init(rawValue: $0) } ?? inbox.autoRead
        inbox.theme = (node["theme"]?.members ?? []).compactMap { member in
            guard let property = InboxThemeProperty(rawValue: member.name), let value = member.value.string,
                property.shape.isValid(value)
            else { return nil }
            return .init(member.name, value)
        }
        inbox.imageOrigins = node.texts("imageOrigins").filter(TextShape.origin.isValid)
        return inbox
    }
}
