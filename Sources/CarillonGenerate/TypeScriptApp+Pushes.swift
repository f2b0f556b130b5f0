import CarillonModel
import CarillonProfiles

/// Pushes, texts and the profile, in TypeScript.
extension TypeScriptApp {
    func addProfile(to lines: inout CodeLines) {
        lines.addBlockComment([
            "The client profile as it was when this was generated: for the first start. What the host serves goes first as soon as",
            "the app has it.",
        ])
        let text = ProfileText(json: app.client).lines.map { line in
            // As a name of its own, it would be the object's prototype.
            line.replacing("{\"__proto__\":", with: "{[\"__proto__\"]:")
                .replacing(",\"__proto__\":", with: ",[\"__proto__\"]:")
        }
        lines.add("export const profile: carillon.Json = " + text[0])
        for line in text.dropFirst().dropLast() { lines.add(line) }
        lines.add("};")
    }

    func addPushes(to lines: inout CodeLines) {
        lines.add()
        lines.add("/** By what pushes are recognized. */")
        lines.add("export const catalogue = new carillon.EventCatalogue(carillon.memberOf(profile, \"events\"));")
        for push in app.pushes { add(push, to: &lines) }
        lines.add()
        lines.addBlockComment([
            "What a push tells. `unknown` is of none of these, newer than the app, or without what its event needs; `collected` has no",
            "data: one message that stands for several, or a silent one.",
        ])
        lines.add("export type Push =")
        for push in app.pushes {
            let event = "readonly event: \(literal(push.events[0].id.rawValue))"
            let rest = "readonly fields: \(push.type); readonly recognized: carillon.RecognizedEvent"
            lines.add("  | { readonly kind: \"event\"; \(event); \(rest) }")
        }
        lines.add("  | { readonly kind: \"unknown\"; readonly data: carillon.Texts }")
        lines.add("  | { readonly kind: \"collected\" };")
        lines.add()
        lines.block("function made<Fields>(", "}") { lines in
            lines.add("event: string,")
            lines.add("fields: Fields | undefined,")
            lines.add("recognized: carillon.RecognizedEvent,")
            lines.add("data: carillon.Texts,")
            lines.add("): Push {")
            lines.add("return fields === undefined")
            lines.add("  ? \(unknown)")
            lines.add("  : ({ kind: \"event\", event, fields, recognized } as unknown as Push);")
        }
        lines.add()
        lines.add("/** Never throws; `carillon.readPush` makes a push of what the platform hands over. */")
        lines.block("export function readPush(push: carillon.ReceivedPush): Push {") { lines in
            lines.add("const found = catalogue.recognize(push);")
            lines.add("const data = push.data;")
            lines.block("switch (found.kind) {") { lines in
                lines.add("case \"collected\":")
                lines.add("case \"unknown\":")
                lines.add("  return found;")
                lines.block("case \"event\":", "") { lines in
                    lines.block("switch (found.event) {") { lines in
                        for push in app.pushes {
                            for event in push.events { lines.add("case \(literal(event.id.rawValue)):") }
                            let id = literal(push.events[0].id.rawValue)
                            lines.add("  return made(\(id), read\(push.type)(data), found, data);")
                        }
                        lines.add("default:")
                        lines.add("  return \(unknown);")
                    }
                }
            }
        }
        for push in app.pushes { addReading(of: push, to: &lines) }
    }

    /// Whose data may be sensitive: nobody knows what they are.
    private var unknown: String {
        "carillon.withHidden<Push & { kind: \"unknown\" }>({ kind: \"unknown\", data }, \"data\")"
    }

    private func add(_ push: TenantApp.NamedPush, to lines: inout CodeLines) {
        lines.add()
        lines.addBlockComment(push.summary)
        guard !push.fields.isEmpty else {
            lines.add("export type \(push.type) = { readonly [name: string]: never };")
            return
        }
        lines.block("export type \(push.type) = {", "};") { lines in
            for field in push.fields {
                lines.addBlockComment(field.summary)
                let type = field.isSensitive ? "carillon.Sensitive<\(type(of: field))>" : type(of: field)
                lines.add("readonly \(field.name)\(field.isOptional ? "?" : ""): \(type);")
            }
        }
    }

