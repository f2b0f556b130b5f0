public import CarillonModel
public import CarillonPluginKit

/// Finds links in the data that a sender hands through to the app, and says which of them nobody should follow.
///
/// What names a place with an audience by its id (``Route/dataNames``) is found, too.
///
/// A link leads to the web by https, or to a route of the tenant's app; any other is refused, however it is disguised.
/// Texts are read as browsers read URLs, once more as HTML would show them, and where that is no link, without their
/// percent-encoding. What no reader sees hides nothing. Source: WHATWG URL, section 4.4; RFC 3986, sections 2.1 and 3.1.
public struct DataLinks: Sendable {
    private let links: DeepLinks
    private let checker: DeepLinkChecker
    private let stripsTags: Bool
    /// Those that data can name.
    let named: [Route]

    public init(of profile: TenantProfile) {
        links = profile.deepLinks
        checker = DeepLinkChecker(profile.deepLinks)
        stripsTags = profile.policies.stripsTags
        named = profile.deepLinks.routes.filter { $0.audience != nil && !$0.dataNames.isEmpty }
    }

    /// What somebody finds who follows a text of the data.
    public enum Finding: Sendable, Hashable {
        /// A place in the tenant's app or site.
        case own(LinkMatch)
        /// The id of a place, for those who are subscribed to this topic.
        case named(audience: String)
        /// With a name for machines, and one clause that says what is wrong.
        case refused(code: Fault.Code, String)
    }

    /// The links in `data`, with their places as RFC 6901 has them; https links to other sites are none of them.
    public func findings(in data: JSONObject) -> [(pointer: String, finding: Finding)] {
        findings(in: data, at: "", .root)
    }

    /// Who may follow a link of a notification, of which each kind leads to the same place; nil: everybody.
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

    /// Places whose parameters stand side by side in an object.
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

    /// A place whose one parameter is called as the profile says, but spelt otherwise.
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

    /// Names go to the app as texts do; cleaning them could make one name of two.
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
        // What is taken away before it is sent can be what parts `java` from `script:`.
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

    /// What no reader takes for a link as it stands may become one in an app that decodes it first, as a part of another link.
    private func finding(inEncoded text: String, called name: String) -> Finding? {
        var text = text
        for _ in 0..<Self.mostEncodings {
            guard let decoded = PercentEncoding.decode(text, keepsStray: true), decoded != text else { return nil }
            text = decoded
            if let finding = finding(in: text, seenAs: SeenText(text), called: name) { return finding }
        }
        return nil
    }

    /// A link within a link's query that is itself a part of another.
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

/// A text as readers of URLs see it: without blanks and what is invisible at its beginning, and without what is invisible
/// anywhere.
///
/// Browsers leave out tabs and line ends everywhere, and control characters and blanks at the ends; the functions that trim
/// texts take more for blanks.
private struct SeenText: Hashable {
    private let bytes: [UInt8]

    init(_ text: String) {
        let visible = text.unicodeScalars.lazy.filter { !Self.isInvisible($0) }.drop { $0.properties.isWhitespace }
        bytes = Array(String(String.UnicodeScalarView(visible)).utf8)
    }

    /// In small letters, and where what follows its colon begins.
    var scheme: (name: String, end: Int)? {
        let name = bytes.prefix { TextFormat.isAlphanumeric($0) || "+-.".utf8.contains($0) }
        guard let first = name.first, (97...122).contains(first | 0x20), name.count < bytes.count,
            bytes[name.count] == UInt8(ascii: ":")
        else { return nil }
        return (String(decoding: name, as: UTF8.self).asciiLowercased, name.count + 1)
    }

    /// How many slashes stand there; a backslash is one to browsers.
    func slashes(from index: Int) -> Int {
        bytes[index...].prefix { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.count
    }

    /// Whether something follows at once, as in no prose.
    func goesOn(from index: Int) -> Bool { bytes[index...].first.map { $0 != UInt8(ascii: " ") } ?? false }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: true
        case .format: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
