import CarillonClient
import CarillonModel
import CarillonProfiles
import Testing

/// An app follows exactly the links that the host lets go out.
struct HostLinkTests {
    @Test(arguments: try VectorFile.links.vectors())
    func `the host decides as the vectors say`(_ vector: Vector) throws {
        let vector = vector.json
        let checker = DeepLinkChecker(try Self.links())
        let link = try vector.text("link")
        guard let expected = vector["destination"] else {
            #expect(throws: DeepLinkFault.self) { try checker.check(link) }
            return
        }
        let match = try checker.match(link)
        #expect(match.route?.id == expected["route"]?.string)
        #expect(match.values == expected.map("values"))
        #expect(match.kind.rawValue == vector["form"]?.string)
    }

    fileprivate static func links() throws -> DeepLinks {
        let json = try VectorFile.links.contents().required("deepLinks")
        var links = DeepLinks()
        links.schemes = try json.texts("schemes")
        links.origins = try json.texts("origins")
        links.routes = try json.list("routes").map { json in
            var route = Route(id: try json.text("id"))
            route.parameters = try json.map("params").map { name, type in
                Route.Parameter(name, try #require(Route.ParameterType(rawValue: type)))
            }
            route.app = try json["app"]?.string.map { try PlaceholderText($0) }
            route.web = try json["web"]?.string.map { try PlaceholderText($0) }
            route.screen = try json["screen"]?.string.map { try PlaceholderText($0) }
            return route
        }
        return links
    }
}

/// They agree about links that nobody wrote down, too.
struct HostLinkInvariants {
    @Test func `host and app agree about any link`() throws {
        let checker = DeepLinkChecker(try HostLinkTests.links())
        let links = AppLinks(try VectorFile.links.contents().required("deepLinks"))
        let given = try VectorFile.links.vectors().compactMap { $0.json["link"]?.string }
        var random = RandomInputs("links of host and app", usual: 20_000, seed: 3)
        for _ in 0..<random.count {
            var bytes = Array((given.randomElement(using: &random.generator) ?? "").utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random.generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random.generator)
                let byte = Array("/?#%&=:@.2eEfF5c\\aZ0 ~-_".utf8).randomElement(using: &random.generator) ?? 0x61
                if Bool.random(using: &random.generator) { bytes[place] = byte } else { bytes.insert(byte, at: place) }
            }
            let link = String(decoding: bytes, as: UTF8.self)
            let (host, app) = (try? checker.match(link), try? links.read(link))
            hold(host?.route?.id == app?.route, link)
            hold(host?.values == app?.values, link)
        }
    }
}
