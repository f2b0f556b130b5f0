import ArgumentParser
import CarillonDiagnostics
import CarillonModel
import CarillonProfiles

/// The forms a report can have.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case compact
    case json
    case sarif
    case github
    case gitlab
    case junit

    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

    func renderer(isStrict: Bool) -> any DiagnosticRenderer {
        switch self {
        case .text: TextRenderer.forPeople
        case .compact: CompactRenderer()
        case .json: JSONRenderer()
        case .sarif: SARIFRenderer(codes: DiagnosticCode.all, version: Release.version)
        case .github: GitHubRenderer()
        case .gitlab: GitLabRenderer()
        case .junit: JUnitRenderer(failsOnWarnings: isStrict)
        }
    }
}

extension TextRenderer {
    /// As standard output can show it.
    static var forPeople: TextRenderer {
        let isSeen = Terminal.current.isForEyes
        return TextRenderer(
            isColored: Terminal.showsColor,
            width: isSeen ? Terminal.current.width : nil,
            pages: Terminal.pages
        )
    }
}
