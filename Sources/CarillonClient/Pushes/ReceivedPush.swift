public import CarillonModel

/// A push as it came, freed of what its provider put around it.
///
/// Reading never fails: from a payload that is cut, wrong or another app's comes what there is in it.
public struct ReceivedPush: Sendable, Hashable {
    /// What the event type's `data` made, every value as its text; members that nobody declared are kept.
    ///
    /// A number or boolean where a text was sent is taken as its text, a list or object as compact JSON; null is nothing.
    public private(set) var data: [String: String] = [:]
    public private(set) var title: String?
    public private(set) var body: String?
    /// As the server set it, absolute.
    public private(set) var badge: Int?
    /// The category's name on the platform.
    public private(set) var category: String?
    /// What the platform groups by.
    public private(set) var thread: String?
    /// URL of a picture.
    public private(set) var picture: String?
    /// The Android channel.
    public private(set) var androidChannel: String?
    /// A link beside the data, which browsers get.
    public private(set) var link: String?
    /// Of a response that names it, else nil.
    public private(set) var action: TapAction?

    /// - Parameter payload: what the platform handed over, as JSON.
    public init(_ payload: JSONValue, shape: PushShape) {
        guard let members = payload.object else { return }
        switch shape {
        case .apns:
            takeAlert(payload["aps"])
            take(members) { $0 != "aps" }
        case .fcmApple:
            takeAlert(payload["aps"])
            picture = payload["fcm_options"]?["image"]?.string
            take(members) { $0 != "aps" && !Self.isFirebase($0) }
        case .fcmAndroid: takeRemoteMessage(payload, members)
        case .expoApple:
            takeAlert(payload["aps"])
            take(payload["body"]?.object)
        case .expoAndroid: takeExpoData(payload["data"]?.object == nil ? payload : payload["data"] ?? .null)
        case .expoScript: takeExpoScript(payload)
        case .webPush: takeWebPush(payload)
        }
    }

    /// With other data; a picture and a link beside the data belong to those that were there, and go with them.
    func replacingData(_ members: JSONObject) -> ReceivedPush {
        var push = self
        (push.data, push.picture, push.link) = ([:], nil, nil)
        push.take(members)
        return push
    }

    // MARK: shapes

    /// Source: Apple, “Generating a remote notification”, table of the `aps` keys.
    private mutating func takeAlert(_ aps: JSONValue?) {
        guard let aps else { return }
        title = aps["alert"]?["title"]?.string
        body = aps["alert"]?["body"]?.string ?? aps["alert"]?.string
        badge = Self.count(aps["badge"])
        category = aps["category"]?.string
        thread = aps["thread-id"]?.string
    }

    private mutating func takeRemoteMessage(_ payload: JSONValue, _ members: JSONObject) {
        guard let data = payload["data"]?.object else {
            take(members) { !Self.isFirebase($0) }
            return
        }
        take(data)
        let notification = payload["notification"]
        title = notification?["title"]?.string
        body = notification?["body"]?.string
        picture = notification?["android"]?["imageUrl"]?.string ?? notification?["image"]?.string
        androidChannel = notification?["android"]?["channelId"]?.string
    }

    private mutating func takeExpoData(_ payload: JSONValue) {
        title = payload["title"]?.string
        body = payload["message"]?.string
        badge = Self.count(payload["badge"])
        androidChannel = payload["channelId"]?.string
        category = payload["categoryId"]?.string
        switch payload["body"] {
        case .string(let text)?: take((try? JSONValue(parsing: text.utf8))?.object)
        case let data?: take(data.object)
        case nil: break
        }
    }

    private mutating func takeExpoScript(_ payload: JSONValue) {
        action = payload["actionIdentifier"]?.string.map { TapAction($0) }
        let notification = payload["notification"] ?? payload
        let request = notification["request"] ?? notification
        let content = request["content"] ?? request
        title = content["title"]?.string
        body = content["body"]?.string
        badge = Self.count(content["badge"])
        category = content["categoryIdentifier"]?.string
        take(content["data"]?.object)
    }

    /// Source: the declarative form of the Push API, whose members the host also sends to service workers.
    private mutating func takeWebPush(_ payload: JSONValue) {
        let notification = payload["notification"]
        title = notification?["title"]?.string
        body = notification?["body"]?.string
        badge = Self.count(payload["app_badge"])
        thread = notification?["tag"]?.string
        picture = notification?["image"]?.string
        link = notification?["navigate"]?.string
        take((notification?["data"] ?? payload["data"])?.object)
    }

    // MARK: members

    private mutating func take(_ members: JSONObject?, where isOurs: (String) -> Bool = { _ in true }) {
        for member in members?.members ?? [] where isOurs(member.name) {
            data[member.name] = Self.text(of: member.value)
        }
    }

    private static func text(of value: JSONValue) -> String? {
        switch value {
        case .null: nil
        case .string(let text): text
        case .number(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .array, .object: value.text
        }
    }

    /// A badge, which some platforms hand over as a text; from 0 up to what 32 bits hold.
    private static func count(_ value: JSONValue?) -> Int? {
        guard let number = value?.wholeNumber ?? value?.string.flatMap(Int64.init),
            (0...Int64(Int32.max)).contains(number)
        else { return nil }
        return Int(number)
    }

    /// Members that Firebase adds.
    private static func isFirebase(_ name: String) -> Bool {
        name.hasPrefix("gcm.") || name.hasPrefix("google.") || own.contains(name)
    }

    private static let own: Set<String> = ["from", "fcm_options", "collapse_key", "message_type"]
}

extension ReceivedPush: CustomReflectable {
    /// Without words and values, which are the reader's alone: the names of what came.
    public var customMirror: Mirror {
        Mirror(self, children: ["members": data.keys.sorted()], displayStyle: .struct)
    }
}
