/// RFC 6901.
package enum JSONPointer {
    /// `/name`, with `~` and `/` escaped.
    package static func step(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
            return "/" + name
        }
        return "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// The name that a reference token, without its slash, stands for.
    package static func name(_ step: some StringProtocol) -> String {
        String(step).replacing("~1", with: "/").replacing("~0", with: "~")
    }
}

/// The place of a value.
///
/// The pointer is put together only when a fault is reported.
struct JSONPlace {
    /// The pointer of the container.
    let parent: String
    /// The name or index in the container.
    let step: String

    var pointer: String { parent + JSONPointer.step(step) }
}
