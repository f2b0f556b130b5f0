import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// What a tenant's app needs to know by name, with the names that it has in one language's code.
struct TenantApp {
    let profile: TenantProfile
    let language: TargetLanguage
    /// Sorted by id, as everything here is, so that the order in the file changes nothing.
    let routes: [NamedRoute]
    /// Closed sets of names: categories, buttons, Android channels, switches.
    let sets: [NamedSet]
    let topics: [NamedTopic]
    let pushes: [NamedPush]
    let texts: [NamedText]
    /// What the host serves to apps, as ``ClientProfile/generated`` has it.
    let client: JSONObject

    struct NamedRoute {
        let route: Route
        /// Of a type, or of a value where the language has no type for it.
        let name: String
        let parameters: [(name: String, wire: String)]
    }

    struct NamedSet {
        let type: String
        let value: String
        let summary: String
        let cases: [(name: String, wire: String)]
    }

    /// Subscriptions of one form, such as `order:{id}`.
    struct NamedTopic {
        let source: String
        let name: String
        let pieces: [Piece]

        enum Piece {
            case text(String)
            case argument(String)
        }

        var arguments: [String] {
            var names: [String] = []
            for case .argument(let name) in pieces where !names.contains(name) { names.append(name) }
            return names
        }

        /// Its texts and arguments, joined.
        func expression(in language: TargetLanguage) -> String {
            let parts = pieces.map { piece in
                switch piece {
                case .text(let text): language.literal(text)
                case .argument(let name): language.escaped(name)
                }
            }
            return parts.joined(separator: " + ")
        }
    }

    /// - Parameter registry: says which channels reach devices.
    /// - Throws: where two names would be one in code.
    init(
        _ profile: TenantProfile,
        in language: TargetLanguage,
        registry: ChannelRegistry
    ) throws(GenerationFaults) {
        self.profile = profile
        self.language = language
        var faults: [String] = []
        let place = "\(profile.id)/profile.json"
        routes = Self.routes(of: profile, at: "\(place): deepLinks", in: language, faults: &faults)
        let actions = profile.categories.flatMap(\.actions).map(\.id)
        let named: [(String, String, String, [String])] = [
            ("Category", "categories", "A kind of notifications.", profile.categories.map(\.id)),
            ("Action", "actions", "A button on a notification.", Array(Set(actions))),
            ("AndroidChannel", "androidChannels", "A channel on Android.", profile.androidChannels.map(\.id)),
            ("Toggle", "toggles", "A preference that people switch.", profile.toggles.map(\.name)),
        ]
        sets = named.filter { !$0.3.isEmpty }.map { type, value, summary, names in
            var scope = NameScope("\(place): \(value)", taken: language.takenCases)
            let cases = names.sorted().map { name in
                let code = language == .kotlin ? Identifier.constant(name) : Identifier.value(name)
                // TypeScript has the names themselves.
                return (language == .typescript ? "" : scope.add(name, as: code), name)
            }
            faults += scope.faults
            return NamedSet(type: type, value: value, summary: summary, cases: cases)
        }
        topics = Self.topics(of: profile, in: language, faults: &faults)
        let document = ClientProfile(profile, registry.serving(profile))
        client = document.generated
        let events = "\(profile.id)/events.json"
        pushes = Self.pushes(
            of: document.pushedEvents,
            at: events,
            besides: Self.name(of: profile),
            in: language,
            faults: &faults
        )
        texts = Self.texts(of: profile, at: "\(events): texts", in: language, faults: &faults)
        guard faults.isEmpty else { throw GenerationFaults(messages: faults) }
    }

    private static func routes(
        of profile: TenantProfile,
        at place: String,
        in language: TargetLanguage,
        faults: inout [String]
    ) -> [NamedRoute] {
        var taken = language == .kotlin ? language.takenTypes : language.takenCases
        taken.formUnion(["Place", "Destination", "LinkForm", "destination", "link"])
        var names = NameScope(place, taken: taken, files: language.classFiles())
        let routes = profile.deepLinks.routes.sorted { $0.id < $1.id }.map { route in
            var scope = NameScope("\(place).\(route.id)", taken: language.takenParameters)
            let parameters = route.parameters.map { parameter in
                (scope.add(parameter.name, as: Identifier.value(parameter.name)), parameter.name)
            }
            faults += scope.faults
            let name = language == .kotlin ? Identifier.type(route.id) : Identifier.value(route.id)
            return NamedRoute(route: route, name: names.add(route.id, as: name), parameters: parameters)
        }
        // TypeScript has the ids themselves.
        if language != .typescript { faults += names.faults }
        return routes
    }

    private static func topics(
        of profile: TenantProfile,
        in language: TargetLanguage,
        faults: inout [String]
    ) -> [NamedTopic] {
        let written =
            profile.events.flatMap { [$0.topic, $0.audience] } + profile.deepLinks.routes.map(\.audience)
        // Templates that differ in the names of their fields alone make the same topics.
        var templates: [String: PlaceholderText] = [:]
        for template in written.compactMap(\.self).sorted(by: { $0.source < $1.source }) {
            let form = template.segments.map { if case .text(let text) = $0 { text } else { "{}" } }.joined()
            if templates[form] == nil { templates[form] = template }
        }
        var names = NameScope("\(profile.id): topics", taken: language.takenValues)
        let topics = templates.values.sorted { $0.source < $1.source }.map { template in
            let source = template.source
            var arguments = NameScope("\(profile.id): topic \(source)", taken: language.takenParameters)
            var known: [String: String] = [:]
            let pieces = template.segments.map { segment -> NamedTopic.Piece in
                switch segment {
                case .text(let text): return .text(text)
                case .field(let path):
                    let written = path.steps.joined(separator: "_")
                    if let name = known[written] { return .argument(name) }
                    let name = arguments.add(written, as: Identifier.value(written))
                    known[written] = name
                    return .argument(name)
                }
            }
            faults += arguments.faults
            return NamedTopic(source: source, name: names.add(source, as: name(of: template)), pieces: pieces)
        }
        faults += names.faults
        return topics
    }

    /// By the text around the fields; by the fields where there is none.
    private static func name(of template: PlaceholderText) -> String {
        let texts = template.segments.compactMap { segment in
            if case .text(let text) = segment { text } else { nil }
        }
        let name = Identifier.value(texts.joined(separator: " "))
        guard name == "empty" else { return name }
        return Identifier.value(template.fields.map { $0.steps.joined(separator: "_") }.joined(separator: " "))
    }

    /// Whether pushes carry what must not be shown in prints.
    var hidesPushes: Bool { pushes.contains(where: \.isSensitive) }

    /// The name of what holds all this: `AcmeApp`.
    var name: String { Self.name(of: profile) }

    static func name(of profile: TenantProfile) -> String { Identifier.type(profile.id.rawValue) + "App" }
}

extension TargetLanguage {
    /// Names that a parameter of a function can't have, or that mean something within it.
    var takenParameters: Set<String> {
        switch self {
        case .swift: ["self", "init", "inout", "var", "let"]
        case .typescript: takenValues
        case .kotlin: ["class", "destination"]
        }
    }
}

extension ClientProfile {
    /// Without the revision, which changes with things that no app sees, and with events and texts by their ids.
    var generated: JSONObject {
        var json = json
        json["revision"] = nil
        for name in ["events", "texts"] {
            let sorted = (json[name]?.array ?? []).sorted { ($0["id"]?.string ?? "") < ($1["id"]?.string ?? "") }
            json[name] = .array(sorted)
        }
        return json
    }
}
