import CarillonModel

@testable import CarillonProfiles

/// Every operation as Markdown, from the specifications that contracts are checked against.
enum OperationReference {
    /// Switches of a made-up profile, which two operations take and give.
    static let toggles = ["pushEnabled"]

    static let page: String = {
        var text = """
            # Operations

            What a contract's routes can do, written from the specifications that `carillon validate` checks them against, so it is
            complete; [tenant files](tenant-files.md#contractjson) tells how routes are written, and the [HTTP API](http-api.md)
            what the operations do. A field in bold must be filled. Of results, `[]` stands for the elements of a list, and what is
            *there where known* or *often absent* may be missing: write `{path?}` to leave the key out, or
            `{"from": "{path}", "else": …}` to say what stands there. Points in time have their other forms behind a dot: `.iso`,
            `.epochSeconds`, `.epochMillis` and `.date`; numbers and booleans have `.text`, and ids of digits
            `.integer`. Every result also has `tenant`, `now` and, where a user asks, `user.id`.

            """
        for operation in Operation.allCases { text += section(operation) }
        return text
    }()

    private static func section(_ operation: Operation) -> String {
        let description = operation.specification.with(toggles: toggles)
        var text = "\n## \(operation.rawValue)\n\n\(description.summary) \(sentence(description.callers))\n"
        if !description.fields.isEmpty {
            text += "\n| field | holds | meaning | example |\n|---|---|---|---|\n"
            for input in description.fields { text += row(input) }
            for names in description.oneOf {
                text += "\nAt least one of \(Shape.list(names)) must be filled.\n"
            }
        }
        let own = description.result.members.filter {
            !surroundings.contains($0.name) || $0.name == "user" && isOwn($0)
        }
        if !own.isEmpty {
            text += "\n| result | holds | meaning | example |\n|---|---|---|---|\n"
            for member in own { text += rows(member, at: "") }
        }
        if let example = OperationExample(operation)?.route {
            text += "\n```json\n\(example.prettyText)\n```\n"
        }
        return text
    }

    private static let surroundings = Set(ResultShape.surroundings.map(\.name))

    /// A `user` that is the operation's own result.
    private static func isOwn(_ member: ResultShape.Member) -> Bool { member.shape.members.count > 1 }

    private static func sentence(_ callers: OperationSpecification.Callers) -> String {
        switch callers {
        case .user: "For users."
        case .service: "For services."
        case .userOrService: "For users, and for services."
        case .anyone: "For users, and for anybody where devices belong to nobody."
        }
    }

    private static func row(_ input: OperationField) -> String {
        let name = input.isRequired ? "**`\(input.name)`**" : "`\(input.name)`"
        return
            "| \(name) | \(input.kind.summary)\(input.isNullable ? ", or null" : "") | \(input.meaning) | `\(input.example.text)` |\n"
    }

    private static func rows(_ member: ResultShape.Member, at path: String) -> String {
        let name = path.isEmpty ? member.name : "\(path).\(member.name)"
        let presence =
            switch member.presence {
            case .always, .inContracts: ""
            case .whereKnown, .whereSaid, .whereDevicesHaveOwners, .whereCounted, .whereCategorized, .whereWritten:
                ", there where known"
            case .sometimes: ", often absent"
            }
        var shape = member.shape
        var inner = name
        var list = ""
        if case .list(let element) = shape { (shape, inner, list) = (element, name + "[]", "a list: ") }
        let example = shape.members.isEmpty ? "`\(member.example.text)`" : ""
        let row = "| `\(name)` | \(list)\(shape.description)\(presence) | \(member.meaning) | \(example) |\n"
        return row + shape.members.map { rows($0, at: inner) }.joined()
    }
}
