import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// What a tenant's app can ask the host, with the names that it has in one language's code: the routes of the tenant's contract, and the
/// host's own for what the contract has no route for.
struct TenantEndpoints {
    let profile: TenantProfile
    let language: TargetLanguage
    /// Sorted by name.
    let calls: [Call]
    /// The names of errors: those that would be one in code are.
    let codes: [(name: String, texts: [String])]

    /// One method on one path.
    struct Call {
        let name: String
        /// Of what holds its types, or begins their names.
        let type: String
        let route: EndpointRoute
        let inputs: [Input]
        /// Nil for an answer without body.
        let answer: NamedShape?
        let errors: EndpointErrorForm
    }

    /// A value that the caller gives.
    struct Input {
        let name: String
        let place: EndpointPlace
        let type: InputType
        let presence: EndpointPresence
        /// Between a list's elements in a query; nil for a parameter each.
        let separator: String?
        let limit: EndpointLimit?
        let summary: String
    }

    indirect enum InputType {
        case text
        case integer
        case number
        case boolean
        case json
        case instant(WrittenInstant)
        case choice(TenantEvents.Choice)
        case list(InputType)
        case object(type: String, [Member])
        /// A number or a flag, written as a text.
        case asText(InputType)

        struct Member {
            let name: String
            let wire: String
            let type: InputType
            let presence: EndpointPresence
        }
    }

    indirect enum NamedShape {
        case text
        case integer
        case boolean
        case json
        case instant(WrittenInstant)
        case choice(TenantEvents.Choice)
        case list(NamedShape)
        case object(type: String, [Member])

        struct Member {
            let name: String
            let wire: String
            let shape: NamedShape
            let isOptional: Bool
            let summary: String
        }
    }

    /// - Throws: where two names would be one in code.
    init(
        _ profile: TenantProfile,
        in language: TargetLanguage,
        registry: ChannelRegistry
    ) throws(GenerationFaults) {
        self.profile = profile
        self.language = language
        let routes = EndpointRoute.all(of: profile, registry: registry)
        let place = profile.contract == nil ? "\(profile.id)/profile.json" : "\(profile.id)/contract.json"
        var faults: [String] = []
        // Each call is a class, too.
        let classes = language.classFiles(besides: "ErrorCode")
        var names = NameScope(place, taken: language.takenValues.union(language.takenCalls), files: classes)
        var calls: [Call] = []
        for route in routes {
            let written = route.name(among: routes)
            let name = names.add(written, as: Identifier.value(written))
            var naming = EndpointNaming(place: "\(place): \(written)", language: language)
            let inputs = naming.inputs(route.inputs)
            let answer = route.answer.map { naming.shape($0, path: ["answer"]) }
            faults += naming.faults
            calls.append(
                Call(
                    name: name,
                    type: Identifier.type(written),
                    route: route,
                    inputs: inputs,
                    answer: answer,
                    errors: route.errors
                )
            )
        }
        faults += names.faults
        self.calls = calls.sorted { $0.name < $1.name }
        var groups: [String: Set<String>] = [:]
        let taken = language.takenCases.union(["unknown", "text", "Unknown"]).union(language.takenOfOpenSets)
        for code in Set(routes.flatMap { $0.errors.all.map(\.code) }) {
            let name = language == .kotlin ? Identifier.constant(code) : Identifier.value(code)
            groups[taken.contains(name) ? name + "_" : name, default: []].insert(code)
        }
        codes = groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
        guard faults.isEmpty else { throw GenerationFaults(messages: faults) }
    }

    /// The name of what holds all this: `AcmeEndpoints`.
    var name: String { Identifier.type(profile.id.rawValue) + "Endpoints" }
}

/// Gives the values of one call their names.
struct EndpointNaming {
    private let place: String
    private let language: TargetLanguage
    private var types: NameScope
    private(set) var faults: [String] = []

    init(place: String, language: TargetLanguage) {
        self.place = place
        self.language = language
        let taken = language.takenTypes.union(language.takenEndpointTypes)
        types = NameScope(place, taken: taken, files: language.classFiles())
    }

