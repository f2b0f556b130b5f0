/// RFC 6901.
enum JSONPointer {
    /// `/name`, with `~` and `/` escaped.
    static func step(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
            return "/" + name
        }
        return "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}
