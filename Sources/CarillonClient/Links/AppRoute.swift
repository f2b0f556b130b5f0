public import CarillonModel

/// A place that notifications lead to, with its forms as templates such as `shop://orders/{id}`.
public struct AppRoute: Sendable, Hashable {
    public let id: String
    public let parameters: [Parameter]
    public let app: String?
    public let web: String?
    public let screen: String?

    /// A part of the place that differs, such as an order's id.
    public struct Parameter: Sendable, Hashable {
        public let name: String
        public let type: ParameterType

        /// - Parameters:
        ///   - name: as it stands between braces in the templates.
        ///   - type: what it may hold.
        public init(_ name: String, _ type: ParameterType) {
            self.name = name
            self.type = type
        }
    }

    /// What a parameter may hold, as the tenant declares it.
    public enum ParameterType: String, Sendable, Hashable, CaseIterable {
        case uuid
        /// Letters, digits, `-` and `_`; 1 to 128.
        case slug
        /// Up to eight slugs joined by `/`.
        case path
        /// Of 64 bits, with a sign only where it is negative.
        case integer
        /// At most 256 Unicode scalars.
        case text
    }

    /// - Parameters:
    ///   - id: the route's, in the tenant's profile.
    ///   - parameters: all that the templates name.
    ///   - app: with one of the app's own schemes; nil for no such form.
    ///   - web: on the product's site; nil for no such form.
    ///   - screen: a path within the app; nil for no such form.
    public init(id: String, parameters: [Parameter] = [], app: String? = nil, web: String? = nil, screen: String? = nil)
    {
        self.id = id
        self.parameters = parameters
        self.app = app
        self.web = web
        self.screen = screen
    }

    /// From an element of `deepLinks.routes` of a client profile; nil where the id or a parameter's type isn't known.
    public init?(_ json: JSONValue) {
        guard let id = json["id"]?.string else { return nil }
        var parameters: [Parameter] = []
        for member in json["params"]?.object?.members ?? [] {
            guard let type = member.value.string.flatMap(ParameterType.init) else { return nil }
            parameters.append(Parameter(member.name, type))
        }
        self.init(
            id: id,
            parameters: parameters,
            app: json["app"]?.string,
            web: json["web"]?.string,
            screen: json["screen"]?.string
        )
    }

    subscript(form: LinkForm) -> String? {
        switch form {
        case .app: app
        case .web: web
        case .screen: screen
        }
    }

    func parameter(_ name: String) -> Parameter? { parameters.first { $0.name.exact == name.exact } }

    /// - Throws: where a value is missing, or not of its type, or belongs to no parameter.
    func check(_ values: [String: String]) throws(LinkFault) {
        for parameter in parameters {
            guard let value = values[parameter.name] else { throw .missingParameter }
            guard parameter.type.accepts(value) else { throw .badParameter }
        }
        guard values.keys.allSatisfy({ parameter($0) != nil }) else { throw .undeclaredParameter }
    }
}

extension AppRoute.ParameterType {
    /// Whether a value, decoded, is of this type.
    public func accepts(_ value: String) -> Bool {
        switch self {
        case .uuid:
            value.utf8.count == 36
                && value.utf8.enumerated().allSatisfy { place, byte in
                    switch place {
                    case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                    default: byte.hexadecimalValue != nil
                    }
                }
        case .slug: Self.isSlug(value.utf8[...])
        case .path:
            value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).count <= 8
                && value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                    .allSatisfy(Self.isSlug)
        case .integer: Int64(value) != nil && value.utf8.first != UInt8(ascii: "+")
        case .text:
            value.unicodeScalars.count <= 256
                && !value.unicodeScalars.contains {
                    $0.value < 0x20 && $0 != "\t" && $0 != "\n" || (0x7F...0x9F).contains($0.value)
                }
        }
    }

    private static func isSlug(_ text: Substring.UTF8View) -> Bool {
        (1...128).contains(text.count)
            && text.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }
}

/// A part of a template: text, or the name of what comes in its place.
enum PlaceholderPiece: Sendable, Hashable {
    case text(String)
    case name(String)

    /// The literal text; empty for a name.
    var text: String {
        if case .text(let text) = self { text } else { "" }
    }

    /// The pieces of a template such as `shop://orders/{id}`, in which `{{` and `}}` stand for braces; a brace without its
    /// other half is text.
    static func pieces(of template: String) -> [PlaceholderPiece] {
        var pieces: [PlaceholderPiece] = []
        // By scalars: a mark that combines with a brace doesn't make it another character.
        var literal = String.UnicodeScalarView()
        var rest = template.unicodeScalars[...]
        while let next = rest.first {
            if next == "{" || next == "}", rest.dropFirst().first == next {
                literal.append(next)
                rest = rest.dropFirst(2)
            } else if next == "{", let close = rest.firstIndex(of: "}") {
                if !literal.isEmpty { pieces.append(.text(String(literal))) }
                literal = String.UnicodeScalarView()
                pieces.append(.name(String(rest[..<close].dropFirst())))
                rest = rest[rest.index(after: close)...]
            } else {
                literal.append(next)
                rest = rest.dropFirst()
            }
        }
        if !literal.isEmpty { pieces.append(.text(String(literal))) }
        return pieces
    }
}
