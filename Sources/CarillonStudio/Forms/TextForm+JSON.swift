package import CarillonModel
import MessageFormat

/// The form as pages send and get it.
///
/// ```json
/// { "shape": "choice",
///   "form": "rows",
///   "selectors": [{ "field": "count", "function": { "name": "integer" }, "choice": "cardinal" }],
///   "rows": [
///     { "keys": ["one"], "parts": [{ "chip": { "field": "sender" } }, " sent you a message"] },
///     { "keys": [null], "parts": [{ "chip": { "field": "sender" } }, " sent you ", { "chip": { "field": "count" } }] }
///   ] }
/// ```
///
/// `form` is `text` (then `parts` and `marks` stand beside it), `rows` or `locked`. A part is a text, a
/// `{"chip": {"field": …}}` or `{"chip": {"value": …}}` with its `function`, a `{"point": …}` with its `options`, or, in a
/// locked form, `{"frozen": n}`, the n-th placeholder of its row. A mark is `{"mark": "b", "from": 0, "upTo": 2}` with its
/// `options`; it covers whole parts. A key is a text, or null for what takes all others. What else stands there, such as a
/// chip's `label` and `shown`, is for reading only.
extension TextForm {
    /// - Parameters:
    ///   - showsSource: whether a locked form has its MessageFormat source, which only the platform's own staff may see.
    ///   - describe: further members of a chip.
    package func json(
        showsSource: Bool = false,
        describe: (FormPattern.Chip) -> JSONObject = { _ in JSONObject() }
    ) -> JSONValue {
        var object: JSONObject = ["shape": .string(shape.rawValue)]
        switch content {
        case .text(let text):
            object["form"] = "text"
            text.write(to: &object, describe)
        case .rows(let rows):
            object["form"] = "rows"
            object["selectors"] = .array(rows.selectors.map(\.json))
            object["rows"] = .array(rows.rows.map { $0.json(describe) })
        case .locked(let lock):
            object["form"] = "locked"
            object["reason"] = .string(lock.reason.name)
            if case .function(let name) = lock.reason { object["function"] = .string(name) }
            if showsSource { object["source"] = .string(lock.source) }
            object["rows"] = .array(lock.rows.map { $0.json(describe) })
        }
        return .object(object)
    }

    /// - Parameters:
    ///   - json: a form as a page sends it.
    ///   - current: the text as it is; nil where there is none.
    package init(json: JSONValue, over current: TextForm?) throws(FormFault) {
        guard let object = json.object else { throw .shape("form", expected: "an object") }
        guard let shape = object["shape"]?.string.flatMap({ Shape(rawValue: $0) }) else {
            throw .shape("shape", expected: "`string`, `lines` or `choice`")
        }
        switch object["form"]?.string {
        case "text": self.init(shape: shape, content: .text(try FormPattern(json: json, frozen: [])))
        case "rows":
            var selectors: [FormSelector] = []
            for selector in try json.list("selectors") { selectors.append(try FormSelector(json: selector)) }
            var rows: [FormRow] = []
            for row in try json.list("rows") { rows.append(try FormRow(json: row, frozen: [])) }
            self.init(shape: shape, content: .rows(try FormRows(selectors, rows)))
        case "locked":
            guard case .locked(var lock)? = current?.content else { throw .locked }
            let rows = try json.list("rows")
            guard rows.count == lock.rows.count else { throw .locked }
            for (index, row) in rows.enumerated() {
                lock.rows[index].text = try FormRow(json: row, frozen: lock.rows[index].text.frozen).text
            }
            self.init(shape: shape, content: .locked(lock))
        default: throw .shape("form", expected: "`text`, `rows` or `locked`")
        }
    }
}

extension TextForm.Lock.Reason {
    /// In JSON.
    package var name: String {
        switch self {
        case .faulty: "faulty"
        case .declarations: "declarations"
        case .selectors: "selectors"
        case .function: "function"
        case .attributes: "attributes"
        case .markup: "markup"
        }
    }
}

extension FormPattern {
    fileprivate func write(to object: inout JSONObject, _ describe: (Chip) -> JSONObject) {
        var frozen = 0
        let parts = parts.map { part -> JSONValue in
            switch part {
            case .text(let text): return .string(text)
            case .chip(let chip):
                var inner: JSONObject = JSONObject()
                switch chip.operand {
                case .variable(let name): inner["field"] = .string(name)
                case .literal(let text): inner["value"] = .string(text)
                }
                inner["function"] = chip.function?.json
                for member in describe(chip).members { inner[member.name] = member.value }
                return ["chip": .object(inner)]
            case .point(let point):
                var inner: JSONObject = ["point": .string(point.name)]
                if !point.options.isEmpty { inner["options"] = point.options.json }
                return .object(inner)
            case .frozen:
                defer { frozen += 1 }
                return ["frozen": JSONValue(frozen)]
            }
        }
        object["parts"] = .array(parts)
        guard !marks.isEmpty else { return }
        object["marks"] = .array(
            marks.map { mark in
                var inner: JSONObject = [
                    "mark": .string(mark.name), "from": JSONValue(mark.range.lowerBound),
                    "upTo": JSONValue(mark.range.upperBound),
                ]
                if !mark.options.isEmpty { inner["options"] = mark.options.json }
                return .object(inner)
            }
        )
    }

