/// Quotes text for lines that are pasted into a shell.
enum ShellWord {
    /// The text as one quoted word of a POSIX shell.
    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
