import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// A `message` doesn't contradict the rest of the profile: it is merged last, so that a value from a category, a
/// priority or an event would have no effect.
///
/// Only the plugin knows where a value is in the provider's message. The place is found by comparing two messages that
/// differ in that value only.
enum SkeletonRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let events = tenant.eventsFile, let profile = tenant.profileFile, tenant.isSound("channels") else {
            return
        }
        var found: [Override] = []
        for event in tenant.profile.events where tenant.isSound(event, "channels", "message") {
            let stated = Statement.all(of: event, tenant, events, profile)
            for channel in event.channels {
                guard let binding = tenant.profile.channel(channel), let kind = tenant.registry[binding.plugin] else {
                    continue
                }
                let skeletons = [
                    Skeleton(events, tenant.eventNodes[event.id]?["message"]),
                    Skeleton(profile, profile.root["channels"]?[channel.rawValue]?["message"]),
                ]
                for statement in stated {
                    let shape = kind.descriptor.messageShape
                    for place in overridden(statement, kind, event, tenant, skeletons.compactMap(\.self), shape) {
                        found.append(Override(statement: statement, place: place, event: event.id))
                    }
                }
            }
        }
        tell(found, &report)
    }

    private struct Override {
        let statement: Statement
        let place: Span
        let event: EventTypeID
    }

    /// Reports each place of a skeleton once for each statement, whatever the number of events.
    private static func tell(_ found: [Override], _ report: inout RuleReport) {
        var reported: Set<String> = []
        for override in found {
            guard reported.insert("\(override.statement.span) \(override.place)").inserted else { continue }
            let events = Set(
                found.filter { $0.place == override.place && $0.statement.span == override.statement.span }.map(\.event)
            )
            report.add(.skeletonOverrides(override.statement, events.count - 1, override.event, override.place))
        }
    }

    /// The statements that skeletons override.
    private static func overridden(
        _ statement: Statement,
        _ kind: any ChannelKind,
        _ event: EventType,
        _ tenant: TenantContext,
        _ skeletons: [Skeleton],
        _ shape: MessageShape
    ) -> [Span] {
        func content(_ change: (inout OutgoingMessage) -> Void) -> JSONValue? {
            var message = OutgoingMessage(probing: event, of: tenant.profile)
            message.priority = event.priority
            message.isSilent = tenant.profile.priorities[event.priority].delivery == .silent
            change(&message)
            return kind.providerMessage(message)
        }
        guard !skeletons.isEmpty, let own = content(statement.apply), let other = content(statement.applyOther) else {
            return []
        }
        let places = content { _ in }.flatMap { plain in
            content { $0.slots = ["title": "other", "body": "words"] }.map { plain.differences(from: $0) }
        }
        // A message that has only data has no sound; the app decides how to show it.
        let isDataAlone =
            places?.isEmpty == false && places?.allSatisfy { said(at: $0, skeletons)?.isNull == true } == true
        return own.differences(from: other).compactMap { path in
            guard let (place, skeleton) = stated(at: path, skeletons) else { return nil }
            switch place {
            case .nothing: return nil
            case .removed(let node):
                return isDataAlone || skeleton.isRefused(node, by: shape) ? nil : Span(skeleton.file.source, node.range)
            case .node(let node):
                let isSame = node.value == own.value(at: path) || skeleton.isRefused(node, by: shape)
                return isSame ? nil : Span(skeleton.file.source, node.range)
            }
        }
    }

    /// The first skeleton that sets a place, with its value.
    private static func stated(at path: [String], _ skeletons: [Skeleton]) -> (said: Said, skeleton: Skeleton)? {
        for skeleton in skeletons {
            let said = skeleton.node.said(at: path[...])
            if case .nothing = said { continue }
            return (said, skeleton)
        }
        return nil
    }

    /// The value that replaces the one at a place.
    private static func said(at path: [String], _ skeletons: [Skeleton]) -> JSONNode? {
        switch stated(at: path, skeletons)?.said {
        case .removed(let node), .node(let node): node
        case .nothing, nil: nil
        }
    }

    private struct Skeleton {
        let file: TenantFile
        let node: JSONNode

        init?(_ file: TenantFile, _ node: JSONNode?) {
            guard let node else { return nil }
            self.file = file
            self.node = node
        }

        /// Whether the provider takes no such value there, which is reported as that.
        func isRefused(_ value: JSONNode, by shape: MessageShape) -> Bool {
            guard !value.isNull, let patch = node.value else { return false }
            let set = JSONValue.object(JSONObject()).merging(patch)
            return shape.faults(in: set).contains { fault in
                node.node(at: fault.path.map { .name($0) })?.range == value.range
            }
        }
    }
}

/// A value that a profile explicitly gives an event's messages.
private struct Statement {
    let subject: String
    let span: Span
    /// Sets the value in a message, or a different one in the same place.
    let apply: (inout OutgoingMessage) -> Void
    let applyOther: (inout OutgoingMessage) -> Void

