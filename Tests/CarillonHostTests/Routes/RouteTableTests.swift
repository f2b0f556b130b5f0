import CarillonModel
import CarillonProfiles
import Testing

@testable import CarillonHost

/// Which route takes a request.
struct RouteTableTests {
    /// Routes as `GET /a/{b}`, each its own endpoint.
    private static func table(_ routes: [String]) throws -> RouteTable<String> {
        try RouteTable(
            routes.map { text in
                let sides = text.split(separator: " ").map(String.init)
                let method = try #require(RequestMethod(rawValue: sides[0]))
                return DeclaredRoute(method, try #require(PathTemplate(sides[1])), from: "test", text)
            }
        )
    }

    private static func found(_ method: String, _ target: String, in table: RouteTable<String>) throws -> String? {
        let path = try #require(APIRequest.path(of: target))
        guard case .match(let match) = table.resolve(method, path[...]) else { return nil }
        return match.route.endpoint
    }

    @Test(arguments: [
        ("/a/b", "GET /a/b"), ("/a/c", "GET /a/{x}"), ("/c/b", "GET /{y}/b"), ("/c/d", "GET /{y}/{z}"),
        // From the left: the first segment decides, however many parameters follow.
        ("/a/b/c", "GET /a/{x}/{z}"), ("/c/b/c", "GET /{y}/b/c"),
        // Where a literal leads nowhere, a parameter may.
        ("/p/q/r", "GET /{y}/q/r"), ("/p/q/s", "GET /p/q/s"),
    ])
    func `a literal goes before a parameter, from the left, in whatever order they are declared`(
        target: String,
        expected: String
    ) throws {
        let routes = [
            "GET /{y}/{z}", "GET /a/{x}", "GET /{y}/b", "GET /a/b", "GET /{y}/b/c", "GET /a/{x}/{z}", "GET /p/q/s",
            "GET /{y}/q/r",
        ]
        #expect(try Self.found("GET", target, in: Self.table(routes)) == expected)
        #expect(try Self.found("GET", target, in: Self.table(routes.reversed())) == expected)
    }

    @Test func `only routes of the method count, and HEAD is GET`() throws {
        let table = try Self.table(["GET /d/failed", "GET /d/{id}", "DELETE /d/{id}", "POST /d"])
        #expect(try Self.found("GET", "/d/failed", in: table) == "GET /d/failed")
        #expect(try Self.found("HEAD", "/d/failed", in: table) == "GET /d/failed")
        #expect(try Self.found("DELETE", "/d/failed", in: table) == "DELETE /d/{id}")
        for method in ["HEAD", "GET", "get", "OPTIONS", "BREW", ""] {
            #expect(try Self.found(method, "/d", in: table) == nil, "\(method)")
        }
    }

    @Test func `a path that is there for others tells all their methods, and which goes before`() throws {
        let table = try Self.table(["GET /d/failed", "DELETE /d/{id}", "POST /d"])
        guard case .otherMethods(let methods, nearest: let match) = table.resolve("PUT", ["d", "failed"]) else {
            Issue.record("the path isn't there")
            return
        }
        #expect(methods.names == ["DELETE", "GET", "HEAD", "OPTIONS"])
        #expect(match.route.endpoint == "GET /d/failed" && match.parameters == [:])
        guard case .nothing = table.resolve("PUT", ["d", "failed", "x"]), case .nothing = table.resolve("GET", [])
        else {
            Issue.record("a path is there that isn't")
            return
        }
    }

    @Test func `parameters hold what stands in the path, decoded once`() throws {
        let table = try Self.table(["GET /chains/{chain}/safes/{safe}"])
        let path = try #require(APIRequest.path(of: "/chains/a%2Fb/safes/%2525"))
        guard case .match(let match) = table.resolve("GET", path[...]) else {
            Issue.record("nothing was found")
            return
        }
        #expect(match.parameters == ["chain": "a/b", "safe": "%25"])
        #expect(match.route.template == "/chains/{chain}/safes/{safe}")
    }

    /// For Swift, the sign for kelvin is a K.
    @Test func `what only looks like a literal is none`() throws {
        let table = try Self.table(["GET /Keys", "GET /x"])
        #expect(try Self.found("GET", "/Keys", in: table) != nil)
        #expect(try Self.found("GET", "/%E2%84%AAeys", in: table) == nil)
        #expect(try Self.found("GET", "/%4Beys", in: table) != nil)
        #expect(try Self.found("GET", "/X", in: table) == nil)
    }

    @Test(arguments: [
        ["GET /a/{x}", "GET /a/{y}"], ["POST /a", "GET /a", "POST /a"],
        ["GET /{a}/b/{c}", "GET /{a}/b", "GET /{x}/b/{y}"],
    ])
    func `two routes that can't be told apart are in no table, and both are named`(routes: [String]) throws {
        do {
            _ = try Self.table(routes)
            Issue.record("a table was made")
        } catch let clash as RouteClash {
            #expect(clash.second == "\(routes[routes.count - 1]) (test)")
            #expect(clash.first == "\(routes[0]) (test)")
            #expect(clash.description.contains(clash.first) && clash.description.contains(clash.second))
        }
    }

    /// The rule, as it is written down, against the trie.
    @Test func `a trie finds what the rule says`() throws {
        var numbers = Numbers()
        for _ in 0..<300 {
            var shapes: Set<[Bool: [String]]> = []
            var routes: [(method: RequestMethod, segments: [String])] = []
            for _ in 0..<12 {
                let segments = (0..<numbers.next(below: 4) + 1).map { _ in ["a", "b", "{}"][numbers.next(below: 3)] }
                let method = RequestMethod.allCases[numbers.next(below: 2)]
                if shapes.insert([method == .get: segments]).inserted { routes.append((method, segments)) }
            }
            let table = try Self.table(routes.map { "\($0.method.rawValue) " + Self.path($0.segments) })
            for _ in 0..<20 {
                let path = (0..<numbers.next(below: 5)).map { _ in ["a", "b", "c"][numbers.next(below: 3)] }
                let fitting = routes.filter { route in
                    route.method == .get && route.segments.count == path.count
                        && zip(route.segments, path).allSatisfy { $0 == "{}" || $0 == $1 }
                }
                let best = fitting.min { left, right in
                    left.segments.map { $0 == "{}" ? 1 : 0 }.lexicographicallyPrecedes(
                        right.segments.map { $0 == "{}" ? 1 : 0 }
                    )
                }
                let expected = best.map { "GET " + Self.path($0.segments) }
                #expect(try Self.found("GET", "/" + path.joined(separator: "/"), in: table) == expected)
            }
        }
    }

    /// Each parameter with a name of its own.
    private static func path(_ segments: [String]) -> String {
        segments.enumerated().map { $0.element == "{}" ? "/{p\($0.offset)}" : "/\($0.element)" }.joined()
    }
}

/// Numbers that are the same each time.
///
/// Source: Knuth, The Art of Computer Programming, volume 2, section 3.3.4, MMIX.
private struct Numbers {
    private var state: UInt64 = 20_261_123

    mutating func next(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}
