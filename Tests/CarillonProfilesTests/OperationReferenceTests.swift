import CarillonModel
import CarillonProfiles
import Testing

/// What contracts are told of operations is what they are checked against.
struct OperationReferenceTests {
    @Test(arguments: Operation.allCases) func `an operation stands there with all it takes and gives`(
        operation: Operation
    ) {
        let description = operation.specification.with(toggles: OperationReference.toggles)
        #expect(OperationReference.page.contains("## \(operation.rawValue)\n\n\(description.summary)"))
        for input in description.fields { #expect(OperationReference.page.contains("`\(input.name)`")) }
    }

    /// So what a contract is told it can name is what the table says.
    @Test(arguments: Operation.allCases, [false, true])
    func `the example of an operation is a valid route`(operation: Operation, fillsAll: Bool) throws {
        guard let route = OperationExample(operation, fillsAll: fillsAll)?.route else { return }
        let push = #""channels": ["in-app", "push"]"#
        // Most of the routes don't mark what is read.
        let shop = WrittenShop().with("events.json", push, push + #", "badge": "none""#)
        let contract: JSONValue = ["routes": [route]]
        #expect(shop.with("contract.json", contract.text).codes == [])
    }
}
