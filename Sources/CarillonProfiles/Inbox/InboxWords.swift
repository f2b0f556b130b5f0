public import CarillonModel
public import CarillonPluginKit
import MessageFormat

/// The texts of the web inbox, in each language of a tenant.
///
/// Browsers format numbers and dates differently, and have no MessageFormat. So the host formats times and days itself,
/// and sends all other texts in a form from which a browser only chooses.
///
/// A text is looked up along the reader's language chain: in each language the tenant's own text first, then the
/// built-in one. English is the last resort.
public struct InboxWords: Sendable {
    /// A notification's time in three forms; which one is right depends on the day on which it is read.
    public struct Times: Sendable, Hashable {
        /// Such as `I dag kl. 14:32`.
        public let today: String
        /// Such as `I går kl. 18:45`.
        public let yesterday: String
        /// For all other days, such as `19.02.2026 kl. 09:00`.
        public let date: String
    }

    private let profile: TenantProfile
    private let languages: [LocaleTag: Language]

    /// The compiled texts of one language.
    private struct Language {
        let words: JSONObject
        let time: HostText
        let date: HostText
    }

    /// Compiles all texts for all of the tenant's languages.
    public init(_ profile: TenantProfile) {
        self.profile = profile
        let locales = Set(profile.locales.supported + [profile.locales.defaultLocale])
        languages = Dictionary(
            uniqueKeysWithValues: locales.map { locale in
                let choice = InboxTextChoice(profile, for: locale)
                let words = InboxText.all.filter { !$0.isFormattedByHost }.map { text in
                    JSONObject.Member(text.key, choice.word(of: text))
                }
                return (
                    locale,
                    Language(
                        words: JSONObject(words),
                        time: choice.hostText(.time),
                        date: choice.hostText(.date)
                    )
                )
            }
        )
    }

    /// All texts that the browser chooses from, by id, such as `bell.label` or `permission.request.title`.
    ///
    /// A text is one of:
    /// - a string: plain text;
    /// - an array of strings, of which `"##"` is a number sign and all others are plain text;
    /// - `{"select", "of", "exact", "forms"}`. `of` names an argument, `count` or `isRead`. Where `exact` has the
    ///   argument's value, that is taken; else, where `select` is `plural` or `ordinal`, the entry of `forms` for its
    ///   plural category; else `forms.other`. Each is an array of strings, of which `"#"` is the number and `"##"` a
    ///   number sign. A text in another language than the one asked for has `locale`, whose plural rules apply.
    ///
    /// - Parameter locale: the requested language; for one that the tenant lacks, the answer is in the language that
    ///   ``locale(for:)`` names.
    public func words(in locale: LocaleTag) -> JSONObject { language(locale)?.words ?? JSONObject() }

    /// The language that a reader gets who asks for `requested`; the tenant's default where that is nil.
    public func locale(for requested: LocaleTag?) -> LocaleTag { profile.locales.best(for: requested) }

    /// `ltr` or `rtl`, by the script of the language.
    public func direction(of locale: LocaleTag) -> String { HTMLDirection.of(locale.rawValue) }

    /// When a notification came, by the reader's clock.
    ///
    /// - Parameters:
    ///   - instant: when it came.
    ///   - zone: the reader's, by its IANA name; one that `zones` doesn't know is replaced by the tenant's, and that by UTC.
    ///   - locale: the requested language, as in ``words(in:)``.
    public func times(
        of instant: Instant,
        in zone: String,
        locale: LocaleTag,
        _ zones: any TimeZoneDatabase
    ) -> Times {
        let clock = ReaderClock(zone, profile.timeZone, at: instant, zones)
        guard let text = language(locale)?.time else { return Times(today: "", yesterday: "", date: "") }
        func said(after days: Int64) -> String {
            text.text(.at, .instant(clock.seconds), now: clock.now(after: days), clock) ?? instant.rfc3339
        }
        return Times(today: said(after: 0), yesterday: said(after: 1), date: said(after: 30))
    }

    /// The heading above the notifications of one day, such as `19. februar 2026`.
    ///
    /// The parameters are those of ``times(of:in:locale:_:)``.
    public func dayLabel(
        of instant: Instant,
        in zone: String,
        locale: LocaleTag,
        _ zones: any TimeZoneDatabase
    ) -> String {
        let clock = ReaderClock(zone, profile.timeZone, at: instant, zones)
        let label = clock.day.flatMap { day in
            language(locale)?.date.text(.date, .date(day), now: clock.seconds, clock)
        }
        return label ?? day(of: instant, in: zone, zones)
    }

    /// An instant's day by the reader's clock, such as `2026-02-19`.
    public func day(of instant: Instant, in zone: String, _ zones: any TimeZoneDatabase) -> String {
        let clock = ReaderClock(zone, profile.timeZone, at: instant, zones)
        return String(Instant(epochMilliseconds: (clock.seconds + clock.offset) * 1000).rfc3339.prefix(10))
    }

    private func language(_ locale: LocaleTag) -> Language? {
        languages[locale] ?? languages[profile.locales.best(for: locale)]
    }
}

/// A text that the host formats.
struct HostText: Sendable {
    let message: CompiledMessage
    let constants: [String: String]
    /// False where the value is the whole text: it is then shown in an element of its own and needs no isolates around
    /// it.
    let isolates: Bool

    /// Nil where formatting fails.
    fileprivate func text(
        _ argument: InboxText.Argument,
        _ value: MessageValue,
        now: Int64,
        _ clock: ReaderClock
    ) -> String? {
        var arguments = constants.mapValues { MessageValue.string($0) }
        arguments[argument.field] = value
        let context = FormattingContext(now: now, timeZone: clock.zone, timeZones: clock.zones)
        return try? message.formatStrictly(arguments, bidi: isolates ? .default : .none, context: context)
    }
}

/// An instant in a reader's time zone.
private struct ReaderClock {
    let zone: String
    let zones: TimeZones
    /// Since 1970-01-01T00:00:00Z.
    let seconds: Int64
    /// Seconds east of Greenwich.
    let offset: Int64

    init(_ zone: String, _ standard: String, at instant: Instant, _ zones: any TimeZoneDatabase) {
        seconds = instant.epochMilliseconds.floorDivided(by: 1000)
        self.zones = TimeZones { name, seconds in
            zones.offset(of: name, at: Instant(epochMilliseconds: seconds * 1000))
                .flatMap { TimeZoneOffset(seconds: $0) }
        }
        for name in [zone, standard] {
            guard let found = zones.offset(of: name, at: instant) else { continue }
            self.zone = name
            offset = Int64(found)
            return
        }
        self.zone = "UTC"
        offset = 0
    }

    var day: CivilDate? { CivilDate(daysSinceEpoch: Int((seconds + offset).floorDivided(by: 86400))) }

    /// About noon of a later day, so that no change of the clock leads to another day; for the same day, the instant
    /// itself.
    func now(after days: Int64) -> Int64 {
        guard days > 0 else { return seconds }
        let local = seconds + offset
        let midnight = local.floorDivided(by: 86400) * 86400
        return midnight - offset + days * 86400 + 43200
    }
}
