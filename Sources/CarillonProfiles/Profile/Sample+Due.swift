package import CarillonModel

extension Sample {
    /// The payload with new times in place of the sample's, which are long past: the first entry of the event's
    /// schedule is due at `due`, or two days later where the payload holds dates only.
    package func payload(of profile: TenantProfile, dueAt due: Instant) -> JSONValue {
        guard let type = profile.event(event), var data = payload.object else { return payload }
        var moved: Set<String> = []
        for entry in type.schedule where moved.insert(entry.field).inserted {
            guard data[entry.field] != nil, let field = type.field(entry.field) else { continue }
            let anchor = due.advanced(by: .zero - entry.offset)
            data[entry.field] =
                field.type == .date
                ? .string(String(anchor.advanced(by: .seconds(2 * 86400)).rfc3339.prefix(10)))
                : .string(anchor.rfc3339)
        }
        return .object(data)
    }
}
