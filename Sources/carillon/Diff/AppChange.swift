import CarillonModel
import CarillonProfiles

/// What changed about a tenant itself: what apps, clients and operators rely on beside its events.
enum AppChange {
    static func all(from old: TenantProfile, to new: TenantProfile) -> [ProfileChange] {
        var list = ChangeList(new.id.rawValue)
        compareLocales(old, new, &list)
        compareIdentity(old, new, &list)
        compareLinks(old.deepLinks, new.deepLinks, &list)
        compareChannels(old, new, &list)
        compareCategories(old, new, &list)
        comparePreferences(old, new, &list)
        comparePolicies(old.policies, new.policies, &list)
        compareDevice(old.device, new.device, &list)
        return list.changes
    }

    /// What apps do with pushes by themselves.
    private static func compareDevice(_ old: DeviceSettings, _ new: DeviceSettings, _ list: inout ChangeList) {
        list.compare("apps make the words of pushes", old.rendersWords, new.rendersWords)
        list.compare("who counts for the number on the icon", old.badge?.rawValue, new.badge?.rawValue)
        list.compareNames("device table", old.tables.map(\.name), new.tables.map(\.name), breaks: false)
        list.compareWays(old.fields, new.fields)
    }

    private static func compareLocales(_ old: TenantProfile, _ new: TenantProfile, _ list: inout ChangeList) {
        let (before, after) = (old.locales, new.locales)
        list.compareNames("language", before.supported.map(\.rawValue), after.supported.map(\.rawValue))
        list.compare("the default language", before.defaultLocale.rawValue, after.defaultLocale.rawValue)
        for tag in Set(before.fallbacks.keys).union(after.fallbacks.keys).sorted() {
            list.compare("the fallback of \(tag)", before.fallbacks[tag]?.rawValue, after.fallbacks[tag]?.rawValue)
        }
    }

    /// Who the tenant is, where it answers, and who may call it.
    private static func compareIdentity(_ old: TenantProfile, _ new: TenantProfile, _ list: inout ChangeList) {
        list.compare("its name", old.name, new.name)
        list.compareNames("host", old.hosts, new.hosts)
        list.compare("the time zone", old.timeZone, new.timeZone)
        list.compare("the form of ids", old.notificationIDs.summary, new.notificationIDs.summary, breaks: true)
        list.compare("the owner of devices", old.devices.owner.rawValue, new.devices.owner.rawValue, breaks: true)
        let (before, after) = (old.subscriptions, new.subscriptions)
        list.compare("the role of users", before.userRole, after.userRole, breaks: true)
        list.compare("the role of the anonymous", before.anonymousRole, after.anonymousRole, breaks: true)
        list.compare("topics are compared without case", before.ignoresCase, after.ignoresCase, breaks: true)
        list.compareNames("origin of browsers", old.cors?.origins ?? [], new.cors?.origins ?? [])
        let services = (old.authentication.services, new.authentication.services)
        list.compareNames("header of services", services.0.map(\.summary), services.1.map(\.summary))
        let users = (old.authentication.users, new.authentication.users)
        list.compare(
            "the algorithm of users' tokens",
            users.0?.algorithm.rawValue,
            users.1?.algorithm.rawValue,
            breaks: true
        )
        list.compare("the claim that names the user", users.0?.userClaim, users.1?.userClaim, breaks: true)
        let ignoring = (users.0?.ignoresCase ?? false, users.1?.ignoresCase ?? false)
        list.compare("users are compared without case", ignoring.0, ignoring.1, breaks: true)
        list.compare("the issuer of users' tokens", users.0?.issuer, users.1?.issuer, breaks: true)
        list.compare("the audience of users' tokens", users.0?.audience, users.1?.audience, breaks: true)
        list.compare("the cookie of users' tokens", users.0?.cookie, users.1?.cookie, breaks: true)
        list.compareNames("secret", old.secretNames, new.secretNames, breaks: false)
    }

    private static func compareLinks(_ old: DeepLinks, _ new: DeepLinks, _ list: inout ChangeList) {
        list.compareNames("scheme of links", old.schemes, new.schemes)
        list.compareNames("origin of links", old.origins, new.origins)
        list.compareNames("route", old.routes.map(\.id), new.routes.map(\.id))
        for route in new.routes {
            guard let before = old.route(route.id) else { continue }
            for kind in LinkKind.allCases {
                let name = "the \(kind.rawValue) link of \(route.id)"
                list.compare(name, before[kind]?.source, route[kind]?.source, breaks: true)
            }
            list.compare("the audience of \(route.id)", before.audience?.source, route.audience?.source, breaks: true)
            for name in Set(before.dataNames.keys).union(route.dataNames.keys).sorted() {
                let summary = "the name of \(name) of \(route.id) in data"
                list.compare(summary, before.dataNames[name], route.dataNames[name], breaks: true)
            }
            for parameter in route.parameters {
                let name = "the parameter \(parameter.name) of \(route.id)"
                list.compare(name, before.parameter(parameter.name)?.type.rawValue, parameter.type.rawValue)
            }
        }
    }

