/// Formats values to text.
extension Evaluator {
    /// Writes the whole message.
    mutating func write(to writer: inout UTF8Writer) {
        guard program.staticErrors.isEmpty else {
            errors = program.staticErrors
            writer.append("{\u{FFFD}}")
            return
        }
        for step in chosenSteps() {
            switch step {
            case .text(let text):
                let start = writer.count
                writer.append(text)
                escape(from: start, in: &writer)
            case .expression(let index):
                writePlaceholder(evaluate(index), to: &writer)
            case .markup(let index):
                _ = part(of: program.markups[index])
            }
        }
    }

    /// The steps of the only pattern, or of the best variant.
    mutating func chosenSteps() -> [Program.Step] {
        switch program.body {
        case .pattern(let steps): steps
        case .select(let selectors, let variants): select(selectors, variants)
        }
    }

    private mutating func writePlaceholder(_ resolved: Resolved, to writer: inout UTF8Writer) {
        let resolved = annotated(resolved)
        let start = writer.count
        let isolate = isolate(of: resolved)
        open(isolate, in: &writer)
        let valueStart = writer.count
        if write(resolved, to: &writer) {
            escape(from: valueStart, in: &writer)
            close(isolate, in: &writer)
        } else {
            writer.rewind(to: start)
            let fallback = self.isolate(of: .fallback(resolved.source))
            open(fallback, in: &writer)
            let sourceStart = writer.count
            writer.append("{")
            writer.append(resolved.source)
            writer.append("}")
            escape(from: sourceStart, in: &writer)
            close(fallback, in: &writer)
        }
    }

    /// The value with the default function for its kind applied, if no function has been.
    mutating func annotated(_ resolved: Resolved) -> Resolved {
        guard resolved.form == nil, case .value(let value) = resolved.payload else { return resolved }
        if case .string = value, program.defaults.isEmpty { return resolved }
        let function = program.defaults[value.kind] ?? Self.standardFunction(for: value)
        var annotated = apply(function, to: resolved, fallback: resolved.source)
        annotated.isolate = annotated.isolate ?? resolved.isolate
        annotated.id = annotated.id ?? resolved.id
        return annotated
    }

    private static func standardFunction(for value: MessageValue) -> CompiledFunction {
        let function: BuiltInFunction =
            switch value {
            case .string, .boolean, .custom: .string
            case .integer, .decimal: .number
            case .money(_, let currency): currency.isISO4217 ? .currency : .money
            case .instant, .dateTime: .datetime
            case .date: .date
            case .list: .list
            }
        return CompiledFunction(name: function.rawValue, implementation: .builtIn(function), options: [])
    }

    /// Writes a value; returns false, after an error, where it has no text.
    mutating func write(_ resolved: Resolved, to writer: inout UTF8Writer) -> Bool {
        switch resolved.payload {
        case .fallback:
            return false
        case .own(let result):
            do throws(MessageFunctionError) {
                for piece in try result.pieces() { writer.append(piece.text) }
                return true
            } catch {
                report(error.kind, resolved.source, error.description)
                return false
            }
        case .value(let value):
            return write(value, of: resolved, to: &writer)
        case .moment(let civil, let offset, _):
            write(civil, offset, of: resolved, to: &writer)
            return true
        }
    }

    private mutating func write(_ value: MessageValue, of resolved: Resolved, to writer: inout UTF8Writer) -> Bool {
        switch (value, resolved.form) {
        case (.string(let text), _):
            writer.append(text)
        case (.decimal(let amount), .relative?):
            let style = RelativeAmountStyle(
                unit: resolved.relative.unit ?? .day,
                width: resolved.relative.width,
                usesRelativeNames: resolved.relative.usesRelativeNames
            )
            style.append(amount, to: &writer, locale: program.locale)
        case (.decimal(let number), let form?), (.money(let number, _), let form?):
            let style = resolved.numbers.style(of: form, currency: value.currency)
            style.append(style.rounded(number), to: &writer, locale: program.locale)
        case (.list(let items), _):
            let texts = items.map { text(of: $0, source: resolved.source) }
            resolved.lists.append(texts, to: &writer, locale: program.locale)
        default:
            writer.append(value.plainText ?? "")
        }
        return true
    }

    /// An item of a list, formatted as a bare placeholder would be.
    private mutating func text(of item: MessageValue, source: String) -> String {
        let resolved = annotated(Resolved(payload: .value(item), source: source))
        return withTextWriter { writer in
            if !write(resolved, to: &writer) { writer.append("{\(source)}") }
        }
    }

    private func write(
        _ civil: CivilDateTime,
        _ offset: TimeZoneOffset,
        of resolved: Resolved,
        to writer: inout UTF8Writer
    ) {
        guard resolved.form == .relative else {
            resolved.dates.style(of: resolved.form ?? .datetime)
                .append(civil, offset: offset, to: &writer, locale: program.locale)
            return
        }
        let zone = resolved.dates.timeZone ?? context.timeZone
        let now = context.now ?? 0
        let offsetNow = (zone == "input" ? resolved.dates.inputOffset : self.offset(of: zone, at: now)) ?? offset
        let style = RelativeDateStyle(hour12: resolved.dates.hour12, capitalises: resolved.relative.capitalises)
        guard let present = CivilDateTime(epochSeconds: now, offset: offsetNow) else { return }
        style.append(civil, now: present, to: &writer, locale: program.locale)
    }
}

/// Isolation and escaping
extension Evaluator {
    /// The isolate that a placeholder's text needs; nil for none.
    func isolate(of resolved: Resolved) -> Isolate? {
        guard bidi != .none else { return nil }
        if let isolate = resolved.isolate { return isolate }
        switch direction(of: resolved) {
        case .leftToRight?:
            return (context.direction ?? program.locale.direction) == .leftToRight ? nil : .leftToRight
        case .rightToLeft?: return .rightToLeft
        case nil: return .firstStrong
        }
    }

    /// The direction of a value's text by its type and locale, never by its characters; nil where it isn't known.
    func direction(of resolved: Resolved) -> TextDirection? {
        switch resolved.payload {
        case .fallback: return nil
        case .own(let result): return result.direction
        case .moment: return program.locale.direction
        case .value(let value):
            switch value {
            case .decimal, .money: return program.locale.direction
            default: return nil
            }
        }
    }

    func open(_ isolate: Isolate?, in writer: inout UTF8Writer) {
        guard let isolate else { return }
        writer.append(bidi == .html ? isolate.openingTag : isolate.openingMark)
    }

    func close(_ isolate: Isolate?, in writer: inout UTF8Writer) {
        guard isolate != nil else { return }
        writer.append(bidi == .html ? Isolate.closingTag : Isolate.closingMark)
    }

    /// For the HTML strategy: escapes everything that was written from `start` on.
    func escape(from start: Int, in writer: inout UTF8Writer) {
        guard bidi == .html else { return }
        let needsEscape = writer.withBytes(from: start) { $0.contains { HTMLEscape.reference(for: $0) != nil } }
        guard needsEscape else { return }
        let bytes = writer.withBytes(from: start) { Array($0) }
        writer.rewind(to: start)
        for byte in bytes {
            if let reference = HTMLEscape.reference(for: byte) { writer.append(reference) } else { writer.append(byte) }
        }
    }
}

/// Character references for the five special characters of HTML.
enum HTMLEscape {
    static func reference(for byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
