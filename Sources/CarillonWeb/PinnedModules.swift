/// What a page of another origin says to take the inbox's modules in one version, and with nothing in them but what that version has.
///
/// The `integrity` of a `<script>` covers its own file alone; for what that imports, an import map has it.
///
/// Source: the HTML standard, “import maps” with `integrity`, and W3C's Subresource Integrity.
public struct PinnedModules: Sendable {
    /// What a page may begin with, such as `inbox.js`.
    public static let entries = ["inbox.js", "preferences.js", "permission.js", "feed.js"]
    /// The host's own pages and the worker are taken otherwise.
    private static func isTakenOtherwise(_ name: String) -> Bool {
        name.hasPrefix("studio") || name == "page.js" || name == "worker.js"
    }

    private let origin: String
    private let entry: WebAsset

    /// Nil where a page doesn't begin with that file.
    ///
    /// - Parameters:
    ///   - origin: of the host, such as `https://notify.shop.example`; plain ASCII without quotes.
    ///   - entry: one of ``entries``.
    public init?(of entry: String, at origin: String) {
        guard Self.entries.contains(entry), let asset = WebAsset.named(entry) else { return nil }
        self.origin = origin
        self.entry = asset
    }

    /// For the page's head, before all its other module scripts.
    public var html: String {
        let modules = WebAsset.all.filter { $0.name.hasSuffix(".js") && !Self.isTakenOtherwise($0.name) }
        let lines = modules.map { "    \"\(address(of: $0))\": \"\($0.integrity)\"" }
        return """
            <script type="importmap">
            {
              "integrity": {
            \(lines.joined(separator: ",\n"))
              }
            }
            </script>
            <script type="module" src="\(address(of: entry))"
                integrity="\(entry.integrity)" crossorigin></script>
            """
    }

    private func address(of asset: WebAsset) -> String { "\(origin)/v1/assets/\(WebAsset.hash)/\(asset.name)" }
}
