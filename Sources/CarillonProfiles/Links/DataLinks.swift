public import CarillonModel
public import CarillonPluginKit

/// Finds links in the data that a sender passes to the app, and decides which of them are refused.
///
/// Also finds ids of places that have an audience, by the names in ``Route/dataNames``.
///
/// A link may lead to the web by https, or to a route of the tenant's app; any other is refused, however it is
/// disguised. Each text is read as browsers read URLs, then as HTML would show it, and, where that is no link, without
/// its percent-encoding. Invisible characters are ignored. Source: WHATWG URL, section 4.4; RFC 3986, sections 2.1 and
/// 3.1.
public struct DataLinks: Sendable {
    private let links: DeepLinks
    private let checker: DeepLinkChecker
    private let stripsTags: Bool
    /// The routes that data can refer to by an id.
    let named: [Route]

    public init(of profile: TenantProfile) {
        links = profile.deepLinks
        checker = DeepLinkChecker(profile.deepLinks)
        stripsTags = profile.policies.stripsTags
        named = profile.deepLinks.routes.filter { $0.audience != nil && !$0.dataNames.isEmpty }
    }

    /// What a text in the data leads to.
    public enum Finding: Sendable, Hashable {
        /// A place in the tenant's app or site.
        case own(LinkMatch)
        /// The id of a place, for those who are subscribed to this topic.
        case named(audience: String)
        /// A link that is refused, with its code and one clause that says why.
        case refused(code: Fault.Code, String)
    }

    /// The links in `data`, with their JSON pointers (RFC 6901).
    ///
    /// Links by https to other sites aren't included.
    public func findings(in data: JSONObject) -> [(pointer: String, finding: Finding)] {
        findings(in: data, at: "", .root)
    }

    /// The topic of those who may follow a notification's link, whose forms all lead to the same place; nil where
    /// everybody may.
    public func audience(of link: MessageLink) -> String? {
        [link.app, link.web, link.screen].lazy.compactMap(\.self).compactMap { try? checker.match($0).audience }.first
    }

    private func findings(
        in data: JSONObject,
        at pointer: String,
        _ place: DataPlace
    ) -> [(pointer: String, finding: Finding)] {
        named(in: data, at: pointer)
            + data.members.flatMap { member in
                let inner = pointer + JSONPointer.step(member.name)
                let ofName = finding(inName: member.name).map { [(inner, $0)] } ?? []
                return ofName
                    + findings(in: member.value, called: member.name, at: inner, place.member(member.name))
            }
    }

    /// Places whose parameters are members of one object.
    private func named(in data: JSONObject, at pointer: String) -> [(pointer: String, finding: Finding)] {
        var findings: [(String, Finding)] = []
        for route in named {
            var values: [String: String] = [:]
            for (parameter, name) in route.dataNames.sorted(by: { $0.key < $1.key }) {
                guard let value = data[name], !value.isNull else { continue }
                values[parameter] = value.string
                guard value.string == nil else { continue }
                findings.append(
                    (
                        pointer + JSONPointer.step(name),
                        .refused(code: .wrongType, "must be a string, not \(value.kind)")
                    )
                )
            }
            guard let topic = route.audience(for: values), let name = route.dataNames.values.min() else { continue }
            findings.append((pointer + JSONPointer.step(name), .named(audience: topic)))
        }
        return findings
    }

    private func findings(
        in value: JSONValue,
        called name: String,
        at pointer: String,
        _ place: DataPlace
    ) -> [(pointer: String, finding: Finding)] {
        switch value {
        case .string(let text):
            (namedLoosely(by: value, called: name, place) + [finding(in: text, called: name)].compactMap(\.self))
                .map { (pointer, $0) }
        case .number: namedLoosely(by: value, called: name, place).map { (pointer, $0) }
        case .array(let elements):
            elements.enumerated().flatMap { findings(in: $1, called: name, at: "\(pointer)/\($0)", place.element) }
        case .object(let object): findings(in: object, at: pointer, place)
        case .null, .boolean: []
        }
    }

    /// A place with one parameter, under a name that equals the profile's apart from its spelling.
    private func namedLoosely(by value: JSONValue, called name: String, _ place: DataPlace) -> [Finding] {
        named.compactMap { route in
            guard route.dataNames.count == 1, let (parameter, own) = route.dataNames.first, own != name,
                place.isCalled(own)
            else { return nil }
            guard let id = value.string else {
                return .refused(code: .wrongType, "must be a string, not \(value.kind)")
            }
            return route.audience(for: [parameter: id]).map { .named(audience: $0) }
        }
    }

