public import CarillonModel
import CarillonPluginKit

extension DataLinks {
    /// The topics of all places that data could mean, whatever the names: of each word that could be an id.
    ///
    /// Whether there is such a place, only the subscriptions to it tell. Of routes that the profile gives
    /// ``Route/dataNames``, and whose audience takes one parameter.
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

    /// All texts, names among them, with their places; whole numbers as they are written.
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

    /// What stands between characters that no id has; a UUID without dashes as one with them (RFC 9562, section 4).
    private static func ids(in text: String) -> [String] {
        text.utf8.split { !TextFormat.isAlphanumeric($0) && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
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
