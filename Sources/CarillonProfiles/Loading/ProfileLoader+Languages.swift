package import CarillonDiagnostics
package import CarillonModel

/// Translating a tenant: what is still to be translated, and what a new language needs.
extension ProfileLoader {
    /// The state of each language but the default, in the order of the profile.
    ///
    /// - Returns: nil where the languages or the files can't be read; `diagnostics` say why.
    package func translations(
        of folder: TenantFolder,
        into sources: inout SourceSet
    ) -> (states: [TranslationState]?, defaultLocale: LocaleTag?, diagnostics: [Diagnostic]) {
        let (tenant, diagnostics) = languages(of: folder, into: &sources)
        let locales = tenant?.profile.locales
        return (tenant.map(TranslationState.all), locales?.defaultLocale, diagnostics)
    }

    /// The files of a tenant with one more language.
    ///
    /// - Returns: nil where the languages or the files can't be read; `diagnostics` say why.
    package func addition(
        of locale: LocaleTag,
        to folder: TenantFolder,
        into sources: inout SourceSet
    ) -> (addition: LocaleAddition?, diagnostics: [Diagnostic]) {
        let (tenant, diagnostics) = languages(of: folder, into: &sources)
        return (tenant.map { LocaleAddition(locale, to: $0) }, diagnostics)
    }

    /// The template files of a tenant in which an event or app text has the default language's words where it had none.
    ///
    /// - Returns: only files that change; none where the languages or the files can't be read.
    package func copies(of id: EventTypeID, in folder: TenantFolder) -> [TenantFolder.File] {
        var sources = SourceSet()
        return languages(of: folder, into: &sources).tenant.map { WordsCopy(of: id, in: $0).files } ?? []
    }

    /// Nil unless syntax and shape of all files are right, and the default language has its texts.
    private func languages(
        of folder: TenantFolder,
        into sources: inout SourceSet
    ) -> (tenant: TenantContext?, diagnostics: [Diagnostic]) {
        let loading = run(folder, into: &sources).loading
        return (loading.translatedContext, loading.diagnostics)
    }
}

extension ProfileLoading {
    /// What was read; nil unless syntax and shape of all files are right, and the default language has its texts.
    var translatedContext: TenantContext? {
        guard let tenant = context, tenant.hasSoundLocales,
            tenant.templateFiles[tenant.profile.locales.defaultLocale] != nil,
            tenant.templateFiles.values.allSatisfy({ $0.isSound && !$0.root.isDamaged }),
            tenant.profileFile?.isSound == true
        else { return nil }
        return tenant
    }
}

extension TranslationState {
    /// Of each language but the default, in the order of the profile.
    static func all(of tenant: TenantContext) -> [TranslationState] {
        tenant.profile.locales.supported.filter { $0 != tenant.profile.locales.defaultLocale }
            .map { TranslationState($0, of: tenant) }
    }
}
