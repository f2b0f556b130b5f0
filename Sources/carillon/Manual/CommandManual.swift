import ArgumentParser
import CarillonModel

/// What the man page of a command has beside its options.
struct CommandManual {
    /// A name and what it stands for, such as a variable, a file, or a line to type.
    struct Entry {
        let name: String
        let meaning: String

        init(_ name: String, _ meaning: String) {
            self.name = name
            self.meaning = meaning
        }
    }

    /// The statuses that it ends with, in ascending order; ``Carillon`` holds a debug build to them.
    private(set) var statuses: [(status: ExitStatus, meaning: String)]
    var environment: [Entry] = []
    var files: [Entry] = []
    var examples: [Entry] = []

    /// - Parameters:
    ///   - success: what has happened where the status is 0.
    ///   - found: what status 1 means; nil where the command never ends with it.
    ///   - input: what status 66 means; nil where it never ends with it.
    ///   - prints: whether it prints what somebody may rely on, which fails with status 74.
    init(
        _ success: String,
        found: String? = nil,
        input: String? = nil,
        prints: Bool = true,
        environment: [Entry] = [],
        files: [Entry] = [],
        examples: [Entry] = []
    ) {
        statuses = [(.success, success)]
        if let found { statuses.append((.foundErrors, found)) }
        statuses.append((.wrongUsage, "The options or arguments are wrong; the usage is on standard error."))
        if let input { statuses.append((.noInput, input)) }
        if prints {
            let meaning = "What is printed can't be written, as on a full disk: nothing of it counts."
            statuses.append((.outputFailed, meaning))
        }
        self.environment = environment
        self.files = files
        self.examples = examples
    }

    /// Of the program as a whole.
    private static var program: CommandManual {
        var manual = CommandManual("")
        manual.statuses = ExitStatus.allCases.map { status in
            (status, "\(status.meaning.prefix(1).uppercased())\(status.meaning.dropFirst()).")
        }
        manual.environment = Entry.appearance
        manual.files = [.tenants, .sharedChannels, .baseline]
        return manual
    }

    /// Of a command that is nothing without one of its own.
    private static var group: CommandManual {
        CommandManual("Its help is printed, when no command is named.", prints: false)
    }

    var json: JSONValue {
        func list(_ entries: [Entry]) -> JSONValue {
            .array(entries.map { ["name": .string($0.name), "means": .string($0.meaning)] })
        }
        return [
            "exitStatus": list(statuses.map { Entry("\($0.status.rawValue)", $0.meaning) }),
            "environment": list(environment), "files": list(files), "examples": list(examples),
        ]
    }
}

/// A command that people run, with its manual.
protocol ManualCommand: ParsableCommand {
    static var manual: CommandManual { get }
}

extension CommandManual {
    /// Of every command that people see, by the words that run it.
    static var all: [(command: [String], manual: CommandManual)] { all(of: Carillon.self, after: []) }

    private static func all(
        of type: any ParsableCommand.Type,
        after parent: [String]
    ) -> [(command: [String], manual: CommandManual)] {
        guard type.configuration.shouldDisplay else { return [] }
        let own = parent + [type.configuration.commandName ?? "\(type)".lowercased()]
        let manual = (type as? any ManualCommand.Type)?.manual ?? (parent.isEmpty ? program : group)
        return [(own, manual)] + type.configuration.subcommands.flatMap { all(of: $0, after: own) }
    }
}

/// For whoever makes man pages: what `--experimental-dump-help` doesn't say.
struct DumpManual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump-manual",
        abstract: "Print as JSON what man pages have beside options.",
        shouldDisplay: false
    )

    func run() throws {
        let members = CommandManual.all.map { command, manual in
            JSONObject.Member(command.joined(separator: " "), manual.json)
        }
        print(JSONValue.object(JSONObject(members)).prettyText)
    }
}
