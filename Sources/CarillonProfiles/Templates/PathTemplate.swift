import CarillonModel

/// A path with parameters, such as `/v2/chains/{chainId}/notifications`.
public struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    public enum Segment: Sendable, Hashable {
        case literal(String)
        /// One whole segment.
        case parameter(String)
    }

    public let segments: [Segment]

    /// Nil unless the text begins with `/`, has no empty segment, and each parameter is one whole segment, used once.
    public init?(_ text: String) {
        guard text.hasPrefix("/") else { return nil }
        var segments: [Segment] = []
        var names: Set<String> = []
        for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            if part.hasPrefix("{"), part.hasSuffix("}"), let path = FieldPath(String(part.dropFirst().dropLast())) {
                guard path.steps.count == 1, !path.isOptional, names.insert(path.steps[0]).inserted else { return nil }
                segments.append(.parameter(path.steps[0]))
            } else {
                guard !part.isEmpty, part != ".", part != "..", part.utf8.allSatisfy(Self.isLiteralByte) else {
                    return nil
                }
                segments.append(.literal(String(part)))
            }
        }
        self.segments = segments
    }

    /// A path that is written in this program's source.
    package init(declared text: String) {
        guard let path = Self(text) else { preconditionFailure("“\(text)” is no path template") }
        self = path
    }

    public var parameters: [String] {
        segments.compactMap { segment in
            if case .parameter(let name) = segment { name } else { nil }
        }
    }

    /// This path behind another one, which has no parameters.
    func behind(_ base: PathTemplate) -> PathTemplate { PathTemplate(segments: base.segments + segments) }

    private init(segments: [Segment]) { self.segments = segments }

    /// The values of the parameters in a path that matches this template.
    ///
    /// - Parameter path: as many segments as the template has, percent-decoded.
    public func values(in path: some Collection<String>) -> [String: String] {
        var values: [String: String] = [:]
        for (segment, part) in zip(segments, path) {
            if case .parameter(let name) = segment { values[name] = part }
        }
        return values
    }

    public var description: String {
        segments
            .map { segment in
                switch segment {
                case .literal(let text): "/" + text
                case .parameter(let name): "/{\(name)}"
                }
            }
            .joined()
    }

    /// `pchar` without percent signs.
    ///
    /// Source: RFC 3986, section 3.3.
    private static func isLiteralByte(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || "-._~!$&'()*+,;=:@".utf8.contains(byte)
    }
}
