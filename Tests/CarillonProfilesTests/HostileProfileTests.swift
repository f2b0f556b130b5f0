import CarillonDiagnostics
import CarillonModel
import Testing

@testable import CarillonProfiles

/// Profiles made to keep the validator busy: each ends with errors, after a time that grows with its size only.
struct HostileProfileTests {
    @Test(.timeLimit(.minutes(1))) func `channels that are fallbacks for one another in countless ways end`() {
        let ids = (0..<80).map { "channel-\($0)" }
        let channels = ids.enumerated().map { index, id in
            let next = ids[(index + 1)..<min(index + 20, ids.count)]
            return #""\#(id)": {"use": "test-feed", "fallbackFor": \#(Self.list(next.isEmpty ? ["in-app"] : next))}"#
        }
        let profile = Self.profile(channels: ([#""in-app": {"use": "test-feed"}"#] + channels).joined(separator: ","))
        #expect(!slugs(profile).contains("channel-cycle"))
        let closed = Self.profile(
            channels: channels.dropLast().joined(separator: ",")
                + #","channel-79": {"use": "#

                + #""test-feed", "fallbackFor": ["channel-0"]}"#
        )
        #expect(slugs(closed).contains("channel-cycle"))
    }

    @Test(.timeLimit(.minutes(1))) func `thousands of unknown names are reported a thousand times at most`() {
        let keys = (0..<5000).map { #""unknown\#($0)": 1"# }.joined(separator: ",")
        #expect(slugs("{\(keys)}").count <= ShapeChecker.limit + 2)
        let messages = (0..<5000).map { #""event-\#($0)": {"title": "x"}"# }.joined(separator: ",")
        let events = #"{"events": {"order.ready": {"channels": ["in-app"]}}}"#
        let texts = #"{"locale": "en", "messages": {\#(messages)}}"#
        let found = slugs(Self.profile(), events: events, templates: texts)
        #expect(found.count <= RuleReport.limit + 10)
        #expect(found.contains("too-many-faults"))
    }

    @Test(.timeLimit(.minutes(1))) func `variants of four selectors by the thousand end`() {
        let fields = ["a", "b", "c", "d"]
        let payload = fields.map { #""\#($0)": {"type": "integer"}"# }.joined(separator: ",")
        let keys = (0..<1000).map { #""\#($0) \#($0) one *": "{$a}""# }.joined(separator: ",")
        let text = #"{"match": \#(Self.list(fields[...])), "when": {\#(keys), "* * * *": "{$b}"}}"#
        let events = #"{"events": {"order.ready": {"payload": {\#(payload)}, "channels": ["in-app"]}}}"#
        let texts = #"{"locale": "en", "messages": {"order.ready": {"title": \#(text)}}}"#
        #expect(!slugs(Self.profile(), events: events, templates: texts).contains("message-syntax"))
    }

    @Test(.timeLimit(.minutes(1))) func `languages that fall back in circles, by the hundred, end`() {
        let tags = (0..<400).map { "\(Self.letters($0))" }
        let fallbacks = tags.enumerated().map { #""\#($1)": "\#(tags[($0 + 1) % tags.count])""# }.joined(separator: ",")
        let locales = #"{"default": "en", "supported": ["en"], "fallbacks": {\#(fallbacks)}}"#
        #expect(slugs(Self.profile(locales: locales)).filter { $0 == "fallback-cycle" }.count == 1)
    }

    @Test(.timeLimit(.minutes(1))) func `a chain of thousands of languages ends, wherever it leads`() {
        let regions = Array("ABCDEFGHIJKLMNOPQRST")
        let tags = (0..<8000).map { "\(Self.letters($0 % 400))-A\(regions[$0 / 400])" }
        for end in ["en", "fr"] {
            let next = tags.dropFirst() + [end]
            let fallbacks = zip(tags, next).map { #""\#($0)": "\#($1)""# }.joined(separator: ",")
            let locales = #"{"default": "en", "supported": ["en"], "fallbacks": {\#(fallbacks)}}"#
            let found = slugs(Self.profile(locales: locales)).filter { $0.hasPrefix("fallback") }
            #expect(found.count == (end == "en" ? 0 : RuleReport.limit))
        }
    }

    @Test(.timeLimit(.minutes(1))) func `thousands of declarations that build upon one another are refused`() {
        let chain = (1..<20_000).map { ".local $a\($0) = {$a\($0 - 1)}" }.joined(separator: " ")
        let source = ".local $a0 = {$tenant} \(chain) {{{$a19999}}}"
        let events = #"{"events": {"order.ready": {"channels": ["in-app"]}}}"#
        let templates = #"{"locale": "en", "messages": {"order.ready": {"title": "\#(source)"}}}"#
        #expect(slugs(Self.profile(), events: events, templates: templates).contains("bad-declaration"))
    }

    @Test(.timeLimit(.minutes(1))) func `thousands of misspelt options in one text are reported a hundred times`() {
        let source = (0..<5000).map { "{1 :number option\($0)=2}" }.joined(separator: " ")
        let events = #"{"events": {"order.ready": {"channels": ["in-app"]}}}"#
        let templates = #"{"locale": "en", "messages": {"order.ready": {"title": "\#(source)"}}}"#
        #expect(slugs(Self.profile(), events: events, templates: templates).count { $0 == "unknown-option" } == 100)
    }

    @Test(arguments: ["../../etc/passwd", "/etc/passwd", "a/../../b", "..", "C:\\\\x", "%2e%2e%2f", "a\\u0000b"])
    func `a name that is a path is refused and never opened`(name: String) {
        let locales = #"{"default": "en", "supported": ["en", "\#(name)"]}"#
        #expect(slugs(Self.profile(locales: locales)).contains("bad-locale"))
        #expect(slugs(Self.profile(tenant: name)).contains("bad-name"))
        let event = #"{"events": {"\#(name)": {"channels": ["in-app"]}}}"#
        #expect(slugs(Self.profile(), events: event).contains("bad-name"))
    }

    private static func profile(
        tenant: String = "shop",
        locales: String = #"{"default": "en", "supported": ["en"]}"#,
        channels: String = #""in-app": {"use": "test-feed"}"#
    ) -> String {
        #"{"tenant": "\#(tenant)", "name": "Shop", "locales": \#(locales), "channels": {\#(channels)}}"#
    }

    private static func list(_ names: ArraySlice<String>) -> String {
        "[" + names.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }

    /// `qaa`, `qab` …: tags that no language has.
    private static func letters(_ number: Int) -> String {
        let digits = Array("abcdefghijklmnopqrst")
        return "q\(digits[number / 20])\(digits[number % 20])"
    }

    private func slugs(_ profile: String, events: String = #"{"events": {}}"#, templates: String? = nil) -> [String] {
        let texts = templates ?? #"{"locale": "en", "messages": {}}"#
        let files = [("profile.json", profile), ("events.json", events), ("templates/en.json", texts)]
        let folder = TenantFolder(
            name: "shop",
            path: "shop",
            files: files.map { TenantFolder.File($0.0, Array($0.1.utf8)) }
        )
        var sources = SourceSet()
        let loaded = ProfileLoader(registry: TestChannels.registry).load(folder, into: &sources)
        return loaded.diagnostics.map(\.code.slug)
    }
}
