import CarillonDiagnostics
import CarillonProfiles

/// A place in an OpenAPI document, and where a person finds it.
struct DocumentPlace {
    /// RFC 6901, from the document's root.
    let pointer: String
    /// Bytes of the file.
    let range: Range<Int>

    static let root = DocumentPlace(pointer: "", range: 0..<0)

    /// A member of the value at this place.
    func member(_ member: JSONMember) -> DocumentPlace {
        DocumentPlace(pointer: pointer + JSONPointer.step(member.name), range: member.nameRange)
    }

    func element(_ index: Int, _ node: JSONNode) -> DocumentPlace {
        DocumentPlace(pointer: "\(pointer)/\(index)", range: node.range)
    }
}

/// Something that the contract can't express, or that its author must review.
struct ImportFinding {
    let place: DocumentPlace
    /// One clause, without full stop.
    let message: String

    init(_ place: DocumentPlace, _ message: String) {
        self.place = place
        self.message = message
    }
}

/// Findings as lines: `openapi.json:12:7: /paths/~1devices/post: …`.
struct ImportFindings {
    /// Nobody reads more at once.
    private static let limit = 300

    private(set) var all: [ImportFinding] = []

    mutating func add(_ place: DocumentPlace, _ message: String) { all.append(ImportFinding(place, message)) }

    func text(_ sources: SourceSet, _ source: SourceID) -> String {
        var tables = LineTables(sources)
        let sorted = all.enumerated().sorted { left, right in
            let (a, b) = (left.element.place.range.lowerBound, right.element.place.range.lowerBound)
            return (a, left.offset) < (b, right.offset)
        }
        var lines = sorted.prefix(Self.limit).map { _, finding in
            let place = tables.place(of: Span(source, finding.place.range))
            let pointer = finding.place.pointer.isEmpty ? "" : " \(Printable.text(finding.place.pointer)):"
            return "\(place):\(pointer) \(Printable.text(finding.message))\n"
        }
        if all.count > Self.limit { lines.append("… and \(all.count - Self.limit) more\n") }
        return lines.joined()
    }
}
