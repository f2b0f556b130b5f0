import CarillonProfiles

/// What a tenant's app needs, in Kotlin, on top of `CarillonClient.kt`.
struct KotlinApp {
    let app: TenantApp
    let access: Access
    let package: String

    var text: String {
        var lines = CodeLines(indentation: 4)
        lines.add("package \(package)")
        lines.add()
        lines.add("/** What the app of \(CommentText.inBlock(app.profile.name)) needs to know by name. */")
        lines.block("\(access == .internal ? "internal " : "")object \(app.name) {") { lines in
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

    func literal(_ text: String) -> String { TargetLanguage.kotlin.literal(text) }
    func escaped(_ name: String) -> String { TargetLanguage.kotlin.escaped(name) }

    func list(_ texts: [String]) -> String {
        texts.isEmpty ? "emptyList<String>()" : "listOf(\(texts.map(literal).joined(separator: ", ")))"
    }

    private func map(_ members: [(String, String)]) -> String {
        guard !members.isEmpty else { return "emptyMap<String, String>()" }
        return "mapOf(\(members.map { "\(literal($0)) to \($1)" }.joined(separator: ", ")))"
    }

    private func addLinks(to lines: inout CodeLines) {
        let links = app.profile.deepLinks
        lines.add("/** The links that the app opens. */")
        lines.block("val links = AppLinks(", ")") { lines in
            lines.block("mapOf(", ")") { lines in
                lines.add("\"schemes\" to \(list(links.schemes)),")
                lines.add("\"origins\" to \(list(links.origins)),")
                guard !app.routes.isEmpty else {
                    lines.add("\"routes\" to emptyList<Any>()")
                    return
                }
                lines.block("\"routes\" to listOf(", ")") { lines in
                    // In the order written: the first that fits a link counts.
                    for (index, route) in links.routes.enumerated() {
                        let parameters = route.parameters.map { ($0.name, literal($0.type.rawValue)) }
                        let forms = [("app", route.app), ("web", route.web), ("screen", route.screen)]
                        var members = ["\"id\" to \(literal(route.id))", "\"params\" to \(map(parameters))"]
                        for case (let form, let template?) in forms {
                            members.append("\"\(form)\" to \(literal(template.source))")
                        }
                        lines.block("mapOf(", index == app.routes.count - 1 ? ")" : "),") { lines in
                            for (place, member) in members.enumerated() {
                                lines.add(member + (place == members.count - 1 ? "" : ","))
                            }
                        }
                    }
                }
            }
        }
    }

    private func addPlaces(to lines: inout CodeLines) {
        lines.add()
        lines.add("/** A place that notifications and links lead to. */")
        lines.block("sealed class Place {") { lines in
            lines.add("/** The route with its values. */")
            lines.add("abstract val destination: Destination")
            lines.add()
            lines.add(
                "/** The link to it; null where it has none of this form. Throws [LinkException] for a wrong value. */"
            )
            lines.add("fun link(form: LinkForm): String? = links.link(destination, form)")
            for route in app.routes { add(route, to: &lines) }
            lines.add()
            lines.block("companion object {") { lines in
                lines.add("/** Null where the destination is no place of this version of the app. */")
                lines.block("fun of(destination: Destination): Place? {") { lines in
                    if app.routes.contains(where: { !$0.parameters.isEmpty }) {
                        lines.add("val values = destination.values")
                    }
                    lines.block("return when (destination.route) {") { lines in
                        for route in app.routes { addReading(of: route, to: &lines) }
                        lines.add("else -> null")
                    }
                }
            }
        }
    }

    private func add(_ route: TenantApp.NamedRoute, to lines: inout CodeLines) {
        lines.add()
        let id = literal(route.route.id)
        guard !route.parameters.isEmpty else {
            lines.block("object \(route.name) : Place() {") { lines in
                lines.add("override val destination: Destination get() = Destination(\(id))")
            }
            return
        }
        let parameters = route.parameters.map { "val \(escaped($0.name)): String" }.joined(separator: ", ")
        let values = map(route.parameters.map { ($0.wire, escaped($0.name)) })
        lines.block("data class \(route.name)(\(parameters)) : Place() {") { lines in
            lines.add("override val destination: Destination get() = Destination(\(id), \(values))")
        }
    }

    private func addReading(of route: TenantApp.NamedRoute, to lines: inout CodeLines) {
        let id = literal(route.route.id)
        guard !route.parameters.isEmpty else {
            lines.add("\(id) -> \(route.name)")
            return
        }
        let values = route.parameters.map { "values[\(literal($0.wire))] ?: return null" }
        lines.block("\(id) -> \(route.name)(", ")") { lines in
            for (index, value) in values.enumerated() { lines.add(value + (index == values.count - 1 ? "" : ",")) }
        }
    }

    private func add(_ set: TenantApp.NamedSet, to lines: inout CodeLines) {
        lines.add()
        lines.add("/** \(set.summary) */")
        lines.block("enum class \(set.type)(val wire: String) {") { lines in
            for (index, element) in set.cases.enumerated() {
                lines.add("\(element.name)(\(literal(element.wire)))\(index == set.cases.count - 1 ? "" : ",")")
            }
        }
    }

    private func addTopics(to lines: inout CodeLines) {
        lines.add()
        lines.add("/** What people and devices subscribe to. */")
        lines.block("object Topic {") { lines in
            for topic in app.topics {
                lines.add("/** `\(CommentText.inBlock(topic.source))` */")
                let parameters = topic.arguments.map { "\(escaped($0)): String" }.joined(separator: ", ")
                lines.add("fun \(escaped(topic.name))(\(parameters)): String = \(topic.expression(in: .kotlin))")
            }
        }
    }
}
