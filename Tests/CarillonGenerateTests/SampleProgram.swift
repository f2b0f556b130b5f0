import CarillonModel
import CarillonProfiles
import Testing

@testable import CarillonGenerate

/// Code that makes an event of every sample with what was generated, as a sender would write it.
struct SampleProgram {
    let language: TargetLanguage
    let profiles: [TenantProfile]

    /// A sample, and the event as it must be sent.
    static func events(of profiles: [TenantProfile]) -> [(id: String, profile: TenantProfile, sample: Sample)] {
        profiles.sorted { $0.id < $1.id }.flatMap { profile in
            profile.samples.sorted { ($0.event, $0.name ?? "") < ($1.event, $1.name ?? "") }.map { sample in
                ("\(sample.event).\(sample.name ?? "main")", profile, sample)
            }
        }
    }

    /// What each of the events must be as JSON, a line each.
    static func expected(of profiles: [TenantProfile]) -> String {
        events(of: profiles).map { id, profile, sample in
            let fields = profile.event(sample.event)?.payload ?? []
            let data = fields.compactMap { field in
                sample.payload.object?[field.name].map { value in
                    JSONObject.Member(field.name, ordered(value, as: field.type, in: profile))
                }
            }
            let event: JSONValue = [
                "id": .string(id), "source": "https://sender.example/x", "type": .string(sample.event.rawValue),
                "recipients": ["user-1", ["id": "user-2", "locale": "en"]], "data": .object(JSONObject(data)),
            ]
            return event.text + "\n"
        }.joined()
    }

    /// Languages and names in the order in which they are sent.
    private static func ordered(_ value: JSONValue, as type: PayloadType, in profile: TenantProfile) -> JSONValue {
        guard case .object(let object) = value else { return value }
        switch type {
        case .map: return .object(JSONObject(object.members.sorted { $0.name < $1.name }))
        case .localizedText:
            let standard = profile.locales.defaultLocale.rawValue
            let others = object.members.filter { $0.name != standard }.sorted { $0.name < $1.name }
            return .object(JSONObject(object.members.filter { $0.name == standard } + others))
        default: return value
        }
    }

    var text: String {
        get throws {
            let calls = try Self.events(of: profiles).map { id, profile, sample in
                let tenant = try TenantEvents(profile, in: language)
                let event = try #require(tenant.events.first { $0.event.id == sample.event })
                let payload = sample.payload.object ?? JSONObject()
                return call(id: literal(id), tenant: tenant, event: event, payload: payload)
            }
            let imports = profiles.map(\.id.rawValue).sorted()
            switch language {
            case .swift:
                return "// swift-format-ignore-file\n\n"
                    + "func sampleEvents() throws -> [(CarillonTenant, CarillonEvent)] {\n    [\n"
                    + calls.map { "        \($0),\n" }.joined() + "    ]\n}\n"
            case .typescript:
                return "import * as carillon from \"./carillon-events.js\";\n"
                    + imports.map { "import * as \($0) from \"./\($0)-events.js\";\n" }.joined()
                    + "\ntype Sample = readonly [carillon.TenantSpecification, carillon.CarillonEvent];\n"
                    + "export const sampleEvents: readonly Sample[] = [\n"
                    + calls.map { "  \($0),\n" }.joined() + "];\n"
            case .kotlin:
                return "package carillon.events\n\nimport java.math.BigDecimal\nimport java.time.Instant\n"
                    + "import java.time.LocalDate\n\n"
                    + "fun sampleEvents(): List<Pair<CarillonTenant, CarillonEvent>> = listOf(\n"
                    + calls.map { "    \($0)" }.joined(separator: ",\n") + "\n)\n"
            }
        }
    }

    private func literal(_ text: String) -> String { language.literal(text) }

