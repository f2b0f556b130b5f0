import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Passes a log-in on to the tenant's own service, and notes the session when that answers well.
///
/// Credentials pass through: they are neither kept nor logged. The answer passes through unchanged.
struct LoginForwarder: Sendable {
    let login: LoginForwarding
    let pushRequest: LoginPushRequest
    let call: OperationCall
    let gatekeeper: Gatekeeper

    /// The time limit for the tenant's service, including name resolution, the wait for a connection, and the whole
    /// answer.
    static let timeout: Duration = .seconds(10)
    /// Bytes of a log-in that are passed on; what is larger is refused.
    ///
    /// The host itself reads only what isn't larger than bodies of its own.
    static let bodyLimit = 2 << 20
    /// Headers of the client's request that are forwarded, beside those that the contract names.
    private static let passedOn: Set<String> = [
        "accept", "accept-language", "authorization", "content-encoding", "content-type", "traceparent", "tracestate",
        "user-agent", "x-request-id",
    ]
    /// Headers of the service's answer that the client gets.
    private static let passedBack: Set<String> = [
        "cache-control", "content-language", "content-type", "location", "retry-after", "set-cookie",
        "www-authenticate",
    ]

    /// - Throws: `bad-gateway` where the tenant's service can't be reached or breaks off, `gateway-timeout` where it doesn't
    ///   answer in time.
    func answer(_ request: APIRequest) async throws(Problem) -> APIResponse {
        guard let origin = WebOrigin(url: login.upstream)?.description else {
            throw Problem(.internal, "the log-in can't be passed on")
        }
        let egress = call.host.egress([origin], call.profile.id)
        let response: EgressResponse
        switch await outcome(of: forwarded(request), over: egress) {
        case .answer(let answer): response = answer
        case .failure:
            throw Problem(.badGateway, "the log-in could not be passed on; try again", retryAfter: .seconds(5))
        case .late:
            throw Problem(
                .gatewayTimeout,
                "the log-in was passed on, and not answered within \(Self.timeout.wholeSeconds) s; try again",
                retryAfter: .seconds(5)
            )
        }
        if (200..<300).contains(response.status) { await note(response) }
        return APIResponse(
            status: response.status,
            headers: response.headers.filter { Self.passedBack.contains($0.name.lowercased()) }
                .map { ($0.name.lowercased(), $0.value) },
            body: .bytes(response.body)
        )
    }

    private enum Outcome {
        case answer(EgressResponse)
        case failure
        case late
    }

    /// The deadline is kept here, because a failure doesn't say whether time ran out.
    private func outcome(of request: EgressRequest, over egress: any Egress) async -> Outcome {
        let pause = call.host.pause
        return await withTaskGroup(of: Outcome?.self) { group in
            group.addTask {
                do throws(EgressFailure) {
                    return .answer(try await egress.send(request))
                } catch {
                    return .failure
                }
            }
            // A pause that is broken off says nothing: the request is what counts then.
            group.addTask { (try? await pause(Self.timeout)).map { .late } }
            defer { group.cancelAll() }
            for await outcome in group {
                if let outcome { return outcome }
            }
            return .failure
        }
    }

    private func forwarded(_ request: APIRequest) -> EgressRequest {
        let passedOn = Self.passedOn.union(login.headers.map { $0.lowercased() })
        var headers = request.headers.filter { header in
            passedOn.contains(header.name) && !gatekeeper.isKey(header, of: call.tenant.access)
        }
        // What the client wrote there itself counts no more than anywhere else.
        if let address = request.clientAddress { headers.append((TrustedProxies.header, address)) }
        let query = Self.sendable(request.rawQuery)
        let separator = login.upstream.contains("?") ? "&" : "?"
        return EgressRequest(
            .post,
            query.isEmpty ? login.upstream : login.upstream + separator + query,
            headers: headers.map { EgressRequest.Header($0.name, $0.value) },
            body: request.body,
            // Longer than the deadline above, also in its half that may be spent on waiting for a connection.
            timeout: Self.timeout * 3
        )
    }

    /// A query in which all stands as it did but what no URL may hold, a `%` that begins no escape for one, which is escaped.
    private static func sendable(_ query: String) -> String {
        let bytes = Array(query.utf8)
        return bytes.indices.map { index in
            let byte = bytes[index]
            let isSound =
                byte == UInt8(ascii: "%")
                ? beginsEscape(bytes[index...])
                : byte > 0x20 && byte < 0x7F && !"\\#".utf8.contains(byte)
            return isSound ? String(UnicodeScalar(byte)) : PercentEncoding.encode(byte)
        }
        .joined()
    }

    private static func beginsEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
        let digits = bytes.dropFirst().prefix(2)
        return digits.count == 2 && digits.allSatisfy { $0.hexadecimalValue != nil }
    }

    /// A failure here doesn't change the answer: the user is logged in.
    private func note(_ response: EgressResponse) async {
        let ids: LoginIDs
        do throws(LoginFaults) {
            ids = try LoginIDs(in: response.body, login)
        } catch {
            return observe(error.description)
        }
        do throws(Problem) {
            _ = try await call.start(ids.session, of: call.profile.canonical(ids.user), pushRequest.push)
            if let pushFault = pushRequest.pushFault { observe(pushFault) }
        } catch {
            observe(error.code.name)
        }
    }

    private func observe(_ message: String) {
        call.tenant.unstoredLogins.note(message, at: call.host.clock.now)
        call.host.observer.observe(.loginNotNoted(call.profile.id, reason: message))
    }
}
