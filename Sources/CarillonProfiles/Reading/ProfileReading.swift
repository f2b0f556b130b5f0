import CarillonModel

/// Reads the values of `profile.json`.
///
/// Invalid values were reported before, and are left out here.
struct ProfileReading {
    let root: JSONNode

    func profile(folder: String) -> ProfileParts {
        let id = root.made("tenant") { TenantID($0) } ?? TenantID(folder) ?? TenantID(unchecked: "tenant")
        var profile = ProfileParts(id: id, name: root.text("name") ?? id.rawValue, locales: locales())
        profile.hosts = root.texts("hosts")
        profile.timeZone = root.text("timeZone") ?? profile.timeZone
        profile.notificationIDs = root["ids"]?.made("notification") { NotificationIDStyle($0) } ?? .uuid
        profile.deepLinks = deepLinks()
        profile.channels = members("channels").compactMap(channel)
        profile.androidChannels = members("androidChannels").map(androidChannel)
        profile.categories = members("categories").map(category)
        profile.priorities = priorities()
        profile.toggles = (root["preferences"]?["toggles"]?.members ?? []).map(toggle)
        profile.policies = policies()
        profile.authentication = authentication()
        profile.devices = DevicePolicy(owner: root["devices"]?.made("owner") { .init(rawValue: $0) } ?? .user)
        profile.subscriptions = subscriptions()
        profile.device = device()
        profile.cors = root["cors"].map {
            CrossOriginPolicy(origins: $0.texts("origins"), allowsCredentials: $0.flag("credentials") ?? false)
        }
        profile.supabase = supabase()
        profile.inbox = inbox()
        profile.studio = studio()
        return profile
    }

    private func members(_ name: String) -> [JSONMember] { root[name]?.members ?? [] }

    private func locales() -> Locales {
        let node = root["locales"]
        let supported = node?.texts("supported").compactMap { LocaleTag($0) } ?? []
        let first = node?.made("default") { LocaleTag($0) } ?? supported.first ?? "en"
        var fallbacks: [LocaleTag: LocaleTag] = [:]
        for member in node?["fallbacks"]?.members ?? [] {
            guard let from = LocaleTag(member.name), let to = member.value.string.flatMap({ LocaleTag($0) }) else {
                continue
            }
            fallbacks[from] = to
        }
        return Locales(default: first, supported: supported, fallbacks: fallbacks)
    }

    private func deepLinks() -> DeepLinks {
        var links = DeepLinks()
        guard let node = root["deepLinks"] else { return links }
        links.schemes = node.texts("schemes")
        links.origins = node.texts("origins")
        links.routes = (node["routes"]?.members ?? []).map { member in
            var route = Route(id: member.name)
            route.parameters = (member.value["params"]?.members ?? []).compactMap { parameter in
                parameter.value.string.flatMap { Route.ParameterType(rawValue: $0) }
                    .map { Route.Parameter(parameter.name, $0) }
            }
            route.app = member.value.made("app") { try? PlaceholderText($0) }
            route.web = member.value.made("web") { try? PlaceholderText($0) }
            route.screen = member.value.made("screen") { try? PlaceholderText($0) }
            route.audience = member.value.made("audience") { try? PlaceholderText($0) }
            for name in member.value["dataNames"]?.members ?? [] { route.dataNames[name.name] = name.value.string }
            return route
        }
        return links
    }

    private func channel(_ member: JSONMember) -> ChannelBinding? {
        let node = member.value
        guard let id = ChannelID(member.name), let plugin = node.made("use", { PluginID($0) }) else { return nil }
        var binding = ChannelBinding(id: id, plugin: plugin)
        for setting in node["settings"]?.members ?? [] {
            if let name = setting.value.text("$secret") {
                binding.secrets[setting.name] = name
            } else {
                binding.settings[setting.name] = setting.value.value
            }
        }
        binding.fallbackFor = node.texts("fallbackFor").compactMap { ChannelID($0) }
        binding.message = node["message"]?.value
        let priorities = Set(node.texts("priorities").compactMap { Priority(rawValue: $0) })
        if !priorities.isEmpty { binding.priorities = priorities }
        binding.mostParts = node.number("maxParts")
        return binding
    }

