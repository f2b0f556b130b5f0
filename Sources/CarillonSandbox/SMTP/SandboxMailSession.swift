import CarillonModel
import Synchronization

/// Simulates a mail relay: one conversation, from bytes to bytes.
///
/// Source: RFC 5321, RFC 3207, RFC 4954.
///
/// Whoever holds the connection feeds it what came in, and carries out what it answers.
public struct SandboxMailSession: Sendable {
    public enum Action: Sendable, Hashable {
        case write([UInt8])
        /// The TLS handshake starts now; call ``didStartTLS()`` when it is done.
        case startTLS
        /// Let the client wait so long.
        case wait(Duration)
        case close
    }

    private enum Step {
        case command
        /// The answers AUTH waits for.
        case user
        case password(user: String)
        case plain
        case text
    }

    private static let sizeLimit = 10 << 20

    private let sandbox: Sandbox
    private var isSecure: Bool
    private var step = Step.command
    private var input: [UInt8] = []
    private var hasGreeted = false
    private var hasLoggedIn = false
    private var sender: String?
    private var recipients: [String] = []
    /// How much of the text was searched for its end.
    private var scanned = 0

    /// A conversation that begins with TLS is secure from the first byte.
    public init(_ sandbox: Sandbox, isSecure: Bool = false) {
        self.sandbox = sandbox
        self.isSecure = isSecure
    }

    public func begin() -> [Action] { say("220 sandbox ESMTP") }

    public mutating func didStartTLS() {
        isSecure = true
        hasGreeted = false
        hasLoggedIn = false
    }

    public mutating func receive(_ bytes: [UInt8]) -> [Action] {
        input += bytes
        var actions: [Action] = []
        while let more = next() {
            actions += more
            if more.contains(.close) || more.contains(.startTLS) { break }
        }
        return actions
    }

    /// What follows from the next whole line, or the whole text; nil where it isn't there yet.
    private mutating func next() -> [Action]? {
        if case .text = step { return text() }
        guard let end = input.firstIndex(of: 0x0A) else {
            return input.count > 1000 ? say("500 5.5.2 line too long") + [.close] : nil
        }
        let line = input[..<end]
        input.removeFirst(end + 1)
        guard line.last == 0x0D, !line.dropLast().contains(0x0D) else { return say("500 5.5.2 lines end with CRLF") }
        return answer(to: String(decoding: line.dropLast(), as: UTF8.self))
    }

    private mutating func answer(to line: String) -> [Action] {
        switch step {
        case .plain: return logIn(line)
        case .user:
            step = .password(user: decoded(line))
            return say("334 UGFzc3dvcmQ6")
        case .password(let user): return finishLogIn(user: user, password: decoded(line))
        case .command, .text: break
        }
        let parts = line.split(separator: " ", maxSplits: 1)
        let argument = parts.count == 2 ? String(parts[1]) : ""
        switch parts.first?.uppercased() ?? "" {
        case "EHLO": return greet(argument)
        case "STARTTLS": return startTLS()
        case "AUTH": return authenticate(argument)
        case "MAIL": return mail(argument)
        case "RCPT": return recipient(argument)
        case "DATA": return data()
        case "RSET":
            reset()
            return say("250 2.0.0 OK")
        case "NOOP": return say("250 2.0.0 OK")
        case "QUIT": return say("221 2.0.0 Bye") + [.close]
        default: return say("500 5.5.1 unknown command")
        }
    }

    private func say(_ line: String) -> [Action] { [.write(Array("\(line)\r\n".utf8))] }

    private mutating func greet(_ name: String) -> [Action] {
        guard !name.isEmpty else { return say("501 5.5.4 EHLO needs a name") }
        hasGreeted = true
        reset()
        var lines = ["sandbox", "SIZE \(Self.sizeLimit)", "8BITMIME", "SMTPUTF8", "ENHANCEDSTATUSCODES"]
        lines.append(isSecure ? "AUTH PLAIN LOGIN" : "STARTTLS")
        let text = lines.enumerated().map { $0 == lines.count - 1 ? "250 \($1)" : "250-\($1)" }.joined(
            separator: "\r\n"
        )
        return say(text)
    }

    private mutating func startTLS() -> [Action] {
        guard !isSecure else { return say("503 5.5.1 already secure") }
        guard input.isEmpty else { return say("554 5.5.0 words behind STARTTLS") + [.close] }
        return say("220 2.0.0 ready") + [.startTLS]
    }

    private mutating func reset() {
        sender = nil
        recipients = []
        step = .command
    }
}

