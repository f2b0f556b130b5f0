import CarillonModel
import CarillonPluginKit
import CarillonStandard
import Foundation
import Testing

/// What the standard plugins know of what their providers take.
struct MessageTests {
    @Test(arguments: [
        ("expo", #"{"title": 7}"#, "title"), ("expo", #"{"priority": "nonsense"}"#, "priority"),
        ("expo", #"{"ttl": -5}"#, "ttl"), ("expo", #"{"badge": "one"}"#, "badge"),
        ("expo", #"{"interruptionLevel": "urgent"}"#, "interruptionLevel"),
        ("expo", #"{"unknownKey": 1}"#, "unknownKey"), ("expo", #"{"aps": {}}"#, "aps"),
        ("expo", #"{"richContent": {"image": "a.png"}}"#, "richContent.image"),
        ("expo", #"{"richContent": {"image": "http://x.example/a.png"}}"#, "richContent.image"),
        ("expo", #"{"collapseId": "\#(String(repeating: "é", count: 33))"}"#, "collapseId"),
        ("fcm", #"{"android": {"notification": {"color": "red"}}}"#, "android.notification.color"),
        ("fcm", #"{"webpush": {"fcm_options": {"link": "http://x.example"}}}"#, "webpush.fcm_options.link"),
        ("fcm", #"{"fcm_options": {"analytics_label": "a b"}}"#, "fcm_options.analytics_label"),
        ("apns", #"{"aps": {"mutable-content": true}}"#, "aps.mutable-content"),
        ("apns", #"{"aps": {"content-available": 2}}"#, "aps.content-available"),
        ("fcm", #"{"android": {"priority": "urgent"}}"#, "android.priority"),
        ("fcm", #"{"android": {"ttl": -5}}"#, "android.ttl"), ("fcm", #"{"android": {"ttl": "60"}}"#, "android.ttl"),
        ("fcm", #"{"android": {"notification": {"channel_id": 1}}}"#, "android.notification.channel_id"),
        ("fcm", #"{"android": {"notification": {"visibility": "public"}}}"#, "android.notification.visibility"),
        ("fcm", #"{"data": {"n": 1}}"#, "data.n"), ("fcm", #"{"data": {"from": "x"}}"#, "data.from"),
        ("fcm", #"{"apns": {"headers": {"apns-priority": 5}}}"#, "apns.headers.apns-priority"),
        ("fcm", #"{"apns": {"payload": {"aps": {"badge": "1"}}}}"#, "apns.payload.aps.badge"),
        ("fcm", #"{"priority": "high"}"#, "priority"),
        ("fcm", #"{"android": {"channel_id": "a"}}"#, "android.channel_id"),
        ("apns", #"{"aps": {"interruption-level": "urgent"}}"#, "aps.interruption-level"),
        ("apns", #"{"aps": {"alert": {"title": 1}}}"#, "aps.alert.title"),
        ("apns", #"{"aps": "x"}"#, "aps"),
        ("web-push", #"{"notification": {"actions": "open"}}"#, "notification.actions"),
        ("web-push", #"{"notification": {"dir": "left"}}"#, "notification.dir"),
    ])
    func `what a provider refuses is known`(plugin: String, message: String, place: String) throws {
        let found = try faults(plugin, message)
        #expect(found.map { $0.path.joined(separator: ".") } == [place])
    }

    @Test(arguments: [
        ("expo", #"{"interruptionLevel": "time-sensitive", "sound": {"critical": true}}"#),
        ("fcm", #"{"android": {"priority": "HIGH", "ttl": "3.5s", "notification": {"channelId": "a"}}}"#),
        (
            "fcm",
            #"{"fcmOptions": {"analyticsLabel": "a"}, "apns": {"payload": {"own": 1, "aps": {"content-available": 1}}}}"#
        ),
        ("expo", #"{"richContent": {"image": "https://x.example/a.png"}, "collapseId": "a", "threadId": "t"}"#),
        ("fcm", ##"{"android": {"notification": {"color": "#0b6E35"}}, "fcm_options": {"analytics_label": "a-1~%"}}"##),
        ("apns", #"{"aps": {"mutable-content": 1, "alert": "hi", "sound": {"volume": 0.5}}, "own": {"a": 1}}"#),
        ("web-push", #"{"notification": {"silent": true, "vibrate": [100, 50]}, "mine": 1}"#),
        ("webhook", #"{"anything": [1]}"#),
    ])
    func `what a provider takes is no fault`(plugin: String, message: String) throws {
        #expect(try faults(plugin, message) == [])
    }

    @Test func `every plugin's sample has a message that its provider takes`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Plugins/Channels")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            guard let data = try? Data(contentsOf: folder.appending(path: "\(name)/sample.json")) else { continue }
            let sample = try JSONValue(parsing: data)
            guard let message = sample["message"], let plugin = sample["use"]?.string else { continue }
            #expect(try faults(plugin, message.text) == [], "\(name)")
        }
    }

    private func faults(_ plugin: String, _ message: String) throws -> [MessageShape.Fault] {
        let id = try #require(PluginID(rawValue: plugin))
        let type = try #require(ChannelRegistry.standard[id])
        return type.descriptor.messageShape.faults(in: try JSONValue(parsing: message.utf8))
    }
}
