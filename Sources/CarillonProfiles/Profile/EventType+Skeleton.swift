public import CarillonModel

extension EventType {
    /// The JSON merged into the provider's message: the channel's `message`, and over it the event's.
    ///
    /// A merge patch (RFC 7396): a member that either one removes stays removed.
    public func skeleton(on binding: ChannelBinding) -> JSONValue? {
        switch (binding.message, message) {
        case (let channel?, let own?): channel.composing(own)
        case (let channel, let own): channel ?? own
        }
    }
}
