/// In how many parts a message goes out where a provider counts parts, as of an SMS.
public struct MessageSegments: Sendable, Hashable {
    public let count: Int
    /// How many parts the text would take that had to be cut; nil where none had to be.
    public let uncut: Int?
    /// What the text is written in: `GSM-7` or `UCS-2`.
    public let encoding: String
    /// The first character that the smaller encoding hasn't; nil where it has all.
    public let foreign: Unicode.Scalar?

    public init(count: Int, uncut: Int? = nil, encoding: String, foreign: Unicode.Scalar?) {
        self.count = count
        self.uncut = uncut
        self.encoding = encoding
        self.foreign = foreign
    }
}
