import CarillonChannels
import CarillonModel
import CarillonPluginKit

/// The request as a file writes it, and what is known of what the provider demands.
extension ChannelDraft {
    /// Where it sends, and where a token is granted.
    var origins: [String] {
        guard case .grant(let url, _)? = documented?.authentication, let (origin, _) = WebOrigin.split(url),
            origin.description != command.origin
        else { return [command.origin] }
        return [command.origin, origin.description]
    }

    mutating func documentedAuthentication(
        _ kind: DocumentedOperation.Authentication
    ) -> (json: JSONValue, wire: String) {
        switch kind {
        case .basic:
            let user = setting("user", example: "example")
            return (["basic": ["user": .string(user), "password": .string(secret("password"))]], "basic")
        case .bearer: return (["bearer": .string(secret("token"))], "bearer")
        case .header(let name):
            return (["header": ["name": .string(name), "value": .string(secret("key"))]], "header:\(name)")
        case .query(let name):
            return (["query": ["name": .string(name), "value": .string(secret("key"))]], "query:\(name)")
        case .grant(let url, let scope):
            var grant: JSONObject = [
                "token": .string(url), "client": .string(setting("client", example: "example")),
                "secret": .string(secret("clientSecret")),
            ]
            if !scope.isEmpty { grant["scope"] = .string(scope) }
            return (["oauth2": .object(grant)], "bearer")
        }
    }

    mutating func authentication() -> (json: JSONValue, wire: String)? {
        if let kind = documented?.authentication { return documentedAuthentication(kind) }
        if let user = command.user {
            let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = Self.variables(in: parts[0]).isEmpty ? setting("user", example: parts[0]) : template(parts[0])
            let password =
                parts.count == 2 && !Self.variables(in: parts[1]).isEmpty ? template(parts[1]) : secret("password")
            return (["basic": ["user": .string(name), "password": .string(password)]], "basic")
        }
        for header in command.headers {
            let name = header.name.lowercased()
            let pieces = header.value.split(separator: " ", maxSplits: 1).map(String.init)
            if name == "authorization", pieces.count == 2, pieces[0].lowercased() == "bearer" {
                return (["bearer": .string(secretText(pieces[1]))], "bearer")
            }
            guard name == "authorization" || Self.isSecretName(name) else { continue }
            let isWithScheme = name == "authorization" && pieces.count == 2
            let value = (isWithScheme ? "\(pieces[0]) " : "") + secretText(isWithScheme ? pieces[1] : header.value)
            return (["header": ["name": .string(header.name), "value": .string(value)]], "header:\(header.name)")
        }
        return nil
    }

    /// Headers that follow from the request, and the one that shows whom it comes from.
    static let ownHeaders: Set<String> = [
        "authorization", "content-type", "content-length", "host", "accept-encoding", "connection", "user-agent",
        "transfer-encoding", "cookie", "accept",
    ]

    mutating func request() -> JSONValue {
        var request: JSONObject = ["method": .string(command.method), "url": .string(command.origin + path())]
        var query = JSONObject()
        var wireQuery = JSONObject()
        for (name, value) in command.query {
            let text = placed(value, under: name)
            let isCopied = text == Self.escaped(value)
            let secret = isCopied ? value.likelySecret(isBehindHook: false).map { guessed($0, in: value) } : nil
            query[name] = .string(secret ?? text)
            wireQuery[name] = .object(
                member("text", isRequired: query[name]?.string?.contains("?}") != true, of: query[name])
            )
        }
        if !query.isEmpty { request["query"] = .object(query) }
        let headers = command.headers.filter { header in
            let name = header.name.lowercased()
            return !Self.ownHeaders.contains(name) && !Self.isSecretName(name)
        }
        if !headers.isEmpty {
            request["headers"] = .object(JSONObject(headers.map { .init($0.name, .string(template($0.value))) }))
        }
        switch command.body {
        case .none: break
        case .json(let json): request["json"] = templated(json, at: "", under: "")
        case .form(let pairs):
            var form = JSONObject()
            for (name, value) in pairs {
                form[name] = .string(placed(value, under: name))
                wire[name] = .object(
                    member("text", isRequired: form[name]?.string?.contains("?}") != true, of: form[name])
                )
            }
            request["form"] = .object(form)
        }
        self.wireQuery = wireQuery
        return .object(request)
    }

