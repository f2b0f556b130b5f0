import Foundation

/// Where programs write.
enum Output {
    /// Whole lines reach a pipe at once, so that who watches sees them.
    static func lineBuffered() {
        setvbuf(stdout, nil, _IOLBF, 0)
    }

    static func complain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
