import CarillonModel
public import CarillonPluginKit
public import CarillonProfiles

/// Makes code of proven tenants; the same tenants and options make the same bytes.
///
/// It reads and writes nothing.
public struct Generation: Sendable {
    private let language: TargetLanguage
    private let part: GeneratedPart
    private let access: Access
    private let package: String?
    private let registry: ChannelRegistry

    /// - Parameters:
    ///   - registry: says which channels reach devices.
    ///   - access: of Swift's and Kotlin's declarations.
    ///   - package: of Kotlin's files; nil for `carillon.events` and `carillon.client`.
    public init(
        _ language: TargetLanguage,
        registry: ChannelRegistry,
        for part: GeneratedPart = .all,
        access: Access = .public,
        package: String? = nil
    ) {
        self.language = language
        self.registry = registry
        self.part = part
        self.access = access
        // `in` is where Indian companies' packages begin, and a word of Kotlin's own.
        self.package = package.map { name in
            name.split(separator: ".").map { TargetLanguage.kotlin.escaped(String($0)) }.joined(separator: ".")
        }
    }

    /// - Returns: what all tenants have in common, and a file for each of them.
    /// - Throws: ``GenerationFaults``, those of all tenants.
    public func files(for profiles: [TenantProfile]) throws(GenerationFaults) -> [GeneratedFile] {
        var files = support
        var faults: [String] = []
        var names = FileNames(files.map(\.name))
        for profile in profiles.sorted(by: { $0.id < $1.id }) {
            do {
                var own: [GeneratedFile] = []
                if part != .app { own.append(try events(of: profile)) }
                if part != .service { own += [try app(of: profile), try endpoints(of: profile)] }
                faults += names.add(own.map(\.name), of: profile.id)
                files += own
            } catch {
                faults += error.messages
            }
        }
        guard faults.isEmpty else { throw GenerationFaults(messages: faults) }
        return files
    }

    private func events(of profile: TenantProfile) throws(GenerationFaults) -> GeneratedFile {
        let events = try TenantEvents(profile, in: language)
        let command = "carillon generate \(language.rawValue) --for service --tenant \(profile.id)"
        switch language {
        case .swift:
            let text = SwiftEvents(tenant: events, access: access).text
            return GeneratedFile(name: "\(events.name).swift", text: header(command) + text)
        case .typescript:
            let text = TypeScriptEvents(tenant: events).text
            return GeneratedFile(name: "\(profile.id)-events.ts", text: header(command) + text)
        case .kotlin:
            let text = KotlinEvents(tenant: events, access: access, package: package ?? Self.servicePackage).text
            return GeneratedFile(name: "\(events.name).kt", text: header(command) + text)
        }
    }

    private func app(of profile: TenantProfile) throws(GenerationFaults) -> GeneratedFile {
        let app = try TenantApp(profile, in: language, registry: registry)
        let command = "carillon generate \(language.rawValue) --for app --tenant \(profile.id)"
        switch language {
        case .swift:
            return GeneratedFile(
                name: "\(app.name).swift",
                text: header(command) + SwiftApp(app: app, access: access).text
            )
        case .typescript:
            return GeneratedFile(name: "\(profile.id)-app.ts", text: header(command) + TypeScriptApp(app: app).text)
        case .kotlin:
            let text = KotlinApp(app: app, access: access, package: package ?? Self.appPackage).text
            return GeneratedFile(name: "\(app.name).kt", text: header(command) + text)
        }
    }

    private func endpoints(of profile: TenantProfile) throws(GenerationFaults) -> GeneratedFile {
        let endpoints = try TenantEndpoints(profile, in: language, registry: registry)
        let command = "carillon generate \(language.rawValue) --for app --tenant \(profile.id)"
        let (name, text) =
            switch language {
            case .swift: ("\(endpoints.name).swift", SwiftEndpoints(endpoints: endpoints, access: access).text)
            case .typescript: ("\(profile.id)-endpoints.ts", TypeScriptEndpoints(endpoints: endpoints).text)
            case .kotlin:
                (
                    "\(endpoints.name).kt",
                    KotlinEndpoints(endpoints: endpoints, access: access, package: package ?? Self.appPackage).text
                )
            }
        return GeneratedFile(name: name, text: header(command) + text)
    }

    private static let servicePackage = "carillon.events"
    private static let appPackage = "carillon.client"

    private var support: [GeneratedFile] {
        EmbeddedRuntime.all.filter { $0.language == language && (part == .all || part == $0.part) }
            .map { runtime in
                let command = "carillon generate \(language.rawValue) --for \(runtime.part.rawValue)"
                return GeneratedFile(name: runtime.name, text: header(command) + adapted(runtime.text))
            }
    }

    private func adapted(_ text: String) -> String {
        switch language {
        case .typescript: return text
        case .swift:
            guard access == .internal else { return text }
            return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                let blanks = line.prefix { $0 == " " }
                return line.dropFirst(blanks.count).hasPrefix("public ")
                    ? blanks + line.dropFirst(blanks.count + 7) : line
            }.joined(separator: "\n")
        case .kotlin:
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                if let package, ["package carillon.events", "package carillon.client"].contains(line) {
                    return "package \(package)"
                }
                let declarations = [
                    "class ", "data class ", "abstract class ", "sealed class ", "enum class ", "object ", "fun ",
                    "typealias ",
                ]
                let isOpen = declarations.contains { line.hasPrefix($0) }
                return isOpen && access == .internal ? "internal \(line)" : String(line)
            }
            return lines.joined(separator: "\n")
        }
    }

    /// Says how to make the file anew, and keeps formatters and linters off.
    private func header(_ command: String) -> String {
        let lines =
            ["Generated by `\(command)`; change the tenant and run it again, not this file."]
            + {
                switch language {
                case .swift: ["swift-format-ignore-file", "swiftlint:disable all"]
                case .typescript: ["@generated", "prettier-ignore-file", "biome-ignore-all lint: generated"]
                case .kotlin: ["ktlint-disable"]
                }
            }()
        let lint = language == .typescript ? "/* eslint-disable */\n" : ""
        return lines.map { "// \($0)\n" }.joined() + lint + "\n"
    }
}
