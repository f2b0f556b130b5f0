import Foundation

/// Where the program writes: unbuffered, so that who watches a pipe sees a line when it is printed.
///
/// Where nobody reads any more, such as in a terminal that was closed, output is lost; the work goes on, and ends as it
/// should.
enum Output {
    static func print(_ text: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
    }

    static func printError(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }
}
