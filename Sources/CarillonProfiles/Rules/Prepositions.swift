import CarillonModel

/// Words of a language that must not come before “Today at 7:16 PM”.
struct Prepositions {
    /// Prepositions of a time or a day, which the formatted time contains itself: “at”, “on”.
    let ofClocks: Set<String>
    /// Prepositions of a beginning, an end or an approximate time, which need a date: “from”, “until”.
    let ofBounds: Set<String>

    private init(_ ofClocks: Set<String>, bounds: Set<String>) {
        self.ofClocks = ofClocks
        ofBounds = bounds
    }

    /// Nil for languages without a list here.
    static func before(timesIn locale: LocaleTag) -> Prepositions? {
        byLanguage[locale.language]
    }

    private static let byLanguage: [String: Prepositions] = {
        let norwegian = Prepositions(
            ["kl", "kl.", "klokka", "klokken", "den", "på", "i"],
            bounds: ["til", "innen", "fra", "siden", "før", "etter"]
        )
        return [
            "ar": Prepositions(["في", "عند", "الساعة", "يوم"], bounds: ["حتى", "من", "منذ", "قبل", "بعد", "إلى"]),
            "ca": Prepositions(["a", "les", "el"], bounds: ["fins", "des", "abans", "després"]),
            "cs": Prepositions(["v", "ve", "dne"], bounds: ["do", "od", "před", "po"]),
            "da": Prepositions(
                ["kl", "kl.", "klokken", "den", "på", "i"],
                bounds: ["til", "inden", "fra", "siden", "før", "efter"]
            ),
            "de": Prepositions(["um", "am", "im", "den"], bounds: ["bis", "ab", "seit", "vor", "nach", "gegen"]),
            "el": Prepositions(["στις", "στην", "στο"], bounds: ["μέχρι", "έως", "από", "πριν", "μετά"]),
            "en": Prepositions(
                ["at", "on", "in"],
                // The last two are the ends of “as of” and “no later than”.
                bounds: [
                    "by", "until", "till", "from", "since", "before", "after", "around", "through", "for", "starting",
                    "of", "than",
                ]
            ),
            "es": Prepositions(["a", "las", "el", "en"], bounds: ["hasta", "desde", "antes", "después"]),
            "fa": Prepositions(["در", "ساعت"], bounds: ["تا", "از", "قبل", "بعد"]),
            "fi": Prepositions(["klo", "kello"], bounds: ["ennen", "jälkeen", "asti", "alkaen"]),
            "fr": Prepositions(["à", "le", "en"], bounds: ["avant", "après", "depuis", "au", "dès"]),
            "he": Prepositions(["בשעה", "ביום"], bounds: ["עד", "מאז", "לפני", "אחרי"]),
            "hr": Prepositions(["u", "dana"], bounds: ["do", "od", "prije", "poslije", "nakon"]),
            "id": Prepositions(
                ["pada", "pukul", "jam"],
                bounds: ["sampai", "hingga", "sejak", "dari", "sebelum", "setelah"]
            ),
            "it": Prepositions(
                ["alle", "il", "a", "in"],
                bounds: ["entro", "fino", "da", "dal", "dalle", "prima", "dopo"]
            ),
            "ms": Prepositions(
                ["pada", "pukul"],
                bounds: ["sehingga", "hingga", "sejak", "dari", "sebelum", "selepas"]
            ),
            "nb": norwegian, "nn": norwegian, "no": norwegian,
            "nl": Prepositions(["om", "op", "in"], bounds: ["tot", "vanaf", "sinds", "voor", "vóór", "na"]),
            "pl": Prepositions(["o", "w", "we", "dnia"], bounds: ["do", "od", "przed", "po"]),
            "pt": Prepositions(["às", "a", "em", "no", "na"], bounds: ["até", "desde", "antes", "depois"]),
            "ro": Prepositions(["la", "pe", "în"], bounds: ["până", "din", "după", "înainte"]),
            "ru": Prepositions(["в", "во", "на"], bounds: ["до", "с", "со", "от", "после", "к"]),
            "sk": Prepositions(["o", "v", "vo", "dňa"], bounds: ["do", "od", "pred", "po"]),
            "sr": Prepositions(
                ["u", "у", "dana", "дана"],
                bounds: ["do", "до", "od", "од", "pre", "пре", "posle", "после"]
            ),
            "sv": Prepositions(
                ["kl", "kl.", "klockan", "den", "på", "i"],
                bounds: ["till", "senast", "från", "sedan", "före", "efter"]
            ),
            "uk": Prepositions(["о", "об", "в", "у", "на"], bounds: ["до", "з", "із", "від", "після", "по"]),
            "vi": Prepositions(["lúc", "vào"], bounds: ["đến", "từ", "trước", "sau"]),
        ]
    }()
}
