import HTTPTypes

extension HTTPFields {
    /// Those of our answers; what is no header's name is left out.
    init(_ headers: [(name: String, value: String)]) {
        self.init()
        for header in headers {
            guard let name = HTTPField.Name(header.name) else { continue }
            append(HTTPField(name: name, value: header.value))
        }
    }
}
