import CarillonModel
import CarillonProfiles

/// A contract's rule for a field's value, from the document's schema; nil where the two don't fit.
struct FieldRule {
    /// Without `from`.
    private(set) var field: JSONObject?
    /// What leaving it out means in the document, as the contract expresses it; nil where nothing is known of that.
    private(set) var standard: JSONValue?
    /// What of the schema the contract doesn't express.
    private(set) var notes: [String] = []

    /// - Parameter part: the place of the value; in a path there is one element of a list.
    init(_ schema: DocumentSchema, for input: OperationField, in part: RequestPath.Part) {
        switch (schema, input.form) {
        case (.anything, _): field = Self.plain(input)
        case (.list(let element), .list), (.list(let element), .hostIDs), (.list(let element), .names):
            setList(element, input)
        case (.scalar(let scalar), .list) where scalar.kind == .text || part == .path,
            (.scalar(let scalar), .hostIDs) where scalar.kind == .text || part == .path:
            setElement(scalar, part)
        case (.scalar(let scalar), .names): setText(scalar, input.name)
        case (.object, .open): field = ["type": "object"]
        case (.scalar(let scalar), .id) where scalar.kind == .integer: field = ["type": "integer"]
        case (.scalar(let scalar), .text), (.scalar(let scalar), .id): setText(scalar, input.name)
        case (.scalar(let scalar), .instant): setInstant(scalar)
        case (.scalar(let scalar), .integer) where scalar.kind == .integer: setInteger(scalar, input.name)
        case (.scalar(let scalar), .boolean) where scalar.kind == .boolean: field = ["type": "boolean"]
        case (.scalar(let scalar), .boolean) where scalar.isBit:
            field = ["type": "integer", "values": ["1": true, "0": false]]
        default: notes.append("is \(schema.summary) in the document, and the operation takes \(input.form.summary)")
        }
        if let field, let scalar = schema.scalar { setStandard(scalar, field, input) }
    }

    /// The field of an input of which nothing more is known.
    static func plain(_ input: OperationField) -> JSONObject {
        switch input.form {
        case .text where input.kind == .platform: ["values": platforms]
        case .integer: ["type": "integer"]
        case .boolean: ["type": "boolean"]
        case .instant: ["type": "instant"]
        case .list, .hostIDs: ["type": "list", "maxItems": 100]
        case .open: ["type": "object"]
        case .text, .id, .names: ["type": "text"]
        }
    }

    private static let platforms: JSONValue = .array(Platform.allCases.map { .string($0.rawValue) })

    // MARK: by type

    private mutating func setText(_ scalar: DocumentSchema.Scalar, _ name: String) {
        guard scalar.kind == .text else {
            notes.append("is \(DocumentSchema.scalar(scalar).summary) in the document, and the operation takes text")
            return
        }
        if name == "platform" { return setPlatform(scalar) }
        var rule: JSONObject = ["type": .string(scalar.textType)]
        if let length = scalar.maxLength, (1...100_000).contains(length) { rule["maxLength"] = JSONValue(length) }
        // A schema's pattern may match anywhere, a contract's is for the whole value.
        if let pattern = scalar.pattern {
            if pattern.hasPrefix("^"), pattern.hasSuffix("$"), TextPattern(pattern) != nil {
                rule["pattern"] = .string(pattern)
            } else {
                notes.append("the pattern \(pattern.prefix(60)) is left out: write one for the whole value")
            }
        }
        let readsNames = ["type", "category", "categories", "priority", "role", "locale"].contains(name)
        if !scalar.values.isEmpty {
            if readsNames || scalar.values.count > 200 {
                let list = scalar.values.prefix(8).joined(separator: ", ")
                notes.append("say in `values` what these mean to the tenant: \(list)")
            } else {
                rule = ["values": .array(Self.unique(scalar.values).map { .string($0) })]
            }
        }
        field = rule
    }

    /// `IOS`, `iPhone` and `apns` are all `ios`.
    private mutating func setPlatform(_ scalar: DocumentSchema.Scalar) {
        guard !scalar.values.isEmpty else {
            field = ["values": Self.platforms]
            notes.append("which platforms there are is guessed: ios, android, web")
            return
        }
        var meanings: [JSONObject.Member] = []
        for value in Self.unique(scalar.values).prefix(200) {
            guard let platform = Self.platform(value) else {
                notes.append("\"\(value)\" is no platform of Carillon's and is left out")
                continue
            }
            meanings.append(JSONObject.Member(value, .string(platform.rawValue)))
        }
        guard !meanings.isEmpty else { return }
        let isPlain = meanings.allSatisfy { .string($0.name) == $0.value }
        field = [
            "values": isPlain ? .array(meanings.map(\.value)) : .object(JSONObject(meanings))
        ]
    }

