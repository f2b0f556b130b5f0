import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// JSON Schema of the body that a route of the host's own takes.
struct NativeBody: Sendable {
    let specification: OperationSpecification
    let route: NativeRouteSpecification
    let context: FieldContext

    /// By media type.
    var content: JSONValue {
        switch specification.body {
        case .independent: json(independent)
        case .event: events
        case .notification: json(bodies.sends)
        case .campaign: json(bodies.campaigns)
        case .pushPermission(let isUpdate): json(pushPermission(isUpdate))
        case .alone(let name, let flag, let others): json(either(name, orFlag: flag, withFlag: others, withBoth: []))
        case .either(let name, let flag, let others, let both):
            json(either(name, orFlag: flag, withFlag: others, withBoth: both))
        }
    }

    var hasRequiredFields: Bool { !required.isEmpty }

    private var fields: [OperationField] { specification.fieldsOfBody(at: route) }

    private var required: [OperationField] {
        fields.filter { $0.isRequired(devicesOf: context.profile.devices.owner) }
    }

    private func json(_ schema: JSONValue) -> JSONValue { ["application/json": ["schema": schema]] }

    private func schema(of field: String) -> JSONValue {
        specification.field(field)?.schema(in: context) ?? .anything
    }

    private var independent: JSONValue { Self.object(fields, in: context) }

    /// An object with these fields and no others, which say nothing of each other.
    static func object(_ fields: [OperationField], in context: FieldContext) -> JSONValue {
        var body = JSONObject([
            .init("type", "object"),
            .init("properties", .object(JSONObject(fields.map { .init($0.name, $0.schema(in: context)) }))),
            .init("additionalProperties", false),
        ])
        let required = fields.filter { $0.isRequired(devicesOf: context.profile.devices.owner) }
        if !required.isEmpty { body["required"] = .array(required.map { .string($0.name) }) }
        return .object(body)
    }

    private func either(
        _ name: String,
        orFlag flag: String,
        withFlag others: [String],
        withBoth shared: [String]
    ) -> JSONValue {
        let raised: JSONValue = ["const": true]
        func optional(_ names: [String]) -> [(String, JSONValue)] { names.map { ($0, schema(of: $0)) } }
        return [
            "oneOf": [
                JSONValue.members([(name, schema(of: name))], optional: optional(shared)).closed,
                JSONValue.members([(flag, raised)], optional: optional(others + shared)).closed,
            ]
        ]
    }

    private var bodies: EventBodies { EventBodies(profile: context.profile, field: schema) }

    private var events: JSONValue {
        let cloudEvent = bodies.events(asCloudEvents: true)
        return [
            "application/json": ["schema": bodies.events(asCloudEvents: false)],
            "application/cloudevents+json": ["schema": cloudEvent],
            "application/cloudevents-batch+json": ["schema": ["type": "array", "items": cloudEvent]],
        ]
    }

    private func pushPermission(_ isUpdate: Bool) -> JSONValue {
        let body = JSONValue.members(
            required.map { ($0.name, schema(of: $0.name)) },
            optional: fields.filter { !required.contains($0) }.map { ($0.name, schema(of: $0.name)) }
        )
        return PushRequestBodies(
            allowed: "pushAllowed",
            token: "token",
            tokenSchema: specification.field("token")?.kind.schema(in: context) ?? .anyText,
            idleToken: PushRequestBodies.idleText.orNull,
            isUpdate: isUpdate
        )
        .cases(of: body.closed)
    }
}
