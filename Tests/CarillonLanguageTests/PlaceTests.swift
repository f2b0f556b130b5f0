import CarillonLanguage
import CarillonModel
import CarillonProfiles
import Testing

/// Every place of the five tenants at which a key or a word of a list stands: what is written there is offered, and explained.
struct PlaceTests {
    /// A value of a file, and the way to it.
    private struct Place {
        let steps: [JSONStep]
        let node: JSONNode
    }

    private static func places(in file: SyntaxFile) -> [Place] {
        var found: [Place] = []
        func visit(_ node: JSONNode, _ steps: [JSONStep]) {
            found.append(Place(steps: steps, node: node))
            for member in node.members { visit(member.value, steps + [.name(member.name)]) }
            for (index, element) in node.elements.enumerated() { visit(element, steps + [.index(index)]) }
        }
        if let root = file.root { visit(root, []) }
        return found
    }

    @Test(arguments: RealTenants.names) func `each key that is written is offered and explained`(name: String) throws {
        let tenant = LanguageTenant.snapshot(of: try RealTenants.folder(name))
        var count = 0
        for file in tenant.files.values {
            for place in Self.places(in: file) {
                guard let guide = ShapeGuide(file: file.path, at: place.steps, in: file.root) else { continue }
                for member in place.node.members {
                    guard let key = guide.keys.first(where: { $0.name == member.name }) else { continue }
                    let offset = member.nameRange.lowerBound + 1
                    let offered = tenant.completions(at: offset, in: file.path).filter { $0.label == member.name }
                    #expect(offered.map(\.range) == [member.nameRange], "\(file.path) \(place.steps) \(member.name)")
                    let hover = tenant.hover(at: offset, in: file.path)
                    #expect(hover?.text.contains(key.description) == true, "\(file.path) \(place.steps) \(member.name)")
                    count += 1
                }
            }
        }
        #expect(count > 60)
    }

    @Test(arguments: RealTenants.names) func `each word of a list is offered`(name: String) throws {
        let tenant = LanguageTenant.snapshot(of: try RealTenants.folder(name))
        var count = 0
        for file in tenant.files.values {
            for place in Self.places(in: file) {
                guard let text = place.node.string,
                    let guide = ShapeGuide(file: file.path, at: place.steps, in: file.root),
                    guide.choices.contains(text)
                else { continue }
                let offered = tenant.completions(at: place.node.range.lowerBound + 1, in: file.path)
                #expect(offered.first { $0.label == text }?.range == place.node.range, "\(file.path) \(place.steps)")
                count += 1
            }
        }
        #expect(count > 20)
    }

    @Test(arguments: RealTenants.names) func `each name leads to where it is declared`(name: String) throws {
        let tenant = LanguageTenant.snapshot(of: try RealTenants.folder(name))
        var count = 0
        for place in tenant.names.places where !place.isDeclaration {
            let offset = place.place.range.lowerBound
            #expect(!tenant.definitions(at: offset, in: place.place.path).isEmpty, "\(place)")
            #expect(tenant.hover(at: offset, in: place.place.path) != nil, "\(place)")
            let references = tenant.references(at: offset, in: place.place.path, withDeclarations: false)
            #expect(references.contains(place.place))
            count += 1
        }
        #expect(count > 40)
    }

    @Test func `a contract's words are the tenant's names`() throws {
        let tenant = LanguageTenant.snapshot(of: try RealTenants.folder("dossier"))
        let found = Set(tenant.names.places(in: "contract.json").map { "\($0.name.kind) \($0.name.text)" })
        #expect(found.isSuperset(of: ["event notification.sent", "category signal", "field title"]))
        let field = try #require(tenant.names.places(in: "contract.json").first { $0.name.kind == .field })
        let renaming = try tenant.rename(at: field.place.range.lowerBound, in: "contract.json", to: "renamed_x")
        #expect(renaming.isBreakingForSenders)
        #expect(Set(renaming.edits.map(\.path)).isSuperset(of: ["contract.json", "events.json", "templates/en.json"]))
    }

    @Test func `colours and addresses are found where they are written`() throws {
        let snapshot = LanguageTenant.shop.replacing(
            #""tenant": "shop","#,
            with: ##""$schema": "../schema/profile.json", "tenant": "shop", "hosts": ["#ABCDEF"],"##,
            in: "profile.json"
        ).snapshot
        let bytes = try #require(snapshot.files["profile.json"]).bytes
        let colors = snapshot.colors(of: "profile.json")
        #expect(colors.map { [$0.red, $0.green, $0.blue] } == [[255, 107, 53]])
        #expect(colors.map { String(decoding: bytes[$0.range], as: UTF8.self) } == ["#FF6B35"])
        #expect(ColorPlace.text(red: 255, green: 107, blue: 53) == "#FF6B35")
        #expect(snapshot.links(of: "profile.json").map(\.target) == ["../schema/profile.json"])
    }
}
