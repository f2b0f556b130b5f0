extension String {
    /// Nothing but blanks and characters that are never seen, such as a zero-width space.
    public var isBlank: Bool {
        unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
    }
}
