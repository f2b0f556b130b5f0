/// A file of the web inbox, as a browser is given it: a module, a style sheet, or the declarations for TypeScript.
///
/// The files are in the program itself, because a program in one piece has nothing beside it that could be missing or old. Comments and
/// indentation aren't: those are for who reads the repository.
public struct WebAsset: Sendable {
    /// The last segment of its address, such as `inbox.js`.
    public let name: String
    /// With its charset.
    public let contentType: String
    /// The beginning of its SHA-256, in hexadecimal: between quotes, a strong `ETag`.
    public let digest: String
    /// For the `integrity` of a `<script>`, a `<link>` or an import map.
    public let integrity: String
    /// The SHA-256 of the file in the repository that it was made from, in hexadecimal.
    public let source: String
    private let text: StaticString

    init(name: String, contentType: String, digest: String, integrity: String, source: String, text: StaticString) {
        self.name = name
        self.contentType = contentType
        self.digest = digest
        self.integrity = integrity
        self.source = source
        self.text = text
    }

    /// Copied at each call: whoever serves it keeps what this returns.
    public var bytes: [UInt8] { text.withUTF8Buffer { Array($0) } }

    public static func named(_ name: String) -> WebAsset? { all.first { $0.name == name } }
}
