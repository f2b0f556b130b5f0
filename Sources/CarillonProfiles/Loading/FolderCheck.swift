import CarillonDiagnostics
package import CarillonModel

/// What reading and validating a tenant's folder has come to, with what the check of a folder that is almost the same can
/// keep.
///
/// An editor checks a folder at each pause of the keys, and each time one text of it is another one. What is said of all the
/// others is what was said before, wherever it stands now. A class, so that passing it around copies nothing.
package final class FolderCheck: Sendable {
    package let inspection: TenantInspection
    /// Whether everything was looked at, and not only what had changed.
    package let isWhole: Bool
    private let loading: ProfileLoading

    fileprivate init(_ profile: TenantProfile?, _ loading: ProfileLoading, isWhole: Bool = true) {
        self.isWhole = isWhole
        inspection = TenantInspection(profile, loading)
        self.loading = loading
    }

    /// The proven sizes of one event's messages; none where the folder has errors.
    package func sizes(of event: EventTypeID) -> ProvenSizes? {
        guard inspection.isSound, let context = loading.context, let event = context.profile.event(event) else {
            return nil
        }
        return ProvenSizes(context, of: [event])
    }

    /// The state of each language but the default, in the order of the profile; nil where it can't be said.
    package var translations: [TranslationState]? { loading.translatedContext.map(TranslationState.all) }

    fileprivate func next(_ folder: TenantFolder, _ loader: ProfileLoader) -> FolderCheck? {
        loader.run(folder, after: loading).map { FolderCheck($0.profile, $0.loading, isWhole: false) }
    }
}

extension ProfileLoader {
    /// Reads and validates a folder, and keeps what the next check can go on from.
    ///
    /// - Parameter earlier: a check by the same loader. Where only texts differ since, only what they change is looked at;
    ///   the outcome is the same.
    package func check(_ folder: TenantFolder, after earlier: FolderCheck? = nil) -> FolderCheck {
        if let check = earlier?.next(folder, self) { return check }
        var sources = SourceSet()
        let (profile, loading) = run(folder, into: &sources)
        return FolderCheck(profile, loading)
    }

    /// The same, unless it is cancelled before it is through.
    package func check(
        _ folder: TenantFolder,
        after earlier: FolderCheck? = nil,
        unless cancellation: Cancellation
    ) -> FolderCheck? {
        guard !cancellation.isCancelled else { return nil }
        if let check = earlier?.next(folder, self) { return check }
        return run(folder, unless: cancellation).map { FolderCheck($0.profile, $0.loading) }
    }
}
