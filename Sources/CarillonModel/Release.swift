/// This release of Carillon: both programs print it, and reports contain it.
public enum Release {
    /// Semantic Versioning.
    public static let version = "0.1.0"
}
