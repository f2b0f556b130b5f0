import CarillonClient
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import Foundation

/// What a notification service extension and an app's start wait for, each in a process of its own: `run.py` starts them.
///
/// - `prepare TENANTS FOLDER` writes the wallet's client profile as it is, grown to 256 KiB and to 1 MiB, and a cache of 200 items.
/// - `words PROFILE` reads a profile, makes the words of one push, and prints times and memory as JSON.
/// - `inbox CACHE` reads a cache, and prints the time.
@main
enum DeviceWordsBenchmark {
    static func main() throws {
        let arguments = CommandLine.arguments
        switch (arguments.dropFirst().first, arguments.count) {
        case ("prepare", 4): try prepare(tenants: arguments[2], folder: URL(filePath: arguments[3]))
        case ("words", 3): try texts(URL(filePath: arguments[2]))
        case ("inbox", 3): try inbox(URL(filePath: arguments[2]))
        default: throw Failure(message: "usage: prepare TENANTS FOLDER | words PROFILE | inbox CACHE")
        }
    }

    struct Failure: Error {
        let message: String
    }

    private static func prepare(tenants: String, folder: URL) throws {
        let profiles = try ProfileLoader(registry: .standard).load(TenantFolder.find(in: tenants)).profiles
        guard let wallet = profiles.first(where: \.device.rendersWords) else {
            throw Failure(message: "no tenant has words made on devices")
        }
        let profile = ClientProfile(wallet, ChannelRegistry.standard.serving(wallet)).json
        for (name, size) in [("profile", 0), ("profile-256", 256 << 10), ("profile-1024", 1 << 20)] {
            let bytes = JSONValue.object(grown(profile, to: size)).utf8
            try Data(bytes).write(to: folder.appending(path: "\(name).json"))
        }
        let items: [JSONValue] = (0..<200).map { number in
            [
                "id": .string("00000000-0000-7000-8000-\(100_000_000_000 + number)"),
                "createdAt": "2026-11-05T12:00:00.000Z", "isRead": .boolean(number % 3 == 0),
                "type": "incoming-ether", "title": "Incoming ETH (Ethereum)", "body": "Savings: 1.5 ETH received",
                "data": ["type": "INCOMING_ETHER", "chainId": "1", "value": "1500000000000000000"],
            ]
        }
        let cache: JSONValue = ["version": 1, "user": "ada", "unreadCount": 133, "items": .array(items)]
        try Data(cache.utf8).write(to: folder.appending(path: "inbox.json"))
    }

    /// More event types under other names, each with the words of those that are there.
    private static func grown(_ profile: JSONObject, to size: Int) -> JSONObject {
        guard let events = profile["events"]?.array, !events.isEmpty else { return profile }
        var all = events
        var bytes = JSONValue.object(profile).utf8.count
        while bytes < size {
            guard var event = events[all.count % events.count].object else { break }
            event["id"] = .string("other-\(all.count)")
            event["data"] = ["type": .string("OTHER_\(all.count)")]
            all.append(.object(event))
            bytes += JSONValue.object(event).utf8.count + 1
        }
        var grown = profile
        grown["events"] = .array(all)
        return grown
    }

    private static func texts(_ file: URL) throws {
        let before = try changedKiB()
        let clock = ContinuousClock()
        let start = clock.now
        let profile = try JSONValue(parsing: Data(contentsOf: file))
        let read = clock.now
        let texts = DeviceWords(profile)
        let push = ReceivedPush(
            [
                "aps": ["alert": ["title": "New Activity"], "mutable-content": 1], "type": "INCOMING_ETHER",
                "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "txHash": "0x33cc",
                "value": "1500000000000000000",
            ],
            shape: .fcmApple
        )
        let made = texts.texts(for: push, in: "en", with: DeviceTables())
        let end = clock.now
        guard made.body == "0x5aFE...eEEe: 1.5 ETH received" else { throw Failure(message: "wrong words: \(made)") }
        let after = try changedKiB()
        print(
            "{\"read\": \(milliseconds(read - start)), \"words\": \(milliseconds(end - read)), \"dirty\": \(after - before)}"
        )
    }

    private static func inbox(_ file: URL) throws {
        let clock = ContinuousClock()
        let start = clock.now
        let cache = InboxCache(try Data(contentsOf: file))
        let end = clock.now
        guard cache?.items.count == 200 else { throw Failure(message: "a cache of 200 items isn't read") }
        print("{\"read\": \(milliseconds(end - start))}")
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) * 1000 + Double(duration.components.attoseconds) / 1e15
    }

    /// Memory that this process has changed, as Linux counts it.
    ///
    /// Not `Private_Dirty`: that counts pages of a program's file too while it isn't on the disk yet, as after a build.
    private static func changedKiB() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Anonymous:") }
        guard let number = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Failure(message: "Linux doesn't say what memory is this process's own")
        }
        return number
    }
}
