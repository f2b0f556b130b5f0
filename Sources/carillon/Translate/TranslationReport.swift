import ArgumentParser
import CarillonDiagnostics
import CarillonModel
import CarillonProfiles
import CarillonStandard

/// How far one tenant is translated, for people and for programs.
struct TranslationReport {
    private let folder: TenantFolder
    private let defaultLocale: LocaleTag
    private let states: [TranslationState]
    private let sources: SourceSet

    /// - Throws: an exit status, after what is wrong was printed on standard error.
    init(folder path: String) throws {
        do {
            folder = try TenantFolder.read(path)
        } catch {
            throw error.exit
        }
        var sources = SourceSet()
        let found = ProfileLoader(registry: .standard).translations(of: folder, into: &sources)
        guard let states = found.states, let defaultLocale = found.defaultLocale else {
            let report = DiagnosticReport(sources: sources, diagnostics: found.diagnostics, subjects: [path])
            Terminal.printError(TextRenderer(isColored: false).render(report))
            throw ExitCode(.foundErrors)
        }
        self.defaultLocale = defaultLocale
        self.states = states
        self.sources = sources
    }

    var text: String {
        var tables = LineTables(sources)
        var lines = ["\(folder.path): written in \(defaultLocale)"]
        if states.isEmpty { lines.append("  no other language; `carillon add-locale TAG --tenant …` begins one") }
        let width = states.map(\.locale.rawValue.count).max() ?? 0
        for state in states {
            let name = state.locale.rawValue.padded(to: width)
            lines.append("  \(name)  \(state.done) of \(state.total) translated (\(state.share) %)")
        }
        for state in states {
            for entry in state.open {
                let name = "\(Printable.text(entry.name)) in `\(state.locale)`"
                lines.append("\(tables.place(of: entry.span)): \(name): \(entry.summary)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    var json: JSONValue {
        var tables = LineTables(sources)
        var languages: [JSONValue] = []
        for state in states {
            var open: [JSONValue] = []
            for entry in state.open {
                let position = tables.position(of: entry.span)
                open.append([
                    "name": .string(entry.name), "state": .string(entry.kind.rawValue),
                    "original": .string(entry.original), "file": .string(sources[entry.span.source].path),
                    "line": JSONValue(position.line), "column": JSONValue(position.column),
                ])
            }
            languages.append([
                "locale": .string(state.locale.rawValue), "texts": JSONValue(state.total),
                "done": JSONValue(state.done), "percent": JSONValue(state.share), "open": .array(open),
            ])
        }
        return [
            "tenant": .string(folder.name), "folder": .string(folder.path),
            "default": .string(defaultLocale.rawValue), "locales": .array(languages),
        ]
    }
}

extension TranslationState {
    /// Whole percents that are translated, rounded down: 100 is all.
    fileprivate var share: Int { total == 0 ? 100 : done * 100 / total }
}

extension TranslationState.Entry {
    fileprivate var summary: String {
        let original = "“\(Columns.isolated(Printable.text(original)))”"
        return switch kind {
        case .missing: "to be translated: \(original)"
        case .copied: "copied from another language, to be translated: \(original)"
        case .outdated: "the original is now \(original)"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
