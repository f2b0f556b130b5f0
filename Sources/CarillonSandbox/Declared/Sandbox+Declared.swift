public import CarillonChannels
import CarillonModel
import CarillonPluginKit
import Synchronization

extension Sandbox {
    /// From now on plays the providers of these channel files.
    ///
    /// - Parameters:
    ///   - owner: whose files they are, such as a tenant's id; what the same owner had before is forgotten.
    ///   - accounts: the owner's at these providers, by the channel's id.
    public func play(
        _ channels: [DeclaredChannel],
        of owner: String,
        accounts: [String: [SandboxAccount]] = [:]
    ) {
        let standIns = channels.map { StandIn($0, accounts: accounts[$0.descriptor.id.rawValue] ?? []) }
        state.withLock { $0.declared[owner] = standIns.isEmpty ? nil : standIns }
    }

    /// Sorted by name; tenants may have files of the same name.
    var standIns: [StandIn] {
        state.withLock { state in
            state.declared.sorted { $0.key < $1.key }.flatMap(\.value)
        }.sorted { $0.name < $1.name }
    }

    /// Those whose host the request names; first those that also have its path.
    func standIns(atHostOf request: SandboxRequest) -> [StandIn] {
        let named = standIns.filter { $0.isAtHost(of: request) }
        let meant = named.filter { $0.isMeant(request) }
        return meant.isEmpty ? named : meant
    }

    /// A token for an account; nil where none of these grants one at this path.
    ///
    /// Any account is granted one: no file says which accounts there are.
    func declaredToken(_ request: SandboxRequest, of candidates: [StandIn]) -> SandboxResponse? {
        guard candidates.contains(where: { $0.grants(request) }) else { return nil }
        return .json(200, ["access_token": "stand-in-token", "token_type": "Bearer", "expires_in": 3600])
    }

    /// A message for one of these: the first that takes it, else the first.
    ///
    /// - Parameter candidates: at least one.
    func declaredSend(_ request: SandboxRequest, to candidates: [StandIn]) -> SandboxResponse {
        if let receipt = candidates.lazy.compactMap({ $0.receipt(request) }).first { return receipt }
        let refusals = candidates.map { $0.refusal(of: request) }
        let index = refusals.firstIndex { $0 == nil } ?? 0
        let (standIn, refusal) = (candidates[index], refusals[index])
        let provider = Provider.declared(standIn.name)
        let parts = refusal == nil ? standIn.messages(of: request) : [request]
        let addresses = parts.map { standIn.address(in: $0) }
        let accounts = candidates.filter { $0.name == standIn.name }.flatMap(\.accounts)
        let now = now
        return state.withLock { state in
            let (answer, rule) = scripted(provider, tokens: addresses, &state)
            if let answer { return answer }
            if let refusal {
                let response = standIn.answer(to: refusal)
                let reason = refusal.faults.joined(separator: "; ")
                state.log.refuse(provider, status: response.status, reason: reason, at: now)
                return response.carriedOut(rule)
            }
            let errors = addresses.map { state.script.error(provider, token: $0, stage: nil) }
            let answers = errors.map { error in
                if let error { return standIn.answer(to: error) }
                state.declaredCount += 1
                return standIn.acceptance(number: state.declaredCount - 1)
            }
            // What is said of the whole is said of each.
            let whole = answers.firstIndex { !standIn.hasElement($0) }
            for (index, address) in addresses.enumerated() {
                state.log.add(
                    provider,
                    token: address,
                    outcome: errors[whole ?? index]?.code ?? "ok",
                    message: standIn.message(of: parts[index]),
                    at: now
                )
            }
            var response = (whole.map { answers[$0] } ?? standIn.combined(answers)).carriedOut(rule)
            for index in parts.indices where errors[whole ?? index] == nil {
                response.reports += reports(
                    of: standIn,
                    on: parts[index],
                    answered: answers[index],
                    from: accounts + state.credentials.accounts(of: standIn.name),
                    &state
                )
            }
            return response
        }
    }

    /// What the provider reports about a message that it took.
    private func reports(
        of standIn: StandIn,
        on request: SandboxRequest,
        answered answer: SandboxResponse,
        from accounts: [SandboxAccount],
        _ state: inout State
    ) -> [SandboxReport] {
        let address = standIn.address(in: request)
        let rule = state.script.reporting(.declared(standIn.name), token: address)
        do throws(UnsentReport) {
            return try standIn.reports(
                on: request,
                answered: answer,
                from: accounts,
                by: rule,
                every: configuration.reportDelay
            )
        } catch {
            state.reports.add(
                rule?.report ?? "",
                of: standIn.name,
                to: address,
                status: nil,
                problem: error.message,
                at: now
            )
            return []
        }
    }

    /// Keeps what became of a report that was sent, for `GET /sandbox/messages`.
    ///
    /// - Parameters:
    ///   - status: what it was answered with; nil where nothing was answered.
    ///   - problem: why not, then.
    public func record(_ report: SandboxReport, status: Int?, problem: String? = nil) {
        let now = now
        state.withLock { state in
            state.reports.add(
                report.name,
                of: report.provider,
                to: report.token,
                status: status,
                problem: problem,
                at: now
            )
        }
    }
}
