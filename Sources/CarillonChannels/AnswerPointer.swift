import CarillonModel
import CarillonPluginKit

/// A place in JSON: `/errors/0/code`, and `/errors/*/code` for every element.
///
/// Source: RFC 6901, without `~` escapes, and with `*`.
public struct AnswerPointer: Sendable, Hashable, CustomStringConvertible {
    public let steps: [String]

    /// Elements of a list that `*` looks at.
    static let reach = 100

    /// Nil where it begins with no slash, or has an empty step.
    public init?(_ text: String) {
        guard text.first == "/" else { return nil }
        steps = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard steps.allSatisfy({ !$0.isEmpty }) else { return nil }
    }

    init(_ steps: [String]) {
        self.steps = steps
    }

    public var description: String { "/" + steps.joined(separator: "/") }

    /// What is there, in order.
    ///
    /// - Parameter reach: elements of a list that `*` looks at.
    func values(in json: JSONValue, reach: Int = AnswerPointer.reach) -> [JSONValue] {
        steps.reduce([json]) { values, step in
            values.flatMap { value -> [JSONValue] in
                switch value {
                case .object(let object): object[step].map { [$0] } ?? []
                case .array(let elements):
                    if step == "*" {
                        Array(elements.prefix(reach))
                    } else {
                        Int(step).flatMap { elements.indices.contains($0) ? [elements[$0]] : nil } ?? []
                    }
                default: []
                }
            }
        }
    }
}

/// A place in a whole answer.
public enum AnswerPlace: Sendable, Hashable {
    case json(AnswerPointer)
    case header(String)
    /// The whole body, where it isn't JSON.
    case text

    /// `/code`, `header:x-message-id` or `text`.
    public init?(_ written: String) {
        if written == "text" {
            self = .text
        } else if written.hasPrefix("header:"), written.utf8.count > "header:".utf8.count {
            self = .header(String(written.dropFirst("header:".count)))
        } else if let pointer = AnswerPointer(written) {
            self = .json(pointer)
        } else {
            return nil
        }
    }
}

/// A provider's answer, read once.
struct ReadAnswer {
    let status: Int
    let json: JSONValue?
    /// Nil where the body is JSON, or not UTF-8.
    let text: String?
    let response: EgressResponse

    /// Bytes of a body that are looked at as text.
    private static let longestText = 4096

    init(_ response: EgressResponse) {
        self.response = response
        status = response.status
        json = try? JSONValue(parsing: response.body)
        if json == nil, response.body.count <= Self.longestText {
            text = String(validating: response.body, as: UTF8.self).map(\.withoutOuterSpace)
        } else {
            text = nil
        }
    }

    /// What a whole answer says of one message of a batch.
    init(_ element: JSONValue, of answer: ReadAnswer) {
        response = answer.response
        status = answer.status
        json = element
        text = nil
    }

    func header(_ name: String) -> String? { response.header(name) }

    /// The first thing there, as text.
    func text(at place: AnswerPlace) -> String? {
        switch place {
        case .json(let pointer): json.flatMap { pointer.values(in: $0).lazy.compactMap(\.plainText).first }
        case .header(let name): header(name)
        case .text: text
        }
    }
}

extension String {
    fileprivate var withoutOuterSpace: String {
        let isSpace = { (character: Character) in character.isWhitespace }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
