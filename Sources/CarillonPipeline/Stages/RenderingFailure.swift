import CarillonModel
public import CarillonPluginKit
import CarillonProfiles

/// Why a message could not be made.
///
/// Names places, never payload values.
public struct RenderingFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
    let cause: OwnReason
    /// The slot, and the language of the text that failed; nil where it isn't a text.
    let slot: String?
    let locale: LocaleTag?

    public var reason: OutcomeReason { OutcomeReason(cause, description) }

    private init(
        description: String,
        cause: OwnReason = .renderFailed,
        slot: String? = nil,
        locale: LocaleTag? = nil
    ) {
        self.description = description
        self.cause = cause
        self.slot = slot
        self.locale = locale
    }

    static func unknown(_ event: EventTypeID, _ channel: ChannelID) -> RenderingFailure {
        RenderingFailure(
            description: "the profile has no event \(event) or no channel \(channel)",
            cause: .profileChanged
        )
    }

    static func stored(_ event: EventTypeID, _ error: JSONSyntaxError) -> RenderingFailure {
        RenderingFailure(description: "the stored payload of \(event) can't be read: \(error)")
    }

    static func payload(_ event: EventTypeID, _ faults: [Fault]) -> RenderingFailure {
        let list = faults.map { "\($0.pointer) \($0.message)" }.joined(separator: "; ")
        return RenderingFailure(
            description: "the payload no longer matches \(event): \(list)",
            cause: .profileChanged
        )
    }

    static func link(_ event: EventTypeID, _ fault: DeepLinkFault) -> RenderingFailure {
        RenderingFailure(description: "the deep link of \(event) can't be made: \(fault)")
    }

    /// A link within a text.
    static func link(
        _ event: EventTypeID,
        _ fault: DeepLinkFault,
        in slot: String,
        _ locale: LocaleTag
    ) -> RenderingFailure {
        RenderingFailure(
            description: "a link in \(slot) of \(event) in \(locale) can't be made: \(fault)",
            slot: slot,
            locale: locale
        )
    }

    /// - Parameter isReached: whether the profile routes the event to the channel, and so has texts there.
    static func missingSlot(
        _ event: EventTypeID,
        _ slot: String,
        _ locale: LocaleTag,
        isReached: Bool = true
    ) -> RenderingFailure {
        RenderingFailure(
            description: "there are no words for \(slot) of \(event), neither in \(locale) nor in a fallback",
            cause: isReached ? .renderFailed : .profileChanged
        )
    }

    /// A notification with an empty first line is worse than none.
    static func blankHeadline(_ event: EventTypeID, _ slot: String, _ locale: LocaleTag) -> RenderingFailure {
        RenderingFailure(
            description: "\(slot) of \(event) in \(locale) would be empty, for the payload has no words for it",
            cause: .emptyTitle,
            slot: slot,
            locale: locale
        )
    }

    static func message(
        _ event: EventTypeID,
        _ slot: String,
        _ locale: LocaleTag,
        _ errors: [String]
    ) -> RenderingFailure {
        RenderingFailure(
            description: "\(slot) of \(event) in \(locale): \(errors.joined(separator: "; "))",
            slot: slot,
            locale: locale
        )
    }
}
