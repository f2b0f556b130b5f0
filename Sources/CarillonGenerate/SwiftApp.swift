import CarillonProfiles

/// What a tenant's app needs, in Swift, on top of `CarillonClient`.
struct SwiftApp {
    let app: TenantApp
    let access: Access

    var text: String {
        var lines = CodeLines(indentation: 4)
        lines.add("\(access.prefix)import CarillonClient")
        lines.add("\(access.prefix)import CarillonModel")
        lines.add()
        lines.add("/// What the app of \(CommentText.line(app.profile.name)) needs to know by name.")
        lines.block("\(access.prefix)enum \(app.name) {") { lines in
            addLinks(to: &lines)
            if !app.routes.isEmpty { addPlaces(to: &lines) }
            for set in app.sets { add(set, to: &lines) }
            if !app.topics.isEmpty { addTopics(to: &lines) }
            lines.add()
            addProfile(to: &lines)
            if !app.pushes.isEmpty { addPushes(to: &lines) }
            if !app.texts.isEmpty { addTexts(to: &lines) }
        }
        return lines.text
    }

    func literal(_ text: String) -> String { TargetLanguage.swift.literal(text) }
    func escaped(_ name: String) -> String { TargetLanguage.swift.escaped(name) }
    private func list(_ texts: [String]) -> String { "[\(texts.map(literal).joined(separator: ", "))]" }

    private func addLinks(to lines: inout CodeLines) {
        let links = app.profile.deepLinks
        lines.add("/// The links that the app opens.")
        lines.block("\(access.prefix)static let links = AppLinks(", ")") { lines in
            lines.add("schemes: \(list(links.schemes)),")
            lines.add("origins: \(list(links.origins)),")
            lines.block("routes: [", "]") { lines in
                // In the order written: the first that fits a link counts.
                for route in links.routes {
                    let parameters = route.parameters.map { ".init(\(literal($0.name)), .\($0.type.rawValue))" }
                    lines.block("AppRoute(", "),") { lines in
                        lines.add("id: \(literal(route.id)),")
                        lines.add("parameters: [\(parameters.joined(separator: ", "))],")
                        lines.add("app: \(route.app.map { literal($0.source) } ?? "nil"),")
                        lines.add("web: \(route.web.map { literal($0.source) } ?? "nil"),")
                        lines.add("screen: \(route.screen.map { literal($0.source) } ?? "nil")")
                    }
                }
            }
        }
    }

    private func addPlaces(to lines: inout CodeLines) {
        let prefix = access.prefix
        lines.add()
        lines.add("/// A place that notifications and links lead to.")
        lines.block("\(prefix)enum Place: Sendable, Hashable {") { lines in
            for route in app.routes {
                let parameters = route.parameters.map { "\($0.name): String" }.joined(separator: ", ")
                lines.add("case \(escaped(route.name))\(parameters.isEmpty ? "" : "(\(parameters))")")
            }
            lines.add()
            lines.add("/// Nil where it is no place of this version of the app.")
            lines.block("\(prefix)init?(_ destination: Destination) {") { lines in
                lines.add("switch destination.route {")
                for route in app.routes { addReading(of: route, to: &lines) }
                lines.add("default: return nil")
                lines.add("}")
            }
            lines.add()
            lines.add("/// - Throws: why the link isn't followed.")
            lines.block("\(prefix)init(link: String) throws(LinkFault) {") { lines in
                lines.add("guard let place = Self(try \(app.name).links.read(link)) else { throw .noSuchRoute }")
                lines.add("self = place")
            }
            lines.add()
            lines.add("/// The route with its values.")
            lines.block("\(prefix)var destination: Destination {") { lines in
                lines.add("switch self {")
                for route in app.routes { addWriting(of: route, to: &lines) }
                lines.add("}")
            }
            lines.add()
            lines.add("/// The link to it; nil where it has none of this form.")
            lines.add("///")
            lines.add("/// - Throws: where a value isn't what the place takes.")
            lines.block("\(prefix)func link(as form: LinkForm) throws(LinkFault) -> String? {") { lines in
                lines.add("try \(app.name).links.link(to: destination, as: form)")
            }
        }
    }

    private func addReading(of route: TenantApp.NamedRoute, to lines: inout CodeLines) {
        lines.add("case \(literal(route.route.id)):")
        guard !route.parameters.isEmpty else {
            lines.add("    self = .\(escaped(route.name))")
            return
        }
        let values = route.parameters.enumerated().map { "let value\($0) = destination.values[\(literal($1.wire))]" }
        lines.add("    guard \(values.joined(separator: ", ")) else { return nil }")
        let arguments = route.parameters.enumerated().map { "\($1.name): value\($0)" }
        lines.add("    self = .\(escaped(route.name))(\(arguments.joined(separator: ", ")))")
    }

    private func addWriting(of route: TenantApp.NamedRoute, to lines: inout CodeLines) {
        let id = literal(route.route.id)
        guard !route.parameters.isEmpty else {
            lines.add("case .\(escaped(route.name)): Destination(\(id))")
            return
        }
        let bound = route.parameters.indices.map { "let value\($0)" }.joined(separator: ", ")
        let values = route.parameters.enumerated().map { "\(literal($1.wire)): value\($0)" }.joined(separator: ", ")
        lines.add("case .\(escaped(route.name))(\(bound)): Destination(\(id), [\(values)])")
    }

    private func add(_ set: TenantApp.NamedSet, to lines: inout CodeLines) {
        lines.add()
        lines.add("/// \(set.summary)")
        lines.block("\(access.prefix)enum \(set.type): String, Sendable, Hashable, CaseIterable {") { lines in
            for (name, wire) in set.cases { lines.add("case \(escaped(name)) = \(literal(wire))") }
        }
    }

    private func addTopics(to lines: inout CodeLines) {
        lines.add()
        lines.add("/// What people and devices subscribe to.")
        lines.block("\(access.prefix)enum Topic {") { lines in
            for topic in app.topics {
                lines.add("/// `\(CommentText.line(topic.source))`")
                let parameters = topic.arguments.map { "\($0): String" }.joined(separator: ", ")
                let text = topic.expression(in: .swift)
                lines.add("\(access.prefix)static func \(escaped(topic.name))(\(parameters)) -> String { \(text) }")
            }
        }
    }
}