    private func type(of field: TenantApp.NamedPush.Field) -> String {
        switch field.form {
        case .text, .decimal: return "string"
        case .integer(let range): return Self.isNumber(range) ? "number" : "bigint"
        case .boolean: return "boolean"
        case .choice:
            let values = field.choice?.cases.map { literal($0.value) } ?? []
            return (values + ["(string & {})"]).joined(separator: " | ")
        }
    }

    /// Whether all of them are exact as JavaScript's numbers.
    private static func isNumber(_ range: ClosedRange<Int64>) -> Bool {
        range.upperBound <= 1 << 53 && range.lowerBound >= -(1 << 53)
    }

    private func addReading(of push: TenantApp.NamedPush, to lines: inout CodeLines) {
        lines.add()
        let isRead = !push.fields.isEmpty
        let parameter = isRead ? "data: carillon.Texts" : "_: carillon.Texts"
        lines.block("function read\(push.type)(\(parameter)): \(push.type) | undefined {") { lines in
            for (index, field) in push.fields.enumerated() {
                lines.add("const value\(index) = \(reading(of: field));")
            }
            let required = push.fields.indices.filter { !push.fields[$0].isOptional }
            if !required.isEmpty {
                let missing = required.map { "value\($0) === undefined" }.joined(separator: " || ")
                lines.add("if (\(missing)) return undefined;")
            }
            guard isRead else {
                lines.add("return {};")
                return
            }
            lines.block("return {", "};") { lines in
                for (index, field) in push.fields.enumerated() {
                    let value = field.isSensitive ? "carillon.sensitive(value\(index))" : "value\(index)"
                    guard field.isOptional else {
                        lines.add("\(field.name): \(value),")
                        continue
                    }
                    lines.add("...(value\(index) === undefined ? {} : { \(field.name): \(value) }),")
                }
            }
        }
    }

    private func reading(of field: TenantApp.NamedPush.Field) -> String {
        let member = "data[\(literal(field.member))]"
        switch field.form {
        case .text, .choice: return member
        case .decimal: return "carillon.decimalOf(\(member))"
        case .integer(let range): return "carillon.\(Self.isNumber(range) ? "numberOf" : "bigintOf")(\(member))"
        case .boolean: return "carillon.booleanOf(\(member))"
        }
    }

    func addTexts(to lines: inout CodeLines) {
        lines.add()
        lines.addBlockComment([
            "What the app shows by itself, in the reader's language: by the profile that the host `served`, or as it was when this was",
            "generated. Those with values need somebody who formats Unicode MessageFormat.",
        ])
        lines.block("export const texts = {", "} as const;") { lines in
            for text in app.texts {
                lines.addBlockComment(text.summary)
                let place = "served, \(literal(text.text.id.rawValue)), \(literal(text.slot)), locale"
                guard !text.text.payload.isEmpty else {
                    let given = "locale: string, served: carillon.Json = profile"
                    lines.add("\(text.name): (\(given)): string => carillon.appText(\(place)),")
                    continue
                }
                let members = text.arguments.map { argument in
                    let mark = argument.field.isOptional ? "?" : ""
                    return "readonly \(literal(argument.field.name))\(mark): \(type(of: argument.field.type))"
                }
                let values = members.isEmpty ? "{}" : "{ \(members.joined(separator: "; ")) }"
                lines.block("\(text.name): (", ") => carillon.appText(\(place), values, format),") { lines in
                    lines.add("locale: string,")
                    lines.add("values: \(values),")
                    lines.add("format: carillon.MessageFormatter,")
                    lines.add("served: carillon.Json = profile,")
                }
            }
        }
    }

    private func type(of type: PayloadType) -> String {
        switch type {
        case .text, .uuid, .slug, .path, .url, .email, .decimal, .date, .map, .localizedText: return "string"
        case .integer(let range): return Self.isNumber(range) ? "number" : "bigint"
        case .boolean: return "boolean"
        case .money: return "{ readonly value: string; readonly currency: string }"
        case .choice(let values): return values.map(literal).joined(separator: " | ")
        // Milliseconds since 1970-01-01T00:00:00Z.
        case .instant: return "number"
        case .list(let element, _): return "readonly (\(self.type(of: element)))[]"
        }
    }
}
