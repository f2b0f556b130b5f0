import CarillonClient
import CarillonClientApple
import CarillonModel
import CryptoKit
import Foundation
import UserNotifications

// Runs the adapters against the stand-in for Apple's framework; ends with 1 at the first thing that isn't as it should be.

func expect(_ isRight: Bool, _ what: String, line: Int = #line) {
    guard !isRight else { return }
    print("line \(line): \(what)")
    exit(1)
}

/// What was noted, from any thread.
final class Notes<Note: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [Note] = []

    func add(_ note: Note) { lock.withLock { all.append(note) } }
    var noted: [Note] { lock.withLock { all } }
}

/// The delegate that another library had set before.
final class Former: NSObject, UNUserNotificationCenterDelegate {
    var calls = 0

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        calls += 1
        completionHandler([.list])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        calls += 1
        completionHandler()
    }
}

func notification(_ payload: [AnyHashable: Any], id: String) -> UNNotification {
    let content = UNNotificationContent()
    content.userInfo = payload
    return UNNotification(request: UNNotificationRequest(identifier: id, content: content))
}

let ours: [AnyHashable: Any] = ["aps": ["alert": ["title": "Paid"]], "type": "order", "count": 2, "paid": true]
let foreign: [AnyHashable: Any] = ["aps": ["alert": "Hello"], "campaign": "7"]

// MARK: payloads

let push = ReceivedPush(JSONValue(payload: ours), shape: .apns)
expect(push.data == ["type": "order", "count": "2", "paid": "true"] && push.title == "Paid", "the payload: \(push)")
expect(JSONValue(payload: ["date": Date()]) == [:], "what is no JSON is an empty object")

// MARK: the delegate

let former = Former()
let centre = UNUserNotificationCenter()
let delegate = NotificationCentreDelegate(
    shape: .apns,
    former: former,
    isOurs: { $0.data["type"] != nil },
    presentation: { $0.data["type"] == "order" ? [.banner, .sound] : [] }
)
var shown: [UNNotificationPresentationOptions] = []
delegate.userNotificationCenter(centre, willPresent: notification(ours, id: "1")) { shown.append($0) }
delegate.userNotificationCenter(centre, willPresent: notification(foreign, id: "2")) { shown.append($0) }
expect(shown == [[.banner, .sound], [.list]] && former.calls == 1, "shown at once, and the other's by the other")

let displays = ForegroundDisplay.allCases.map { UNNotificationPresentationOptions($0) }
expect(displays == [[.banner, .list, .sound, .badge], [.list, .badge], []], "what the system shows: \(displays)")

let taps = Notes<String>()
var answered = 0
for (id, action) in [("1", "com.apple.UNNotificationDefaultActionIdentifier"), ("2", "mark-read")] {
    let response = UNNotificationResponse(notification: notification(ours, id: id), actionIdentifier: action)
    delegate.userNotificationCenter(centre, didReceive: response) { answered += 1 }
}
expect(taps.noted.isEmpty && answered == 2, "taps before anybody takes them are answered, and wait")
delegate.takeTaps { taps.add("\($0.request) \($0.action.name)") }
expect(taps.noted == ["1 open", "2 mark-read"], "they come in their order: \(taps.noted)")
delegate.userNotificationCenter(
    centre,
    didReceive: UNNotificationResponse(notification: notification(ours, id: "3"), actionIdentifier: "")
) { answered += 1 }
delegate.userNotificationCenter(
    centre,
    didReceive: UNNotificationResponse(notification: notification(foreign, id: "4"), actionIdentifier: "")
) { answered += 1 }
expect(taps.noted.last == "3 open" && former.calls == 2 && answered == 4, "later ones come at once")

let alone = NotificationCentreDelegate(shape: .apns, former: nil, isOurs: { _ in false }, presentation: { _ in [] })
alone.userNotificationCenter(centre, willPresent: notification(foreign, id: "5")) { shown.append($0) }
expect(shown.count == 3 && shown.last == [], "without another delegate the system still has its answer")

// MARK: silent pushes

