import CarillonDiagnostics
import CarillonModel
package import CarillonProfiles

/// A file of a tenant's folder as far as it can be read by itself.
package struct SyntaxFile: Sendable {
    /// Which of a tenant's files.
    package enum Kind: Sendable, Hashable {
        case profile
        case events
        case templates(locale: String)
        case contract
        case channel
        /// `samples/<event>.json`, or `samples/<event>.<name>.json`.
        case sample(stem: String)
        case context

        /// Nil for a file that none reads.
        package init?(path: String) {
            let stem = path.split(separator: "/").last.map { $0.hasSuffix(".json") ? String($0.dropLast(5)) : "" } ?? ""
            switch path {
            case "profile.json": self = .profile
            case "events.json": self = .events
            case "contract.json": self = .contract
            case "samples/context.json": self = .context
            default:
                guard !stem.isEmpty, path.split(separator: "/").count == 2 else { return nil }
                if path.hasPrefix("templates/") {
                    self = .templates(locale: stem)
                } else if path.hasPrefix("channels/") {
                    self = .channel
                } else if path.hasPrefix("samples/") {
                    self = .sample(stem: stem)
                } else {
                    return nil
                }
            }
        }
    }

    /// Inside the tenant's folder.
    package let path: String
    package let kind: Kind?
    package let bytes: [UInt8]
    /// Nil where the file holds no JSON at all.
    package let root: JSONNode?

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        kind = Kind(path: path)
        self.bytes = bytes
        var sources = SourceSet()
        let source = sources.add(SourceFile(path: path, content: []))
        root = bytes.count > JSONReader.sizeLimit ? nil : JSONReader.read(bytes, source: source).root
    }
}

extension JSONNode {
    /// The bytes between a string's quotes.
    var inner: Range<Int> { Self.inner(range) }

    static func inner(_ range: Range<Int>) -> Range<Int> {
        let start = min(range.lowerBound + 1, range.upperBound)
        return start..<max(start, range.upperBound - 1)
    }
}

extension JSONStep {
    var name: String? { if case .name(let name) = self { name } else { nil } }
}
