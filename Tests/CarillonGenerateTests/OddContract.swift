import CarillonModel

@testable import CarillonProfiles

/// A contract with every kind of value, and names that could break code.
extension OddTenant {
    static var contract: Contract {
        var errors = ContractErrors(body: text("{error.message}").map { .object([.init("*/", $0)]) })
        for (error, code) in [
            (CanonicalError.validation, JSONValue.string("*/ \"")), (.malformed, "init"), (.internal, "unknown"),
            (.notFound, .number("404")), (.forbidden, "class"), (.unauthenticated, "$x"),
        ] {
            errors.codes[error] = ErrorMapping(status: error.status, code: code)
        }
        return Contract(basePath: "/base", routes: [registering, updating, listing], errors: errors)
    }

    private static func text(_ source: String) -> JSONTemplate? {
        (try? PlaceholderText(source)).map(JSONTemplate.text)
    }

    private static func field(
        _ target: String,
        _ part: RequestPath.Part,
        _ steps: [String],
        isOptional: Bool = false,
        _ change: (inout ValueRule) -> Void = { _ in }
    ) -> RequestField {
        var field = RequestField(
            FieldPath(target.split(separator: ".").map(String.init)),
            from: .field(RequestPath(part, steps))
        )
        change(&field.rule)
        field.isOptional = isOptional
        return field
    }

    private static let registering: ContractRoute = {
        let members: [(String, String)] = [
            ("class", "{device.token}"), ("__proto__", "{device.platform}"),
            ("init", "{device.registeredAt.epochMillis}"),
            ("it", "{device.name?}"), ("value", "{device.status}"), ("toString", "{device.userId?}"),
            ("*/ \"${x}", "{device.registeredAt.date}"), ("self", "a {device.token} b"),
            ("object", "{device.registeredAt}"),
        ]
        let inner = members.compactMap { name, source in text(source).map { JSONTemplate.Member(name, $0) } }
        let body = JSONTemplate.object(inner + [.init("answer", .object(inner)), .init("none", .object([]))])
        var route = ContractRoute(
            .post,
            PathTemplate(declared: "/class/{self}/in"),
            operation: .devicesRegister,
            access: .optionalUser,
            response: ContractResponse(status: 200, body: body)
        )
        route.request = [
            field("token", .body, ["class", "init"]), field("token", .body, ["default"]),
            field("platform", .query, ["in"]) { rule in
                rule.values = ["*/", "default", "$x", "\"", "init", "a b"].map { .init(.string($0), meaning: "ios") }
            },
            field("name", .header, ["x-self"], isOptional: true), field("appVersion", .path, ["self"]),
            field("locale", .body, ["self"], isOptional: true) { $0.isNullable = true },
            field("timeZone", .query, ["page[size]"], isOptional: true) { rule in
                rule.type = .integer
                rule.format = .text
            },
            field("plugin", .body, ["when"], isOptional: true) { $0.type = .epochMillis },
            field("deviceId", .body, ["for", "if"], isOptional: true) { rule in
                rule.type = .list
                var times = ValueRule()
                times.type = .instant
                rule.items = .each(times)
            },
        ]
        let names = ["class", "self", "in", "it", "value", "json"]
        var elements = names.map { ElementField($0, ValueRule(), isOptional: $0 == "in") }
        var choice = ValueRule()
        choice.values = ["if", "else"].map { .init(.string($0)) }
        elements.append(ElementField("when", choice))
        var subscriptions = RequestField(
            FieldPath(["subscriptions"]),
            from: .each(RequestPath(.body, ["fun"]), fields: elements, as: nil)
        )
        subscriptions.isOptional = true
        route.request.append(subscriptions)
        return route
    }()

    private static let updating: ContractRoute = {
        var route = ContractRoute(
            .delete,
            PathTemplate(declared: "/typealias/{class}"),
            operation: .sessionsUpdate,
            access: .none
        )
        route.request = [
            field("sessionId", .path, ["class"]),
            field("pushAllowed", .body, ["is"]) { rule in
                rule.type = .boolean
                rule.format = .text
            },
            field("token", .body, ["as"], isOptional: true) { $0.isNullable = true },
        ]
        return route
    }()

    private static let listing: ContractRoute = {
        let each = text("{title}").map { JSONTemplate.each(FieldPath(["items"]), .object([.init("var", $0)])) }
        var route = ContractRoute(
            .get,
            PathTemplate(declared: "/while"),
            operation: .notificationsList,
            access: .user,
            response: ContractResponse(status: 200, body: each)
        )
        route.request = [
            field("categories", .query, ["ids[]"], isOptional: true) { rule in
                rule.type = .list
                rule.separator = "|"
            }
        ]
        return route
    }()
}