let silent: [AnyHashable: Any] = ["aps": ["content-available": 1], "type": "order"]
let fetched = await BackgroundPush.handle(silent, shape: .apns) { $0.data["type"] == "order" ? .newData : .noData }
expect(fetched == .newData, "what the work came to: \(fetched)")
let wasCancelled = Notes<Bool>()
let (worked, endOfWork) = AsyncStream.makeStream(of: Void.self)
let tooLong = await BackgroundPush.handle(silent, shape: .apns, within: .zero) { _ in
    let never = AsyncStream<Never>.makeStream()
    for await _ in never.stream {}
    wasCancelled.add(Task.isCancelled)
    endOfWork.yield()
    return .newData
}
expect(tooLong == .failed, "the time is over first: \(tooLong)")
for await _ in worked { break }
expect(wasCancelled.noted == [true], "and the work is told so")

// MARK: files

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-\(UUID().uuidString)")
let storage = FileStorage(folder: folder)
expect(storage.read("state") == nil, "nothing is there at first")
try storage.replace("state", with: ["a": 1])
try storage.replace("state", with: ["a": 2])
expect(storage.read("state") == ["a": 2], "a file is replaced")
try Data("{\"a\":".utf8).write(to: folder.appendingPathComponent("broken.json"))
expect(storage.read("broken") == nil, "a broken file counts as none")
try storage.removeAll()
try storage.removeAll()
expect(storage.read("state") == nil, "nothing is left")

// MARK: the extension

let picture = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-\(UUID().uuidString).png")
try Data([1, 2, 3]).write(to: picture)
let withPicture = ReceivedPush(
    ["aps": ["alert": "x", "category": "orders"], "fcm_options": ["image": "https://img.example/a.png"]],
    shape: .fcmApple
)

/// One push through the extension, and how often the system's handler was called.
func run(_ load: @escaping ServiceExtensionRunner.Loader, expiring: Bool) async -> (UNMutableNotificationContent, Int) {
    let content = UNMutableNotificationContent()
    content.title = "New Activity"
    let handed = Notes<Bool>()
    let (done, end) = AsyncStream.makeStream(of: Void.self)
    let runner = ServiceExtensionRunner(
        ServiceExtensionReducer(pictureHosts: ["img.example"]),
        content: content,
        load: load
    ) { _ in
        handed.add(true)
        end.yield()
    }
    runner.receive(withPicture, texts: ["title": "Paid"], badge: 4, wasShown: false)
    if expiring { runner.expire() }
    for await _ in done { break }
    runner.expire()
    return (content, handed.noted.count)
}

let (loaded, once) = await run({ _ in (picture, 3) }, expiring: false)
expect(loaded.title == "Paid" && loaded.badge == 4 && loaded.categoryIdentifier == "orders", "words and number")
expect(loaded.attachments.map(\.url.path) == [picture.path] && once == 1, "the picture, once")
let (failed, onceMore) = await run({ _ in nil }, expiring: false)
expect(failed.title == "Paid" && failed.attachments.isEmpty && onceMore == 1, "words without a picture")
let never = AsyncStream<Never>.makeStream()
let (late, onlyOnce) = await run(
    { _ in
        for await _ in never.stream {}
        return nil
    },
    expiring: true
)
expect(late.title == "Paid" && late.attachments.isEmpty && onlyOnce == 1, "at the end of the time, what there is")
try FileManager.default.removeItem(at: picture)

// MARK: sealed data

let key = SymmetricKey(size: .bits256)

/// A push with data sealed by a key, the sealed bytes changed on their way.
func sealed(
    _ clear: String,
    by key: SymmetricKey,
    changing change: (inout Data) -> Void = { _ in }
) throws -> ReceivedPush {
    var bytes = try required(AES.GCM.seal(Data(clear.utf8), using: key).combined)
    change(&bytes)
    let alert: JSONValue = ["alert": ["title": "New activity", "body": "Open the app"], "category": "orders"]
    return ReceivedPush(
        ["aps": alert, "sealed": .string(Base64.encode([UInt8](bytes))), "key": "k1", "type": "forged"],
        shape: .apns
    )
}

func required(_ data: Data?) throws -> Data {
    guard let data else { throw CocoaError(.fileReadUnknown) }
    return data
}

