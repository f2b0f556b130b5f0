import CarillonModel
import CarillonProfiles

/// What a tenant's app needs, in TypeScript, on top of `carillon-client.ts`.
struct TypeScriptApp {
    let app: TenantApp

    var text: String {
        var lines = CodeLines(indentation: 2)
        lines.add("import * as carillon from \"./carillon-client\";")
        lines.add()
        addLinks(to: &lines)
        if !app.routes.isEmpty { addPlaces(to: &lines) }
        for set in app.sets { add(set, to: &lines) }
        if !app.topics.isEmpty { addTopics(to: &lines) }
        lines.add()
        addProfile(to: &lines)
        if !app.pushes.isEmpty { addPushes(to: &lines) }
        if !app.texts.isEmpty { addTexts(to: &lines) }
        return lines.text
    }

    func literal(_ text: String) -> String { TargetLanguage.typescript.literal(text) }
    func list(_ texts: [String]) -> String { "[\(texts.map(literal).joined(separator: ", "))]" }

    private func addLinks(to lines: inout CodeLines) {
        let links = app.profile.deepLinks
        lines.add("/** The links that the app of \(CommentText.inBlock(app.profile.name)) opens. */")
        lines.block("export const links = new carillon.AppLinks({", "});") { lines in
            lines.add("schemes: \(list(links.schemes)),")
            lines.add("origins: \(list(links.origins)),")
            lines.block("routes: [", "],") { lines in
                // In the order written: the first that fits a link counts.
                for route in links.routes {
                    lines.block("{", "},") { lines in
                        let parameters = route.parameters.map { "\(literal($0.name)): \(literal($0.type.rawValue))" }
                        lines.add("id: \(literal(route.id)),")
                        lines.add("params: {\(parameters.isEmpty ? "" : " \(parameters.joined(separator: ", ")) ")},")
                        for (form, template) in [("app", route.app), ("web", route.web), ("screen", route.screen)] {
                            if let template { lines.add("\(form): \(literal(template.source)),") }
                        }
                    }
                }
            }
        }
    }

    private func addPlaces(to lines: inout CodeLines) {
        lines.add()
        lines.add("/** A place that notifications and links lead to; its link is `links.link(place, form)`. */")
        lines.add("export type Place =")
        for (index, route) in app.routes.enumerated() {
            let values = route.route.parameters.map { "readonly \(literal($0.name)): string" }.joined(separator: "; ")
            let end = index == app.routes.count - 1 ? ";" : ""
            let type = values.isEmpty ? "{}" : "{ \(values) }"
            lines.add("  | { readonly route: \(literal(route.route.id)); readonly values: \(type) }\(end)")
        }
        lines.add()
        lines.block("const parameters: ReadonlyMap<string, readonly string[]> = new Map([", "]);") { lines in
            for route in app.routes.map(\.route) {
                lines.add("[\(literal(route.id)), \(list(route.parameters.map(\.name)))],")
            }
        }
        lines.add()
        lines.add("/** Undefined where the destination is no place of this version of the app. */")
        lines.block("export function place(destination: carillon.Destination): Place | undefined {") { lines in
            lines.add("const names = parameters.get(destination.route);")
            lines.add(
                "const isWhole = names?.every((name) => typeof destination.values[name] === \"string\") ?? false;"
            )
            lines.add("return isWhole ? (destination as unknown as Place) : undefined;")
        }
    }

    private func add(_ set: TenantApp.NamedSet, to lines: inout CodeLines) {
        lines.add()
        lines.add("export const \(set.value) = \(list(set.cases.map(\.wire))) as const;")
        lines.add("/** \(set.summary) */")
        lines.add("export type \(set.type) = (typeof \(set.value))[number];")
    }

    private func addTopics(to lines: inout CodeLines) {
        lines.add()
        lines.add("/** What people and devices subscribe to. */")
        lines.block("export const topics = {", "} as const;") { lines in
            for topic in app.topics {
                lines.add("/** `\(CommentText.inBlock(topic.source))` */")
                let parameters = topic.arguments.map { "\($0): string" }.joined(separator: ", ")
                lines.add("\(topic.name): (\(parameters)): string => \(topic.expression(in: .typescript)),")
            }
        }
    }
}
