import CarillonModel
import CarillonProfiles

/// What the page behind an unsubscribe link says, in the languages it knows.
struct UnsubscribeTexts: Sendable, Hashable {
    /// BCP 47.
    let language: String
    /// `{name}` is the product's.
    let question: String
    let button: String
    let done: String
    let close: String
    let unknown: String
    let unknownHelp: String

    /// In the best of the reader's and the tenant's languages that there is; else in English.
    static func best(for target: LocaleTag?, of locales: Locales) -> UnsubscribeTexts {
        for tag in locales.chain(for: target) {
            let language = tag.language
            if let texts = all[language == "nn" || language == "no" ? "nb" : language] { return texts }
        }
        return english
    }

    private static let all = Dictionary(
        uniqueKeysWithValues: [english, arabic, german, spanish, french, norwegian].map { ($0.language, $0) }
    )

    private static let english = UnsubscribeTexts(
        language: "en",
        question: "Stop these e-mails from {name}?",
        button: "Unsubscribe",
        done: "You will get no more of these e-mails from {name}.",
        close: "You can close this page.",
        unknown: "This link isn’t valid.",
        unknownHelp: "It may be incomplete. Try the link in the e-mail again."
    )

    private static let arabic = UnsubscribeTexts(
        language: "ar",
        question: "هل تريد إيقاف هذه الرسائل من {name}؟",
        button: "إلغاء الاشتراك",
        done: "لن تصلك هذه الرسائل من {name} بعد الآن.",
        close: "يمكنك إغلاق هذه الصفحة.",
        unknown: "هذا الرابط غير صالح.",
        unknownHelp: "قد يكون الرابط غير مكتمل. جرّب الرابط الموجود في الرسالة مرة أخرى."
    )

    private static let german = UnsubscribeTexts(
        language: "de",
        question: "Diese E-Mails von {name} abbestellen?",
        button: "Abbestellen",
        done: "Sie erhalten keine solchen E-Mails von {name} mehr.",
        close: "Sie können diese Seite schließen.",
        unknown: "Dieser Link ist ungültig.",
        unknownHelp: "Er ist vielleicht unvollständig. Versuchen Sie es noch einmal mit dem Link in der E-Mail."
    )

    private static let spanish = UnsubscribeTexts(
        language: "es",
        question: "¿Dejar de recibir estos correos de {name}?",
        button: "Cancelar la suscripción",
        done: "Ya no recibirás más correos de este tipo de {name}.",
        close: "Puedes cerrar esta página.",
        unknown: "Este enlace no es válido.",
        unknownHelp: "Puede que esté incompleto. Prueba de nuevo con el enlace del correo."
    )

    private static let french = UnsubscribeTexts(
        language: "fr",
        question: "Ne plus recevoir ces e-mails de {name} ?",
        button: "Se désabonner",
        done: "Vous ne recevrez plus ces e-mails de {name}.",
        close: "Vous pouvez fermer cette page.",
        unknown: "Ce lien n’est pas valide.",
        unknownHelp: "Il est peut-être incomplet. Réessayez avec le lien de l’e-mail."
    )

    private static let norwegian = UnsubscribeTexts(
        language: "nb",
        question: "Vil du stoppe disse e-postene fra {name}?",
        button: "Meld meg av",
        done: "Du får ikke flere slike e-poster fra {name}.",
        close: "Du kan lukke denne siden.",
        unknown: "Denne lenken er ikke gyldig.",
        unknownHelp: "Den kan være ufullstendig. Prøv lenken i e-posten på nytt."
    )
}
