public import CarillonModel
public import CarillonPluginKit

/// Examples that a channel file is held to: what is sent, and what answers mean.
public struct ChannelSamples: Sendable, Hashable {
    public struct Request: Sendable, Hashable {
        public let name: String
        public let slots: [String: String]
        /// Nil: the first of the address's samples.
        public let address: String?
        public let priority: Priority
        public let link: MessageLink?
        public let data: JSONObject
        public let settings: [String: JSONValue]
        /// The body as it has to be: JSON, or the text of another body.
        public let golden: JSONValue

        public init(
            name: String,
            slots: [String: String],
            address: String?,
            priority: Priority,
            link: MessageLink?,
            data: JSONObject,
            settings: [String: JSONValue],
            golden: JSONValue
        ) {
            self.name = name
            self.slots = slots
            self.address = address
            self.priority = priority
            self.link = link
            self.data = data
            self.settings = settings
            self.golden = golden
        }
    }

    public struct Answer: Sendable, Hashable {
        public let name: String
        public let response: EgressResponse
        /// For each message of the request; at least one.
        public let verdicts: [AnswerTable.Verdict]

        public init(name: String, response: EgressResponse, verdicts: [AnswerTable.Verdict]) {
            self.name = name
            self.response = response
            self.verdicts = verdicts
        }

        /// For the first.
        public var verdict: AnswerTable.Verdict { verdicts.first ?? .uncertain }
    }

    public struct Callback: Sendable, Hashable {
        public let name: String
        public let body: [UInt8]
        /// Of each of its reports; nil: it ends nothing.
        public let verdicts: [AnswerTable.Verdict?]

        public init(name: String, body: [UInt8], verdicts: [AnswerTable.Verdict?]) {
            self.name = name
            self.body = body
            self.verdicts = verdicts
        }
    }

    /// What the provider answers to the question what became of a message.
    public struct Poll: Sendable, Hashable {
        public let name: String
        public let response: EgressResponse
        /// Nil: nothing has ended.
        public let verdict: AnswerTable.Verdict?

        public init(name: String, response: EgressResponse, verdict: AnswerTable.Verdict?) {
            self.name = name
            self.response = response
            self.verdict = verdict
        }
    }

    public let requests: [Request]
    public let answers: [Answer]
    public let callbacks: [Callback]
    public let polls: [Poll]

    public init(requests: [Request], answers: [Answer], callbacks: [Callback] = [], polls: [Poll] = []) {
        self.requests = requests
        self.answers = answers
        self.callbacks = callbacks
        self.polls = polls
    }
}
