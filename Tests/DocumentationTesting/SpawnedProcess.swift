package import Foundation

/// A program that was started with `posix_spawn`, and is waited for with `waitpid`.
///
/// Foundation's `Process` on Linux takes a program for running as long as any that it has left in the background, and shells
/// of our pages leave some.
package struct SpawnedProcess: Sendable {
    package let identifier: pid_t

    package struct Failure: Error, CustomStringConvertible {
        package let number: Int32

        package init(number: Int32) { self.number = number }

        package var description: String { String(cString: strerror(number)) }
    }

    /// - Parameters:
    ///   - output: a descriptor that becomes its standard output.
    ///   - errors: one that becomes its standard error.
    package init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String],
        output: Int32,
        errors: Int32
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        var identifier = pid_t()
        let failure = Self.withCStrings([program] + arguments) { arguments in
            Self.withCStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
                posix_spawn(&identifier, program, &actions, nil, arguments, variables)
            }
        }
        guard failure == 0 else { throw Failure(number: failure) }
        self.identifier = identifier
    }

    /// Waits for its end, and not for what it has left in the background.
    ///
    /// - Parameter timeLimit: seconds after which it is asked to end.
    /// - Returns: its exit status; 128 and the signal's number where a signal ended it.
    package func status(within timeLimit: Double) -> Int32 {
        let rescue = DispatchWorkItem { [identifier] in kill(identifier, SIGTERM) }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit, execute: rescue)
        defer { rescue.cancel() }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// `texts` as an array of C strings that ends with nil.
    private static func withCStrings<Result>(
        _ texts: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers)
    }
}