    private func androidChannel(_ member: JSONMember) -> AndroidChannel {
        let node = member.value
        var channel = AndroidChannel(id: member.name, name: localized(node["name"]) ?? LocalizedText(member.name))
        channel.description = localized(node["description"])
        channel.importance = node.made("importance") { .init(rawValue: $0) } ?? .default
        channel.vibration = node["vibration"]?.elements.compactMap(\.integer) ?? []
        channel.lightColor = node.made("lightColor") { Color($0) }
        channel.sound = node.text("sound")
        channel.showsBadge = node.flag("badge") ?? true
        channel.visibility = node.made("visibility") { .init(rawValue: $0) }
        return channel
    }

    private func category(_ member: JSONMember) -> Category {
        let node = member.value
        var category = Category(id: member.name)
        category.name = localized(node["name"])
        category.androidChannel = node.text("androidChannel")
        category.icon = node.text("icon")
        category.color = node.made("color") { Color($0) }
        category.background = node.made("background") { Color($0) }
        category.isMutable = node.flag("mutable") ?? true
        category.grantsAccess = node.flag("grantsAccess") ?? false
        category.foreground = node.made("foreground") { .init(rawValue: $0) }
        category.platformIdentifier = node.text("categoryId")
        category.actions = (node["actions"]?.elements ?? []).compactMap { action in
            guard let id = action.text("id"), let title = localized(action["title"]) else { return nil }
            return Category.Action(
                id: id,
                title: title,
                opensApp: action.flag("foreground") ?? true,
                isDestructive: action.flag("destructive") ?? false
            )
        }
        return category
    }

    private func priorities() -> PriorityPolicies {
        var policies = PriorityPolicies()
        for member in members("priorities") {
            guard let priority = Priority(rawValue: member.name) else { continue }
            policies[priority] = PriorityPolicy(
                member.value.made("deliver") { .init(rawValue: $0) } ?? .now,
                sound: member.value.text("sound") ?? PriorityPolicies.sound(of: priority),
                badge: member.value["badge"].map { BadgeRule($0) } ?? .unread,
                collectedText: member.value.made("text") { EventTypeID($0) }
            )
        }
        return policies
    }

    private func toggle(_ member: JSONMember) -> PreferenceToggle {
        let node = member.value
        var toggle = PreferenceToggle(name: member.name, isOnByDefault: node.flag("default") ?? true)
        toggle.channels = node.texts("channels").compactMap { ChannelID($0) }
        toggle.categories = node.texts("categories")
        toggle.priorities = node.texts("priorities").compactMap { Priority(rawValue: $0) }
        toggle.topics = node.texts("topics")
        toggle.text = node.made("text") { EventTypeID($0) }
        return toggle
    }

    private func policies() -> Policies {
        var policies = Policies()
        guard let node = root["policies"] else { return policies }
        policies.recipientRateLimit = node["rateLimit"]?.made("perRecipient") { RateLimit($0) }
        if let retry = node["retry"] { policies.retry = ladders(retry) }
        policies.quietHours = node["quietHours"].flatMap(quietHours)
        policies.collect = node["collect"].map(windows) ?? policies.collect
        policies.retention = node.made("retention") { Duration(written: $0) }
        policies.expireAfter = node.made("expireAfter") { Duration(written: $0) }
        policies.stripsTags = node.text("sanitize") == "strip-tags"
        if let limits = node["limits"] { policies.limits = self.limits(limits) }
        return policies
    }

    private func limits(_ node: JSONNode) -> StorageLimits {
        var limits = StorageLimits()
        limits.devicesPerUser = node.number("devicesPerUser") ?? limits.devicesPerUser
        limits.subscriptionsPerUser = node.number("subscriptionsPerUser") ?? limits.subscriptionsPerUser
        limits.ownerlessDevices = node.number("ownerlessDevices") ?? limits.ownerlessDevices
        limits.registrationsPerAddress =
            node.made("registrationsPerAddress") { RateLimit($0) } ?? limits.registrationsPerAddress
        return limits
    }

    /// Either the length alone, or an object.
    private func windows(_ node: JSONNode) -> CollectingWindows {
        var windows = CollectingWindows()
        windows.length = (node.string ?? node.text("window")).flatMap { Duration(written: $0) } ?? windows.length
        windows.deepLink = node["deepLink"].flatMap { DeepLinkTemplate($0) }
        windows.data = node["data"].flatMap(TemplateReading.template) ?? windows.data
        return windows
    }

