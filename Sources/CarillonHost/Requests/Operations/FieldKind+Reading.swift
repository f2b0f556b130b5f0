import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationField {
    /// The field's value; nil where it isn't there, or where `reader` has a fault of it.
    func read(in reader: inout BodyReader, _ context: FieldContext) -> FieldValue? {
        if isNullable {
            if reader.isNull(name) { return .null }
            // A token that is taken back may be written so.
            if kind == .deviceToken, reader.isEmptyText(name) { return .null }
        }
        return kind.read(name, in: &reader, context)
    }
}

extension FieldKind {
    /// Reads values of each kind, and describes the faults of invalid ones.
    fileprivate func read(_ name: String, in reader: inout BodyReader, _ context: FieldContext) -> FieldValue? {
        switch self {
        case .text(let most), .id(let most): reader.text(name, limit: most).map { .text($0) }
        case .label(let most): reader.label(name, limit: most).map { .text($0) }
        case .notificationID, .deliveryID: reader.text(name, limit: Self.longestWord).map { .text($0) }
        case .deviceToken: reader.text(name, limit: Self.longestToken).map { .text($0) }
        case .choice(let values): Self.choice(name, of: values, in: &reader)
        case .named(let list): list.read(name, in: &reader, context)
        case .categories: Self.categories(name, of: context.profile, in: &reader)
        case .locale: Self.fact(name, in: &reader) { UserAttributes(locale: $0) }
        case .timeZone: Self.fact(name, in: &reader) { UserAttributes(timeZone: $0) }
        case .email: Self.fact(name, in: &reader) { UserAttributes(email: $0) }
        case .phone: Self.fact(name, in: &reader) { UserAttributes(phone: $0) }
        case .cursor: Self.cursor(name, in: &reader) { Cursor($0) != nil }
        case .feedCursor: Self.cursor(name, in: &reader) { FeedCursor($0) != nil }
        case .integer(let range): reader.integer(name, range).map { .integer($0) }
        case .pageSize(let size): reader.integer(name, 1...Int.max).map { .integer(min($0, size.most)) }
        case .boolean: reader.boolean(name).map { .boolean($0) }
        case .instant: reader.instant(name).map { .instant($0) }
        case .deepLink: Self.link(name, by: context.profile.deepLinks, in: &reader)
        case .pictureURL: Self.picture(name, in: &reader)
        case .rate:
            Self.text(name, in: &reader, "must be a number in a time, such as 100/1s or 5000/1m") {
                RateLimit($0) != nil
            }
        case .channel:
            Self.text(name, limit: Self.longestName, in: &reader, "must be \(ChannelID.shape)") {
                ChannelID($0) != nil
            }
        case .list(of: .object(let fields), let most): Self.objects(name, fields, most, in: &reader, context)
        case .list(of: .named(.eventType), let most): Self.events(name, most, of: context.profile, in: &reader)
        case .list(_, let most): Self.texts(name, most, in: &reader).map { .texts($0) }
        // Their facts are read with the event.
        case .recipients: Self.texts(name, Self.mostIDs, in: &reader).map { .texts($0) }
        case .object(let fields): Self.object(name, fields, in: &reader, context)
        case .payload, .openObject: reader.object(name).map { .open($0) }
        }
    }

    private static func text(
        _ name: String,
        limit: Int = longestWord,
        in reader: inout BodyReader,
        _ message: String,
        where isOne: (String) -> Bool
    ) -> FieldValue? {
        guard let text = reader.text(name, limit: limit) else { return nil }
        return isOne(text) ? .text(text) : reader.fault(name, .badFormat, message)
    }

    private static func choice(_ name: String, of values: [String], in reader: inout BodyReader) -> FieldValue? {
        guard let text = reader.text(name, limit: longestWord) else { return nil }
        return values.contains(text)
            ? .text(text) : reader.fault(name, .notAllowed, "must be one of \(values.joined(separator: ", "))")
    }

    /// The fault of an invalid user id, in whichever field it is.
    private static func fact(
        _ name: String,
        in reader: inout BodyReader,
        _ attributes: (String) -> UserAttributes
    ) -> FieldValue? {
        guard let text = reader.text(name, limit: longestWord) else { return nil }
        guard let fault = attributes(text).faults(at: "").first else { return .text(text) }
        return reader.fault(name, fault.code, fault.message)
    }

    private static func cursor(
        _ name: String,
        in reader: inout BodyReader,
        where isOne: (String) -> Bool
    ) -> FieldValue? {
        text(name, limit: longestName, in: &reader, "must be a nextCursor of an earlier page", where: isOne)
    }

