public import CarillonModel
public import CarillonPluginKit

extension ChannelHost {
    /// Ports for a test: what isn't given refuses, records, or stands still.
    public static func testing(
        tenant: TenantID = "test",
        egress: any Egress = ScriptedEgress([]),
        cryptography: any Cryptography = ScriptedCryptography(),
        clock: any WallClock = ManualClock(),
        inbox: any Inbox = RecordingInbox(),
        timeZones: any TimeZoneDatabase = FixedTimeZones(),
        streams: any ByteStreams = NoStreams(),
        journal: any Journal = RecordingJournal()
    ) -> ChannelHost {
        ChannelHost(
            tenant: tenant,
            egress: egress,
            cryptography: cryptography,
            clock: clock,
            inbox: inbox,
            timeZones: timeZones,
            streams: streams,
            journal: journal
        )
    }
}

extension OutgoingMessage {
    /// A message for a test: one to an address, with a title and a body.
    public static func testing(
        to address: String,
        delivery: Int64 = 1,
        title: String = "Front door opened",
        body: String = "09:41, by Ana",
        data: JSONObject = JSONObject()
    ) -> OutgoingMessage {
        OutgoingMessage(
            delivery: delivery,
            notification: "018f6b2e-0000-7000-8000-00000000000\(delivery % 10)",
            tenant: "test",
            event: "door.opened",
            recipient: "ana",
            address: address,
            locale: "en",
            slots: ["title": title, "body": body],
            data: data,
            createdAt: Instant(epochMilliseconds: 1_772_020_800_000)
        )
    }
}
