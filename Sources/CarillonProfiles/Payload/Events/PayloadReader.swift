public import CarillonModel

/// Reads a payload by an event's fields: returns typed values, or all faults.
///
/// It has no side effects.
public struct PayloadReader: Sendable {
    private let fields: [PayloadField]
    private let locales: Locales
    private let stripsTags: Bool
    private let reserved: ReservedDataNames

    /// - Parameters:
    ///   - fields: an event's payload fields.
    ///   - locales: the languages that localized texts may have.
    ///   - stripsTags: whether markup and control characters are removed from texts instead of being refused.
    ///   - reserved: names that maps must not have.
    public init(
        _ fields: [PayloadField],
        locales: Locales,
        stripsTags: Bool = false,
        reserved: ReservedDataNames = ReservedDataNames()
    ) {
        self.fields = fields
        self.locales = locales
        self.stripsTags = stripsTags
        self.reserved = reserved
    }

    /// Reads payloads of senders.
    public init(_ event: EventType, of profile: TenantProfile) {
        self.init(
            event.payload,
            locales: profile.locales,
            stripsTags: profile.policies.stripsTags,
            reserved: ReservedDataNames(of: event, in: profile)
        )
    }

    /// A reader of other fields with the same options.
    func reading(_ fields: [PayloadField]) -> PayloadReader {
        PayloadReader(fields, locales: locales, stripsTags: stripsTags, reserved: reserved)
    }

    /// - Parameters:
    ///   - json: the sender's JSON.
    ///   - pointer: its place in the request, such as `/data`.
    /// - Returns: a value for every field that is present.
    /// - Throws: all faults at once.
    public func read(_ json: JSONValue, at pointer: String = "") throws(Faults) -> Payload {
        guard case .object(let object) = json else {
            throw Faults([.wrongType(pointer, wanted: "an object", got: json)])
        }
        var faults: [Fault] = []
        var payload = Payload()
        payload.values.reserveCapacity(fields.count)
        for field in fields {
            let place = JSONPlace(parent: pointer, step: field.name)
            let brought = object[field.name].flatMap { $0.isNull ? nil : $0 }
            guard let value = brought ?? field.defaultValue else {
                if !field.isOptional { faults.append(.missing(place.pointer)) }
                continue
            }
            payload.values[field.name] = read(value, as: field.type, at: place, into: &faults)
        }
        for member in object.members where !fields.contains(where: { $0.name == member.name }) {
            faults.append(.unknownField(pointer + JSONPointer.step(member.name), known: fields.map(\.name)))
        }
        guard faults.isEmpty else { throw Faults(faults) }
        return payload
    }

    /// The first fault for which a value of one of the event's fields would be refused.
    public func fault(in json: JSONValue, as field: PayloadField) -> Fault? {
        do {
            _ = try reading([field]).read(.object(JSONObject([.init(field.name, json)])))
            return nil
        } catch {
            return error.faults.first
        }
    }

    /// Reads one value; returns nil after adding at least one fault.
    private func read(
        _ json: JSONValue,
        as type: PayloadType,
        at place: JSONPlace,
        into faults: inout [Fault]
    ) -> PayloadValue? {
        do {
            switch type {
            case .list(let element, let limit):
                return try list(json, of: element, limit: limit, at: place.pointer, into: &faults)
            case .map(let length, let count):
                return try map(json, length: length, count: count, at: place.pointer, into: &faults)
            case .localizedText(let limit):
                return try localized(json, limit: limit, at: place.pointer, into: &faults)
            default: return try ScalarReader(place: place, stripsTags: stripsTags).read(json, as: type)
            }
        } catch {
            faults.append(error)
            return nil
        }
    }

    private func list(
        _ json: JSONValue,
        of type: PayloadType,
        limit: Int,
        at pointer: String,
        into faults: inout [Fault]
    ) throws(Fault) -> PayloadValue {
        guard case .array(let elements) = json else { throw .wrongType(pointer, wanted: "an array", got: json) }
        guard elements.count <= limit else { throw .tooMany(pointer, count: elements.count, limit: limit) }
        var values: [PayloadValue] = []
        for (index, element) in elements.enumerated() {
            let place = JSONPlace(parent: pointer, step: String(index))
            if let value = read(element, as: type, at: place, into: &faults) { values.append(value) }
        }
        return .list(values)
    }

    private func map(
        _ json: JSONValue,
        length: Int,
        count: Int,
        at pointer: String,
        into faults: inout [Fault]
    ) throws(Fault) -> PayloadValue {
        guard case .object(let object) = json else {
            throw .wrongType(pointer, wanted: "an object with a text for each name", got: json)
        }
        guard object.members.count <= count else {
            throw .tooMany(pointer, count: object.members.count, limit: count)
        }
        var texts: [String: String] = [:]
        for member in object.members {
            let place = JSONPlace(parent: pointer, step: member.name)
            guard ReservedDataNames.isName(member.name) else {
                faults.append(.badName(place.pointer))
                continue
            }
            guard !reserved.contains(member.name) else {
                faults.append(.reservedName(place.pointer))
                continue
            }
            if case .text(let text)? = read(member.value, as: .text(maxLength: length), at: place, into: &faults) {
                texts[member.name] = text
            }
        }
        return .map(texts)
    }

    private func localized(
        _ json: JSONValue,
        limit: Int,
        at pointer: String,
        into faults: inout [Fault]
    ) throws(Fault) -> PayloadValue {
        guard case .object(let object) = json else {
            throw .wrongType(pointer, wanted: "an object with a text for each language", got: json)
        }
        guard !object.isEmpty else { throw .badFormat(pointer, wanted: "words in at least one language") }
        var translations: [LocaleTag: String] = [:]
        for member in object.members {
            let place = JSONPlace(parent: pointer, step: member.name)
            guard let tag = supported(member.name) else {
                faults.append(.unsupportedLanguage(place.pointer, member.name, locales.supported))
                continue
            }
            if case .text(let text)? = read(member.value, as: .text(maxLength: limit), at: place, into: &faults) {
                guard !text.isBlank else {
                    faults.append(.badFormat(place.pointer, wanted: "words"))
                    continue
                }
                translations[tag] = text
            }
        }
        return .localizedText(LocalizedText(byLocale: translations))
    }

    /// The tenant's language with that name, compared without case.
    private func supported(_ name: String) -> LocaleTag? {
        if let tag = locales.supported.first(where: { $0.rawValue == name }) { return tag }
        return LocaleTag(name).flatMap { locales.supported.contains($0) ? $0 : nil }
    }
}
