import CarillonModel

@testable import CarillonProfiles

/// A route of a contract that fills an operation's fields, and shows all of its result.
struct OperationExample {
    private let operation: Operation
    private let inputs: [OperationField]
    private let result: [ResultShape.Member]

    /// - Parameter fillsAll: also fields that stand for one another.
    /// - Returns: nil for operations that a contract maps nothing of.
    init?(_ operation: Operation, fillsAll: Bool = false) {
        switch operation.specification.answer {
        case .stream, .forwardedLogin: return nil
        case .result, .events: break
        }
        self.operation = operation
        let specification = operation.specification.with(toggles: OperationReference.toggles)
        let others = fillsAll ? [] : Self.others[operation] ?? []
        inputs = specification.fields.filter { !others.contains($0.name) }
        result = specification.result.members
    }

    /// What stands for another field of the same request.
    private static let others: [Operation: Set<String>] = [
        .notificationsList: ["offset", "pageIndex", "cursor", "order", "cap"],
        .notificationsOpened: ["read"], .devicesUnregister: ["deviceId"], .subscriptionsAdd: ["subscriptions"],
        .subscriptionsRemove: ["subscriptions"], .eventsAccept: ["topic"],
        .campaignsCreate: ["everyone"], .deliveriesRedriveFailed: ["all", "channel", "code"],
    ]

    var route: JSONValue {
        let caller = if case .service = operation.specification.callers { "service" } else { "user" }
        var route = JSONObject([
            .init("method", .string(reads ? "GET" : "POST")),
            .init("path", .string("/" + operation.rawValue.replacing(".", with: "/"))),
            .init("operation", .string(operation.rawValue)), .init("auth", .string(caller)),
        ])
        let fields = inputs.map { JSONObject.Member($0.name, field($0)) }
        if !fields.isEmpty { route["request"] = .object(JSONObject(fields)) }
        let surroundings = Set(ResultShape.surroundings.map(\.name))
        let shown = result.filter { !surroundings.contains($0.name) || $0.shape.members.count > 1 }
        route["response"] = ["status": 200, "body": Self.body(of: shown, at: [])]
        return .object(route)
    }

    private var reads: Bool {
        ["get", "list", "trace", "failed"].contains(
            operation.rawValue.split(separator: ".").last.map(String.init) ?? ""
        )
    }

    private func field(_ input: OperationField) -> JSONValue {
        var field = JSONObject([.init("from", .string("\(reads ? "query" : "body").\(input.name)"))])
        field["type"] =
            switch input.form {
            case .text, .id, .names: nil
            case .integer: "integer"
            case .boolean: "boolean"
            case .instant: "instant"
            case .list, .hostIDs: "list"
            case .open: "object"
            }
        if input.form == .list || input.form == .hostIDs {
            field["items"] = ["type": input.example.array?.first?.object == nil ? "text" : "object"]
        }
        if !input.isRequired, !isOneOfNeeded(input.name) { field["optional"] = true }
        return .object(field)
    }

    /// Whether the operation needs this field because no other of its group is filled.
    private func isOneOfNeeded(_ name: String) -> Bool {
        operation.specification.oneOf.contains { group in
            group.contains(name) && inputs.filter { group.contains($0.name) }.count == 1
        }
    }

    private static func body(of members: [ResultShape.Member], at path: [String]) -> JSONValue {
        .object(
            JSONObject(
                members.map { member in
                    let own = path + [member.name]
                    let mark = member.presence == .always ? "" : "?"
                    let value: JSONValue =
                        switch member.shape {
                        case .object(let inner): body(of: inner, at: own)
                        case .list(.object(let inner)):
                            ["each": .string(own.joined(separator: ".") + mark), "as": body(of: inner, at: [])]
                        default: .string("{\(own.joined(separator: "."))\(mark)}")
                        }
                    return .init(member.name, value)
                }
            )
        )
    }
}
