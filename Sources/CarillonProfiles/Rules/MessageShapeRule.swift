import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// The values that a `message` sets in the provider's message are valid there, as far as the plugin knows.
///
/// It is enough to check a merge patch by itself, because each of its values either is set as it is, or is merged into
/// an object.
enum MessageShapeRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard tenant.isSound("channels") else { return }
        var reported: Set<String> = []
        if let file = tenant.profileFile {
            for binding in tenant.profile.channels {
                let place: [JSONStep] = [.name("channels"), .name(binding.id.rawValue), .name("message")]
                guard let node = file.root.node(at: place) else { continue }
                let patch = Patch(node: node, file: file, isOfEvent: false)
                patch.check(on: binding.id, tenant.descriptor(binding.id), &reported, &report)
            }
        }
        guard let file = tenant.eventsFile else { return }
        for event in tenant.profile.events where event.message != nil && tenant.isSound(event, "channels", "message") {
            guard let node = tenant.eventNodes[event.id]?["message"] else { continue }
            let patch = Patch(node: node, file: file, isOfEvent: true)
            for channel in tenant.profile.reach(of: event, registry: tenant.registry) {
                patch.check(on: channel, tenant.descriptor(channel), &reported, &report)
            }
        }
    }

    /// A `message` with its position.
    private struct Patch {
        let node: JSONNode
        let file: TenantFile
        let isOfEvent: Bool

        /// - Parameter reported: what was reported already, so that a fault on several channels is reported once.
        func check(
            on channel: ChannelID,
            _ plugin: ChannelDescriptor?,
            _ reported: inout Set<String>,
            _ report: inout RuleReport
        ) {
            guard let plugin, plugin.takesSkeleton, let value = node.value else { return }
            // A null removes a member, and is never sent.
            let set = JSONValue.object(JSONObject()).merging(value)
            for fault in plugin.messageShape.faults(in: set) + plugin.messageShape.removals(in: value) {
                guard let place = node.place(fault.path) else { continue }
                let found = diagnostic(fault, at: place, plugin, on: channel)
                if reported.insert("\(found.primary.span) \(found.message)").inserted { report.add(found) }
            }
        }

        private func diagnostic(
            _ fault: MessageShape.Fault,
            at place: (name: Range<Int>, value: Range<Int>),
            _ plugin: ChannelDescriptor,
            on channel: ChannelID
        ) -> Diagnostic {
            let name = Span(file.source, place.name)
            let notes = isOfEvent ? ["an event's `message` goes to all of its channels"] : []
            switch fault.kind {
            case .reservedName: return .reservedDataName(fault.path.last ?? "", plugin, on: channel, name)
            case .wrongValue(let wanted):
                return .badMessageValue(fault.path, wanted, plugin, notes, Span(file.source, place.value))
            case .takenAway(let wanted):
                return .badMessageValue(fault.path, wanted, plugin, notes, Span(file.source, place.value))
            case .unknownName(let known):
                return .unknownMessageName(fault.path.last ?? "", known, plugin, notes, name)
            }
        }
    }
}

extension JSONNode {
    /// The ranges of the name and the value at the end of a path; for an element, twice the value.
    fileprivate func place(_ path: [String]) -> (name: Range<Int>, value: Range<Int>)? {
        var place = (name: range, value: range)
        var node = self
        for step in path {
            if let member = node.member(step) {
                (place, node) = ((member.nameRange, member.value.range), member.value)
            } else if let index = Int(step), node.elements.indices.contains(index) {
                node = node.elements[index]
                place = (node.range, node.range)
            } else {
                return nil
            }
        }
        return place
    }
}

extension Diagnostic {
    fileprivate static func badMessageValue(
        _ path: [String],
        _ wanted: String,
        _ plugin: ChannelDescriptor,
        _ notes: [String],
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .badMessageValue,
            "in a message of `\(plugin.id)`, \(quoted(path.joined(separator: "."))) must be \(wanted)",
            at: span,
            label: "the provider would refuse this, or show nothing of it",
            notes: notes,
            help: "correct the value, or leave it out"
        )
    }

    fileprivate static func unknownMessageName(
        _ name: String,
        _ known: [String],
        _ plugin: ChannelDescriptor,
        _ notes: [String],
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .unknownMessageName,
            "a message of `\(plugin.id)` has no \(quoted(name)) here",
            at: span,
            label: Suggestion.question(Suggestion.closest(to: name, among: known)),
            notes: ["the provider refuses a message with a name that it doesn't know"] + notes
        )
    }
}
