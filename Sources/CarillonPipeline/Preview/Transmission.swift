public import CarillonModel
public import CarillonPluginKit

/// One request of a plugin to its provider.
public enum Transmission: Sendable, Hashable {
    /// - Parameter sealed: what the body holds encrypted, where it does.
    case request(EgressRequest, sealed: [UInt8]?)
    /// All that is sent on one connection, such as SMTP's commands and the mail; passwords are left out.
    case conversation(server: String, said: [UInt8])
    /// What is put into the tenant's own feed.
    case entry(FeedContent, category: String?, Priority)
    /// A line of a log.
    case line(String)

    /// The same with the members of JSON sorted by name: their order has no meaning.
    var inAnyOrder: Transmission {
        guard case .request(var request, let sealed) = self else { return self }
        request.body = Self.sorted(request.body)
        // What is encrypted differs only where that does.
        if sealed != nil { request.body = [] }
        return .request(request, sealed: sealed.map(Self.sorted))
    }

    private static func sorted(_ body: [UInt8]) -> [UInt8] {
        (try? JSONValue(parsing: body))?.sorted.utf8 ?? body
    }

    /// The same with names in place of what was made of secrets, which is no secret here but has the form of one.
    var withPlaceholders: Transmission {
        guard case .request(var request, let sealed) = self else { return self }
        request.headers = request.headers.map { .init($0.name, DryCryptography.withPlaceholders($0.value)) }
        return .request(request, sealed: sealed)
    }
}
