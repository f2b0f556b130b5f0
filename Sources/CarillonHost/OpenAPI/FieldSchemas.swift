import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// JSON Schema of the operations' fields, as far as the profile narrows them.
struct FieldSchemas: Sendable {
    let profile: TenantProfile

    func schema(of field: String, in operation: Operation) -> JSONValue {
        if let narrow = narrow(field, in: operation) { return narrow }
        let input = operation.description(toggles: profile.toggles.map(\.name)).input(named: field)
        switch input?.type ?? .text {
        case .text: return ["type": "string", "minLength": 1]
        case .integer: return ["type": "integer"]
        case .boolean: return ["type": "boolean"]
        case .instant: return ["type": "string", "format": "date-time"]
        case .list: return ["type": "array", "items": ["type": "string"]]
        case .object, .open: return ["type": "object"]
        }
    }

    private func narrow(_ field: String, in operation: Operation) -> JSONValue? {
        switch field {
        case "platform": ["enum": .array(Platform.allCases.map { .string($0.rawValue) })]
        case "priority": ["enum": .array(Priority.allCases.map { .string($0.rawValue) })]
        case "order": ["enum": .array(FeedQuery.Order.allCases.map { .string($0.rawValue) })]
        case "category": ["enum": .array(profile.categories.map { .string($0.id) })]
        case "categories": ["type": "string", "description": "Categories, separated by commas", "minLength": 1]
        case "limit": ["type": "integer", "minimum": 1]
        case "offset": ["type": "integer", "minimum": 0, "maximum": 1_000_000_000]
        case "cursor": ["type": "string", "pattern": "^n[0-9a-z]{1,13}$"]
        case "ids": ["type": "array", "maxItems": 100, "items": ["type": "string", "maxLength": 256]]
        case "types" where operation != .eventsAccept:
            [
                "type": "array", "maxItems": 100,
                "items": ["enum": .array(profile.events.map { .string($0.id.rawValue) })],
            ]
        case "token": ["type": "string", "minLength": 1, "maxLength": 4096]
        case "topic", "userId", "sessionId", "deviceId": ["type": "string", "minLength": 1, "maxLength": 256]
        case "badgeIncrement": ["type": "integer", "minimum": 0, "maximum": 1000]
        case "sound": ["type": ["string", "null"]]
        case "type" where operation == .campaignsCreate:
            ["enum": .array(profile.events.map { .string($0.id.rawValue) })]
        case "id" where operation == .campaignsCreate: ["type": "string", "minLength": 1, "maxLength": 64]
        case "name" where operation == .campaignsCreate: ["type": "string", "minLength": 1, "maxLength": 200]
        case "rate": ["type": "string", "pattern": "^[1-9][0-9]*/[1-9][0-9]*(ms|s|m|h|d)$"]
        default: nil
        }
    }
}

extension OperationDescription {
    fileprivate func input(named name: String) -> Input? { inputs.first { $0.name == name } }
}
