public import CarillonModel
public import CarillonPluginKit

/// One thing that a plugin says to its provider.
public enum Utterance: Sendable, Hashable {
    /// - Parameter sealed: what the body holds encrypted, where it does.
    case request(EgressRequest, sealed: [UInt8]?)
    /// All that is said on one connection, such as SMTP's commands and the mail; passwords are left out.
    case conversation(server: String, said: [UInt8])
    /// What is put into the tenant's own feed.
    case entry(FeedContent, category: String?, Priority)
    /// A line of a log.
    case line(String)

    /// The same with names in place of what was made of secrets, which is no secret here but looks like one.
    var withPlaceholders: Utterance {
        guard case .request(var request, let sealed) = self else { return self }
        request.headers = request.headers.map { .init($0.name, DryCryptography.withPlaceholders($0.value)) }
        return .request(request, sealed: sealed)
    }
}