/// Opens nothing, and doesn't even notice that it is to end.
struct Stuck: Decryptor {
    func open(_ sealed: SealedData) async throws(DecryptionFault) -> [UInt8] {
        let never = AsyncStream<Never>.makeStream()
        for await _ in never.stream {}
        throw .late
    }
}

let good = AESGCMDecryptor { name in name == "k1" ? key : nil }

/// One sealed push through the extension: what is shown, why it is no more, and how often the handler was called.
func runSealed(
    _ push: ReceivedPush,
    with decryptor: any Decryptor,
    time: Duration = .seconds(60),
    expiring: Bool = false
) async -> (title: String, faults: [DecryptionFault], count: Int) {
    let content = UNMutableNotificationContent()
    content.title = "New activity"
    let (handed, faults) = (Notes<Bool>(), Notes<DecryptionFault>())
    let (done, end) = AsyncStream.makeStream(of: Void.self)
    let runner = ServiceExtensionRunner(
        ServiceExtensionReducer(),
        content: content,
        time: time,
        load: { _ in nil },
        note: { faults.add($0) },
        handOver: { _ in
            handed.add(true)
            end.yield()
        }
    )
    runner.receive(push, opening: decryptor, neutral: ["title": "Something is new"]) { push in
        .init(texts: ["title": "Paid \(push.data["amount"] ?? "?") as \(push.data["type"] ?? "nothing")"])
    }
    if expiring { runner.expire() }
    for await _ in done { break }
    runner.expire()
    return (content.title, faults.noted, handed.noted.count)
}

let clear = #"{"amount": "7.50", "type": "order"}"#
let neutral = "Something is new"
let opened = await runSealed(try sealed(clear, by: key), with: good)
expect(opened == ("Paid 7.50 as order", [], 1), "the right key: \(opened)")
let foreignKey = await runSealed(try sealed(clear, by: SymmetricKey(size: .bits256)), with: good)
expect(foreignKey == (neutral, [.notGenuine], 1), "another key: \(foreignKey)")
let cut = await runSealed(try sealed(clear, by: key) { $0.removeLast() }, with: good)
expect(cut == (neutral, [.notGenuine], 1), "cut: \(cut)")
let tiny = await runSealed(try sealed(clear, by: key) { $0 = $0.prefix(20) }, with: good)
expect(tiny == (neutral, [.notGenuine], 1), "less than a tag: \(tiny)")
let changed = await runSealed(try sealed(clear, by: key) { $0[20] ^= 1 }, with: good)
expect(changed == (neutral, [.notGenuine], 1), "changed: \(changed)")
let unknown = await runSealed(try sealed(clear, by: key), with: AESGCMDecryptor { _ in nil })
expect(unknown == (neutral, [.noKey], 1), "no key: \(unknown)")
let large = await runSealed(try sealed(String(repeating: " ", count: 4096), by: key), with: good)
expect(large == (neutral, [.tooLarge], 1), "too large: \(large)")
let noData = await runSealed(try sealed("[1]", by: key), with: good)
expect(noData == (neutral, [.noData], 1), "no data: \(noData)")
let ended = await runSealed(try sealed(clear, by: key), with: Stuck(), expiring: true)
expect(ended == (neutral, [.late], 1), "the system ends it in the middle: \(ended)")
let slow = await runSealed(try sealed(clear, by: key), with: Stuck(), time: .milliseconds(1))
expect(slow == (neutral, [.late], 1), "its own time ends it in the middle: \(slow)")
let plain = await runSealed(ReceivedPush(["aps": [:], "amount": "1", "type": "order"], shape: .apns), with: good)
expect(plain == ("Paid 1 as order", [], 1), "nothing sealed: \(plain)")

// MARK: the reader's zone

let oslo = ReaderZone(try zone("Europe/Oslo"))
expect(oslo.day(of: 1_774_738_800_000).date == "2026-03-29", "the day in Oslo")
expect(oslo.nextDay(after: 1_774_738_800_000) - 1_774_738_800_000 == 23 * 3_600_000, "which has 23 hours")

func zone(_ name: String) throws -> TimeZone {
    guard let zone = TimeZone(identifier: name) else { throw CocoaError(.fileNoSuchFile) }
    return zone
}
print("the adapters do what they should")
