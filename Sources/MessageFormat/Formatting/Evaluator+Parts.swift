/// Formats values to parts.
extension Evaluator {
    /// The whole message as parts; adjacent texts are joined.
    mutating func parts() -> [FormattedPart] {
        guard program.staticErrors.isEmpty else {
            errors = program.staticErrors
            return [.fallback(source: "\u{FFFD}")]
        }
        var parts: [FormattedPart] = []
        for step in chosenSteps() {
            switch step {
            case .text(let text): parts.append(.text(text))
            case .expression(let index): append(evaluate(index), to: &parts)
            case .markup(let index): parts.append(.markup(part(of: program.markups[index])))
            }
        }
        return parts
    }

    private mutating func append(_ resolved: Resolved, to parts: inout [FormattedPart]) {
        let resolved = annotated(resolved)
        let part = valuePart(of: resolved)
        let isolate = isolate(of: part == nil ? .fallback(resolved.source) : resolved)
        if let isolate {
            parts.append(.bidiIsolation((bidi == .html ? isolate.openingTag : isolate.openingMark).description))
        }
        parts.append(part.map { .value($0) } ?? .fallback(source: resolved.source))
        if isolate != nil {
            parts.append(.bidiIsolation((bidi == .html ? Isolate.closingTag : Isolate.closingMark).description))
        }
    }

    private mutating func valuePart(of resolved: Resolved) -> FormattedPart.ValuePart? {
        let direction: TextDirection? =
            switch resolved.isolate {
            case .leftToRight?: .leftToRight
            case .rightToLeft?: .rightToLeft
            case .firstStrong?: nil
            case nil: self.direction(of: resolved)
            }
        guard let (type, pieces) = pieces(of: resolved) else { return nil }
        return FormattedPart.ValuePart(
            type: type,
            direction: direction,
            locale: program.localeTag,
            id: resolved.id,
            pieces: pieces,
            moment: moment(of: resolved)
        )
    }

    /// Nil for a floating time, because the instant depends on the zone.
    private func moment(of resolved: Resolved) -> RelativeMoment? {
        guard resolved.form == .relative, case .moment(_, _, .instant(let instant)) = resolved.payload else {
            return nil
        }
        let zone = resolved.dates.timeZone ?? context.timeZone
        guard zone != "input" else { return nil }
        return RelativeMoment(
            instant: instant,
            timeZone: zone,
            hour12: resolved.dates.hour12,
            capitalises: resolved.relative.capitalises,
            locale: program.localeTag
        )
    }

    private mutating func pieces(of resolved: Resolved) -> (String, [FormattedPart.Piece])? {
        if case .own(let result) = resolved.payload {
            do throws(MessageFunctionError) {
                return (result.partType, try result.pieces())
            } catch {
                report(error.kind, resolved.source, error.description)
                return nil
            }
        }
        if let form = resolved.form, case .value(let value) = resolved.payload, form != .relative,
            let number = value.number, form != .string
        {
            let style = resolved.numbers.style(of: form, currency: value.currency)
            return ("number", NumberPieces(style.rounded(number), style, program.locale).pieces)
        }
        var isWritten = false
        let text = withTextWriter { writer in isWritten = write(resolved, to: &writer) }
        guard isWritten else { return nil }
        let type =
            switch resolved.form {
            case .date?, .time?, .datetime?, .relative?: "datetime"
            case .list?: "list"
            default: "string"
            }
        return (type, [FormattedPart.Piece(type: type == "string" ? "string" : "literal", text: text)])
    }

    /// Markup with its options resolved.
    ///
    /// Errors are reported in text output as well, where markup isn't visible.
    mutating func part(of markup: MarkupNode) -> FormattedPart.MarkupPart {
        let source = (markup.kind == .close ? "/" : "#") + markup.name
        if markup.hasDirection { report(.badOption, source, Self.markupDirection()) }
        var part = FormattedPart.MarkupPart(kind: markup.kind, name: markup.name, id: nil, options: [])
        part.id = markup.id.flatMap { text(of: $0, fallback: source) }
        for option in markup.options {
            guard let value = text(of: option, fallback: source) else { continue }
            part.options.append(FormattedPart.ResolvedOption(name: option.name, value: value))
        }
        return part
    }

    private static func markupDirection() -> String {
        "`u:dir` has no effect on markup"
    }
}
