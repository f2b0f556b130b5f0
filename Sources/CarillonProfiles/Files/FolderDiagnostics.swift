import CarillonDiagnostics
import CarillonModel

/// The messages about files and folders.
extension Diagnostic {
    static func missingFile(_ path: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .missingFile,
            "there is no `\(path)`",
            at: span,
            notes: ["every tenant has profile.json, events.json and templates"],
            help: "`carillon new` writes a folder that is whole"
        )
    }

    static func missingTemplates(_ locale: LocaleTag, _ path: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .missingFile,
            "there is no `\(path)`",
            at: span,
            label: "`\(locale)` is supported",
            help: "add the file, or remove the language here"
        )
    }

    static func folderFault(_ fault: TenantFolder.Fault, _ span: Span) -> Diagnostic {
        switch fault.kind {
        case .unreadable(let reason): Diagnostic(.unreadableFile, "this cannot be read: \(reason)", at: span)
        case .unexpected:
            Diagnostic(
                .unexpectedFile,
                "nothing reads this file",
                at: span,
                notes: [
                    "a tenant has profile.json, events.json, contract.json, templates/, samples/, channels/ and golden/"
                ]
            )
        case .outsideFolder:
            Diagnostic(.outsideFolder, "this leads out of its folder, or is no regular file", at: span)
        case .tooLarge:
            Diagnostic(.fileTooLarge, "this file has more than \(JSONReader.sizeLimit >> 20) MiB", at: span)
        case .tooMany(let limit):
            Diagnostic(.tooManyFiles, "this folder has more than \(limit) entries", at: span)
        }
    }

    static func wrongTenant(_ name: String, folder: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .wrongTenant,
            "the tenant is called \(quoted(name)) here, and its folder \(quoted(folder))",
            at: span,
            help: "rename one of them"
        )
    }

    static func wrongLocale(_ written: String, file: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .wrongLocale,
            "this says \(quoted(written)), and the file's name says \(quoted(file))",
            at: span
        )
    }

    static func templateName(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .badLocale,
            "\(quoted(name)) is not a language",
            at: span,
            label: "this file's name",
            notes: ["template files are named by their BCP 47 tag, such as `nb.json`"]
        )
    }
}
