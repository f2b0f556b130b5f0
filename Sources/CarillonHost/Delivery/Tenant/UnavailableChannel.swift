import CarillonModel
import CarillonPluginKit

/// Why nothing can be sent on a channel, in full: an operator reads them in a log, without the profile at hand.
enum UnavailableChannel: Error, Sendable, Hashable {
    /// The plugin can do nothing with a setting, or with the secret that it names.
    case setting(SettingProblem)
    case other(String)

    /// Said of a channel that is known: “setting `privateKey`: this is no P-256 key; give 32 bytes in base64url, or PEM”.
    var reason: String {
        switch self {
        case .setting(let problem): "setting `\(problem.field)`: \(problem.explanation)"
        case .other(let message): message
        }
    }

    /// Said among other things.
    func warning(of channel: ChannelID) -> String {
        switch self {
        case .setting(let problem): "setting `\(problem.field)` of channel `\(channel)`: \(problem.explanation)"
        case .other(let message): "channel `\(channel)`: \(message)"
        }
    }
}

extension SettingProblem {
    /// What is wrong, and the way out.
    fileprivate var explanation: String { help.map { "\(message); \($0)" } ?? message }
}
