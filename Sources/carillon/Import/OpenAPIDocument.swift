import CarillonDiagnostics
import CarillonModel
import CarillonProfiles

/// An OpenAPI document, 3.0 or 3.1, that resolves references.
///
/// It comes from outside: nothing it names is fetched or opened, and what is read of it is bounded.
struct OpenAPIDocument {
    let root: JSONNode
    let source: SourceID
    private let components: [String: JSONMember]

    /// Why a document can't be read at all.
    struct Fault: Error {
        let place: DocumentPlace
        let message: String
    }

    /// - Parameters:
    ///   - root: JSON without faults of syntax.
    ///   - source: the file it came from.
    init(_ root: JSONNode, source: SourceID) throws(Fault) {
        self.root = root
        self.source = source
        guard root.isObject else {
            throw Fault(place: .root, message: "an OpenAPI document is a JSON object, and this is \(root.kind)")
        }
        if let old = root.member("swagger") {
            throw Fault(
                place: DocumentPlace.root.member(old),
                message: "this is Swagger \(old.value.string ?? "2"); convert it to OpenAPI 3 first, such as with "
                    + "`npx swagger2openapi swagger.json --outfile openapi.json`"
            )
        }
        guard let version = root.member("openapi") else {
            throw Fault(place: .root, message: "there is no `openapi`: this is no OpenAPI document")
        }
        guard let number = version.value.string, number.hasPrefix("3.0.") || number.hasPrefix("3.1.") else {
            throw Fault(
                place: DocumentPlace.root.member(version),
                message: "OpenAPI 3.0 and 3.1 are read, and this is \(version.value.string ?? version.value.kind)"
            )
        }
        guard let paths = root.member("paths"), paths.value.isObject else {
            let place = root.member("paths").map(DocumentPlace.root.member) ?? .root
            throw Fault(place: place, message: "there are no `paths`: nothing can be made of this")
        }
        var components: [String: JSONMember] = [:]
        for kind in root["components"]?.members ?? [] {
            for member in kind.value.members { components["#/components/\(kind.name)/\(member.name)"] = member }
        }
        self.components = components
    }

    /// The target of a reference, or why there is none.
    enum Target {
        /// With its own place, where it is elsewhere.
        case found(JSONNode, at: DocumentPlace?)
        case fault(String)
    }

    /// Follows a node's `$ref`, and what that refers to, to its end.
    func target(of node: JSONNode) -> Target {
        var node = node
        var place: DocumentPlace?
        var seen: Set<String> = []
        while let reference = node["$ref"] {
            guard let text = reference.string else { return .fault("`$ref` is \(reference.kind), not a string") }
            guard seen.insert(text).inserted else { return .fault("`$ref` leads in a circle: \(text)") }
            guard text.hasPrefix("#/") else {
                return .fault("`$ref` leads out of the document, which is never followed: \(text)")
            }
            guard let next = find(text) else { return .fault("`$ref` leads nowhere: \(text)") }
            node = next
            place = DocumentPlace(pointer: String(text.dropFirst()), range: next.range)
        }
        return .found(node, at: place)
    }

    private func find(_ reference: String) -> JSONNode? {
        if let member = components[reference] { return member.value }
        var node = root
        // Longer ones are nobody's: the document isn't that deep.
        for step in reference.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false).prefix(70) {
            let name = Self.unescaped(String(step))
            if let index = Int(name), node.elements.indices.contains(index) {
                node = node.elements[index]
            } else if let next = node[name] {
                node = next
            } else {
                return nil
            }
        }
        return node
    }

    /// Source: RFC 6901, sections 4 and 6.
    private static func unescaped(_ step: String) -> String {
        JSONPointer.name(PercentEncoding.decode(step, keepsStray: true) ?? step)
    }
}