    private func ladders(_ node: JSONNode) -> RetryLadders {
        var ladders = RetryLadders()
        for member in node.members {
            switch member.name {
            case "default": ladders.standard = durations(member.value)
            case "giveUpAfter":
                ladders.giveUpAfter = member.value.string.flatMap { Duration(written: $0) } ?? ladders.giveUpAfter
            default: ladders.byCode[member.name] = durations(member.value)
            }
        }
        return ladders
    }

    private func durations(_ node: JSONNode) -> [Duration] {
        node.elements.compactMap { $0.string.flatMap { Duration(written: $0) } }
    }

    private func quietHours(_ node: JSONNode) -> QuietHours? {
        guard let from = node.made("from", { TimeOfDay($0) }), let to = node.made("to", { TimeOfDay($0) }) else {
            return nil
        }
        let exempt = node["exempt"].map { _ in Set(node.texts("exempt").compactMap { Priority(rawValue: $0) }) }
        let days = node["days"].map { _ in Set(node.texts("days").compactMap { Weekday(rawValue: $0) }) }
        return QuietHours(
            from: from,
            to: to,
            exempt: exempt ?? [.high],
            days: days ?? Set(Weekday.allCases),
            timeZone: node.text("timeZone")
        )
    }

    private func authentication() -> Authentication {
        var authentication = Authentication()
        guard let node = root["auth"] else { return authentication }
        authentication.users = node["users"].flatMap(token)
        authentication.staff = node["staff"].flatMap(staff)
        authentication.services = (node["services"]?.elements ?? []).compactMap { service in
            guard let header = service.text("header"), let key = service["key"]?.text("$secret") else { return nil }
            return ServiceKey(header: header, keySecret: key, scheme: service.text("scheme"))
        }
        return authentication
    }

    private func token(_ node: JSONNode) -> UserAuthentication? {
        guard let algorithm = node.made("algorithm", { UserAuthentication.Algorithm(rawValue: $0) }),
            let keys = node["key"].map({ $0.isObject ? [$0] : $0.elements })?.compactMap({ $0.text("$secret") }),
            let key = keys.first
        else { return nil }
        var values = UserAuthentication(algorithm: algorithm, keySecret: key)
        values.otherKeySecrets = Array(keys.dropFirst())
        values.userClaim = node.text("userClaim") ?? values.userClaim
        values.ignoresCase = node.flag("ignoreCase") ?? false
        values.issuer = node.text("issuer")
        values.audience = node.text("audience")
        values.wantsExpiry = node.text("expires") != "optional"
        values.cookie = node.text("cookie")
        return values
    }

    private func staff(_ node: JSONNode) -> StaffAuthentication? {
        token(node).map { token in
            var staff = StaffAuthentication(token)
            staff.rolesClaim = node.text("rolesClaim") ?? staff.rolesClaim
            staff.nameClaim = node.text("nameClaim") ?? staff.nameClaim
            return staff
        }
    }

    private func studio() -> StudioSettings {
        var studio = StudioSettings()
        guard let node = root["studio"] else { return studio }
        studio.publishing = node.made("publish") { .init(rawValue: $0) } ?? studio.publishing
        studio.reviews = node.made("reviews") { .init(rawValue: $0) } ?? studio.reviews
        studio.retention = node.made("retention") { Duration(written: $0) } ?? studio.retention
        studio.testRecipients = node.texts("testRecipients").compactMap { UserID($0) }
        return studio
    }

    private func subscriptions() -> SubscriptionPolicy {
        let node = root["subscriptions"]
        return SubscriptionPolicy(
            ignoresCase: node?.flag("ignoreCase") ?? false,
            userRole: node?["roles"]?.text("user"),
            anonymousRole: node?["roles"]?.text("anonymous")
        )
    }

    private func localized(_ node: JSONNode?) -> LocalizedText? {
        guard let node else { return nil }
        if let text = node.string { return LocalizedText(text) }
        guard node.isObject else { return nil }
        var translations: [LocaleTag: String] = [:]
        for member in node.members {
            if let tag = LocaleTag(member.name), let text = member.value.string, !text.isEmpty {
                translations[tag] = text
            }
        }
        return LocalizedText(byLocale: translations)
    }
}
