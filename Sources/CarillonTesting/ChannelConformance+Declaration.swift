import CarillonModel
import CarillonPluginKit

extension ChannelConformance {
    /// What can be checked of a descriptor by reading it.
    static func faults(of descriptor: ChannelDescriptor) -> [String] {
        var faults: [String] = []
        if descriptor.summary.isEmpty || descriptor.summary.hasSuffix(".") {
            faults.append("the summary is one clause without full stop")
        }
        if descriptor.batchSize < 1 { faults.append("a batch holds at least one message") }
        if let rate = descriptor.ratePerSecond, rate < 1 { faults.append("a rate is at least one a second") }
        if let limit = descriptor.sizeLimit, limit < 1 { faults.append("a size limit is positive") }
        if descriptor.slots.isEmpty { faults.append("a channel shows at least one slot") }
        if Set(descriptor.slots.map(\.name)).count < descriptor.slots.count {
            faults.append("a slot is declared twice")
        }
        if Set(descriptor.fields.map(\.name)).count < descriptor.fields.count {
            faults.append("a field is declared twice")
        }
        for origin in descriptor.origins where WebOrigin(url: origin)?.description != origin {
            faults.append("“\(origin)” is no https origin")
        }
        for slot in descriptor.slots where slot.description.isEmpty {
            faults.append("slot \(slot.name) lacks a description")
        }
        return faults + descriptor.fields.flatMap { faultsOfField($0) }
    }

    private static func faultsOfField(_ field: Field) -> [String] {
        var faults: [String] = []
        if field.description.isEmpty { faults.append("field \(field.name) lacks a description") }
        if let problem = field.problem(in: field.example) { faults.append("example of \(field.name): \(problem)") }
        if let value = field.defaultValue {
            if let problem = field.problem(in: value) { faults.append("default of \(field.name): \(problem)") }
            if field.kind == .secret { faults.append("the secret \(field.name) has a default") }
            if field.isRequired { faults.append("field \(field.name) is required and has a default") }
        }
        return faults
    }

    /// What a plugin makes of a message matches its declaration of what its provider accepts.
    func shapeFaults() -> [String] {
        guard let content = kind.providerMessage(message) else { return [] }
        return kind.descriptor.messageShape.faults(in: content).map { fault in
            "the provider's message isn't of the shape that is declared, at \(fault.path.joined(separator: "."))"
        }
    }

    /// `size(of:)` sees every byte of the body, and nothing of the address.
    func sizeFaults() -> [String] {
        var faults: [String] = []
        let size = kind.size(of: message)
        var longer = message
        longer.slots["body"] = (message.slots["body"] ?? "") + String(repeating: "é", count: 500)
        if kind.descriptor.slots.contains(where: { $0.name == "body" }), kind.size(of: longer) < size + 1000 {
            faults.append("a thousand bytes more of body don't make the size a thousand larger")
        }
        if kind.descriptor.sizeLimit != nil {
            var elsewhere = message
            elsewhere.address += "-elsewhere"
            if kind.size(of: elsewhere) != size { faults.append("the address counts in the size") }
            if let limit = kind.descriptor.sizeLimit, size > limit {
                faults.append("the sample message is too large")
            }
        }
        return faults
    }
}
