import CarillonModel

@testable import CarillonProfiles

/// Every key of a tenant's files as Markdown, from the declarations that the checker reads.
struct KeyReference {
    private var rows: [Row] = []

    private struct Row {
        let path: String
        let type: String
        let isRequired: Bool
        let description: String
        let example: String
    }

    /// The page.
    static let page: String = {
        var text = """
            # Keys of tenant files

            Written from the declarations that `carillon validate` reads, so it is complete; [tenant files](tenant-files.md)
            tells what the keys are for and how they work together. `*` stands for names of the tenant's own, `[]` for the
            elements of a list. A key in bold must be there.

            """
        for kind in TenantFileKind.allCases {
            text += "\n## \(kind.summary)\n\n| key | holds | meaning | example |\n|---|---|---|---|\n"
            text += KeyReference(kind).markdown
        }
        return text
    }()

    private init(_ kind: TenantFileKind) {
        let shape: Shape =
            switch kind {
            case .profile: .profile
            case .events: .events
            case .templates: .templates
            case .contract: .contract
            case .channel: .channelFile
            }
        collect(shape, at: "")
    }

    private var markdown: String {
        rows.map { row in
            let key = row.isRequired ? "**`\(row.path)`**" : "`\(row.path)`"
            return "| \(key) | \(Self.cell(row.type)) | \(Self.cell(row.description)) | \(Self.code(row.example)) |\n"
        }
        .joined()
    }

    private mutating func collect(_ shape: Shape, at path: String) {
        switch shape {
        case .object(let object):
            for member in object.members { add(member, at: path) }
            guard let rest = object.rest else { return }
            let inner = Self.join(path, "*")
            rows.append(
                Row(
                    path: inner,
                    type: rest.value.description,
                    isRequired: false,
                    description: rest.description,
                    example: ""
                )
            )
            collect(rest.value, at: inner)
        case .tagged(let tagged):
            let values = Shape.list(tagged.cases.map(\.tag))
            let first = tagged.cases.first?.tag ?? ""
            rows.append(
                Row(
                    path: Self.join(path, tagged.tag),
                    type: "one of \(values)",
                    isRequired: true,
                    description: tagged.description,
                    example: "\"\(first)\""
                )
            )
            for member in tagged.common { add(member, at: path) }
            var seen: Set<String> = []
            for (_, members) in tagged.cases {
                for member in members where seen.insert(member.name).inserted {
                    let owners = tagged.cases.filter { $0.members.contains { $0.name == member.name } }.map(\.tag)
                    add(member, at: path, note: " Only with \(Shape.list(owners)).")
                }
            }
        case .map(_, let value): collect(value, at: Self.join(path, "*"))
        case .list(let element, _): collect(element, at: path + "[]")
        case .either(let shapes): for shape in shapes { collect(shape, at: path) }
        case .slotGroup: collect(.object(Shape.selection), at: Self.join(path, "*"))
        case .text, .choice, .integer, .boolean, .anyObject, .anything: break
        }
    }

    private mutating func add(_ member: MemberShape, at path: String, note: String = "") {
        let inner = Self.join(path, member.name)
        rows.append(
            Row(
                path: inner,
                type: Self.type(member.shape),
                isRequired: member.isRequired,
                description: member.description + note,
                example: member.example.text
            )
        )
        collect(member.shape, at: inner)
    }

    private static func type(_ shape: Shape) -> String {
        switch shape {
        case .list(let element, let count): "a list of \(count.lowerBound) to \(count.upperBound): \(type(element))"
        case .map(let key, _): "an object by \(key.name)"
        default: shape.description
        }
    }

    private static func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// A table's cell ends at a bar.
    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|").replacing("\n", with: " ") }

    private static func code(_ text: String) -> String { text.isEmpty ? "" : "`\(cell(text))`" }
}
