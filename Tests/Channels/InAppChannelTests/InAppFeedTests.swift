import CarillonPluginKit
import CarillonTesting
import InAppChannel
import Testing

@Test func `the in-app channel does what every channel must`() async {
    let message = OutgoingMessage.testing(to: "ana")
    #expect(await ChannelConformance(InAppFeed.kind, message: message).violations() == [])
}

@Test func `a batch goes to the inbox whole, and the inbox's word is the outcome`() async {
    let inbox = RecordingInbox { $0.delivery == 2 ? .deferred(OutcomeReason("StoreBusy"), after: nil) : .accepted(nil) }
    let feed = InAppFeed(settings: ChannelSettings(), host: .testing(inbox: inbox))
    let batch = (1...3).map { OutgoingMessage.testing(to: "ana", delivery: $0) }
    let outcomes = await feed.deliver(batch)
    #expect(outcomes == [.accepted(nil), .deferred(OutcomeReason("StoreBusy"), after: nil), .accepted(nil)])
    #expect(inbox.messages == batch)
}
