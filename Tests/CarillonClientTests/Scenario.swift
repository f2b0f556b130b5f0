import CarillonClient
import CarillonModel
import Testing

/// Runs the scenarios of a reducer: each step's effects are exactly those of the vector, and the state has what it names.
struct Scenario<Machine: Reducer> {
    let reducer: Machine
    let state: Machine.State
    /// Nil where the event can't be read, which is as good as none.
    let event: (JSONValue) throws -> Machine.Event?
    let effect: (Machine.Effect) -> JSONValue
    /// The state, as far as vectors look at it.
    let describe: (Machine.State) -> JSONValue

    func run(_ vector: JSONValue) throws {
        let name = try vector.text("name")
        var state = state
        for (index, step) in try vector.list("steps").enumerated() {
            let event = try event(try step.required("event"))
            let effects = event.map { reducer.reduce(&state, $0) } ?? []
            #expect(
                JSONValue.array(effects.map(effect)).sorted == step["effects"]?.sorted,
                "effects of step \(index) of “\(name)”"
            )
            let description = describe(state)
            for member in step["state"]?.object?.members ?? [] {
                #expect(
                    description[member.name]?.sorted == member.value.sorted,
                    "\(member.name) after step \(index) of “\(name)”"
                )
            }
        }
    }
}

extension RequestOutcome {
    init(_ json: JSONValue) throws {
        self.init(status: Int(try json.time("status")), retryAfter: json["retryAfter"]?.integer)
    }
}

/// An event of a vector that no reader knows.
struct UnknownEvent: Error {
    let event: JSONValue
}
