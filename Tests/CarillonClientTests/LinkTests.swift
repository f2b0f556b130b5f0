import CarillonClient
import CarillonModel
import Testing

struct LinkTests {
    fileprivate static func links() throws -> AppLinks {
        AppLinks(try VectorFile.links.contents().required("deepLinks"))
    }

    @Test(arguments: try VectorFile.links.vectors())
    func `a link leads where the vectors say, or nowhere`(_ vector: Vector) throws {
        let vector = vector.json
        let (links, link) = (try Self.links(), try vector.text("link"))
        guard let expected = vector["destination"] else {
            let fault = try #require(LinkFault(rawValue: try vector.text("fault")))
            #expect(throws: fault) { try links.read(link) }
            return
        }
        let destination = try links.read(link)
        #expect(destination.json.sorted == expected.sorted)
        // Printing is the inverse of reading.
        let form = try #require(LinkForm(rawValue: try vector.text("form")))
        let printed = try #require(try links.link(to: destination, as: form))
        #expect(try links.read(printed) == destination)
        #expect((printed == link) == vector["isPrinted"]?.boolean)
    }

    @Test func `no destination with a wrong value is printed`() throws {
        let links = try Self.links()
        for value in ["../admin", "a/b", "a?b=c", "a#b", "a b", "%2e%2e", "", "{id}", "а", "a\n", "@evil.example"] {
            #expect(throws: LinkFault.badParameter) {
                try links.link(to: Destination("event", ["id": value]), as: .app)
            }
        }
        #expect(throws: LinkFault.missingParameter) { try links.link(to: Destination("event"), as: .app) }
        #expect(throws: LinkFault.undeclaredParameter) {
            try links.link(to: Destination("home", ["id": "1"]), as: .app)
        }
        #expect(throws: LinkFault.noSuchRoute) { try links.link(to: Destination("nowhere"), as: .app) }
        #expect(try links.link(to: Destination("order", ["id": "9"]), as: .app) == nil)
    }
}

struct LinkInvariants {
    @Test func `any text is read without harm, and what is taken comes back`() throws {
        let links = try LinkTests.links()
        let pieces = [
            "shop://", "https://app.shop.example", "/", "events", "search", "?q=", "%2e", "%252f", "..", "@", ":", "#",
            "81", "é", "\\", "&", "=", "+", "%", "\n", "pages/a/b", "home",
        ]
        var random = RandomInputs("links", usual: 20_000, seed: 11)
        var taken = 0
        for _ in 0..<random.count {
            let count = Int.random(in: 1...5, using: &random.generator)
            let link = (0..<count).compactMap { _ in pieces.randomElement(using: &random.generator) }.joined()
            guard let destination = try? links.read(link) else { continue }
            taken += 1
            hold(links.isSound(destination), link)
        }
        #expect(taken > 50)
    }
}
