import CarillonModel
import MessageFormat

/// The answer to one line of `carillon format`.
struct FormatAnswer {
    let json: JSONValue
    /// Whether the line could be answered with an output, be it one with errors.
    let isOutput: Bool

    init(to line: String) {
        do {
            self = try Self(request: FormatRequest(Self.object(line)))
        } catch let fault as FormatFault {
            json = ["id": fault.id, "error": .string(fault.message)]
            isOutput = false
        } catch {
            json = ["id": .null, "error": "the line is no JSON object"]
            isOutput = false
        }
    }

    private static func object(_ line: String) throws -> JSONObject {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: line.utf8)
        } catch let error where error.kind == .loneSurrogate {
            value = try LoneSurrogates.line(line)
        }
        guard let object = value.object else { throw FormatFault(message: "the line is no JSON object", id: .null) }
        return object
    }

    private init(request: FormatRequest) {
        let compiled = CompiledMessage(Message.parse(request.source), locale: request.locale)
        let formatted = compiled.format(request.arguments, bidi: request.bidi, context: request.context)
        json = [
            "id": request.id,
            "output": .string(formatted.text),
            "errors": .array(Self.names(of: formatted.errors).map { .string($0) }),
        ]
        isOutput = true
    }

    /// The suite's names; of what is wrong with the message itself each once, however often it is.
    private static func names(of errors: [MessageError]) -> [String] {
        var seen: Set<MessageErrorKind> = []
        return errors.filter { !$0.kind.isStatic || seen.insert($0.kind).inserted }.map { $0.kind.rawValue }
    }
}
