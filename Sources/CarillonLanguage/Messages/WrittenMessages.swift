package import CarillonProfiles

/// A text of a template file, where it stands.
package struct WrittenMessage: Sendable {
    /// The event or app text.
    package let id: String
    /// Such as `title`, `email.subject`, `push.title`; with a dollar sign for the original of a translation.
    package let slot: String
    /// From the root.
    package let steps: [JSONStep]
    package let node: JSONNode
    /// Where the slot's name stands, with its quotes.
    package let nameRange: Range<Int>

    /// In bytes of the file: no channel takes a longer text, and reading one would keep an answer waiting.
    package static let sizeLimit = 64 << 10

    /// Whether more is looked for in it than its faults.
    package var isServed: Bool { node.range.count <= Self.sizeLimit }

    /// Whether it is what a translation was made from.
    package var isNote: Bool { slot.split(separator: ".").last?.hasPrefix("$") == true }

    /// All texts of a template file, in the order written.
    ///
    /// - Parameter range: only of events and app texts that these bytes touch; nil for all.
    package static func all(in root: JSONNode?, around range: Range<Int>? = nil) -> [WrittenMessage] {
        var messages: [WrittenMessage] = []
        for member in root?["messages"]?.members ?? [] where range?.touches(member.value.range) ?? true {
            collect(member.value, member.name, [], [.name("messages"), .name(member.name)], &messages)
        }
        return messages
    }

    /// The texts of one event or app text, in the order written.
    package static func all(of id: String, in root: JSONNode?) -> [WrittenMessage] {
        guard let member = root?["messages"]?.member(id) else { return [] }
        var messages: [WrittenMessage] = []
        collect(member.value, id, [], [.name("messages"), .name(id)], &messages)
        return messages
    }

    /// One text of a template file; nil where it isn't there.
    package static func at(_ id: String, _ slot: String, in root: JSONNode?) -> WrittenMessage? {
        all(of: id, in: root).first { $0.slot == slot }
    }

    /// The terms of a template file as texts of `id`, in the order written: each is its own slot.
    package static func terms(as id: String, in root: JSONNode?) -> [WrittenMessage] {
        (root?["terms"]?.members ?? []).map { member in
            WrittenMessage(
                id: id,
                slot: member.name,
                steps: [.name("terms"), .name(member.name)],
                node: member.value,
                nameRange: member.nameRange
            )
        }
    }

    /// The text that the steps lead to or into.
    package static func around(_ steps: [JSONStep], in root: JSONNode?) -> WrittenMessage? {
        guard steps.count >= 3, steps.first == .name("messages"), case .name(let id) = steps[1],
            let root, let message = root.node(at: Array(steps.prefix(2)))
        else { return nil }
        var messages: [WrittenMessage] = []
        collect(message, id, [], Array(steps.prefix(2)), &messages)
        return messages.first { steps.starts(with: $0.steps) }
    }

    private static func collect(
        _ node: JSONNode,
        _ id: String,
        _ path: [String],
        _ steps: [JSONStep],
        _ messages: inout [WrittenMessage]
    ) {
        for member in node.members {
            let inner = steps + [.name(member.name)]
            let isSelection = member.value["match"] != nil || member.value["when"] != nil
            if member.value.isObject, !isSelection {
                if path.isEmpty { collect(member.value, id, [member.name], inner, &messages) }
                continue
            }
            messages.append(
                WrittenMessage(
                    id: id,
                    slot: (path + [member.name]).joined(separator: "."),
                    steps: inner,
                    node: member.value,
                    nameRange: member.nameRange
                )
            )
        }
    }
}
