import CarillonModel
import CarillonProfiles

/// JSON Schema of bodies that say whether a log-in may be pushed to: a token is needed exactly when it may, and not looked
/// at when it may not.
struct PushRequestBodies: Sendable {
    /// The members' names.
    let allowed: String
    let token: String
    let tokenSchema: JSONValue
    /// What may stand there without permission.
    let idleToken: JSONValue
    /// The session is there, and may have its token.
    let isUpdate: Bool

    /// An empty text is as good as no token.
    static let idleText = TextSchema.plain(minLength: 0, maxLength: FieldKind.longestToken)

    /// - Parameter body: an object's schema, with both members.
    func cases(of body: JSONValue) -> JSONValue {
        let isSaid = body["required"]?.array?.contains(.string(allowed)) == true
        let orNone: JSONValue = ["anyOf": [tokenSchema, ["type": "null"]]]
        let permitted = body.with(
            [(allowed, ["const": true]), (token, isUpdate ? orNone : tokenSchema)],
            required: isUpdate ? [allowed] : [allowed, token]
        )
        let silent = body.with([(allowed, ["const": false]), (token, idleToken)], required: [allowed])
        // A token alone doesn't change the stored permission.
        let unsaid = body.with([(token, orNone)]).without(allowed)
        return ["oneOf": .array([permitted, silent] + (isSaid ? [] : [unsaid]))]
    }
}
