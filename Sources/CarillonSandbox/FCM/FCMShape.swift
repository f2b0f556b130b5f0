import CarillonModel

/// What a field of FCM's message may hold.
indirect enum FCMShape: Sendable {
    case text
    case flag
    case integer
    /// From 0 to 1, a colour's part.
    case fraction
    /// Texts by name.
    case texts
    case list(FCMShape)
    case object([String: FCMShape])
    /// Any object: it travels as it is.
    case free
    /// `3.5s`, at most four weeks.
    case duration
    /// `#rrggbb`.
    case color
    case choice([String])
    /// Letters, digits and `-_.~%`, at most 50.
    case label
    /// `https` only.
    case link

    /// The first fault below `path`; nil where everything fits.
    ///
    /// Both spellings of a name are known, as in protobuf's JSON.
    func fault(in value: JSONValue, at path: String) -> FCMFault? {
        switch self {
        case .object(let fields):
            guard let members = value.object?.members else { return FCMFault(path, "must be an object") }
            for member in members {
                let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
                guard let shape = fields[Self.snakeCase(member.name)] else {
                    return FCMFault(
                        inner,
                        "Invalid JSON payload received. Unknown name \"\(member.name)\": Cannot find field."
                    )
                }
                if let fault = shape.fault(in: member.value, at: inner) { return fault }
            }
            return nil
        case .list(let shape):
            guard let elements = value.array else { return FCMFault(path, "must be a list") }
            return elements.lazy.compactMap { shape.fault(in: $0, at: path) }.first
        case .texts:
            guard let members = value.object?.members else { return FCMFault(path, "must be an object") }
            return members.first { $0.value.string == nil }.map { FCMFault("\(path).\($0.name)", "must be a string") }
        default: return accepts(value) ? nil : FCMFault(path, "Invalid value")
        }
    }

    private func accepts(_ value: JSONValue) -> Bool {
        switch self {
        case .text: value.string != nil
        case .flag: value.boolean != nil
        case .integer: value.integer != nil || value.string.flatMap { Int64($0) } != nil
        case .fraction:
            if case .number(let text) = value, let number = Double(text) { (0...1).contains(number) } else { false }
        case .free: value.object != nil
        case .duration: value.string.map(Self.isDuration) ?? false
        case .color: value.string.map(Self.isColor) ?? false
        case .choice(let choices): value.string.map(choices.contains) ?? false
        case .label: value.string.map(Self.isLabel) ?? false
        case .link: value.string?.hasPrefix("https://") ?? false
        case .object, .list, .texts: false
        }
    }

    private static func isDuration(_ text: String) -> Bool {
        guard text.hasSuffix("s") else { return false }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }),
            let seconds = Int(parts[0]), seconds <= 2_419_200
        else { return false }
        return parts.count == 1 || parts[1].utf8.count <= 9
    }

    private static func isColor(_ text: String) -> Bool {
        text.utf8.count == 7 && text.hasPrefix("#") && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    private static func isLabel(_ text: String) -> Bool {
        (1...50).contains(text.utf8.count)
            && text.utf8.allSatisfy { isDigit($0) || (65...90).contains($0 & 0xDF) || "-_.~%".utf8.contains($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    /// `collapseKey` as `collapse_key`.
    static func snakeCase(_ name: String) -> String {
        guard name.utf8.contains(where: { (65...90).contains($0) }) else { return name }
        return name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
    }
}

/// A field that isn't as it should be.
struct FCMFault: Error, Hashable {
    let field: String
    let message: String

    init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }
}
