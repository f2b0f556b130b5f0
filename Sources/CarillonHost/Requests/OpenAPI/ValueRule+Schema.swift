import CarillonModel
import CarillonPipeline
import CarillonProfiles

extension ValueRule {
    /// JSON Schema of what a client may write.
    ///
    /// - Parameters:
    ///   - base: what the operation takes, where the rule leaves it open.
    ///   - isOptional: null is as good as leaving it out.
    func schema(base: JSONValue = TextSchema.plain(), isOptional: Bool = false) -> JSONValue {
        let isNullable = isNullable || isOptional
        guard values.isEmpty else {
            let written = values.map(\.written) + (isNullable ? [.null] : [])
            return ["enum": .array(written)]
        }
        return isNullable ? ["anyOf": [own(base: base), ["type": "null"]]] : own(base: base)
    }

    private func own(base: JSONValue) -> JSONValue {
        if format == .text { return plain(base: base).written(as: .text) }
        return plain(base: base)
    }

    /// As JSON has it.
    private func plain(base: JSONValue) -> JSONValue {
        switch type ?? .text {
        case .text: text(base: base)
        case .uuid: ["type": "string", "format": "uuid", "pattern": .string(TextSchema.uuid)]
        case .url: url(base: base)
        case .email: ["type": "string", "format": "email", "pattern": .string(TextSchema.email)]
        case .instant, .epochMillis: time
        case .integer: integer(base: base)
        case .number: bounded("number")
        case .boolean: .flag
        case .object: .anyObject
        case .list: list(base: base)
        }
    }

    private func text(base: JSONValue) -> JSONValue {
        // Whether null is taken is the rule's to say.
        let base = base["anyOf"]?.array?.first ?? base
        var schema = base["type"] == "string" ? base.object ?? JSONObject() : JSONObject([.init("type", "string")])
        if let pattern { schema["pattern"] = .string(pattern.source) }
        if let maxLength {
            let limit = schema["maxLength"]?.integer.map { Int($0) } ?? .max
            schema["maxLength"] = JSONValue(min(maxLength, limit))
        }
        return .object(schema)
    }

    /// The operation's own fields describe URLs; their length is left out, because readers would take it for that of
    /// the host.
    private func url(base: JSONValue) -> JSONValue {
        let secure = JSONValue.string(SchemaPattern.secureURL)
        return base["pattern"] == secure ? base : ["type": "string", "pattern": .string(SchemaPattern.webURL)]
    }

    private func integer(base: JSONValue) -> JSONValue {
        let base = base["type"] == "integer" ? base : [:]
        return bounded(
            "integer",
            base["minimum"]?.integer.map { Int($0) } ?? .min,
            base["maximum"]?.integer.map { Int($0) } ?? .max
        )
    }

    /// A number beyond a bound that clamps is taken as the bound, however far beyond.
    ///
    /// - Parameters:
    ///   - least: the smallest that the operation takes.
    ///   - most: the largest that it takes.
    private func bounded(_ type: String, _ least: Int = .min, _ most: Int = .max) -> JSONValue {
        var schema = JSONObject([.init("type", .string(type))])
        if !clamps || minimum == nil && least > .min { schema["minimum"] = JSONValue(max(minimum ?? .min, least)) }
        if !clamps || maximum == nil && most < .max { schema["maximum"] = JSONValue(min(maximum ?? .max, most)) }
        return .object(schema)
    }

    private var time: JSONValue {
        let earliest = PlausibleTimes.earliest.epochMilliseconds
        switch timeFormat {
        case .epochMillis: return ["type": "integer", "minimum": JSONValue(earliest)]
        case .epochSeconds: return ["type": "integer", "minimum": JSONValue(earliest / 1000)]
        default: return JSONValue.instant.written(as: timeFormat)
        }
    }

    private func list(base: JSONValue) -> JSONValue {
        var schema = counted
        if case .each(let rule) = items { schema["items"] = rule.schema() } else { schema["items"] = base["items"] }
        return .object(schema)
    }

    private var counted: JSONObject {
        var schema = JSONObject([.init("type", "array")])
        schema["maxItems"] = maxItems.map { JSONValue($0) }
        schema["minItems"] = minItems.map { JSONValue($0) }
        return schema
    }

    /// A list of objects with these members.
    ///
    /// - Parameter isOptional: null is as good as leaving it out.
    func schema(of fields: [ElementField], isOptional: Bool) -> JSONValue {
        isNullable || isOptional ? ["anyOf": [list(of: fields), ["type": "null"]]] : list(of: fields)
    }

    private func list(of fields: [ElementField]) -> JSONValue {
        var list = counted
        guard !fields.isEmpty else { return .object(list) }
        let members = fields.map { ($0.name, $0.rule.schema(isOptional: $0.isOptional), $0.isOptional) }
        list["items"] = .members(
            members.filter { !$0.2 }.map { ($0.0, $0.1) },
            optional: members.filter { $0.2 }.map { ($0.0, $0.1) }
        )
        return .object(list)
    }
}

extension ValueRule {
    /// How a list is written in a query: `style` and `explode`; nil where it is no list, or where OpenAPI has no such
    /// style.
    var queryStyle: (style: String, explodes: Bool)? {
        guard type == .list else { return nil }
        switch separator {
        case nil: return ("form", true)
        case ",": return ("form", false)
        case " ": return ("spaceDelimited", false)
        case "|": return ("pipeDelimited", false)
        default: return nil
        }
    }

    /// The schema of what stands at a place: outside of bodies, lists are one element, or text with separators.
    func schema(_ schema: JSONValue, at part: RequestPath.Part) -> JSONValue {
        guard type == .list else { return schema }
        if separator != nil { return .anyText }
        return part == .body ? schema : schema["items"] ?? .anyText
    }
}
