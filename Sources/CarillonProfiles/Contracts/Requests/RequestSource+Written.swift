extension RequestSource {
    /// Reads `body.push_token`, or `safe:{path.chainId}:{path.address}`.
    init?(written text: String) {
        if let path = RequestPath(text) {
            self = .field(path)
            return
        }
        guard let composed = try? PlaceholderText(text), !composed.fields.isEmpty,
            composed.fields.allSatisfy({ RequestPath($0.description) != nil })
        else { return nil }
        self = .composed(composed)
    }
}