extension SandboxMailSession {
    private func decoded(_ text: String) -> String {
        Base64.decode(text).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private mutating func authenticate(_ argument: String) -> [Action] {
        guard isSecure else { return say("538 5.7.11 encryption required") }
        let parts = argument.split(separator: " ")
        switch parts.first?.uppercased() {
        case "PLAIN" where parts.count == 2: return logIn(String(parts[1]))
        case "PLAIN":
            step = .plain
            return say("334 ")
        case "LOGIN":
            step = .user
            return say("334 VXNlcm5hbWU6")
        default: return say("504 5.5.4 unknown mechanism")
        }
    }

    /// NUL, name, NUL, password.
    ///
    /// Source: RFC 4616.
    private mutating func logIn(_ text: String) -> [Action] {
        let parts = decoded(text).split(separator: "\0", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return finishLogIn(user: "", password: "") }
        return finishLogIn(user: String(parts[1]), password: String(parts[2]))
    }

    private mutating func finishLogIn(user: String, password: String) -> [Action] {
        step = .command
        let known = sandbox.state.withLock { $0.credentials.passwords }
        guard known.isEmpty ? !user.isEmpty : known[user] == password else {
            return say("535 5.7.8 authentication failed")
        }
        hasLoggedIn = true
        return say("235 2.7.0 authenticated")
    }

    private mutating func mail(_ argument: String) -> [Action] {
        guard hasGreeted else { return say("503 5.5.1 EHLO first") }
        let needsLogIn = sandbox.state.withLock { !$0.credentials.passwords.isEmpty }
        guard hasLoggedIn || !needsLogIn else { return say("530 5.7.0 authentication required") }
        guard sender == nil, let address = Self.path(in: argument, after: "FROM:") else {
            return say("501 5.1.7 bad sender")
        }
        if let size = argument.uppercased().split(separator: " ").first(where: { $0.hasPrefix("SIZE=") }),
            (Int(size.dropFirst(5)) ?? 0) > Self.sizeLimit
        {
            return say("552 5.3.4 message too big")
        }
        sender = address
        return say("250 2.1.0 OK")
    }

    /// A scripted error is the relay's own line, such as `550 5.1.1 no such user`.
    private mutating func recipient(_ argument: String) -> [Action] {
        guard sender != nil, let address = Self.path(in: argument, after: "TO:"), !address.isEmpty else {
            return say("501 5.1.3 bad recipient")
        }
        let error = sandbox.state.withLock { $0.script.error(.smtp, token: address, stage: nil) }
        if let error { return say(error.code) }
        recipients.append(address)
        return say("250 2.1.5 OK")
    }

    private mutating func data() -> [Action] {
        guard !recipients.isEmpty else { return say("503 5.5.1 recipients first") }
        step = .text
        return say("354 go ahead")
    }

    /// Up to CRLF, dot, CRLF, and nothing else: whoever ends a text otherwise hides a second message in it.
    private mutating func text() -> [Action]? {
        guard let end = endOfText() else {
            return input.count > Self.sizeLimit ? say("552 5.3.4 message too big") + [.close] : nil
        }
        let text = Array(input[..<end])
        input.removeFirst(end + 3)
        scanned = 0
        let (from, to) = (sender ?? "", recipients)
        reset()
        let now = sandbox.now
        let mail = ReceivedMail(stuffed: text)
        let (fault, rule) = sandbox.state.withLock { state -> (String?, ScriptRule?) in
            let rule = state.script.requestRule(.smtp, tokens: to, stage: nil)
            if let rule, rule.status != nil || rule.drop?.isBefore == true { return (nil, rule) }
            guard let mail else { return ("554 5.6.0 this is no message", rule) }
            for address in to {
                state.log.add(.smtp, token: address, outcome: "ok", message: mail.json(from: from), at: now)
            }
            return (nil, rule)
        }
        let pause = rule?.delay.map { [Action.wait($0)] } ?? []
        if rule?.drop != nil { return pause + [.close] }
        if let status = rule?.status { return pause + say("\(status) \(rule?.body ?? "scripted")") }
        return pause + say(fault ?? "250 2.0.0 queued")
    }

    /// The position of the dot that ends the text: alone on its line, between CRLFs.
    private mutating func endOfText() -> Int? {
        while scanned + 2 < input.count {
            let follows = scanned == 0 || scanned >= 2 && input[scanned - 2] == 0x0D && input[scanned - 1] == 0x0A
            if follows, input[scanned] == 0x2E, input[scanned + 1] == 0x0D, input[scanned + 2] == 0x0A {
                return scanned
            }
            scanned += 1
        }
        return nil
    }

    private static func path(in argument: String, after word: String) -> String? {
        guard argument.uppercased().hasPrefix(word), let open = argument.firstIndex(of: "<"),
            let close = argument[open...].firstIndex(of: ">")
        else { return nil }
        return String(argument[argument.index(after: open)..<close])
    }
}