    private static func compareChannels(_ old: TenantProfile, _ new: TenantProfile, _ list: inout ChangeList) {
        list.compareNames("channel", old.channels.map(\.id.rawValue), new.channels.map(\.id.rawValue))
        for binding in new.channels {
            guard let before = old.channel(binding.id) else { continue }
            let name = binding.id.rawValue
            list.compare("the plugin of \(name)", before.plugin.rawValue, binding.plugin.rawValue, breaks: true)
            for setting in Set(before.settings.keys).union(binding.settings.keys).sorted() {
                let (was, now) = (before.settings[setting]?.text, binding.settings[setting]?.text)
                list.compare("\(setting) of \(name)", was, now)
            }
            list.compare("the message of \(name)", before.message?.text, binding.message?.text)
            let fallbacks = (before.fallbackFor.map(\.rawValue).listed, binding.fallbackFor.map(\.rawValue).listed)
            list.compare("what \(name) is the fallback for", fallbacks.0, fallbacks.1)
            list.compare("the priorities of \(name)", before.priorities.summary, binding.priorities.summary)
        }
    }

    private static func compareCategories(_ old: TenantProfile, _ new: TenantProfile, _ list: inout ChangeList) {
        list.compareNames("category", old.categories.map(\.id), new.categories.map(\.id))
        for category in new.categories {
            guard let before = old.category(category.id) else { continue }
            let name = category.id
            list.compare("the name of \(name)", before.name?.summary, category.name?.summary)
            list.compare("the Android channel of \(name)", before.androidChannel, category.androidChannel)
            list.compare("the icon of \(name)", before.icon, category.icon)
            list.compare("the colour of \(name)", before.color?.description, category.color?.description)
            list.compare("the background of \(name)", before.background?.description, category.background?.description)
            list.compare("\(name) can be changed on the device", before.isMutable, category.isMutable)
            let identifiers = (before.platformIdentifier, category.platformIdentifier)
            list.compare("the platform's id of \(name)", identifiers.0, identifiers.1, breaks: true)
            list.compareNames("action of \(name)", before.actions.map(\.id), category.actions.map(\.id))
        }
        list.compareNames("Android channel", old.androidChannels.map(\.id), new.androidChannels.map(\.id))
        for channel in new.androidChannels {
            guard let before = old.androidChannel(channel.id) else { continue }
            list.compare("the Android channel \(channel.id)", before.summary, channel.summary)
        }
    }

    private static func comparePreferences(_ old: TenantProfile, _ new: TenantProfile, _ list: inout ChangeList) {
        list.compareNames("preference", old.toggles.map(\.name), new.toggles.map(\.name))
        for toggle in new.toggles {
            guard let before = old.toggles.first(where: { $0.name == toggle.name }) else { continue }
            list.compare("the preference \(toggle.name)", before.summary, toggle.summary)
        }
        for priority in Priority.allCases {
            let (was, now) = (old.priorities[priority].summary, new.priorities[priority].summary)
            list.compare("what \(priority.rawValue) means", was, now)
        }
    }

    /// Where a message for what is collected leads, and what data it has for the app.
    private static func compareWindows(_ old: CollectingWindows, _ new: CollectingWindows, _ list: inout ChangeList) {
        list.compare("where collected messages lead", old.deepLink?.route, new.deepLink?.route)
        for argument in new.deepLink?.arguments ?? [] where old.deepLink?.route == new.deepLink?.route {
            let field = old.deepLink?.arguments.first { $0.parameter == argument.parameter }?.field
            list.compare("what fills \(argument.parameter) of their link", field, argument.field, breaks: true)
        }
        list.compareMembers("the data of collected messages", old.data.written.leaves, new.data.written.leaves)
    }

    private static func comparePolicies(_ old: Policies, _ new: Policies, _ list: inout ChangeList) {
        let limits = (old.recipientRateLimit?.description, new.recipientRateLimit?.description)
        list.compare("the limit for one recipient", limits.0, limits.1)
        list.compare("retries", old.retry.summary, new.retry.summary)
        list.compare("quiet hours", old.quietHours?.summary, new.quietHours?.summary)
        list.compare("the window of what is collected", old.collect.length.written, new.collect.length.written)
        compareWindows(old.collect, new.collect, &list)
        list.compare("how long notifications are kept", old.retention?.written, new.retention?.written)
        list.compare("how long notifications are worth something", old.expireAfter?.written, new.expireAfter?.written)
        let (was, now) = (old.limits, new.limits)
        list.compare("the devices of one user", "\(was.devicesPerUser)", "\(now.devicesPerUser)")
        list.compare("the subscriptions of one user", "\(was.subscriptionsPerUser)", "\(now.subscriptionsPerUser)")
        list.compare("the devices that belong to nobody", "\(was.ownerlessDevices)", "\(now.ownerlessDevices)")
        let registrations = (was.registrationsPerAddress.description, now.registrationsPerAddress.description)
        list.compare("registrations from one address", registrations.0, registrations.1)
        list.compare("markup is removed from words in requests", old.stripsTags, new.stripsTags)
    }
}
