import CarillonChannels
import CarillonDiagnostics
import CarillonModel

/// The messages about channel files.
extension Diagnostic {
    static func wrongChannelName(_ name: String, file: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .wrongChannelName,
            "the channel is called \(quoted(name)) here, and its file \(quoted(file))",
            at: span,
            help: "rename one of them"
        )
    }

    static func takenChannelName(_ name: String, by home: ChannelHome, _ span: Span) -> Diagnostic {
        let message = "there is a channel called \(quoted(name)) already"
        switch home {
        case .program:
            return Diagnostic(
                .takenChannelName,
                message,
                at: span,
                notes: ["it is a plugin of this program"],
                help: "choose another name; `carillon channel list` lists those that are there"
            )
        case .library:
            return Diagnostic(
                .takenChannelName,
                message,
                at: span,
                notes: ["it comes with this program, from Plugins/Providers/\(name)/channel.json"],
                help: "leave this file out: a profile names that one by `use` alone; or choose another name"
            )
        case .file(let other):
            return Diagnostic(
                .takenChannelName,
                message,
                at: span,
                related: [Label(other, "the other one")],
                help: "rename one of them, or leave it out"
            )
        }
    }

    static func urlOutsideOrigins(_ origins: [String], _ span: Span) -> Diagnostic {
        Diagnostic(
            .urlOutsideOrigins,
            "the URL doesn't begin with one of the origins and a slash",
            at: span,
            notes: ["there are \(Shape.list(origins))"]
        )
    }

    static func contradictoryAuthentication(_ message: String, _ span: Span, help: String) -> Diagnostic {
        Diagnostic(.contradictoryAuthentication, message, at: span, help: help)
    }

    static func unfitOriginSetting(_ name: String, isOwnServer: Bool, _ span: Span) -> Diagnostic {
        Diagnostic(
            .unfitOriginSetting,
            isOwnServer
                ? "there is no setting \(quoted(name)) of type `server`"
                : "there is no setting \(quoted(name)) that can stand in a host",
            at: span,
            help: isOwnServer
                ? "declare it in `settings`, required or with a default"
                : "declare a `choice`, or a `text` with a pattern, required or with a default"
        )
    }

    static func unfitChannelHeader(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .unfitChannelHeader,
            "a file can't set the header \(quoted(name))",
            at: span,
            help: name.lowercased() == "authorization" ? "write `auth`" : "leave it out: it follows from the request"
        )
    }

    static func patternOfSecret(_ span: Span) -> Diagnostic {
        Diagnostic(
            .unfitChannelPattern,
            "a secret has no pattern",
            at: span,
            help: "leave it out: nothing about a secret is known before it is used"
        )
    }

    static func misplacedSecret(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .misplacedSecret,
            "`wire` expects no secret here",
            at: span,
            label: "the secret `\(name)`",
            help: "use it in `auth`; or, where the provider demands it, say so in `wire`"
        )
    }

    static func channelText(_ fault: ChannelTextFault, _ names: [String], _ span: Span) -> Diagnostic {
        switch fault {
        case .strayBrace:
            Diagnostic(
                .unknownChannelValue,
                "a brace opens or closes nothing",
                at: span,
                help: "write `{{` and `}}` for braces"
            )
        case .unknownValue(let name):
            Diagnostic(
                .unknownChannelValue,
                "there is no value \(quoted(name))",
                at: span,
                label: Suggestion.question(Suggestion.closest(to: name, among: names)),
                notes: ["there are \(Shape.list(names)), and `data.` with a name"]
            )
        case .unknownFilter(let written):
            Diagnostic(
                .wrongChannelFilter,
                "there is no filter \(quoted(written))",
                at: span,
                notes: ["there are \(Shape.list(ChannelFilter.names)); `clamp:1:3600` and `truncate:20` with numbers"]
            )
        }
    }

    static func wrongChannelFilter(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .wrongChannelFilter,
            "nothing can be made of `\(name)` that way",
            at: span,
            help: "`text` makes a text of a number, `number` a number of a text, `json` a text of anything"
        )
    }

    static func optionalChannelValue(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .optionalChannelValue,
            "some messages have no `\(name)`",
            at: span,
            help: "write `{\(name)?}`: the member is left out then"
        )
    }

    static func incompleteChoice(_ value: String?, _ span: Span) -> Diagnostic {
        Diagnostic(
            .wrongChannelChoice,
            "nothing answers for \(value.map { quoted($0) } ?? "other values")",
            at: span,
            help: "`*` answers for all other values"
        )
    }

    static func impossibleChoice(_ value: String, _ span: Span) -> Diagnostic {
        Diagnostic(.wrongChannelChoice, "there is no value \(quoted(value))", at: span)
    }

    static func unsentSlot(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .unsentSlot,
            "the request has no place for the slot \(quoted(name))",
            at: span,
            help: "write `{slot.\(name)}` in the request, or leave the slot out"
        )
    }

    static func requestAgainstWire(_ fault: String, of request: String, _ span: Span) -> Diagnostic {
        Diagnostic(.requestAgainstWire, "the provider wouldn't take \(request): \(fault)", at: span)
    }

    static func wrongGolden(_ message: String, sent body: [UInt8]? = nil, _ span: Span) -> Diagnostic {
        let text = body.map { String(decoding: $0.prefix(400), as: UTF8.self) }
        return Diagnostic(.wrongGolden, message, at: span, notes: text.map { ["sent is \($0)"] } ?? [])
    }

    static func unreachableRule(_ span: Span, earlier: Span) -> Diagnostic {
        Diagnostic(
            .unreachableRule,
            "this rule never decides",
            at: span,
            related: [Label(earlier, "this one holds wherever it does")]
        )
    }

    static func unprovenRule(_ span: Span, in samples: String = "samples.answers") -> Diagnostic {
        Diagnostic(
            .unprovenRule,
            "no sample is decided by this rule",
            at: span,
            help: "add to `\(samples)` one as the provider documents it"
        )
    }

    static func wrongVerdict(
        _ expected: AnswerTable.Verdict,
        _ read: ReadVerdict,
        _ span: Span
    ) -> Diagnostic {
        let by = read.rule.map { "rule \($0 + 1) decides" } ?? "no rule holds, so the status decides"
        return Diagnostic(
            .wrongVerdict,
            "this answer means `\(read.verdict.rawValue)`, not `\(expected.rawValue)`",
            at: span,
            label: by
        )
    }

    static func wrongReceiptVerdict(
        _ expected: AnswerTable.Verdict?,
        _ verdict: AnswerTable.Verdict?,
        rule: Int?,
        of what: String,
        _ span: Span
    ) -> Diagnostic {
        let by = rule.map { "rule \($0 + 1) decides" } ?? "no rule holds, so nothing has ended"
        let message = "this \(what) means `\(verdict?.rawValue ?? "wait")`, not `\(expected?.rawValue ?? "wait")`"
        return Diagnostic(.wrongVerdict, message, at: span, label: by)
    }

    static func contradictoryReceipts(_ message: String, _ span: Span) -> Diagnostic {
        Diagnostic(.contradictoryReceipts, message, at: span)
    }

    static func goneByStatus(_ span: Span) -> Diagnostic {
        Diagnostic(
            .goneByStatus,
            "addresses would be forgotten on a status alone",
            at: span,
            help: "name what the provider says of an address that is gone, in `json` or `text`"
        )
    }

    static func acceptedByStatus(_ span: Span) -> Diagnostic {
        Diagnostic(
            .acceptedByStatus,
            "the page of a proxy with this status would count as delivered",
            at: span,
            help: "name something that the provider's own answer has, in `json`, `text` or `header`"
        )
    }

    static func unfitBatch(_ message: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .unfitBatch,
            message,
            at: span,
            help: "in a request for several messages, what differs stands in `{\"each\": \"messages\", \"as\": …}`"
        )
    }

    static func wrongAddressForm(_ message: String, _ span: Span) -> Diagnostic {
        Diagnostic(.wrongAddressForm, message, at: span)
    }
}
