import CarillonModel
import CarillonProfiles

/// The user and the session that a log-in's answer names.
struct LoginIDs: Sendable {
    let user: UserID
    let session: String

    /// - Throws: what is wrong with either.
    init(in answer: [UInt8], _ login: LoginForwarding) throws(LoginFaults) {
        guard let json = try? JSONValue(parsing: answer) else { throw LoginFaults([.noJSON]) }
        var faults: [LoginFaults.Fault] = []
        let user = Self.id(at: login.userID, in: json, &faults).flatMap { UserID($0) }
        let session = Self.id(at: login.sessionID, in: json, &faults)
        guard let user, let session else { throw LoginFaults(faults) }
        self.user = user
        self.session = session
    }

    /// Services number their users, or name them.
    private static func id(at path: FieldPath, in answer: JSONValue, _ faults: inout [LoginFaults.Fault]) -> String? {
        let text: String
        switch TemplateScope(JSONObject([.init("response", answer)])).value(at: path) {
        case nil:
            faults.append(.nothing(at: path))
            return nil
        case .string(let string)?: text = string
        case .number(let number)?: text = number
        case let value?:
            faults.append(.noText(at: path, value.kind))
            return nil
        }
        guard UserID.isValid(text) else {
            faults.append(.noID(at: path))
            return nil
        }
        return text
    }
}

/// Why no user or session was found in a log-in's answer; it contains no value of that answer.
struct LoginFaults: Error, CustomStringConvertible {
    enum Fault: Sendable {
        case noJSON
        case nothing(at: FieldPath)
        case noText(at: FieldPath, String)
        case noID(at: FieldPath)
    }

    let faults: [Fault]

    init(_ faults: [Fault]) {
        self.faults = faults
    }

    var description: String { faults.map(\.description).joined(separator: "; ") }
}

extension LoginFaults.Fault: CustomStringConvertible {
    var description: String {
        switch self {
        case .noJSON: "the answer is no JSON"
        case .nothing(let path): "the answer has nothing at \(path)"
        case .noText(let path, let kind): "\(path) is \(kind), not a text or a number"
        case .noID(let path): "\(path) is no id: \(UserID.shape)"
        }
    }
}
