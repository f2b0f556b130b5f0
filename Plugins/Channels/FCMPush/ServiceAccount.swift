import CarillonModel
import CarillonPluginKit

/// Who a tenant is to Google: the JSON key file of a service account.
struct ServiceAccount: Sendable {
    let project: String
    let email: String
    let keyID: String?
    let key: Secret

    /// Signs once, so that a key that is no key is found at start and not with the first message.
    init(_ secret: Secret, cryptography: any Cryptography) throws(SettingProblem) {
        guard let json = try? JSONValue(parsing: secret.reveal().utf8), json.object != nil else {
            throw Self.problem("the service account is no JSON object")
        }
        guard let project = json["project_id"]?.string, Self.isProject(project) else {
            throw Self.problem("the service account has no usable “project_id”")
        }
        guard let email = json["client_email"]?.string, email.contains("@") else {
            throw Self.problem("the service account has no usable “client_email”")
        }
        guard let key = json["private_key"]?.string, !key.isEmpty else {
            throw Self.problem("the service account has no “private_key”")
        }
        self.project = project
        self.email = email
        keyID = json["private_key_id"]?.string
        self.key = Secret(key)
        do throws(CryptographyFailure) {
            _ = try cryptography.rs256([], key: self.key)
        } catch {
            throw Self.problem("the service account's “private_key” can't sign: \(error.message)")
        }
    }

    /// Letters, digits, `-`, and `.` and `:` of old domain-bound ids: nothing that could bend the URL.
    private static func isProject(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (97...122).contains(byte) || (48...57).contains(byte) || "-.:".utf8.contains(byte)
            } && !text.contains("..")
    }

    private static func problem(_ message: String) -> SettingProblem {
        SettingProblem(
            field: "serviceAccount",
            message,
            help: "use the file from Firebase console, Project settings, Service accounts, as it is"
        )
    }
}
