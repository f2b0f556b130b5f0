import HTTPTypes

extension HTTPFields {
    /// From the headers of our answers; names that aren't valid are left out.
    init(_ headers: [(name: String, value: String)]) {
        self.init()
        for header in headers {
            guard let name = HTTPField.Name(header.name) else { continue }
            append(HTTPField(name: name, value: header.value))
        }
    }
}
