import CarillonModel

/// A `curl` line, read.
struct CurlCommand: Sendable {
    /// Why a line can't become a channel file, for people.
    struct Fault: Error {
        let message: String
    }

    let request: ShownRequest

    /// - Throws: ``Fault``.
    init(_ line: String) throws(Fault) {
        var arguments = try Self.arguments(of: line)
        guard arguments.first == "curl" else { throw Fault(message: "this doesn't begin with `curl`") }
        arguments.removeFirst()
        var options = Options()
        while !arguments.isEmpty { try options.take(&arguments) }
        guard let url = options.url else { throw Fault(message: "there is no URL") }
        guard let scheme = url.firstRange(of: "://"), url[..<scheme.lowerBound] == "https" else {
            throw Fault(message: "the URL isn't an https URL: \(url)")
        }
        let rest = url[scheme.upperBound...]
        let host = rest.prefix { !"/?#".contains($0) }
        guard !host.contains("$"), !host.contains("@"), !host.isEmpty else {
            throw Fault(message: "the host is no fixed name: \(host)")
        }
        let target = rest.dropFirst(host.count).prefix { $0 != "#" }
        let plain = target.prefix { $0 != "?" }
        var request = ShownRequest(
            method: "GET",
            origin: "https://\(host)",
            path: plain.isEmpty ? "/" : String(plain),
            query: FormText.fields(target.dropFirst(plain.count + 1)),
            headers: options.headers,
            user: options.user
        )
        let type = request.headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
        if options.isQuery {
            request.query += options.data.flatMap { FormText.fields($0) }
        } else if !options.data.isEmpty {
            request.body = try Self.body(options.data, isJSON: options.isJSON || type.contains("json"))
        }
        let hasBody = if case .none = request.body { false } else { true }
        request.method = options.method ?? (hasBody ? "POST" : "GET")
        guard ["GET", "POST", "PUT"].contains(request.method) else {
            throw Fault(message: "a channel file sends GET, POST or PUT, not \(request.method)")
        }
        self.request = request
    }

    private static func body(_ data: [String], isJSON: Bool) throws(Fault) -> ShownRequest.Body {
        let text = data.joined(separator: "&")
        if isJSON || text.first == "{" || text.first == "[" {
            guard let json = try? JSONValue(parsing: text.utf8) else { throw Fault(message: "the body is no JSON") }
            return .json(json)
        }
        return .form(FormText.fields(text))
    }
}

extension CurlCommand {
    /// What the options say, one after the other.
    private struct Options {
        var method: String?
        var url: String?
        var headers: [(name: String, value: String)] = []
        var user: String?
        var data: [String] = []
        var isJSON = false
        /// `-G`: the data belong into the query.
        var isQuery = false

        /// Those that change nothing of what is sent.
        private static let ignored: Set<String> = [
            "-s", "--silent", "-S", "--show-error", "-i", "--include", "-v", "--verbose", "-L", "--location", "-f",
            "--fail",
            "--compressed", "-sS", "--http1.1", "--http2",
        ]
        private static let ignoredWithValue: Set<String> = [
            "-o", "--output", "-A", "--user-agent", "-m", "--max-time", "--connect-timeout", "--retry", "-w",
            "--write-out",
        ]

        mutating func take(_ arguments: inout [String]) throws(Fault) {
            var option = arguments.removeFirst()
            guard option.hasPrefix("-") else {
                url = option
                return
            }
            guard !Self.ignored.contains(option) else { return }
            var value: String?
            if option.hasPrefix("--"), let equals = option.firstIndex(of: "=") {
                value = String(option[option.index(after: equals)...])
                option = String(option[..<equals])
            } else if !option.hasPrefix("--"), option.count > 2, "XHdu".contains(option.dropFirst().first ?? " ") {
                value = String(option.dropFirst(2))
                option = String(option.prefix(2))
            }
            if ["-G", "--get"].contains(option) {
                isQuery = true
                return
            }
            if value == nil {
                guard !arguments.isEmpty else { throw Fault(message: "\(option) lacks its value") }
                value = arguments.removeFirst()
            }
            try set(option, value ?? "")
        }

        private mutating func set(_ option: String, _ value: String) throws(Fault) {
            switch option {
            case "-X", "--request": method = value.uppercased()
            case "--url": url = value
            case "-u", "--user": user = value
            case "-H", "--header":
                guard let colon = value.firstIndex(of: ":") else { return }
                let text = value[value.index(after: colon)...].drop { $0 == " " }
                headers.append((String(value[..<colon]), String(text)))
            case "-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json", "--data-urlencode":
                guard !value.hasPrefix("@") else { throw Fault(message: "\(option) \(value): write the body itself") }
                if option == "--json" { isJSON = true }
                data.append(option == "--data-urlencode" ? Self.encoded(value) : value)
            case "-F", "--form": throw Fault(message: "channel files send no multipart forms")
            default:
                guard Self.ignoredWithValue.contains(option) else {
                    throw Fault(message: "the option \(option) isn't known here")
                }
            }
        }

        /// `name=content`, with the content encoded so far that it isn't taken for more.
        private static func encoded(_ text: String) -> String {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return text }
            let value = parts[1].replacing("%", with: "%25").replacing("&", with: "%26").replacing("+", with: "%2B")
            return "\(parts[0])=\(value)"
        }
    }

    /// The words of a line as a shell splits it; variables stay as they are written.
    ///
    /// Source: POSIX shell command language, section 2.2.
    private static func arguments(of line: String) throws(Fault) -> [String] {
        var arguments: [String] = []
        var word: String?
        var quote: Character?
        var rest = Array(line.replacing("\r\n", with: "\n"))[...]
        while let character = rest.popFirst() {
            switch (quote, character) {
            case ("'"?, "'"), ("\""?, "\""): quote = nil
            case (nil, "'"), (nil, "\""):
                quote = character
                word = word ?? ""
            case (nil, "\\"), ("\""?, "\\"):
                guard let next = rest.popFirst() else { break }
                // A line that goes on in the next.
                if next == "\n" { break }
                let isPlain = quote == nil || "\"\\$`".contains(next)
                word = (word ?? "") + (isPlain ? "\(next)" : "\\\(next)")
            case (nil, _) where character.isWhitespace:
                if let word { arguments.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { throw Fault(message: "a quotation mark isn't closed") }
        return arguments + (word.map { [$0] } ?? [])
    }
}