    mutating func path() -> String {
        var steps: [String] = []
        var patterns: [String] = []
        var isBehindHook = false
        for step in command.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init) {
            let text = step.likelySecret(isBehindHook: isBehindHook).map { guessed($0, in: step) } ?? template(step)
            isBehindHook = isBehindHook || LikelySecret.hooks.contains(step.lowercased())
            steps.append(text)
            hasSecretPath = hasSecretPath || text.contains("{secret.")
            patterns.append(text == Self.escaped(step) ? Self.pattern(of: step) : "[^/]+")
        }
        pathPattern = "/" + patterns.joined(separator: "/")
        return "/" + steps.joined(separator: "/")
    }

    /// The step with a setting for what looks like a secret.
    mutating func guessed(_ range: Range<String.Index>, in step: String) -> String {
        guesses += 1
        let name = "urlToken" + (guesses == 1 ? "" : "\(guesses)")
        return Self.escaped(String(step[..<range.lowerBound])) + secret(name)
            + Self.escaped(String(step[range.upperBound...]))
    }

    mutating func templated(_ json: JSONValue, at pointer: String, under key: String) -> JSONValue {
        switch json {
        case .object(let object):
            if object.isEmpty, !pointer.isEmpty { wire[pointer] = ["type": "object"] }
            return .object(
                JSONObject(
                    object.members.map { member in
                        let inner = Self.isValue(member.name, of: key) ? key : member.name
                        return .init(
                            member.name,
                            templated(member.value, at: "\(pointer)/\(member.name)", under: inner)
                        )
                    }
                )
            )
        case .array(let elements):
            if elements.isEmpty, !pointer.isEmpty { wire[pointer] = ["type": "list"] }
            return .array(elements.map { templated($0, at: "\(pointer)/*", under: key) })
        case .string(let text):
            let template = JSONValue.string(placed(text, under: key))
            note("text", at: pointer, template)
            return template
        case .number(let text) where Self.isAddress(key) && address == nil:
            address = text
            note("integer", at: pointer, json)
            return "{address|number}"
        case .number(let text):
            note(text.allSatisfy { "-0123456789".contains($0) } ? "integer" : "number", at: pointer, json)
        case .boolean: note("boolean", at: pointer, json)
        case .null: wire[pointer] = [:]
        }
        return json
    }

    mutating func note(_ type: String, at pointer: String, _ template: JSONValue) {
        guard wire[pointer] == nil else { return }
        wire[pointer] = .object(member(type, isRequired: template.string?.contains("?}") != true, of: template))
    }

    func member(_ type: String, isRequired: Bool, of template: JSONValue?) -> JSONObject {
        var member: JSONObject = ["type": .string(type)]
        if isRequired { member["required"] = true }
        if template?.string?.contains("{secret.") == true { member["secret"] = true }
        return member
    }

    func wireForm(_ auth: String?) -> JSONValue {
        var form: JSONObject = ["method": .string(command.method), "path": .string(pathPattern)]
        if hasSecretPath { form["secretPath"] = true }
        form["auth"] = auth.map { .string($0) }
        if !wireQuery.isEmpty { form["query"] = .object(wireQuery) }
        switch command.body {
        case .none: break
        case .json: form["json"] = .object(bodyMembers)
        case .form: form["form"] = .object(bodyMembers)
        }
        return .object(form)
    }

    /// What the document says of the body, with the secrets that the request has there; else what the request shows.
    var bodyMembers: JSONObject {
        guard var members = documented?.wire else { return wire }
        for member in wire.members where member.value["secret"] == true {
            var known = members[member.name]?.object ?? JSONObject()
            known["secret"] = true
            members[member.name] = .object(known)
        }
        return members
    }
}