    private static func platform(_ value: String) -> Platform? {
        switch SplitName(value).joined {
        case "ios", "iphone", "ipad", "apple", "apns", "iphoneos": .ios
        case "android", "fcm", "gcm", "google": .android
        case "web", "webpush", "browser", "pwa": .web
        default: nil
        }
    }

    private mutating func setInstant(_ scalar: DocumentSchema.Scalar) {
        switch scalar.kind {
        case .text: field = ["type": "instant"]
        case .integer:
            field = ["type": "instant", "format": .string(scalar.epoch.description)]
            notes.append("is read as \(scalar.epoch.description) of 1970: say so where it is another `format`")
        case .number, .boolean:
            notes.append("is \(DocumentSchema.scalar(scalar).summary), and the operation takes a time")
        }
    }

    private mutating func setInteger(_ scalar: DocumentSchema.Scalar, _ name: String) {
        // Pages are counted from 1, or from 0.
        if name == "page", scalar.minimum == 0 { return }
        if name == "pageIndex", scalar.minimum != 0 { return }
        var rule: JSONObject = ["type": "integer"]
        let (low, high) = (scalar.minimum ?? .min, scalar.maximum ?? .max)
        guard low <= high else {
            notes.append("the bounds \(low) to \(high) hold nothing, and are left out")
            field = rule
            return
        }
        if low != .min { rule["minimum"] = JSONValue(low) }
        if high != .max { rule["maximum"] = JSONValue(high) }
        field = rule
    }

    private mutating func setList(_ element: DocumentSchema, _ input: OperationField) {
        var rule: JSONObject = ["type": "list"]
        switch element {
        case .scalar(let scalar) where scalar.kind == .text:
            rule["items"] = ["type": .string(scalar.format == "uuid" ? "uuid" : "text")]
        case .scalar(let scalar) where scalar.kind == .integer && input.form == .hostIDs:
            rule["items"] = ["type": "text"]
            notes.append(
                "its elements are integers in the document, and notifications have ids of the host's own, texts"
            )
        // Of users, and of rows; event types and categories have names.
        case .scalar(let scalar) where scalar.kind == .integer && ["ids", "recipients"].contains(input.name):
            rule["items"] = ["type": "integer"]
        case .scalar, .object, .list:
            notes.append("its elements are \(element.summary), and the operation takes texts")
            return
        case .anything: break
        }
        rule["maxItems"] = 100
        field = rule
    }

    /// A list of one, or one text that is all of it.
    private mutating func setElement(_ scalar: DocumentSchema.Scalar, _ part: RequestPath.Part) {
        field = ["type": "list"]
        guard part == .body else { return }
        field?["separator"] = ","
        notes.append("is one text: elements are told apart by commas")
    }

    private mutating func setStandard(_ scalar: DocumentSchema.Scalar, _ field: JSONObject, _ input: OperationField) {
        guard let value = scalar.standard, value != .null else { return }
        switch (scalar.kind, value) {
        case (.boolean, .boolean): standard = value
        case (.integer, .number) where field["values"] != nil:
            standard = ["0": false, "1": true][value.text].map(JSONValue.boolean)
        case (.integer, .number) where field["type"] == "integer" && field["format"] == nil:
            let isAllowed = value.integer.map { number in
                number >= scalar.minimum ?? .min && number <= scalar.maximum ?? .max
                    && input.kind.range?.contains(Int(number)) ?? true
            }
            standard = isAllowed == true ? value : nil
        case (.text, .string(let text)) where input.name == "platform":
            standard = Self.platform(text).map { .string($0.rawValue) }
        case (.text, .string) where field["values"] != nil:
            standard = field["values"]?.array?.contains(value) == true ? value : nil
        default: break
        }
        guard standard == nil else { return }
        notes.append("what leaving it out means, \(value.text.prefix(60)), is left out: write it as `default`")
    }

    private static func unique(_ values: [String]) -> [String] {
        var seen: Set<String> = []
        return values.filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}

extension DocumentSchema.Scalar {
    /// How a number most likely represents a time: seconds where milliseconds don't fit.
    var epoch: ValueFormat {
        format == "int32" || (maximum ?? .max) < 100_000_000_000 ? .epochSeconds : .epochMillis
    }

    fileprivate var textType: String {
        switch format {
        case "uuid": "uuid"
        case "email": "email"
        case "uri", "url": "url"
        default: "text"
        }
    }
}

extension DocumentSchema {
    /// For “is …”.
    var summary: String {
        switch self {
        case .object: "an object"
        case .list: "an array"
        case .anything: "anything"
        case .scalar(let scalar):
            switch scalar.kind {
            case .text: "a string"
            case .integer: "an integer"
            case .number: "a number"
            case .boolean: "a boolean"
            }
        }
    }
}

extension FieldForm {
    fileprivate var summary: String {
        switch self {
        case .integer: "an integer"
        case .boolean: "a boolean"
        case .instant: "a time"
        case .list, .hostIDs: "a list"
        case .open: "an object"
        case .text, .id, .names: "text"
        }
    }
}
