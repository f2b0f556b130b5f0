import CarillonProfiles

/// How long, large or many a value may be, which is checked before it is sent; all else the host says itself.
indirect enum EndpointLimit: Hashable {
    /// In Unicode scalars.
    case text(most: Int)
    case number(least: Int?, most: Int?)
    case list(least: Int?, most: Int?, each: EndpointLimit?)
    /// Members by their names in JSON; those without a limit are left out.
    case object([Member])

    struct Member: Hashable {
        let name: String
        let limit: EndpointLimit
    }
}

extension EndpointLimit {
    /// What an operation takes; nil without a limit.
    init?(_ kind: FieldKind) {
        switch kind {
        case .text(let most), .id(let most), .label(let most): self = .text(most: most)
        case .notificationID: self = .text(most: FieldKind.longestID)
        case .deviceToken: self = .text(most: FieldKind.longestToken)
        case .deepLink, .pictureURL: self = .text(most: FieldKind.longestURL)
        case .cursor, .feedCursor, .channel: self = .text(most: FieldKind.longestName)
        case .named(.role): self = .text(most: FieldKind.longestRole)
        case .integer(let range): self.init(from: range.lowerBound, to: range.upperBound)
        // A larger one counts as the largest.
        case .pageSize: self = .number(least: 1, most: nil)
        case .list(of: let element, let most): self = .list(least: nil, most: most, each: EndpointLimit(element))
        case .object(let fields): self.init(fields.map { ($0.name, EndpointLimit($0.kind)) })
        case .named, .choice, .categories, .locale, .timeZone, .email, .phone, .boolean, .instant, .rate, .deliveryID,
            .recipients, .payload, .openObject:
            return nil
        }
    }

    /// What a contract takes; nil without a limit.
    ///
    /// - Parameter kind: of the operation's field that gets the value as it is.
    init?(_ rule: ValueRule, filling kind: FieldKind? = nil) {
        guard rule.values.isEmpty else { return nil }
        let own = kind.flatMap { EndpointLimit($0) }
        switch rule.type ?? .text {
        case .text, .uuid, .url, .email:
            guard let most = [rule.maxLength, own?.length].compactMap(\.self).min() else { return nil }
            self = .text(most: most)
        case .integer, .number:
            var (least, most) = own?.bounds ?? (nil, nil)
            // A number beyond a bound that clamps is taken as the bound.
            if let minimum = rule.minimum { least = rule.clamps ? nil : max(minimum, least ?? minimum) }
            if let maximum = rule.maximum { most = rule.clamps ? nil : min(maximum, most ?? maximum) }
            self.init(from: least, to: most)
        case .list:
            let (count, element) = kind?.listed ?? (nil, nil)
            guard case .each(let inner) = rule.items else {
                self.init(rule, count, each: element.flatMap { EndpointLimit($0) })
                return
            }
            self.init(rule, count, each: EndpointLimit(inner, filling: element))
        case .boolean, .instant, .epochMillis, .object: return nil
        }
    }

    /// A list of objects with these members.
    init?(_ rule: ValueRule, of members: [ElementField], filling kind: FieldKind?) {
        let each = EndpointLimit(members.map { ($0.name, EndpointLimit($0.rule)) })
        self.init(rule, kind?.listed.count, each: each)
    }

    private init?(_ rule: ValueRule, _ count: Int?, each: EndpointLimit?) {
        let most = [rule.maxItems, count].compactMap(\.self).min()
        guard rule.minItems != nil || most != nil || each != nil else { return nil }
        self = .list(least: rule.minItems, most: most, each: each)
    }

    private init?(_ members: [(name: String, limit: EndpointLimit?)]) {
        let limited = members.compactMap { member in member.limit.map { Member(name: member.name, limit: $0) } }
        guard !limited.isEmpty else { return nil }
        self = .object(limited)
    }

    /// - Parameters:
    ///   - least: the smallest number there is counts as none.
    ///   - most: so does the largest.
    private init?(from least: Int?, to most: Int?) {
        let (least, most) = (least == .min ? nil : least, most == .max ? nil : most)
        guard least != nil || most != nil else { return nil }
        self = .number(least: least, most: most)
    }

    private var length: Int? { if case .text(let most) = self { most } else { nil } }

    private var bounds: (Int?, Int?)? { if case .number(let least, let most) = self { (least, most) } else { nil } }
}

extension FieldKind {
    /// How many elements a list has at most, and what each is.
    fileprivate var listed: (count: Int?, element: FieldKind?) {
        if case .list(of: let element, let most) = self { (most, element) } else { (nil, nil) }
    }
}
