import CarillonModel

/// The texts of a new tenant, in the reader's language.
struct ScaffoldTexts: Equatable {
    let title: String
    let body: String
    /// A second sentence, for mails.
    let more: String
    let category: String
    /// Between sentences.
    private let gap: String

    private init(_ title: String, _ body: String, _ more: String, _ category: String, gap: String = " ") {
        self.title = title
        self.body = body
        self.more = more
        self.category = category
        self.gap = gap
    }

    /// Body and second sentence.
    var text: String { more.isEmpty ? body : body + gap + more }

    /// Of languages for which nobody has written any: names alone, which are right in all of them.
    static let names = ScaffoldTexts("{$tenant}", "{$person}", "", "Account")

    /// For a language, with or without region and script; nil where there are none.
    static func written(in locale: LocaleTag) -> ScaffoldTexts? {
        locale.truncations.lazy.compactMap { byLocale[$0.rawValue] }.first
    }

    static let byLocale: [String: ScaffoldTexts] = {
        let norwegian = ScaffoldTexts(
            "Velkommen til {$tenant}",
            "Hei {$person}, kontoen din er klar.",
            "Vi er glade for at du er her.",
            "Konto"
        )
        let traditionalChinese = ScaffoldTexts(
            "歡迎使用 {$tenant}",
            "{$person}，您好！您的帳戶已準備就緒。",
            "很高興您的加入。",
            "帳戶",
            gap: ""
        )
        return [
            "ar": ScaffoldTexts(
                "مرحبًا بك في {$tenant}",
                "مرحبًا {$person}، حسابك جاهز.",
                "يسعدنا انضمامك إلينا.",
                "الحساب"
            ),
            "bg": ScaffoldTexts(
                "Добре дошли в {$tenant}",
                "Здравейте, {$person}, вашият профил е готов.",
                "Радваме се, че сте тук.",
                "Профил"
            ),
            "ca": ScaffoldTexts(
                "Us donem la benvinguda a {$tenant}",
                "Hola, {$person}: el vostre compte està a punt.",
                "Ens alegra que sigueu aquí.",
                "Compte"
            ),
            "cs": ScaffoldTexts(
                "Vítejte v {$tenant}",
                "Dobrý den, {$person}, váš účet je připraven.",
                "Jsme rádi, že jste s námi.",
                "Účet"
            ),
            "da": ScaffoldTexts(
                "Velkommen til {$tenant}",
                "Hej {$person}, din konto er klar.",
                "Vi er glade for, at du er her.",
                "Konto"
            ),
            "de": ScaffoldTexts(
                "Willkommen bei {$tenant}",
                "Hallo {$person}, dein Konto ist bereit.",
                "Schön, dass du da bist.",
                "Konto"
            ),
            "el": ScaffoldTexts(
                "Καλώς ήρθατε στο {$tenant}",
                "Γεια σας, {$person}, ο λογαριασμός σας είναι έτοιμος.",
                "Χαιρόμαστε που είστε εδώ.",
                "Λογαριασμός"
            ),
            "en": ScaffoldTexts(
                "Welcome to {$tenant}",
                "Hello {$person}, your account is ready.",
                "We are glad that you are here.",
                "Account"
            ),
            "es": ScaffoldTexts(
                "Te damos la bienvenida a {$tenant}",
                "Hola, {$person}: tu cuenta está lista.",
                "Nos alegra que estés aquí.",
                "Cuenta"
            ),
            "fa": ScaffoldTexts(
                "به {$tenant} خوش آمدید",
                "سلام {$person}، حساب شما آماده است.",
                "خوشحالیم که اینجا هستید.",
                "حساب"
            ),
            "fi": ScaffoldTexts(
                "Tervetuloa palveluun {$tenant}",
                "Hei {$person}, tilisi on valmis.",
                "Hienoa, että olet täällä.",
                "Tili"
            ),
            "fr": ScaffoldTexts(
                "Bienvenue chez {$tenant}",
                "Bonjour {$person}, votre compte est prêt.",
                "Nous sommes ravis de vous compter parmi nous.",
                "Compte"
            ),
            "he": ScaffoldTexts(
                "ברוכים הבאים אל {$tenant}",
                "שלום {$person}, החשבון שלך מוכן.",
                "אנחנו שמחים שהצטרפת.",
                "חשבון"
            ),
            "hi": ScaffoldTexts(
                "{$tenant} में आपका स्वागत है",
                "नमस्ते {$person}, आपका खाता तैयार है।",
                "हमें खुशी है कि आप यहाँ हैं।",
                "खाता"
            ),
            "hr": ScaffoldTexts(
                "Dobro došli u {$tenant}",
                "Pozdrav, {$person}, vaš je račun spreman.",
                "Drago nam je što ste ovdje.",
                "Račun"
            ),
            "hu": ScaffoldTexts(
                "Üdvözöljük: {$tenant}",
                "Kedves {$person}, elkészült a fiókja.",
                "Örülünk, hogy itt van.",
                "Fiók"
            ),
            "id": ScaffoldTexts(
                "Selamat datang di {$tenant}",
                "Halo {$person}, akun Anda sudah siap.",
                "Kami senang Anda ada di sini.",
                "Akun"
            ),
            "it": ScaffoldTexts(
                "Ti diamo il benvenuto in {$tenant}",
                "Ciao {$person}, il tuo account è pronto.",
                "Siamo felici di averti con noi.",
                "Account"
            ),
            "ja": ScaffoldTexts(
                "{$tenant}へようこそ",
                "{$person}さん、アカウントの準備ができました。",
                "ご登録ありがとうございます。",
                "アカウント",
                gap: ""
            ),
            "ko": ScaffoldTexts(
                "{$tenant}에 오신 것을 환영합니다",
                "{$person}님, 계정이 준비되었습니다.",
                "함께하게 되어 기쁩니다.",
                "계정"
            ),
            "nb": norwegian,
            "nl": ScaffoldTexts(
                "Welkom bij {$tenant}",
                "Hallo {$person}, je account is klaar.",
                "Fijn dat je er bent.",
                "Account"
            ),
            "nn": ScaffoldTexts(
                "Velkomen til {$tenant}",
                "Hei {$person}, kontoen din er klar.",
                "Vi er glade for at du er her.",
                "Konto"
            ),
            "no": norwegian,
            "pl": ScaffoldTexts(
                "Witamy w {$tenant}",
                "Cześć {$person}, Twoje konto jest gotowe.",
                "Cieszymy się, że jesteś z nami.",
                "Konto"
            ),
            "pt": ScaffoldTexts(
                "{$tenant} dá as boas-vindas",
                "Olá, {$person}! Sua conta está pronta.",
                "É um prazer ter você aqui.",
                "Conta"
            ),
            "pt-PT": ScaffoldTexts(
                "{$tenant} dá as boas-vindas",
                "Olá, {$person}! A sua conta está pronta.",
                "É um prazer ter-vos connosco.",
                "Conta"
            ),
            "ro": ScaffoldTexts(
                "Bun venit la {$tenant}",
                "Bună, {$person}, contul tău este gata.",
                "Ne bucurăm că ești aici.",
                "Cont"
            ),
            "ru": ScaffoldTexts(
                "Добро пожаловать в {$tenant}",
                "Здравствуйте, {$person}! Ваша учётная запись готова.",
                "Мы рады, что вы с нами.",
                "Учётная запись"
            ),
            "sk": ScaffoldTexts(
                "Vitajte v {$tenant}",
                "Dobrý deň, {$person}, váš účet je pripravený.",
                "Sme radi, že ste s nami.",
                "Účet"
            ),
            "sr": ScaffoldTexts(
                "Добро дошли у {$tenant}",
                "Здраво, {$person}, ваш налог је спреман.",
                "Драго нам је што сте овде.",
                "Налог"
            ),
            "sr-Latn": ScaffoldTexts(
                "Dobro došli u {$tenant}",
                "Zdravo, {$person}, vaš nalog je spreman.",
                "Drago nam je što ste ovde.",
                "Nalog"
            ),
            "sv": ScaffoldTexts(
                "Välkommen till {$tenant}",
                "Hej {$person}, ditt konto är klart.",
                "Vi är glada att du är här.",
                "Konto"
            ),
            "tr": ScaffoldTexts(
                "{$tenant} uygulamasına hoş geldiniz",
                "Merhaba {$person}, hesabınız hazır.",
                "Aramızda olduğunuz için mutluyuz.",
                "Hesap"
            ),
            "uk": ScaffoldTexts(
                "Вітаємо у {$tenant}",
                "Вітаємо, {$person}! Ваш обліковий запис готовий.",
                "Ми раді, що ви з нами.",
                "Обліковий запис"
            ),
            "vi": ScaffoldTexts(
                "Chào mừng bạn đến với {$tenant}",
                "Xin chào {$person}, tài khoản của bạn đã sẵn sàng.",
                "Rất vui vì có bạn ở đây.",
                "Tài khoản"
            ),
            "zh": ScaffoldTexts(
                "欢迎使用 {$tenant}",
                "{$person}，您好！您的账户已准备就绪。",
                "很高兴您的加入。",
                "账户",
                gap: ""
            ),
            "zh-HK": traditionalChinese, "zh-Hant": traditionalChinese, "zh-TW": traditionalChinese,
        ]
    }()
}