    static func all(
        of event: EventType,
        _ tenant: TenantContext,
        _ events: TenantFile,
        _ profile: TenantFile
    ) -> [Statement] {
        let place: [JSONStep] = [.name("events"), .name(event.id.rawValue)]
        var all: [Statement] = []
        func isWritten(_ file: TenantFile, _ path: [JSONStep]) -> Bool {
            file.root.node(at: path) != nil && !file.isDamaged(path)
        }
        if let category = event.category.flatMap(tenant.profile.category) {
            let base: [JSONStep] = [.name("categories"), .name(category.id)]
            if let channel = category.androidChannel, isWritten(profile, base + [.name("androidChannel")]) {
                all.append(
                    Statement(
                        "the Android channel",
                        profile.span(base + [.name("androidChannel")]),
                        \.androidChannel,
                        channel
                    )
                )
            }
            if let name = category.platformIdentifier, isWritten(profile, base + [.name("categoryId")]) {
                all.append(Statement("the category", profile.span(base + [.name("categoryId")]), \.category, name))
            }
        }
        let policy: [JSONStep] = [.name("priorities"), .name(event.priority.rawValue)]
        let (policySound, policyBadge) = (policy + [.name("sound")], policy + [.name("badge")])
        if let sound = event.sound, isWritten(events, place + [.name("sound")]) {
            all.append(Statement("the sound", events.span(place + [.name("sound")]), sound: sound))
        } else if let sound = tenant.profile.priorities[event.priority].sound, isWritten(profile, policySound) {
            all.append(Statement("the sound", profile.span(policySound), sound: sound))
        }
        if let badge = event.badge, isWritten(events, place + [.name("badge")]) {
            all.append(Statement(events.span(place + [.name("badge")]), badge: badge))
        } else if isWritten(profile, policyBadge) {
            let badge = tenant.profile.priorities[event.priority].badge
            all.append(Statement(profile.span(policyBadge), badge: badge))
        }
        if isWritten(events, place + [.name("priority")]) {
            let span = events.span(place + [.name("priority")])
            let other: Priority = event.priority == .high ? .low : .high
            all.append(Statement("the priority", span, \.priority, event.priority, other: other))
        }
        return all
    }

    private init<Value>(
        _ subject: String,
        _ span: Span,
        _ member: WritableKeyPath<OutgoingMessage, Value>,
        _ value: Value,
        other: Value
    ) {
        self.subject = subject
        self.span = span
        apply = { $0[keyPath: member] = value }
        applyOther = { $0[keyPath: member] = other }
    }

    private init(
        _ subject: String,
        _ span: Span,
        _ member: WritableKeyPath<OutgoingMessage, String?>,
        _ value: String
    ) {
        self.init(subject, span, member, value, other: value + "-")
    }

    private init(_ span: Span, badge: BadgeRule) {
        let number: Int? =
            switch badge {
            case .none: nil
            case .fixed(let number): number
            // A number that no skeleton contains by chance.
            case .unread: 98_765
            }
        self.init("the badge", span, \.badge, number, other: (number ?? 0) + 1)
    }

    private init(_ subject: String, _ span: Span, sound: String) {
        let isNone = sound == PriorityPolicy.noSound
        self.init(subject, span, \.sound, isNone ? nil : sound, other: sound + "-")
    }
}

/// What a skeleton sets at a place in a message.
private enum Said {
    case nothing
    /// A value around the place that isn't an object, as a rule null, so that the place doesn't exist any more.
    case removed(JSONNode)
    case node(JSONNode)
}

extension JSONNode {
    fileprivate var isNull: Bool {
        if case .null = content { true } else { false }
    }

    fileprivate func said(at path: ArraySlice<String>) -> Said {
        guard let step = path.first else { return .node(self) }
        guard isObject else { return .removed(self) }
        guard let inner = self[step] else { return .nothing }
        return inner.said(at: path.dropFirst())
    }
}

extension JSONValue {
    /// The paths at which two values differ, within objects; sorted.
    fileprivate func differences(from other: JSONValue) -> [[String]] {
        guard case .object(let own) = self, case .object(let others) = other else { return self == other ? [] : [[]] }
        let names = Set(own.members.map(\.name) + others.members.map(\.name)).sorted()
        return names.flatMap { name -> [[String]] in
            switch (own[name], others[name]) {
            case (let value?, let other?): value.differences(from: other).map { [name] + $0 }
            case (let value?, nil), (nil, let value?): value.leaves.map { [name] + $0 }
            case (nil, nil): []
            }
        }
    }

    private var leaves: [[String]] {
        guard case .object(let object) = self, !object.members.isEmpty else { return [[]] }
        return object.members.flatMap { member in member.value.leaves.map { [member.name] + $0 } }
    }

    /// Null where there is no value.
    fileprivate func value(at path: [String]) -> JSONValue {
        path.reduce(self) { value, step in value.object?[step] ?? .null }
    }
}

extension Diagnostic {
    fileprivate static func skeletonOverrides(
        _ statement: Statement,
        _ others: Int,
        _ event: EventTypeID,
        _ span: Span
    ) -> Diagnostic {
        let more = others == 0 ? "" : " and \(others) more event\(others == 1 ? "" : "s")"
        return Diagnostic(
            .skeletonOverrides,
            "this message says otherwise than the profile about \(statement.subject) of `\(event)`\(more)",
            at: span,
            label: "this is what is sent",
            related: [Label(statement.span, "without effect")],
            help: "say it in one place: take it out of `message`, or out of what it overrides"
        )
    }
}