    /// Names reach the app like texts, but can't be cleaned like texts: that could make two names equal.
    private func finding(inName name: String) -> Finding? {
        if stripsTags, Sanitizer.strippingTags(from: name) != name {
            return .refused(code: .badFormat, "has a name with markup or control characters, and must have none")
        }
        switch finding(in: name, called: "") {
        case .refused(let code, let message): return .refused(code: code, "has a name that \(message)")
        case let own: return own
        }
    }

    private func finding(in text: String, called name: String) -> Finding? {
        // Checked in the form in which it is sent, because removing a tag may join `java` and `script:`.
        let sent = stripsTags ? Sanitizer.strippingTags(from: text) : text
        let shown = HTMLReferences.decoded(sent)
        let readings = [SeenText(sent), SeenText(shown)]
        for (index, seen) in readings.enumerated() where index == 0 || seen != readings[0] {
            if let finding = finding(in: sent, seenAs: seen, called: name) { return finding }
        }
        for (text, seen) in zip([sent, shown], readings) where seen.scheme == nil {
            if let finding = finding(inEncoded: text, called: name) { return finding }
        }
        return nil
    }

    /// A text that is no link as it stands may become one in an app that decodes it first, as a part of another link.
    private func finding(inEncoded text: String, called name: String) -> Finding? {
        var text = text
        for _ in 0..<Self.mostEncodings {
            guard let decoded = PercentEncoding.decode(text, keepsStray: true), decoded != text else { return nil }
            text = decoded
            if let finding = finding(in: text, seenAs: SeenText(text), called: name) { return finding }
        }
        return nil
    }

    /// How often a link's text may be percent-encoded: a link can contain a link in its query, which contains another.
    private static let mostEncodings = 3

    private func finding(in text: String, seenAs seen: SeenText, called name: String) -> Finding? {
        if seen.slashes(from: 0) >= 2 { return .badLink("begins with two slashes, which lead to any site there is") }
        guard let (scheme, end) = seen.scheme else { return nil }
        let leads = seen.slashes(from: end) > 0 || Self.isLinkName(name)
        if links.schemes.contains(scheme) {
            guard leads || seen.goesOn(from: end) else { return nil }
            do {
                return .own(try checker.match(text))
            } catch {
                return .badLink("is a link that can't be taken: \(error)")
            }
        }
        if scheme == "https" {
            guard leads || seen.goesOn(from: end) else { return nil }
            guard WebAddress.isOne(text) else { return .badLink("is no https URL that all readers understand alike") }
            return (try? checker.match(text)).map { .own($0) }
        }
        guard
            seen.slashes(from: end) >= 2 || (leads || seen.goesOn(from: end)) && LinkRules.isWeb(scheme)
                || LinkRules.actsAlone(scheme)
                || Self.isLinkName(name)
        else { return nil }
        let own = (links.schemes + ["https"]).map { $0 + ":" }.joined(separator: " or ")
        return .badLink("is a link with the scheme \(scheme):, and must be one with \(own)")
    }

    private static func isLinkName(_ name: String) -> Bool {
        let name = name.asciiLowercased
        return ["link", "url", "uri", "href", "src"].contains { name.hasSuffix($0) }
    }
}

extension DataLinks.Finding {
    fileprivate static func badLink(_ message: String) -> Self { .refused(code: .badLink, message) }
}

/// A text as readers of URLs see it: without leading blanks, and without invisible characters anywhere.
///
/// Browsers ignore tabs and line ends everywhere, and control characters and blanks at both ends. Functions that trim
/// texts remove more kinds of blanks.
private struct SeenText: Hashable {
    private let bytes: [UInt8]

    init(_ text: String) {
        let visible = text.unicodeScalars.lazy.filter { !Self.isInvisible($0) }.drop { $0.properties.isWhitespace }
        bytes = Array(String(String.UnicodeScalarView(visible)).utf8)
    }

    /// The scheme in lower case, and the index after its colon.
    var scheme: (name: String, end: Int)? {
        let name = bytes.prefix { $0.isAlphanumeric || "+-.".utf8.contains($0) }
        guard let first = name.first, (97...122).contains(first | 0x20), name.count < bytes.count,
            bytes[name.count] == UInt8(ascii: ":")
        else { return nil }
        return (String(decoding: name, as: UTF8.self).asciiLowercased, name.count + 1)
    }

    /// The number of slashes at an index; browsers read a backslash as a slash.
    func slashes(from index: Int) -> Int {
        bytes[index...].prefix { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.count
    }

    /// Whether a character other than a blank follows, which makes it unlikely to be prose.
    func goesOn(from index: Int) -> Bool { bytes[index...].first.map { $0 != UInt8(ascii: " ") } ?? false }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: true
        case .format: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
