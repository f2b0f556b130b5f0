public import CarillonModel
import CarillonPluginKit

extension DataLinks {
    /// The topics of all places that the data might mention, whatever its members are called: one for each part of a
    /// text that could be an id.
    ///
    /// Only subscriptions show whether such a place exists. Considers routes that have ``Route/dataNames`` and an
    /// audience with one parameter.
    public func mentions(in data: JSONObject) -> [(pointer: String, topic: String)] {
        let routes = named.filter { $0.dataNames.count == 1 }
        guard !routes.isEmpty else { return [] }
        var seen: Set<String> = []
        return Self.texts(in: .object(data), at: "").flatMap { pointer, text in
            Self.ids(in: text).filter { seen.insert($0).inserted }.flatMap { id in
                routes.compactMap { route -> (pointer: String, topic: String)? in
                    guard let parameter = route.dataNames.keys.first else { return nil }
                    return route.audience(for: [parameter: id]).map { (pointer, $0) }
                }
            }
        }
    }

    /// All texts with their pointers, including names of members, and whole numbers as written.
    private static func texts(in value: JSONValue, at pointer: String) -> [(pointer: String, text: String)] {
        switch value {
        case .string(let text): [(pointer, text)]
        case .number: value.integer.map { [(pointer, String($0))] } ?? []
        case .array(let elements): elements.enumerated().flatMap { texts(in: $1, at: "\(pointer)/\($0)") }
        case .object(let object):
            object.members.flatMap { member in
                let place = pointer + JSONPointer.step(member.name)
                return [(place, member.name)] + texts(in: member.value, at: place)
            }
        case .null, .boolean: []
        }
    }

    /// The parts of a text that can be ids.
    ///
    /// A UUID without dashes is returned with them (RFC 9562, section 4).
    private static func ids(in text: String) -> [String] {
        text.utf8.split { !$0.isAlphanumeric && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
            .filter { $0.count <= 128 }
            .map { word in
                let id = String(decoding: word, as: UTF8.self)
                guard word.count == 32 else { return id }
                let digits = Array(id)
                let dashed = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(
                    separator: "-"
                )
                return TextFormat.isUUID(dashed) ? dashed : id
            }
    }
}
