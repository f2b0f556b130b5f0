import CarillonModel
import CarillonPluginKit

/// Where mail is handed in, and how we are known there.
struct SMTPRelay: Sendable {
    enum Security: String, Sendable {
        case starttls
        case tls
        case none
    }

    struct Login: Sendable {
        let username: String
        let password: Secret
    }

    let host: String
    let port: Int
    let security: Security
    let login: Login?
    /// The client's name in EHLO.
    let ownName: String

    init(settings: ChannelSettings, ownName: String) throws(SettingProblem) {
        guard let host = settings.text("host"), Self.isHost(host) else {
            throw SettingProblem(field: "host", "this is no host name")
        }
        self.host = host
        port = settings.integer("port") ?? 587
        security = settings.text("security").flatMap(Security.init(rawValue:)) ?? .starttls
        self.ownName = ownName
        switch (settings.text("username"), settings.secret("password")) {
        case (nil, nil): login = nil
        case (let username?, let password?):
            guard !username.utf8.contains(0), !password.reveal().utf8.contains(0) else {
                throw SettingProblem(field: "password", "neither name nor password may hold a NUL")
            }
            login = Login(username: username, password: password)
        case (nil, _): throw SettingProblem(field: "username", "a password needs a username")
        case (_, nil): throw SettingProblem(field: "password", "a username needs a password")
        }
    }

    private static func isHost(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (48...57).contains($0) || (65...90).contains($0 & 0xDF) || "-.:[]_".utf8.contains($0)
            }
    }
}