    private static func link(_ name: String, by links: DeepLinks, in reader: inout BodyReader) -> FieldValue? {
        guard let text = reader.text(name, limit: longestURL) else { return nil }
        do throws(DeepLinkFault) {
            return .link(try MessageLink(checking: text, by: links))
        } catch {
            return reader.fault(name, .badLink, error.description)
        }
    }

    private static func picture(_ name: String, in reader: inout BodyReader) -> FieldValue? {
        guard let text = reader.text(name, limit: longestURL) else { return nil }
        guard let url = PictureAddress.normalised(text) else {
            return reader.fault(name, .badFormat, "must be an https URL")
        }
        return .text(url)
    }
}

/// Lists and objects.
extension FieldKind {
    private static func texts(_ name: String, _ most: Int, in reader: inout BodyReader) -> [String]? {
        guard reader.value(name) != nil else { return nil }
        return reader.texts(name, limit: most)
    }

    /// The ids of event types, each once, however they are called.
    private static func events(
        _ name: String,
        _ most: Int,
        of profile: TenantProfile,
        in reader: inout BodyReader
    ) -> FieldValue? {
        guard let names = texts(name, most, in: &reader) else { return nil }
        var ids: [String] = []
        for (index, event) in names.map(profile.event(named:)).enumerated() {
            guard let id = event?.id.rawValue else {
                let reason = "is no event type of this tenant"
                reader.add([.init(pointer: "/\(name)/\(index)", code: .unknownEvent, message: reason)])
                continue
            }
            if !ids.contains(id) { ids.append(id) }
        }
        return reader.hasFault(at: name) ? nil : .texts(ids)
    }

    /// A list, or a text with commas between its elements.
    private static func categories(
        _ name: String,
        of profile: TenantProfile,
        in reader: inout BodyReader
    ) -> FieldValue? {
        guard let value = reader.value(name) else { return nil }
        let names =
            value.array == nil
            ? reader.text(name, limit: longestWord)?.split(separator: ",").map(String.init)
            : reader.texts(name, limit: mostIDs)
        guard let names, names.contains(where: { profile.category($0) == nil }) else { return names.map { .texts($0) } }
        let list = profile.categories.map(\.id).joined(separator: ", ")
        return reader.fault(name, .notAllowed, "must be some of \(list)")
    }

    private static func object(
        _ name: String,
        _ fields: [OperationField],
        in reader: inout BodyReader,
        _ context: FieldContext
    ) -> FieldValue? {
        guard let object = reader.object(name) else { return nil }
        let reading = FieldReading(object, fields, context)
        reader.add(reading.faults.map { $0.within("/\(name)") })
        return .object(reading)
    }

    private static func objects(
        _ name: String,
        _ fields: [OperationField],
        _ most: Int,
        in reader: inout BodyReader,
        _ context: FieldContext
    ) -> FieldValue? {
        guard let value = reader.value(name) else { return nil }
        guard let elements = value.array, elements.count <= most else {
            return reader.fault(name, .wrongType, "must be an array of at most \(most)")
        }
        var readings: [FieldReading] = []
        for (index, element) in elements.enumerated() {
            let place = "/\(name)/\(index)"
            guard let object = element.object else {
                reader.add([.init(pointer: place, code: .wrongType, message: "must be an object")])
                continue
            }
            let reading = FieldReading(object, fields, context)
            reader.add(reading.faults.map { $0.within(place) })
            readings.append(reading)
        }
        return .objects(readings)
    }
}

extension FieldKind.ProfileName {
    /// Event types may be ones of later: what is sent is held to the profile where it is accepted.
    fileprivate func read(_ name: String, in reader: inout BodyReader, _ context: FieldContext) -> FieldValue? {
        let limit = self == .role ? FieldKind.longestRole : FieldKind.longestWord
        guard let text = reader.text(name, limit: limit) else { return nil }
        guard let names = names(in: context), !names.contains(text) else { return .text(text) }
        return reader.fault(name, .notAllowed, "must be one of \(names.joined(separator: ", "))")
    }

    /// Nil where there may be any.
    private func names(in context: FieldContext) -> [String]? {
        switch self {
        case .eventType: nil
        case .category: context.profile.categories.map(\.id)
        case .role: context.profile.subscriptions.roles.isEmpty ? nil : context.profile.subscriptions.roles
        case .devicePlugin: context.devicePlugins.map(\.id.rawValue)
        }
    }
}

extension FieldContext {
    /// The plugins of the profile that reach device tokens, by name.
    var devicePlugins: [ChannelDescriptor] {
        Set(profile.channels.map(\.plugin)).sorted { $0.rawValue < $1.rawValue }
            .compactMap { registry[$0]?.descriptor }
            .filter { descriptor in
                if case .deviceToken = descriptor.address { true } else { false }
            }
    }
}
