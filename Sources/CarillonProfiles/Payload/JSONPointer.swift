/// RFC 6901.
package enum JSONPointer {
    /// `/name`, with `~` and `/` escaped.
    package static func step(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
            return "/" + name
        }
        return "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// The name that a step, without its slash, stands for.
    package static func name(_ step: some StringProtocol) -> String {
        String(step).replacing("~1", with: "/").replacing("~0", with: "~")
    }
}

/// Where a value stands: the pointer is only put together when something is wrong with it.
struct JSONPlace {
    /// The pointer of what holds it.
    let parent: String
    /// Its name there, or its index.
    let step: String

    var pointer: String { parent + JSONPointer.step(step) }
}
