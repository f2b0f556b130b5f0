import CarillonModel
import CarillonPluginKit
import MessageFormat

/// From a formatted message to a text whose times are rendered anew when it is read, and from this to plain text.
extension DeferredText {
    /// - Returns: nil where no part is a point in time that `carillon:relative` shows.
    init?(_ parts: [FormattedPart], locale: LocaleTag) {
        self.init(locale: locale.rawValue, pieces: [])
        var pending = ""
        for part in parts {
            switch part {
            case .text(let text), .bidiIsolation(let text): pending += text
            case .markup: continue
            case .fallback(let source): pending += "{\(source)}"
            case .value(let value):
                guard let moment = value.moment else {
                    pending += value.text
                    continue
                }
                if !pending.isEmpty { pieces.append(.text(pending)) }
                pending = ""
                pieces.append(.time(DeferredTime(moment)))
            }
        }
        guard !pieces.isEmpty else { return nil }
        if !pending.isEmpty { pieces.append(.text(pending)) }
    }

    /// The text at the context's present.
    ///
    /// A time whose zone the machine no longer has is shown in UTC.
    func text(in context: FormattingContext) -> String {
        let text = pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let literal): text += literal
            case .time(let time): text += time.text(in: context, locale: locale)
            }
        }
        let direction = LanguageTag(locale)?.direction
        return NeededIsolates.kept(in: text, isRightToLeft: direction == .rightToLeft)
    }
}

extension DeferredTime {
    fileprivate init(_ moment: RelativeMoment) {
        self.init(
            Instant(epochMilliseconds: moment.instant * 1000),
            timeZone: moment.timeZone,
            hour12: moment.hour12,
            isCapitalised: moment.capitalises
        )
    }

    fileprivate func text(in context: FormattingContext, locale: String) -> String {
        var moment = RelativeMoment(
            instant: instant.epochMilliseconds.floorDivided(by: 1000),
            timeZone: timeZone,
            hour12: hour12,
            capitalises: isCapitalised,
            locale: locale
        )
        if let text = moment.text(in: context) { return text }
        moment.timeZone = "UTC"
        return moment.text(in: context) ?? instant.rfc3339
    }
}
