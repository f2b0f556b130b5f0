import ArgumentParser
import CarillonModel

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Format MessageFormat 2 messages: JSON lines in, JSON lines out.",
        discussion: """
            Each line of standard input is an object {"id", "locale", "src", "params", "bidi"}; bidi is "default" or \
            "none". Parameters are JSON values; {"value": "12.50", "currency": "NOK"} is money and \
            {"instant": "2026-02-25T06:13:20Z"} a point in time. "now" (2026-02-25T12:00:00Z when silent) and "timeZone" \
            (UTC) may be given, too. Each answer is {"id", "output", "errors"}; a line that is no such object is answered \
            with {"id", "error"}, and makes the exit status 1.
            """
    )

    func run() throws {
        var isClean = true
        while let line = readLine() {
            // An empty line, such as the last of a hand-made file, is no request.
            guard line.contains(where: { !$0.isWhitespace }) else { continue }
            let answer = FormatAnswer(to: line)
            isClean = isClean && answer.isOutput
            print(answer.json.text)
            // A client on a pipe may wait for this answer before its next request.
            fflush(nil)
        }
        if !isClean { throw ExitCode(.foundErrors) }
    }
}
