public import CarillonModel

extension EventType {
    /// What the profile lays over the provider's message: the channel's, and over that the event's.
    ///
    /// A merge patch (RFC 7396): what either removes stays removed.
    public func skeleton(on binding: ChannelBinding) -> JSONValue? {
        switch (binding.message, message) {
        case (let channel?, let own?): channel.composing(own)
        case (let channel, let own): channel ?? own
        }
    }
}
