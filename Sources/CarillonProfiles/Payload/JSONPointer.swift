/// RFC 6901.
enum JSONPointer {
    /// `/name`, with `~` and `/` escaped.
    static func step(_ name: String) -> String {
        "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}