    private func call(id: String, tenant: TenantEvents, event: TenantEvents.Event, payload: JSONObject) -> String {
        let fields = event.fields.compactMap { field in payload[field.field.name].map { (field, $0) } }
        let arguments = fields.map { field, value in
            let plain = expression(of: value, as: field.field.type, field: field, event: event, tenant: tenant)
            let hides = language == .typescript && field.field.isSensitive
            let written = hides ? "carillon.sensitive(\(plain))" : plain
            return (language == .kotlin ? language.escaped(field.name) : field.name, written)
        }
        let type = "\(tenant.name).\(event.type)"
        switch language {
        case .swift:
            let list = arguments.map { "\($0): \($1)" }.joined(separator: ", ")
            return
                "(\(tenant.name).tenant, try \(type)(\(list)).event(id: \(id), source: \"https://sender.example/x\", "
                + "recipients: .users([\"user-1\", CarillonRecipient(id: \"user-2\", locale: \"en\")])))"
        case .typescript:
            let list = arguments.map { "\($0): \($1)" }.joined(separator: ", ")
            let options =
                "{ id: \(id), source: \"https://sender.example/x\", "
                + "recipients: { users: [\"user-1\", { id: \"user-2\", locale: \"en\" }] } }"
            let module = tenant.profile.id.rawValue
            return "[\(module).tenant, \(module).\(event.value).event(\(options), {\(list)})]"
        case .kotlin:
            let list = arguments.map { "\($0) = \($1)" }.joined(separator: ", ")
            return "\(tenant.name).tenant to \(type)(\(list)).event(\(id), \"https://sender.example/x\", "
                + "CarillonRecipients.users(listOf(CarillonRecipient(\"user-1\"), CarillonRecipient(\"user-2\", \"en\"))))"
        }
    }

    private func expression(
        of value: JSONValue,
        as type: PayloadType,
        field: TenantEvents.Field,
        event: TenantEvents.Event,
        tenant: TenantEvents
    ) -> String {
        func inner(_ value: JSONValue, _ type: PayloadType) -> String {
            expression(of: value, as: type, field: field, event: event, tenant: tenant)
        }
        let text = value.string.map(literal) ?? ""
        switch (type, value) {
        case (.text, _): return text
        case (.uuid, _), (.slug, _), (.path, _), (.email, _), (.url, _):
            guard language == .typescript else { return text }
            return "carillon.\(type.name == "url" ? "webUrl" : type.name)(\(text))"
        case (.decimal, _):
            switch language {
            case .swift: return text
            case .typescript: return "carillon.decimal(\(text))"
            case .kotlin: return "BigDecimal(\(text))"
            }
        case (.integer(let range), .number(let digits)):
            switch language {
            case .swift: return digits
            case .typescript: return range.upperBound > 1 << 53 ? "\(digits)n" : digits
            case .kotlin: return "\(digits)L"
            }
        case (.boolean, .boolean(let flag)): return String(flag)
        case (.money, .object(let money)):
            let currency = literal(money["currency"]?.string ?? "")
            if let amount = money["value"] {
                let amount = inner(amount, .decimal)
                switch language {
                case .swift: return "CarillonMoney(value: \(amount), currency: \(currency))"
                case .typescript: return "{ value: \(amount), currency: \(currency) }"
                case .kotlin: return "CarillonMoney.of(\(amount), \(currency))"
                }
            }
            let minor = money["minor"]?.text ?? ""
            switch language {
            case .swift: return "CarillonMoney(minor: \(minor), currency: \(currency))"
            case .typescript: return "{ minor: \(minor), currency: \(currency) }"
            case .kotlin: return "CarillonMoney.ofMinor(\(minor)L, \(currency))"
            }
        case (.choice, _):
            let name = field.choice?.cases.first { $0.value == value.string }?.name ?? ""
            switch language {
            case .swift: return ".\(language.escaped(name))"
            case .typescript: return text
            case .kotlin: return "\(tenant.name).\(event.type).\(field.choice?.type ?? "").\(name)"
            }
        case (.instant, _): return language == .kotlin ? "Instant.parse(\(text))" : text
        case (.date, _): return language == .kotlin ? "LocalDate.parse(\(text))" : text
        case (.list(let element, _), .array(let values)):
            let list = values.map { inner($0, element) }.joined(separator: ", ")
            return language == .kotlin ? "listOf(\(list))" : "[\(list)]"
        case (.map, .object(let map)):
            let members = map.members.map { (literal($0.name), literal($0.value.string ?? "")) }
            switch language {
            case .swift: return members.isEmpty ? "[:]" : "[\(members.map { "\($0): \($1)" }.joined(separator: ", "))]"
            case .typescript: return "{\(members.map { "\($0): \($1)" }.joined(separator: ", "))}"
            case .kotlin: return "mapOf(\(members.map { "\($0) to \($1)" }.joined(separator: ", ")))"
            }
        case (.localizedText, .object(let texts)):
            let list = tenant.languages.compactMap { language in
                texts[language.tag].map { (language, literal($0.string ?? "")) }
            }
            switch language {
            case .swift: return ".init(\(list.map { "\($0.name): \($1)" }.joined(separator: ", ")))"
            case .typescript: return "{ \(list.map { "\(literal($0.tag)): \($1)" }.joined(separator: ", ")) }"
            case .kotlin:
                return "\(tenant.name).LocalizedText(\(list.map { "\($0.name) = \($1)" }.joined(separator: ", ")))"
            }
        default: return "?"
        }
    }
}