    mutating func inputs(_ inputs: [EndpointInput]) -> [TenantEndpoints.Input] {
        var names = NameScope(place, taken: language.takenParameters.union(language.takenInputs))
        // What stands in several parts of a request under one name is told apart by the part.
        let counts = Dictionary(grouping: inputs) { Identifier.value($0.written) }.mapValues(\.count)
        let named = inputs.map { input in
            let isAlone = counts[Identifier.value(input.written)] == 1
            let written = isAlone ? input.written : "\(input.place.part.rawValue) \(input.written)"
            return TenantEndpoints.Input(
                name: names.add(written, as: Identifier.value(written)),
                place: input.place,
                type: type(input.type, path: [written]),
                presence: input.presence,
                separator: input.separator,
                limit: input.limit,
                summary: input.summary
            )
        }
        faults += names.faults + types.faults
        return named
    }

    private mutating func type(_ type: EndpointType, path: [String]) -> TenantEndpoints.InputType {
        switch type {
        case .text: return .text
        case .integer: return .integer
        case .number: return .number
        case .boolean: return .boolean
        case .open: return .json
        case .instant(let form): return .instant(form)
        case .asText(let inner): return .asText(self.type(inner, path: path))
        case .list(let element): return .list(self.type(element, path: path))
        case .choice(let values): return .choice(choice(values, path: path, taken: []))
        case .object(let members):
            var names = NameScope("\(place).\(path.joined(separator: "."))", taken: language.takenFields)
            let type = typeName(path + ["element"])
            let named = members.map { member in
                TenantEndpoints.InputType.Member(
                    name: names.add(member.name, as: Identifier.value(member.name)),
                    wire: member.name,
                    type: self.type(member.type, path: path + [member.name]),
                    presence: member.presence
                )
            }
            faults += names.faults
            return .object(type: type, named)
        }
    }

    mutating func shape(_ shape: AnswerShape, path: [String]) -> TenantEndpoints.NamedShape {
        let known = types.faults.count
        defer { faults += types.faults.dropFirst(known) }
        return named(shape, path: path)
    }

    private mutating func named(_ shape: AnswerShape, path: [String]) -> TenantEndpoints.NamedShape {
        switch shape {
        case .text: return .text
        case .integer: return .integer
        case .boolean: return .boolean
        case .open: return .json
        case .instant(let form): return .instant(form)
        case .list(let element): return .list(named(element, path: path + ["element"]))
        case .choice(let values):
            return .choice(choice(values, path: path, taken: language.takenOfOpenSets))
        case .object(let members):
            var names = NameScope("\(place).\(path.joined(separator: "."))", taken: language.takenFields)
            let type = typeName(path)
            let named = members.map { member in
                TenantEndpoints.NamedShape.Member(
                    name: names.add(member.name, as: Identifier.value(member.name)),
                    wire: member.name,
                    shape: self.named(member.shape, path: path + [member.name]),
                    isOptional: !member.isSure,
                    summary: member.summary
                )
            }
            faults += names.faults
            return .object(type: type, named)
        }
    }

    /// TypeScript has no names for these.
    private mutating func typeName(_ path: [String]) -> String {
        let written = path.joined(separator: "_")
        return language == .typescript ? "" : types.add(written, as: Identifier.type(written))
    }

    private mutating func choice(_ values: [String], path: [String], taken: Set<String>) -> TenantEvents.Choice {
        TenantEvents.choice(
            of: values,
            type: typeName(path),
            at: "\(place).\(path.joined(separator: "."))",
            taken: taken,
            in: language,
            faults: &faults
        )
    }
}

extension TargetLanguage {
    /// Of calls: what the code around them names.
    fileprivate var takenCalls: Set<String> {
        switch self {
        case .swift: []
        case .typescript: ["input"]
        case .kotlin: []
        }
    }

    /// Of a call's inputs: what the code of the call names.
    fileprivate var takenInputs: Set<String> {
        switch self {
        case .swift, .typescript: []
        case .kotlin: ["it"]
        }
    }

    /// Of types of a call: what the code of calls names.
    fileprivate var takenEndpointTypes: Set<String> {
        switch self {
        case .swift:
            [
                "EndpointRequest", "EndpointValue", "EndpointParameter", "EndpointErrors", "EndpointCode", "ErrorCode",
                "Instant", "InstantForm", "JSONValue", "OrNull", "Double",
            ]
        case .typescript: []
        case .kotlin:
            [
                "EndpointRequest", "EndpointValue", "EndpointParameter", "EndpointErrors", "EndpointAccess",
                "EndpointLimit", "ErrorCode", "InstantForm", "KnownError", "OrNull", "Double", "Unknown", "Any",
            ]
        }
    }
}
