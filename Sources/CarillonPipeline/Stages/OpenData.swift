import CarillonModel
import CarillonProfiles

/// What a sender hands through to the app under names of its own: of an event the map that goes into its `data`, of a send its
/// `data`.
///
/// It leads nobody out of the tenant's app, and doesn't contradict the event's type.
struct OpenData {
    /// The links in it, and the places that it names, each searched for once.
    let findings: [(pointer: String, finding: DataLinks.Finding)]
    private let overrides: JSONObject
    private let type: EventType

    init(of event: Event, as type: EventType, _ payload: Payload, _ links: DataLinks) {
        self.type = type
        // A campaign adds nothing but its own id and name.
        overrides = event.campaign == nil ? event.overrides?.data ?? JSONObject() : JSONObject()
        var parts: [(String, JSONObject)] = []
        if let name = type.dataFrom, case .map(let texts)? = payload[name] {
            parts.append(("/data/\(name)", JSONObject(texts: texts)))
        }
        if !overrides.isEmpty { parts.append((NotificationOverrides.place + "/data", overrides)) }
        findings = parts.flatMap { pointer, data in
            links.findings(in: data).map { (pointer + $0.pointer, $0.finding) }
        }
    }

    func faults(_ reader: PayloadReader, _ providers: ProviderDataNames) -> [Fault] {
        let refused = findings.compactMap { pointer, finding -> Fault? in
            guard case .refused(let code, let message) = finding else { return nil }
            return Fault(pointer: pointer, code: code, message: message)
        }
        return refused + overrides.members.compactMap { fault(of: $0, reader, providers) }
    }

    /// What an event's data contain may be overridden only as the event's own field could have specified it.
    ///
    /// The notification's id stays what it is, whatever a sender writes there.
    private func fault(
        of member: JSONObject.Member,
        _ reader: PayloadReader,
        _ providers: ProviderDataNames
    ) -> Fault? {
        let pointer = NotificationOverrides.place + "/data/\(member.name)"
        let isReserved = providers.channel(refusing: member.name, of: type) != nil
        if isReserved || ReservedDataNames.steersProvider(member.name) {
            return Fault(
                pointer: pointer,
                code: .notAllowed,
                message: "is a name that push providers keep to themselves"
            )
        }
        guard case .object(let members) = type.data, !type.idMembers.contains(member.name),
            let own = members.first(where: { $0.name == member.name })?.value
        else { return nil }
        if case .text(let text) = own, let path = text.onlyField, path.steps.count == 1,
            let field = type.field(path.steps[0])
        {
            guard !member.value.isNull else {
                return .null(pointer)
            }
            return reader.fault(in: member.value, as: field)?.moved(to: pointer)
        }
        guard own.resolved(in: TemplateScope(JSONObject()), wholeValues: .asText) != member.value else { return nil }
        let message = "is what events of this type say themselves, and can't be said otherwise"
        return Fault(pointer: pointer, code: .notAllowed, message: message)
    }
}
