/// This release of Carillon: both programs say it, and reports name it.
public enum Release {
    /// Semantic Versioning.
    public static let version = "0.1.0"
}
