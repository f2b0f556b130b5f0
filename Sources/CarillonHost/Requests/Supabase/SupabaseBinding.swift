import CarillonModel
import CarillonProfiles

/// One of the changes that a channel asks for: `{"event": "INSERT", "schema": "public", "table": "notifications", "filter": …}`.
struct SupabaseBinding: Sendable {
    enum Change: String, Sendable {
        case insert = "INSERT"
        case update = "UPDATE"
    }

    /// Of this channel's bindings; equal ones have equal ids.
    let id: Int
    /// Nil: all.
    let change: Change?
    let filters: [RowFilter]
    /// The columns that are wanted beside the key; nil: all.
    let columns: Set<String>?

    func takes(_ change: Change, _ row: JSONObject) -> Bool {
        (self.change ?? change) == change && filters.allSatisfy { $0.holds(of: row) }
    }
}

/// Why a channel gets no rows, worded as by the real service.
struct SupabaseBindingFault: Error, Hashable {
    let message: String
}

/// Reads what a join asks for.
struct SupabaseBindingReader {
    let table: SupabaseTable

    /// What a join may ask for.
    static let limit = 50

    /// - Returns: for each its id and itself as it came; those that say what they want; and the first fault, for which no rows
    ///   come at all.
    func read(_ list: [JSONValue]) -> (echo: [JSONValue], bindings: [SupabaseBinding], fault: SupabaseBindingFault?) {
        var (echo, bindings): ([JSONValue], [SupabaseBinding]) = ([], [])
        var fault: SupabaseBindingFault?
        for value in list {
            guard var object = value.object else { continue }
            let id = Self.id(of: value)
            do throws(SupabaseBindingFault) {
                if let binding = try binding(object, id) { bindings.append(binding) }
            } catch {
                fault = fault ?? error
            }
            object["id"] = JSONValue(id)
            echo.append(.object(object))
        }
        return (echo, bindings, fault)
    }

    /// A number that equal bindings share, from 1 to 2²⁷ − 1: clients take 0 for none.
    private static func id(of binding: JSONValue) -> Int {
        Int(FowlerNollVo.hash64(binding.utf8) % ((1 << 27) - 1)) + 1
    }

    /// - Returns: nil for one that wants only what never happens here, such as DELETE.
    private func binding(_ object: JSONObject, _ id: Int) throws(SupabaseBindingFault) -> SupabaseBinding? {
        // Python's client says `events` from 2.7.0 to 2.27.0.
        let event = (object["event"] ?? object["events"])?.string?.uppercased() ?? "*"
        let schema = object["schema"]?.string
        let name = object["table"]?.string
        let filter = object["filter"]
        guard schema != nil || name != nil, filter == nil || schema != nil && name != nil else {
            throw SupabaseBindingFault(
                message: """
                    No subscription params provided. Please provide at least a `schema` or `table` to subscribe to: \
                    \(JSONValue.object(object).text)
                    """
            )
        }
        let parameters = """
            [event: \(event), schema: \(schema ?? "public"), table: \(name ?? "*"), \
            filters: [\(filter?.string.map { "\"\($0)\"" } ?? "")], select: nil]
            """
        guard schema ?? "public" == table.schema || schema == "*", (name ?? "*") == table.name || (name ?? "*") == "*"
        else {
            throw SupabaseBindingFault(
                message: """
                    Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect \
                    parameters: \(parameters)
                    """
            )
        }
        let filters = try self.filters(filter, parameters)
        guard event != "DELETE" else { return nil }
        // Unknown ones count as all.
        let change = SupabaseBinding.Change(rawValue: event)
        return .init(id: id, change: change, filters: filters, columns: object["select"].flatMap(Self.columns))
    }

    private static func columns(_ select: JSONValue) -> Set<String>? {
        let names =
            select.array?.compactMap(\.string) ?? select.string?.split(separator: ",").map { String($0).trimmed } ?? []
        return names.isEmpty || names.contains("*") ? nil : Set(names)
    }

    private func filters(_ value: JSONValue?, _ parameters: String) throws(SupabaseBindingFault) -> [RowFilter] {
        guard let value else { return [] }
        guard let text = value.string else {
            throw SupabaseBindingFault(message: "Error parsing `filter` params: [\"\(value.text)\"]")
        }
        do throws(RowFilterReader.Fault) {
            return try RowFilterReader(table: table).filters(text)
        } catch {
            throw SupabaseBindingFault(error, parameters)
        }
    }
}

extension SupabaseBindingFault {
    fileprivate init(_ fault: RowFilterReader.Fault, _ parameters: String) {
        let parsing = "Error parsing `filter` params: "
        let refused = """
            Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: \
            \(parameters). Exception: ERROR 
            """
        message =
            switch fault {
            case .unreadable(let parts): parsing + "[" + parts.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
            case .listWithoutParentheses: parsing + "`in` filter value must be wrapped by parentheses"
            case .emptySegment: parsing + "filter must not contain empty segments (check for extra commas)"
            case .tooManyValues: parsing + "there are more values than \(RowFilterReader.valueLimit)"
            case .unsupported(let known): parsing + "the operator `\(known.rawValue)` isn't supported"
            case .unknownColumn(let name), .notFilterable(let name):
                refused + "P0001 (raise_exception) invalid column for filter \(name)"
            case .badValue(let text, let type):
                refused
                    + "22P02 (invalid_text_representation) invalid input syntax for type \(type.rawValue): \"\(text)\""
            }
    }
}
