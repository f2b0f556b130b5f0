import Foundation

/// Writes without buffering, so that a reader of a pipe sees each line as soon as it is printed.
///
/// Where nobody reads any more, for example because the terminal was closed, output is discarded. The program carries
/// on and ends normally.
enum Output {
    static func print(_ text: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
    }

    static func printError(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }
}
