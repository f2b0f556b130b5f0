import CarillonClient
import CarillonClientApple
import CarillonModel
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
print("the adapters do what they should")
