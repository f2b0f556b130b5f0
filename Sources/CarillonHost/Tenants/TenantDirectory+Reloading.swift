import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Synchronization

// Reloading: called by `TenantReloader`, one after the other.
extension TenantDirectory {
    /// Runs a profile that is new, or differs from the one that runs.
    ///
    /// - Returns: nil where it is the one that runs, and nothing else was in the folder meanwhile.
    func put(_ profile: TenantProfile) async -> TenantReload.Change? {
        let known = tenant(profile.id)
        let name = profile.id.rawValue
        if let known, known.runtime.profile.revision == profile.revision, hasItsSecrets(known.runtime) {
            return state.withLock { $0.rejections.removeValue(forKey: name) } == nil ? nil : .mended
        }
        let contested = HostClaims.contested(runtimes.map(\.profile).filter { $0.id != profile.id } + [profile])
        if let (host, claimers) = contested.min(by: { $0.key < $1.key }) {
            return reject(name, TenantRejection(host, of: profile.id, claimedBy: claimers))
        }
        return await change(profile, isNew: known == nil)
    }

    /// Runs a tenant again whose secrets may have changed.
    ///
    /// - Returns: nil where they haven't.
    func renew(_ name: String) async -> TenantReload.Change? {
        guard let known = TenantID(name).flatMap({ tenant($0) }) else { return nil }
        return hasItsSecrets(known.runtime) ? nil : await change(known.runtime.profile, isNew: false)
    }

    /// Whether it runs with the secrets as they are now.
    func hasItsSecrets(_ runtime: TenantRuntime) -> Bool {
        let (profile, secrets) = (runtime.profile, secrets)
        return profile.secretNames.allSatisfy { secrets.secret($0, of: profile.id) == runtime.secrets[$0] }
    }

    private func change(_ profile: TenantProfile, isNew: Bool) async -> TenantReload.Change {
        do {
            let warnings = try await run(profile)
            for warning in warnings {
                observer.observe(.incomplete(profile.id, warning.message))
            }
            for ambiguity in supabaseKeys.ambiguities where ambiguity.isAbout(profile.id) {
                observer.observe(.incomplete(ambiguity.tenant, ambiguity.description))
            }
            return isNew ? .started : .reloaded
        } catch {
            return reject(profile.id.rawValue, error)
        }
    }

    /// Leaves the running tenant as it is, and notes why the folder's content isn't served.
    func reject(_ name: String, _ rejection: TenantRejection) -> TenantReload.Change {
        state.withLock { $0.rejections[name] = rejection }
        return .rejected
    }

    /// Keeps a tenant whose folder is gone, and notes that it is.
    ///
    /// - Returns: nil where it didn't run.
    func lose(_ name: String) -> TenantReload.Change? {
        guard TenantID(name).flatMap({ tenant($0) }) != nil else { return remove(name) }
        let message = "its folder is gone"
        return reject(name, TenantRejection(diagnostics: 1, first: message, report: "\(name): \(message)"))
    }

    /// Stops a tenant whose folder is gone; its data stays.
    ///
    /// - Returns: nil where it didn't run.
    func remove(_ name: String) -> TenantReload.Change? {
        defer { if let id = TenantID(name) { parts.live.end(.removed, of: id) } }
        return state.withLock { state in
            state.rejections[name] = nil
            guard let id = TenantID(name), state.tenants.removeValue(forKey: id) != nil else { return nil }
            state.kept.remove(id)
            // Not forgotten: should the folder come back, its worker waits for this one.
            state.workers[id]?.cancel()
            return .stopped
        }
    }

    /// Stops a tenant that its store withholds: callers are told to come again, and what is in flight is finished.
    ///
    /// Where the store readmits it, the next look at what was rejected has it run again.
    /// - Returns: whether it ran.
    @discardableResult
    func withhold(_ id: TenantID, _ why: Withholding) -> Bool {
        let didRun = state.withLock { state in
            guard state.tenants.removeValue(forKey: id) != nil else { return false }
            state.rejections[id.rawValue] = TenantRejection(.withheld(id, why))
            state.kept.remove(id)
            state.workers[id]?.cancel()
            return true
        }
        if didRun { parts.live.end(.reloaded, of: id) }
        return didRun
    }

    /// Waits for what a tenant that was stopped has in flight.
    func ended(_ id: TenantID) async {
        await state.withLock { $0.workers[id] }?.value
    }
}
