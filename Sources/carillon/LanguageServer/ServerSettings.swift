import CarillonModel

/// What a user can switch off, under `carillon` in the client's settings or in its initialization options.
struct ServerSettings {
    /// Finished words beside messages.
    private(set) var showsWords = true
    /// Numbers beside plural forms.
    private(set) var showsNumbers = true
    /// Resolved links beside routes.
    private(set) var showsLinks = true

    init() {}

    init(_ value: JSONValue?) {
        let hints = (value?["carillon"] ?? value)?["inlayHints"]
        showsWords = hints?["words"]?.boolean ?? true
        showsNumbers = hints?["numbers"]?.boolean ?? true
        showsLinks = hints?["links"]?.boolean ?? true
    }
}
