import CarillonLanguage
import CarillonModel
import CarillonProfiles

/// What is shown: hover, colours, hints, outlines.
extension LanguageServer {
    mutating func hover(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters),
            let hover = place.tenant.hover(at: try offset(parameters, in: place), in: place.path)
        else { return .null }
        let isMarkdown = abilities.hoverIsMarkdown
        return [
            "contents": [
                "kind": isMarkdown ? "markdown" : "plaintext",
                "value": .string(isMarkdown ? hover.text : hover.plainText),
            ],
            "range": place.lines.json(hover.range, abilities.encoding),
        ]
    }

    mutating func highlights(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return .null }
        return .array(
            place.tenant.highlights(at: try offset(parameters, in: place), in: place.path).map { found in
                [
                    "range": place.lines.json(found.range, abilities.encoding),
                    "kind": found.isDeclaration ? 3 : 2,
                ]
            }
        )
    }

    // MARK: colours

    mutating func allTokens(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return .null }
        let data = data(place.tenant.tokens(of: place.path), in: place.lines)
        return [
            "resultId": .string(tokens.keep(data, of: place.uri)), "data": .array(data.map { JSONValue($0) }),
        ]
    }

    mutating func changedTokens(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return .null }
        let known = parameters["previousResultId"]?.string.flatMap { tokens.data(of: place.uri, id: $0) }
        guard let old = known else { return try allTokens(parameters) }
        let new = data(place.tenant.tokens(of: place.path), in: place.lines)
        let id = tokens.keep(new, of: place.uri)
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
        var edits: [JSONValue] = []
        if start + end < max(old.count, new.count) {
            edits.append([
                "start": JSONValue(start), "deleteCount": JSONValue(old.count - start - end),
                "data": .array(new[start..<new.count - end].map { JSONValue($0) }),
            ])
        }
        return ["resultId": .string(id), "edits": .array(edits)]
    }

    mutating func someTokens(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return .null }
        let range = try range(parameters["range"], in: place)
        let data = data(place.tenant.tokens(of: place.path, in: range), in: place.lines)
        return ["data": .array(data.map { JSONValue($0) })]
    }

    /// Five numbers a token, as the protocol packs them: lines and columns count from the one before.
    private func data(_ tokens: [SemanticToken], in lines: TextLines) -> [Int] {
        var data: [Int] = []
        data.reserveCapacity(tokens.count * 5)
        var last = TextPosition(line: 0, character: 0)
        var reader = PositionReader(lines, abilities.encoding)
        for token in tokens {
            let start = reader.position(of: token.range.lowerBound)
            let end = reader.position(of: token.range.upperBound)
            guard end.line == start.line, end.character > start.character else { continue }
            let isSame = start.line == last.line
            data.append(start.line - last.line)
            data.append(isSame ? start.character - last.character : start.character)
            data.append(end.character - start.character)
            data.append(token.kind)
            data.append(0)
            last = start
        }
        return data
    }

    // MARK: hints

    mutating func hints(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return .null }
        let range = try range(parameters["range"], in: place)
        let hints = place.tenant.hints(in: range, of: place.path).filter { hint in
            switch hint.kind {
            case .wording: settings.showsWords
            case .numbers: settings.showsNumbers
            case .link: settings.showsLinks
            }
        }
        return .array(
            hints.map { hint in
                [
                    "position": place.lines.position(of: hint.offset, abilities.encoding).json,
                    "label": .string(hint.text), "paddingLeft": true,
                ]
            }
        )
    }

    // MARK: colours and links in the text

    /// Colours as the protocol has them: parts from 0 to 1.
    mutating func colors(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return [] }
        return .array(
            place.tenant.colors(of: place.path).map { color in
                let parts = [color.red, color.green, color.blue].map { JSONValue.number("\(Double($0) / 255)") }
                return [
                    "range": place.lines.json(color.range, abilities.encoding),
                    "color": ["red": parts[0], "green": parts[1], "blue": parts[2], "alpha": 1],
                ]
            }
        )
    }

    /// How a colour that was picked is written.
    mutating func colorWording(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters), let color = parameters["color"] else { return [] }
        let range = try range(parameters["range"], in: place)
        func part(_ name: String) -> Int {
            guard case .number(let digits)? = color[name], let share = Double(digits) else { return 0 }
            return Int((min(max(share, 0), 1) * 255).rounded())
        }
        let text = ColorPlace.text(red: part("red"), green: part("green"), blue: part("blue"))
        return [
            [
                "label": .string(text),
                "textEdit": ["range": place.lines.json(range, abilities.encoding), "newText": .string(text)],
            ]
        ]
    }

    mutating func links(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return [] }
        let folder = (["", place.tenant.folder.path] + place.path.split(separator: "/").dropLast().map(String.init))
            .joined(separator: "/").drop { $0 == "/" }
        return .array(
            place.tenant.links(of: place.path).map { link in
                let isFile = !link.target.hasPrefix("https://")
                return [
                    "range": place.lines.json(link.range, abilities.encoding),
                    "target": .string(isFile ? FileURI.uri(Self.resolved(link.target, in: "/\(folder)")) : link.target),
                ]
            }
        )
    }

    /// A path without `.` and `..`.
    private static func resolved(_ path: String, in folder: String) -> String {
        var parts = path.hasPrefix("/") ? [] : folder.split(separator: "/")
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    // MARK: outlines

    mutating func symbols(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return .null }
        let outline = place.tenant.outline(of: place.path)
        guard abilities.nestsSymbols else { return .array(outline.flatMap { flat($0, in: place) }) }
        return .array(outline.map { nested($0, in: place.lines) })
    }

    private func nested(_ symbol: OutlineSymbol, in lines: TextLines) -> JSONValue {
        [
            "name": .string(symbol.name), "detail": .string(symbol.detail), "kind": JSONValue(symbol.kind.rawValue),
            "range": lines.json(symbol.range, abilities.encoding),
            "selectionRange": lines.json(symbol.nameRange, abilities.encoding),
            "children": .array(symbol.children.map { nested($0, in: lines) }),
        ]
    }

    private func flat(_ symbol: OutlineSymbol, in place: Place) -> [JSONValue] {
        let own: JSONValue = [
            "name": .string(symbol.name), "kind": JSONValue(symbol.kind.rawValue),
            "location": [
                "uri": .string(place.uri), "range": place.lines.json(symbol.range, abilities.encoding),
            ],
        ]
        return [own] + symbol.children.flatMap { flat($0, in: place) }
    }

    /// How many names a search lists.
    private static let symbolLimit = 500

    mutating func allSymbols(_ parameters: JSONValue) -> JSONValue {
        let query = parameters["query"]?.string ?? ""
        var symbols: [JSONValue] = []
        for (folder, tenant) in workspace.all {
            for found in tenant.symbols(matching: query) where symbols.count < Self.symbolLimit {
                guard let location = location(found.place, of: tenant) else { continue }
                symbols.append([
                    "name": .string(found.name), "kind": JSONValue(found.kind.rawValue), "location": location,
                    "containerName": .string(folder.split(separator: "/").last.map(String.init) ?? ""),
                ])
            }
        }
        return .array(symbols)
    }

    mutating func foldings(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return .null }
        return .array(
            place.tenant.foldings(of: place.path).compactMap { range in
                let (start, end) = (place.lines.line(at: range.lowerBound), place.lines.line(at: range.upperBound - 1))
                // The line of the closing bracket stays.
                guard end - 1 > start else { return nil }
                return ["startLine": JSONValue(start), "endLine": JSONValue(end - 1)]
            }
        )
    }

    mutating func selections(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return .null }
        let positions = (parameters["positions"]?.array ?? []).compactMap { TextPosition($0) }
        return .array(
            positions.map { position in
                let offset = place.lines.offset(of: position, abilities.encoding)
                var selection: JSONValue = .null
                for range in place.tenant.surroundings(of: offset, in: place.path).reversed() {
                    let range = place.lines.json(range, abilities.encoding)
                    selection = selection.isNull ? ["range": range] : ["range": range, "parent": selection]
                }
                return selection.isNull ? ["range": place.lines.json(offset..<offset, abilities.encoding)] : selection
            }
        )
    }

    // MARK: previews

    /// `carillon/render`: the finished words of a sample, for previews.
    ///
    /// Parameters: `uri` of a file of the tenant, `event`, and where they are chosen `sample`, `locale` and `channel`.
    mutating func render(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let uri = parameters["uri"]?.string, let (tenant, _) = workspace.snapshot(of: uri) else {
            throw .invalidParameters("`uri` names no file of a tenant")
        }
        guard let name = parameters["event"]?.string, let profile = tenant.profile(naming: name),
            let event = profile.event(named: name)
        else { throw .invalidParameters("`event` names none of the tenant's") }
        let wanted = parameters["sample"]?.string
        guard let sample = tenant.samples(of: event.id).first(where: { wanted == nil || $0.name == wanted }) else {
            throw .failed("there is no such sample of \(name)")
        }
        let locale = parameters["locale"]?.string
        let channel = parameters["channel"]?.string
        let wording = profile.locales.supported.filter { locale == nil || $0.rawValue == locale }
            .flatMap { tenant.wording(of: event, sample: sample, locale: $0) }
            .filter { channel == nil || $0.channel.rawValue == channel }
        return [
            "event": .string(event.id.rawValue), "sample": sample.name.map { .string($0) } ?? .null,
            "payload": sample.payload, "isSound": .boolean(tenant.wasSound),
            "renderings": .array(wording.map(Self.json)),
        ]
    }

    private static func json(_ wording: SampleWords) -> JSONValue {
        .members([
            "channel": .string(wording.channel.rawValue), "locale": .string(wording.locale.rawValue),
            "fallback": wording.fallback.map { .string($0) },
            "slots": .object(JSONObject(wording.slots.map { .init($0.name, .string($0.wording)) })),
            "failure": wording.failure.map { .string($0) },
        ])
    }
}
