import CarillonDiagnostics
import CarillonModel
package import CarillonProfiles
import Synchronization

/// A file of a tenant's folder as far as it can be read by itself.
///
/// A class, so that snapshots share it while it stays the same; it is read when it is first asked for.
package final class SyntaxFile: Sendable {
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
    private let made = Mutex(Made())

    private struct Made {
        var root: JSONNode??
        var isWhole: Bool?
        /// Whether nothing is wrong with its syntax and its shape, as far as a check has said so.
        var isIntact = false
        var lines: TextLines?
        var faults: [Diagnostic]?
    }

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        kind = Kind(path: path)
        self.bytes = bytes
    }

    /// Larger files have their faults checked and nothing else: reading one would keep an answer waiting.
    package static let sizeLimit = 2 << 20

    /// Whether an editor is served more of it than its faults.
    package var isServed: Bool { bytes.count <= Self.sizeLimit }

    /// Nil where the file holds no JSON at all, or isn't served.
    package var root: JSONNode? {
        if let root = made.withLock({ $0.root }) { return root }
        return read().root
    }

    /// Whether its syntax has no error, so that nothing in it was passed over.
    var isWhole: Bool {
        if let isWhole = made.withLock({ $0.isWhole }) { return isWhole }
        return read().isWhole
    }

    private func read() -> (root: JSONNode?, isWhole: Bool) {
        guard isServed else { return (nil, false) }
        let (root, faults) = JSONReader.read(bytes, source: Self.source)
        let isWhole = root != nil && faults.allSatisfy { $0.severity != .error }
        made.withLock { ($0.root, $0.isWhole) = (.some(root), isWhole) }
        return (root, isWhole)
    }

    package var lines: TextLines {
        if let lines = made.withLock({ $0.lines }) { return lines }
        let lines = TextLines(bytes)
        made.withLock { $0.lines = lines }
        return lines
    }

    /// What is wrong with its syntax and its shape, at places of a source that has no name.
    var faults: [Diagnostic] {
        if let faults = made.withLock({ $0.faults }) { return faults }
        guard isServed else { return [] }
        let (root, faults) = ProfileLoader.read(TenantFolder.File(path, bytes), as: Self.source)
        made.withLock { ($0.root, $0.faults) = (.some(root), faults) }
        return faults
    }

    /// What a check needn't read again.
    var intactRoot: JSONNode? { made.withLock { $0.isIntact ? $0.root ?? nil : nil } }

    /// Keeps what a check has read, in place of what was read here.
    func keep(intact root: JSONNode) {
        guard isServed else { return }
        made.withLock { ($0.root, $0.isWhole, $0.isIntact) = (.some(root), true, true) }
    }

    private static let source: SourceID = {
        var sources = SourceSet()
        return sources.add(SourceFile(path: "", content: []))
    }()
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
