public import CarillonModel
import CarillonPluginKit

/// What each answer of a provider means: rules, of which the first that holds decides, over a default by status.
///
/// It ends every answer in an outcome.
public struct AnswerTable: Sendable, Hashable {
    /// An outcome as a file names it.
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
        case accepted
        case deferred
        case refused
        case tooLarge
        case gone
        case misconfigured
        case uncertain

        /// Whether it judges what was sent, and not the account, the time or the way.
        var isAboutMessages: Bool {
            switch self {
            case .refused, .tooLarge, .gone: true
            case .accepted, .deferred, .misconfigured, .uncertain: false
            }
        }
    }

    /// What a verdict is about, beyond the message.
    public enum Subject: String, Sendable, Hashable, CaseIterable {
        case message
        case address
        case provider
    }

    /// When a provider says something.
    public enum Occasion: Sendable, Hashable {
        /// To a request.
        case answer
        /// By itself, or asked for what became of a message.
        case report
    }

    /// How an answer of the provider's own is told from the page of a proxy.
    public enum OwnForm: Sendable, Hashable {
        /// One of these is in it.
        case members([AnswerPointer])
        /// The body is a text of this form.
        case text(LinearPattern)
    }

    /// Where the provider says how long to wait, beside `Retry-After`.
    public struct Wait: Sendable, Hashable {
        public enum Unit: String, Sendable, Hashable, CaseIterable {
            case seconds = "s"
            case milliseconds = "ms"
            /// A time in seconds since 1970.
            case epoch
        }

        public let place: AnswerPlace
        public let unit: Unit

        public init(_ place: AnswerPlace, _ unit: Unit) {
            self.place = place
            self.unit = unit
        }
    }

    public let own: OwnForm
    public let code: AnswerPlace?
    public let message: AnswerPlace?
    public let wait: Wait?
    public let rules: [Rule]
    /// Nil where a request hands over one message.
    public let elements: ElementTable?

    public init(
        own: OwnForm,
        code: AnswerPlace?,
        message: AnswerPlace?,
        wait: Wait?,
        rules: [Rule],
        elements: ElementTable? = nil
    ) {
        self.own = own
        self.code = code
        self.message = message
        self.wait = wait
        self.rules = rules
        self.elements = elements
    }
}

/// What an answer says of each message of a batch.
public struct ElementTable: Sendable, Hashable {
    /// Its elements, in the order of the messages, such as `/data/*`.
    public let place: AnswerPointer
    /// Within an element.
    public let code: AnswerPlace?
    public let message: AnswerPlace?
    public let rules: [AnswerTable.Rule]

    public init(place: AnswerPointer, code: AnswerPlace?, message: AnswerPlace?, rules: [AnswerTable.Rule]) {
        self.place = place
        self.code = code
        self.message = message
        self.rules = rules
    }
}
