import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Testing

@testable import CarillonHost

/// One specification says all of an operation, and one handler does it.
struct OperationSpecificationTests {
    @Test(arguments: Operation.allCases) func `an operation has one handler, of the kind that its answer needs`(
        operation: Operation
    ) throws {
        let handlers = OperationHandler.all.filter { $0.operation == operation }.map(\.handler)
        #expect(handlers.count == 1)
        switch (operation.specification.answer, try #require(handlers.first)) {
        case (.result, .fields), (.events, .event), (.stream, .stream), (.forwardedLogin, .forwarding): break
        case (let answer, _): Issue.record("\(operation.rawValue) answers with \(answer), and its handler doesn't")
        }
    }

    @Test func `a handler is of an operation that there is`() {
        #expect(OperationHandler.all.count == Operation.allCases.count)
        #expect(Set(Operation.allCases.map(\.rawValue)).count == Operation.allCases.count)
    }

    @Test(arguments: Operation.allCases) func `what a specification names are fields of its own`(operation: Operation) {
        let specification = operation.specification.with(toggles: ["pushEnabled"])
        let names = Set(specification.fields.map(\.name))
        #expect(names.count == specification.fields.count)
        for group in specification.oneOf { #expect(names.isSuperset(of: group)) }
        guard let route = specification.route else { return }
        #expect(names.isSuperset(of: route.fieldsInPath))
        #expect(names.isSuperset(of: route.source.parameters.map(\.field)))
        let members = Set(specification.ownResult.map(\.name))
        if let member = route.member { #expect(members.contains(member)) }
        if let only = route.only { #expect(members.isSuperset(of: only)) }
    }

    @Test(arguments: Operation.allCases) func `the example of a field is taken by its reading and by its schema`(
        operation: Operation
    ) {
        let context = FieldContext(profile: .shop("shop"), registry: ChannelRegistry([]))
        for field in operation.specification.fields where !Self.dependsOnProfile(field.kind) {
            let reading = FieldReading(JSONObject([.init(field.name, field.example)]), [field], context)
            #expect(reading.faults.isEmpty, "\(field.name): \(reading.faults)")
            #expect(field.example.faults(against: field.schema(in: context)) == [], "\(field.name)")
        }
    }

    private static func dependsOnProfile(_ kind: FieldKind) -> Bool {
        switch kind {
        case .named, .categories, .deepLink: true
        case .list(of: let element, most: _): dependsOnProfile(element)
        default: false
        }
    }

    @Test func `a field that stands alone lets no other beside it`() throws {
        let context = FieldContext(profile: .shop("shop"), registry: ChannelRegistry([]))
        let both: JSONObject = ["subscriptions": [["topic": "news"]], "topic": "news"]
        let reading = FieldReading(both, of: Operation.subscriptionsAdd.specification, context)
        #expect(reading.faults.map(\.pointer) == ["/topic"] && reading.faults.map(\.code) == [.unknownField])
        let none = FieldReading(JSONObject(), of: Operation.subscriptionsAdd.specification, context)
        #expect(none.faults == [.missing("/topic")])
    }

    /// The rule that answers are held to by ``SpecifiedAnswer``.
    @Test(arguments: [
        (#"{"device": {"id": "1", "token": "t", "plugin": "p", "registeredAt": "now", "status": "active"}}"#, 1),
        (#"{"device": {"id": 1, "plugin": "p", "registeredAt": "2026-02-25T12:00:00Z", "status": "gone"}}"#, 3),
        (#"{"device": null, "other": 1}"#, 2), (#"{}"#, 1),
    ])
    func `an answer that isn't as specified is reported with its places`(text: String, count: Int) throws {
        let profile = TenantProfile.shop("shop") { $0.devices.owner = .subscription }
        let schema = ResultSchema(profile: profile, registry: ChannelRegistry([]))
        let specified = schema.object(Operation.devicesRegister.specification.ownResult)
        let faults = try JSONValue(parsing: Array(text.utf8)).faults(against: specified)
        #expect(faults.count == count, "\(faults)")
    }
}
