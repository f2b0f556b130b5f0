import CarillonChannels
import CarillonModel
import CarillonPluginKit

/// Where a provider's requests hold the address: where the golden requests of the channel's file have that of their sample.
///
/// Where none has it in its body, it is the step of the path that has the form of an address. A telephone number may be sent without
/// its plus. Requests to a room name no address.
struct AddressPlaces: Sendable {
    private let form: AddressForm
    private let isRoom: Bool
    /// Of a body in JSON; an index stands for itself.
    private let pointers: [[String]]
    /// Of a form.
    private let fields: [String]

    init(of channel: DeclaredChannel) {
        form = channel.address
        isRoom = channel.descriptor.address == .room
        var pointers: [[String]] = []
        var fields: [String] = []
        for sample in channel.samples.requests {
            let address = form.canonical(sample.address ?? form.samples.first ?? "")
            let spellings = address.hasPrefix("+") ? [address, String(address.dropFirst())] : [address]
            switch channel.wire.content {
            case .json:
                let found = spellings.flatMap { sample.golden.places(of: $0) }
                pointers = pointers.isEmpty ? found : pointers.filter(found.contains)
            case .form:
                let found = FormText.fields(Array((sample.golden.string ?? "").utf8))
                    .filter { spellings.contains($0.value) }.map(\.name)
                fields = fields.isEmpty ? found : fields.filter(found.contains)
            case .text, .none: break
            }
        }
        self.pointers = pointers
        self.fields = fields
    }

    /// In the form in which the channel keeps addresses; empty where the request has none.
    func address(in request: SandboxRequest) -> String {
        guard !isRoom else { return "" }
        let written = writtenAddress(in: request)
        return !form.matches(written) && form.matches("+" + written) ? "+" + written : written
    }

    private func writtenAddress(in request: SandboxRequest) -> String {
        let json = pointers.isEmpty ? nil : try? JSONValue(parsing: request.body)
        let inJSON = pointers.lazy.compactMap { pointer in json.flatMap { $0.text(at: pointer[...]) } }.first
        if let inJSON { return inJSON }
        let values = fields.isEmpty ? [] : FormText.fields(request.body)
        if let inForm = values.first(where: { fields.contains($0.name) })?.value { return inForm }
        let steps = request.path.split(separator: "/").map(Self.unescaped)
        return steps.first { !$0.isEmpty && form.matches($0) } ?? ""
    }

    /// A step of a path, in which a plus stands for itself.
    private static func unescaped(_ step: Substring) -> String { FormText.decoded(step.replacing("+", with: "%2B")) }
}

extension JSONValue {
    /// Where this text, or a number written so, is.
    fileprivate func places(of text: String) -> [[String]] {
        switch self {
        case .object(let object):
            object.members.flatMap { member in member.value.places(of: text).map { [member.name] + $0 } }
        case .array(let elements):
            elements.enumerated().flatMap { index, element in element.places(of: text).map { ["\(index)"] + $0 } }
        case .string(text): [[]]
        case .number(text): [[]]
        default: []
        }
    }

    fileprivate func text(at steps: ArraySlice<String>) -> String? {
        guard let step = steps.first else {
            switch self {
            case .string(let text), .number(let text): return text
            default: return nil
            }
        }
        switch self {
        case .object(let object): return object[step].flatMap { $0.text(at: steps.dropFirst()) }
        case .array(let elements):
            guard let index = Int(step), elements.indices.contains(index) else { return nil }
            return elements[index].text(at: steps.dropFirst())
        default: return nil
        }
    }
}
