import ArgumentParser
import CarillonProfiles

extension UnreadablePath {
    /// Says on standard error what cannot be read; thrown, it ends the program with status 66.
    var exit: ExitCode {
        Terminal.printError("Error: \(self)\n")
        return ExitCode(.noInput)
    }
}
