import CarillonModel

/// A place in a request.
public struct RequestPath: Sendable, Hashable, CustomStringConvertible {
    public enum Part: String, Sendable, Hashable, CaseIterable {
        case body
        case query
        case path
        case header
    }

    public package(set) var part: Part
    /// Empty only for the whole body.
    ///
    /// A query parameter is always one step, whatever characters its name has.
    public package(set) var steps: [String]

    public init(_ part: Part, _ steps: [String]) {
        self.part = part
        self.steps = steps
    }

    public init?(_ text: String) {
        if text.hasPrefix("query.") {
            let name = String(text.dropFirst(6))
            guard Self.isQueryName(name) else { return nil }
            self.init(.query, [name])
            return
        }
        guard let path = FieldPath(text), !path.isOptional, let part = Part(rawValue: path.steps[0]) else { return nil }
        let steps = Array(path.steps.dropFirst())
        guard part == .body || steps.count == 1 else { return nil }
        self.init(part, steps)
    }

    public var description: String { ([part.rawValue] + steps).joined(separator: ".") }

    /// `limit`, `ids[]`, `page[size]`, `$top`: the name of a query parameter after decoding.
    private static func isQueryName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0.isAlphanumeric || "-._~$@:!*()[]".utf8.contains($0) }
    }
}
