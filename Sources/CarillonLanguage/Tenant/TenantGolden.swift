import CarillonProfiles

/// A tenant's golden files: they follow from the others, and are read only where a name in them changes.
public struct TenantGolden: Sendable {
    /// The paths of all, such as `golden/order.shipped.json`.
    let paths: [String]
    /// Nil where a file can't be read.
    private let content: @Sendable (String) -> [UInt8]?

    /// - Parameters:
    ///   - paths: inside the tenant's folder.
    ///   - content: what a file has, as an editor that has it open sees it; nil where it can't be read.
    public init(paths: [String] = [], content: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }) {
        self.paths = paths
        self.content = content
    }

    func file(_ path: String) -> SyntaxFile? { content(path).map { SyntaxFile(path: path, bytes: $0) } }

    /// `order.shipped.one` of `golden/order.shipped.one.json`; nil for another file.
    static func stem(_ path: String) -> String? {
        guard let slash = path.firstIndex(of: "/"), path.hasSuffix(".json") else { return nil }
        return String(path[path.index(after: slash)...].dropLast(".json".count))
    }

    /// Where the file says a name: the event or app text that it is of, the channels, and what an Android device files it under.
    static func places(of name: Name, in file: SyntaxFile) -> [Range<Int>] {
        guard let root = file.root else { return [] }
        func text(_ node: JSONNode?) -> [Range<Int>] {
            guard let node, node.string == name.text else { return [] }
            return [node.inner]
        }
        if name.kind == .event || name.kind == .text { return text(root["event"]) }
        let renditions = (root["renderings"]?.members ?? []).flatMap(\.value.members)
        return switch name.kind {
        case .channel: renditions.filter { $0.name == name.text }.map { JSONNode.inner($0.nameRange) }
        case .androidChannel: renditions.flatMap { text($0.value["androidChannel"]) }
        default: []
        }
    }
}
