import CarillonModel

/// What is wrong with a script, as a message.
struct ScriptFault: Error, Hashable {
    let message: String
}

extension ScriptRule {
    /// - Parameter standIns: the providers that channel files describe.
    init(_ json: JSONValue, among standIns: [StandIn] = []) throws(ScriptFault) {
        guard let members = json.object?.members else { throw ScriptFault(message: "a rule is an object") }
        self.init()
        for member in members where member.name == "provider" { try setProvider(member.value, standIns) }
        for member in members where member.name != "provider" { try set(member.name, member.value) }
        let isAboutMessages = error != nil || receiptsAfter != nil || project != nil || perSecond != nil
        guard isForRequest || isAboutMessages || isAboutReports else {
            throw ScriptFault(
                message:
                    "a rule needs error, status, drop, delay, receiptsAfter, tickets, project, perSecond, report, reportAfter, reportCopies or reportForged"
            )
        }
        if isAboutReports, isForRequest || isAboutMessages {
            throw ScriptFault(message: "reports follow a message that was taken: give them a rule of their own")
        }
        if body != nil, status == nil { throw ScriptFault(message: "body needs a status") }
        if retryAfter != nil, status == nil, error == nil {
            throw ScriptFault(message: "retryAfter needs a status or an error")
        }
        if error != nil, isForRequest {
            throw ScriptFault(
                message: "error is about a message, and status, drop, delay and tickets about a request: two rules"
            )
        }
        if let fault = pointlessness(among: standIns) { throw fault }
    }

    private mutating func setProvider(_ value: JSONValue, _ standIns: [StandIn]) throws(ScriptFault) {
        let known = Provider.builtIn + standIns.map { .declared($0.name) }
        provider = try Self.choice(
            "provider",
            value,
            { name in known.first { $0.name == name } },
            of: known.map(\.name)
        )
    }

    private mutating func set(_ name: String, _ value: JSONValue) throws(ScriptFault) {
        switch name {
        case "token": token = TokenPattern(text: try Self.text(name, value))
        case "error": error = try Self.text(name, value)
        case "at": stage = try Self.choice(name, value, Stage.init(rawValue:), of: ["ticket", "receipt", "token"])
        case "rate":
            guard case .number(let text) = value, let share = Double(text), share > 0, share <= 1 else {
                throw ScriptFault(message: "rate is a number above 0 and at most 1")
            }
            rate = share
        case "times": times = try Self.integer(name, value, 1...1_000_000_000)
        case "status": status = try Self.integer(name, value, 200...599)
        case "body": body = try Self.text(name, value)
        case "retryAfter": retryAfter = try Self.integer(name, value, 0...86400)
        case "delay": delay = .milliseconds(try Self.integer(name, value, 0...600_000))
        case "drop": drop = try Self.choice(name, value, Drop.init(rawValue:), of: ["before", "after", "goaway"])
        case "receiptsAfter":
            // “never” is longer than Expo keeps receipts.
            receiptsAfter =
                value == "never" ? Self.never : .milliseconds(try Self.integer(name, value, 0...172_800_000))
        case "report": report = try Self.text(name, value)
        case "reportAfter":
            reportAfter = value == "never" ? Self.never : .milliseconds(try Self.integer(name, value, 0...86_400_000))
        case "reportCopies": reportCopies = try Self.integer(name, value, 1...10)
        case "reportForged":
            guard value == true else { throw ScriptFault(message: "reportForged can only be true") }
            isForgedReport = true
        case "tickets":
            guard value == "fewer" else { throw ScriptFault(message: "tickets can only be “fewer”") }
            losesTicket = true
        case "perSecond": perSecond = try Self.integer(name, value, 1...1_000_000)
        case "project": project = try Self.text(name, value)
        default: throw ScriptFault(message: "a rule has no “\(name)”")
        }
    }

    private static func text(_ name: String, _ value: JSONValue) throws(ScriptFault) -> String {
        guard let text = value.string else { throw ScriptFault(message: "\(name) is a text") }
        return text
    }

    private static func integer(
        _ name: String,
        _ value: JSONValue,
        _ range: ClosedRange<Int>
    ) throws(ScriptFault) -> Int {
        guard let number = value.integer.flatMap(Int.init(exactly:)), range.contains(number) else {
            throw ScriptFault(message: "\(name) is an integer from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func choice<Choice>(
        _ name: String,
        _ value: JSONValue,
        _ read: (String) -> Choice?,
        of choices: [String]
    ) throws(ScriptFault) -> Choice {
        guard let choice = value.string.flatMap(read) else {
            throw ScriptFault(message: "\(name) is one of \(choices.joined(separator: ", "))")
        }
        return choice
    }

    var json: JSONValue {
        var object = JSONObject()
        object["provider"] = provider.map { .string($0.name) }
        object["token"] = token.map { .string($0.text) }
        object["error"] = error.map(JSONValue.string)
        object["at"] = stage.map { .string($0.rawValue) }
        object["rate"] = rate.map { .number("\($0)") }
        object["times"] = times.map { JSONValue($0) }
        object["status"] = status.map { JSONValue($0) }
        object["body"] = body.map(JSONValue.string)
        object["retryAfter"] = retryAfter.map { JSONValue($0) }
        object["delay"] = delay.map { JSONValue($0.milliseconds) }
        object["drop"] = drop.map { .string($0.rawValue) }
        object["receiptsAfter"] = receiptsAfter.map { JSONValue($0.milliseconds) }
        object["report"] = report.map(JSONValue.string)
        object["reportAfter"] = reportAfter.map { $0 == Self.never ? "never" : JSONValue($0.milliseconds) }
        object["reportCopies"] = reportCopies.map { JSONValue($0) }
        if isForgedReport { object["reportForged"] = true }
        if losesTicket { object["tickets"] = "fewer" }
        object["perSecond"] = perSecond.map { JSONValue($0) }
        object["project"] = project.map(JSONValue.string)
        return .object(object)
    }
}
