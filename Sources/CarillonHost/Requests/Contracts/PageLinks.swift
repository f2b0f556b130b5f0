import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// Path and query of the pages around the one that was asked for: the request's own, with another page in it.
///
/// The path is as the client wrote it, so that links hold under each of the contract's places; no host is in them, for only
/// the contract knows by which name its clients reach it.
struct PageLinks: Sendable {
    private let path: String
    private let query: [Substring]
    /// The query parameter that says which page is meant, and as what.
    private let paging: (input: String, parameter: String)?

    /// Nil for an operation that has no pages.
    init?(_ route: ContractRoute, _ request: APIRequest) {
        guard route.operation.specification.givesPages else { return nil }
        // Two slashes at the beginning would lead to another host (RFC 3986, section 4.2).
        path = "/" + request.rawPath.drop { $0 == "/" }
        query = request.rawQuery.split(separator: "&")
        paging = route.pagingParameter
    }

    /// - Parameter result: of the operation.
    func json(around result: JSONObject) -> JSONObject {
        var links = JSONObject([.init("self", .string(Self.reference(path, query)))])
        guard let paging else { return links }
        let places: [(String, JSONValue?)] =
            switch paging.input {
            case "cursor": [("next", result["nextCursor"]), ("first", .null)]
            case "offset":
                [
                    ("next", result["nextOffset"]), ("previous", result["previousOffset"]),
                    ("first", place(result["offset"], 0)), ("last", place(result["offset"], lastOffset(of: result))),
                ]
            case "pageIndex":
                [
                    ("next", result["nextPageIndex"]), ("previous", result["previousPageIndex"]),
                    ("first", place(result["offset"], 0)), ("last", place(result["offset"], pageCount(of: result) - 1)),
                ]
            default:
                [
                    ("next", result["nextPage"]), ("previous", result["previousPage"]),
                    ("first", place(result["offset"], 1)), ("last", place(result["offset"], pageCount(of: result))),
                ]
            }
        for (name, value) in places {
            links[name] = value.map { .string(reference(to: $0, paging.parameter)) }
        }
        return links
    }

    /// Only pages that are counted have one.
    private func place(_ offset: JSONValue?, _ number: Int64) -> JSONValue? { offset.map { _ in JSONValue(number) } }

    private func pageCount(of result: JSONObject) -> Int64 { result["pageCount"]?.integer ?? 1 }

    private func lastOffset(of result: JSONObject) -> Int64 {
        (pageCount(of: result) - 1) * (result["limit"]?.integer ?? 1)
    }

    /// - Parameter page: what the parameter says; null: it is left out.
    private func reference(to page: JSONValue, _ parameter: String) -> String {
        var items = query.filter { item in
            APIRequest.query(of: "?" + item)?.first?.name != parameter
        }
        if !page.isNull {
            let value = PercentEncoding.encode(TemplateScope.text(of: page))
            items.append("\(PercentEncoding.encode(parameter))=\(value)")
        }
        return Self.reference(path, items)
    }

    private static func reference(_ path: String, _ query: [Substring]) -> String {
        query.isEmpty ? path : path + "?" + query.joined(separator: "&")
    }
}
