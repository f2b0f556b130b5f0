extension PostgresError {
    /// libpq has no SQLSTATE of a connection that failed, but its message, which holds no rows, says what is wrong.
    ///
    /// - Parameter avoidsTLS: whether the address asks for a connection without TLS.
    init(ofConnecting message: String, avoidingTLS avoidsTLS: Bool) {
        self.init(Self.cause(of: message, avoidsTLS: avoidsTLS))
    }

    private static func cause(of message: String, avoidsTLS: Bool) -> Cause {
        let causes = [
            ("password authentication failed", "28P01"), ("no password supplied", "28P01"),
            ("permission denied", "42501"), ("role \"", "28000"), ("too many clients", "53300"),
            ("remaining connection slots", "53300"), ("too many connections", "53300"),
        ]
        let reasons = [
            ("Connection refused", "nothing answers there"), ("No such file", "there is no such socket"),
            ("is starting up", "it is starting"), ("is shutting down", "it is shutting down"),
            ("in recovery mode", "it recovers from a crash"), ("read-write", "it can only be read"),
            ("read-only", "it can only be read"), ("timeout", "it doesn't answer"),
            ("not currently accepting", "it takes no connections"),
        ]
        let mistrust = [
            ("does not support SSL", "it has no TLS, which sslmode in the address asks for"),
            ("does not match host name", "its certificate is for another name than the address has"),
            ("root certificate file", "the address names no file of trusted authorities: sslrootcert=FILE"),
            ("certificate verify failed", "its certificate isn't of an authority in sslrootcert, or is out of date"),
            ("certificate", "its certificate isn't trusted"),
        ]
        // Of the address itself, before anybody was asked: no other message begins so.
        if message.hasPrefix("invalid ") {
            let option = message.prefix { $0 != "\"" && $0 != "\n" }.dropFirst("invalid ".count)
            return .mistrusted("the address has a value that libpq doesn't know, of \(option.trimmed())")
        }
        if let known = causes.first(where: { message.contains($0.0) }) {
            return .refused(known.1, constraint: nil)
        }
        if let known = mistrust.first(where: { message.contains($0.0) }) { return .mistrusted(known.1) }
        if let known = reasons.first(where: { message.contains($0.0) }) { return .broken(known.1) }
        if avoidsTLS, message.contains("no encryption") {
            return .mistrusted("it lets nobody in without TLS: sslmode=require, or verify-full, in the address")
        }
        let refusals = [("no pg_hba.conf entry", "28000"), ("database \"", "3D000")]
        if let known = refusals.first(where: { message.contains($0.0) }) {
            return .refused(known.1, constraint: nil)
        }
        return .broken(message.contains("SSL") ? "no TLS connection could be made" : "the connection failed")
    }
}

extension Substring {
    fileprivate func trimmed() -> Substring {
        var text = self
        while let last = text.last, last == " " || last == ":" { text.removeLast() }
        return text
    }
}
