import CarillonModel

/// The colours that a client was given last, so that it can be told what has changed.
struct TokenResults {
    private var known: [String: (id: String, data: [Int])] = [:]
    private var count = 0

    mutating func forget(_ uri: String) { known[uri] = nil }

    mutating func keep(_ data: [Int], of uri: String) -> String {
        count += 1
        let id = String(count)
        known[uri] = (id, data)
        return id
    }

    /// What the client has under that name; nil where it isn't the last.
    func data(of uri: String, id: String) -> [Int]? { known[uri].flatMap { $0.id == id ? $0.data : nil } }
}
