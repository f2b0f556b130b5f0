import CarillonModel
public import CarillonPluginKit
import CarillonProfiles

/// Why a message could not be made.
///
/// Names places, never payload values.
public struct RenderingFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// For machines: traces, metrics.
    let code: String

    public var reason: OutcomeReason { OutcomeReason(code, description) }

    private init(description: String, code: String = OutcomeReason.renderFailedCode) {
        self.description = description
        self.code = code
    }

    static func unknown(_ event: EventTypeID, _ channel: ChannelID) -> RenderingFailure {
        RenderingFailure(description: "the profile has no event \(event) or no channel \(channel)")
    }

    static func stored(_ event: EventTypeID, _ error: JSONSyntaxError) -> RenderingFailure {
        RenderingFailure(description: "the stored payload of \(event) can't be read: \(error)")
    }

    static func payload(_ event: EventTypeID, _ faults: [PayloadFault]) -> RenderingFailure {
        let list = faults.map { "\($0.pointer) \($0.message)" }.joined(separator: "; ")
        return RenderingFailure(description: "the payload no longer matches \(event): \(list)")
    }

    static func link(_ event: EventTypeID, _ fault: DeepLinkFault) -> RenderingFailure {
        RenderingFailure(description: "the deep link of \(event) can't be made: \(fault)")
    }

    static func missingSlot(_ event: EventTypeID, _ slot: String, _ locale: LocaleTag) -> RenderingFailure {
        RenderingFailure(
            description: "there are no words for \(slot) of \(event), neither in \(locale) nor in a fallback"
        )
    }

    /// A notification that says nothing on its first line is worse than none.
    static func blankHeadline(_ event: EventTypeID, _ slot: String, _ locale: LocaleTag) -> RenderingFailure {
        RenderingFailure(
            description: "\(slot) of \(event) in \(locale) would be empty, for the payload has no words for it",
            code: OutcomeReason.emptyTitleCode
        )
    }

    static func message(
        _ event: EventTypeID,
        _ slot: String,
        _ locale: LocaleTag,
        _ errors: [String]
    ) -> RenderingFailure {
        RenderingFailure(description: "\(slot) of \(event) in \(locale): \(errors.joined(separator: "; "))")
    }
}

extension OutcomeReason {
    /// The code of what could not be rendered.
    public static let renderFailedCode = "render-failed"
    /// Of a message whose headline would say nothing.
    public static let emptyTitleCode = "empty-title"
    /// Of what was never handed to a provider, because it couldn't be made.
    public static let unrenderedCodes: Set<String> = [renderFailedCode, emptyTitleCode]
}