    fileprivate init(json: JSONValue, frozen: [String]) throws(FormFault) {
        var parts: [Part] = []
        for part in try json.list("parts") { parts.append(try Self.part(part, frozen)) }
        var marks: [Mark] = []
        if json["marks"] != nil {
            for mark in try json.list("marks") {
                guard let name = mark["mark"]?.string, let from = mark["from"]?.integer,
                    let end = mark["upTo"]?.integer,
                    from >= 0, from < end, end <= parts.count
                else { throw .shape("marks", expected: "`mark`, and `from` before `upTo`, positions of parts") }
                let options = try [Message.Option](json: mark["options"])
                marks.append(Mark(name, options: options, over: Int(from)..<Int(end)))
            }
        }
        try self.init(parts, marks: marks)
    }

    private static func part(_ json: JSONValue, _ frozen: [String]) throws(FormFault) -> Part {
        if let text = json.string { return .text(text) }
        if let name = json["point"]?.string {
            return .point(Point(name, options: try [Message.Option](json: json["options"])))
        }
        if let index = json["frozen"]?.integer {
            guard frozen.indices.contains(Int(clamping: index)) else { throw .locked }
            return .frozen(frozen[Int(index)])
        }
        guard let chip = json["chip"] else {
            throw .shape("parts", expected: "a list of texts and of objects with `chip`, `point` or `frozen`")
        }
        let function = try chip["function"].map { json throws(FormFault) in try Message.Function(json: json) }
        if let name = chip["field"]?.string { return .chip(Chip(.variable(name), function: function)) }
        if let text = chip["value"]?.string { return .chip(Chip(.literal(text), function: function)) }
        throw .shape("chip", expected: "an object with `field` or `value`")
    }
}

extension FormRow {
    fileprivate func json(_ describe: (FormPattern.Chip) -> JSONObject) -> JSONValue {
        var object: JSONObject = [
            "keys": .array(
                keys.map { key in
                    if case .literal(let text) = key { .string(text) } else { .null }
                }
            )
        ]
        text.write(to: &object, describe)
        return .object(object)
    }

    fileprivate init(json: JSONValue, frozen: [String]) throws(FormFault) {
        var keys: [Message.Key] = []
        for key in try json.list("keys") {
            switch key {
            case .string(let text): keys.append(.literal(text))
            case .null: keys.append(.catchAll)
            default: throw .shape("keys", expected: "a list of texts and null")
            }
        }
        self.init(keys, try FormPattern(json: json, frozen: frozen))
    }
}

extension FormSelector {
    fileprivate var json: JSONValue {
        ["field": .string(field), "function": function.json, "choice": .string(choice.rawValue)]
    }

    fileprivate init(json: JSONValue) throws(FormFault) {
        guard let field = json["field"]?.string, let function = json["function"] else {
            throw .shape("selectors", expected: "a list of objects with `field` and `function`")
        }
        self.init(field, try Message.Function(json: function))
        guard Self.functions.contains(self.function.name) else { throw .name }
    }
}

extension Message.Function {
    var json: JSONValue {
        var object: JSONObject = ["name": .string(name)]
        if !options.isEmpty { object["options"] = options.json }
        return .object(object)
    }

    package init(json: JSONValue) throws(FormFault) {
        guard let name = json["name"]?.string else {
            throw .shape("function", expected: "an object with `name`, and `options` where it has some")
        }
        self.init(name: name, options: try [Message.Option](json: json["options"]))
    }
}

extension [Message.Option] {
    fileprivate var json: JSONValue {
        .array(
            map { option in
                switch option.value {
                case .literal(let text): ["name": .string(option.name), "value": .string(text)]
                case .variable(let name): ["name": .string(option.name), "field": .string(name)]
                }
            }
        )
    }

    fileprivate init(json: JSONValue?) throws(FormFault) {
        self = []
        guard let json else { return }
        let expected = "a list of objects with `name`, and `value` or `field`"
        guard let list = json.array else { throw .shape("options", expected: expected) }
        for option in list {
            guard let name = option["name"]?.string else { throw .shape("options", expected: expected) }
            if let text = option["value"]?.string {
                append(Message.Option(name: name, value: .literal(text)))
            } else if let field = option["field"]?.string {
                append(Message.Option(name: name, value: .variable(field)))
            } else {
                throw .shape("options", expected: expected)
            }
        }
    }
}

extension JSONValue {
    fileprivate func list(_ name: String) throws(FormFault) -> [JSONValue] {
        guard let list = self[name]?.array else { throw .shape(name, expected: "a list") }
        return list
    }
}
