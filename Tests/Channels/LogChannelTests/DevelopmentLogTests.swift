import CarillonModel
import CarillonPluginKit
import CarillonTesting
import LogChannel
import Testing

@Test func `the log channel does what every channel must`() async {
    let message = OutgoingMessage.testing(to: "ana")
    #expect(await ChannelConformance(DevelopmentLog.kind, message: message).violations() == [])
}

@Test func `a line names the event and keeps words, recipient and data to itself`() async {
    let journal = RecordingJournal()
    let log = DevelopmentLog(settings: ChannelSettings(), host: .testing(journal: journal))
    _ = await log.deliver([.testing(to: "ana@example.net", data: JSONObject([.init("code", "4711")]))])
    let line = #"{"tenant":"test","event":"door.opened","delivery":1,"locale":"en","priority":"normal"}"#
    #expect(journal.lines == [line])
}

@Test func `words are written when the tenant asks for them, on one line`() async throws {
    let journal = RecordingJournal()
    let settings = ChannelSettings(values: ["showWords": true])
    let log = DevelopmentLog(settings: settings, host: .testing(journal: journal))
    _ = await log.deliver([.testing(to: "ana", title: "Two\nlines", body: "“quoted”")])
    let line = try #require(journal.lines.first)
    #expect(line.hasSuffix(#""words":{"body":"“quoted”","title":"Two\nlines"}}"#))
}
