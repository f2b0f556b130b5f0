import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonStandard
import Testing

@testable import CarillonGenerate
@testable import CarillonProfiles

/// Code that reads the push of every sample with what was generated, and prints what it tells as JSON, a line each: the tenant,
/// the event, all that it may be, and the values.
struct SamplePushes {
    let language: TargetLanguage
    private let apps: [TenantApp]

    init(language: TargetLanguage, profiles: [TenantProfile]) throws {
        self.language = language
        apps = try profiles.sorted { $0.id < $1.id }.map { profile in
            try TenantApp(profile, in: language, registry: .standard)
        }
    }

    /// Each sample that is pushed, with its data as the host makes them.
    static func sent(_ profile: TenantProfile) throws -> [(event: EventTypeID, data: JSONObject)] {
        let registry = ChannelRegistry.standard.serving(profile)
        let rendering = Rendering(profile: profile, registry: registry, timeZones: BuiltInTimeZones())
        let samples = profile.samples.sorted { ($0.event, $0.name ?? "") < ($1.event, $1.name ?? "") }
        return try samples.compactMap { sample in
            let event = try #require(profile.event(sample.event))
            guard event.channels.contains("push") else { return nil }
            let request = RenderingRequest(
                sampling: event,
                payload: sample.payload,
                locale: profile.locales.defaultLocale,
                on: "push",
                of: profile
            )
            return (event.id, try rendering.render(request).data)
        }
    }

    /// What is read, of one tenant: the samples, each of them without its last member and with a damaged one, nobody's, and none.
    static func given(_ profile: TenantProfile) throws -> [JSONObject] {
        let sent = try sent(profile).map(\.data)
        let cut = sent.map { JSONObject($0.members.dropLast()) }
        let damaged = sent.map { data in
            JSONObject(data.members.map { .init($0.name, $0.value.string == "true" ? "yes" : $0.value) })
        }
        return sent + cut + damaged.filter { !sent.contains($0) } + [["type": "NOBODY'S"], [:]]
    }

    var text: String {
        get throws {
            switch language {
            case .swift: try swift
            case .typescript: try typescript
            case .kotlin: try kotlin
            }
        }
    }

    private func literal(_ text: String) -> String { language.literal(text) }

    private func reads() throws -> [(app: TenantApp, data: JSONObject)] {
        try apps.filter { !$0.pushes.isEmpty }.flatMap { app in try Self.given(app.profile).map { (app, $0) } }
    }

    private var swift: String {
        get throws {
            var text =
                "// swift-format-ignore-file\n\nimport CarillonClient\nimport CarillonModel\n\n"
                + "func pushLines() -> [String] {\n    [\n"
            for (app, data) in try reads() {
                let payload = data.members.map { "\(literal($0.name)): \(literal($0.value.string ?? $0.value.text))" }
                let members = payload.isEmpty ? ":" : payload.joined(separator: ", ")
                text += "        describe(\(app.name).Push([\(members)], shape: .apns)),\n"
            }
            text += "    ]\n}\n"
            for app in apps where !app.pushes.isEmpty {
                text += "\nprivate func describe(_ push: \(app.name).Push) -> String {\n    switch push {\n"
                for push in app.pushes {
                    let values = push.fields.map { field in
                        let name = "it.\(TargetLanguage.swift.escaped(field.name))"
                        let shown =
                            switch field.form {
                            case .choice: field.isOptional ? "\(name)?.text" : "\(name).text"
                            case .text, .decimal: name
                            case .integer, .boolean: field.isOptional ? "\(name).map { String($0) }" : "String(\(name))"
                            }
                        return "(\(literal(field.member)), \(shown))"
                    }
                    text += "    case .\(TargetLanguage.swift.escaped(push.value))(let it): "
                    text += "line(\(literal(app.profile.id.rawValue)), it.event, [\(values.joined(separator: ", "))])\n"
                }
                text +=
                    "    case .unknown(let data): line(\(literal(app.profile.id.rawValue)), \"unknown\", data.count)\n"
                text += "    case .collected: line(\(literal(app.profile.id.rawValue)), \"collected\", 0)\n    }\n}\n"
            }
            return text
        }
    }

    private var typescript: String {
        get throws {
            var text =
                "import * as carillon from \"./carillon-client\";\nimport { line, other } from \"./push-lines\";\n"
            for app in apps where !app.pushes.isEmpty {
                text += "import * as \(app.profile.id) from \"./\(app.profile.id)-app\";\n"
            }
            for app in apps where !app.pushes.isEmpty {
                let name = app.profile.id.rawValue
                text += "\nfunction \(name)Line(payload: carillon.Json): string {\n"
                text += "  const push = \(name).readPush(carillon.readPush(payload, \"apns\"));\n"
                text +=
                    "  if (push.kind !== \"event\") return other(\(literal(name)), push);\n  switch (push.event) {\n"
                for push in app.pushes {
                    let values = push.fields.map { field in
                        let shown = field.isSensitive ? (field.isOptional ? "?.reveal()" : ".reveal()") : ""
                        return "[\(literal(field.member)), push.fields.\(field.name)\(shown)]"
                    }
                    text += "    case \(literal(push.events[0].id.rawValue)):\n"
                    text +=
                        "      return line(\(literal(name)), push.recognized, [\(values.joined(separator: ", "))]);\n"
                }
                text += "  }\n}\n"
            }
            text += "\nexport const pushLines: readonly string[] = [\n"
            for (app, data) in try reads() {
                let payload = data.members.map { "[\(literal($0.name))]: \(literal($0.value.string ?? $0.value.text))" }
                text += "  \(app.profile.id)Line({\(payload.joined(separator: ", "))}),\n"
            }
            return text + "];\n"
        }
    }

    private var kotlin: String {
        get throws {
            var text = "package carillon.client\n"
            for app in apps where !app.pushes.isEmpty {
                text += "\nprivate fun describe(push: \(app.name).Push): String = when (push) {\n"
                for push in app.pushes {
                    let values = push.fields.map { field in
                        "\(literal(field.member)) to push.\(TargetLanguage.kotlin.escaped(field.name))"
                    }
                    text +=
                        "    is \(app.name).Push.\(push.type) -> line(\(literal(app.profile.id.rawValue)), push.event, "
                    text += "listOf<Pair<String, Any?>>(\(values.joined(separator: ", "))))\n"
                }
                text +=
                    "    is \(app.name).Push.Unknown -> other(\(literal(app.profile.id.rawValue)), \"unknown\", push.data.size)\n"
                text +=
                    "    is \(app.name).Push.Collected -> other(\(literal(app.profile.id.rawValue)), \"collected\", 0)\n}\n"
            }
            text +=
                "\nprivate fun read(vararg data: Pair<String, Any?>) = ReceivedPush(mapOf(*data), PushShape.APNS) { null }\n"
            text += "\nfun pushLines(): List<String> {\n    val lines = ArrayList<String>()\n"
            for (app, data) in try reads() {
                let payload = data.members.map { "\(literal($0.name)) to \(literal($0.value.string ?? $0.value.text))" }
                text += "    lines.add(describe(\(app.name).Push.of(read(\(payload.joined(separator: ", "))))))\n"
            }
            return text + "    return lines\n}\n"
        }
    }
}
