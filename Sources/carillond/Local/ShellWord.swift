/// Text for lines that are pasted into a shell.
enum ShellWord {
    /// As one word of a POSIX shell.
    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
