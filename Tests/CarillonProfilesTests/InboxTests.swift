import CarillonDiagnostics
import CarillonModel
import Testing

@testable import CarillonProfiles

/// The key `inbox` of profile.json.
struct InboxTests {
    private func shop(_ inbox: String) -> WrittenShop {
        WrittenShop().with("profile.json", #""auth":"#, #""inbox": \#(inbox), "auth":"#)
    }

    @Test func `all of the inbox is read`() throws {
        let written = """
            {"page": "/me/notifications", "bellHref": "/inbox", "order": "priority", "autoRead": "open",
             "theme": {"on-accent": "#FFFFFF", "accent": "light-dark(#0B6E35, #4ADE80)"},
             "imageOrigins": ["https://images.shop.example"]}
            """
        let inbox = try #require(shop(written).profile?.inbox)
        #expect(inbox.page == "/me/notifications")
        #expect(inbox.bellHref == "/inbox")
        #expect(inbox.order == .priority)
        #expect(inbox.autoRead == .open)
        #expect(
            inbox.theme == [.init("on-accent", "#FFFFFF"), .init("accent", "light-dark(#0B6E35, #4ADE80)")]
        )
        #expect(inbox.imageOrigins == ["https://images.shop.example"])
    }

    @Test func `a page alone is an inbox, and without one there is none`() {
        var inbox = InboxSettings(page: "/inbox")
        inbox.order = .time
        inbox.autoRead = .never
        #expect(shop(#"{"page": "/inbox"}"#).profile?.inbox == inbox)
        #expect(WrittenShop().profile.map { $0.inbox == nil } == true)
        #expect(shop("{}").codes == ["T0102"])
    }

    @Test(arguments: [
        "notifications", "/", "//x.example", "/a/", "/a//b", "/../a", "/{id}", "/a?b", "/a#b", "/a b", "/å", "/a;b",
        "/a&b",
        "/a'b", "", "https://x.example/", "javascript:x",
    ])
    func `a page and a bell's link are plain paths`(path: String) {
        #expect(shop(#"{"page": "\#(path)"}"#).codes == ["T0601"])
        #expect(shop(#"{"page": "/inbox", "bellHref": "\#(path)"}"#).codes == ["T0601"])
    }

    @Test(arguments: [
        ("accent", "#0B6E35"), ("accent", "#0b6e3580"), ("surface", "light-dark(#FFFFFF, #111827)"), ("radius", "0"),
        ("radius", "12px"), ("font-size", "1.125rem"), ("panel-width", "100%"), ("line-height", "1.5"),
        ("font", "Inter, 'Source Sans 3', sans-serif"), ("shadow", "none"), ("shadow", "0 -8px 24px 2px #00000033"),
        ("motion", "150ms"), ("motion", "0s"),
    ])
    func `a theme takes the values of its properties`(name: String, value: String) {
        let profile = shop(#"{"page": "/inbox", "theme": {"\#(name)": "\#(value)"}}"#).profile
        #expect(profile?.inbox?.theme == [.init(name, value)])
    }

    @Test(arguments: [
        ("accent", "green"), ("accent", "#0B6"), ("accent", "#0B6E35;"), ("accent", "#0B6E35} body {display: none"),
        ("accent", "var(--x)"), ("accent", "light-dark(#0B6E35, url(//x.example))"), ("accent", "#0B6E35 /*"),
        ("accent", "#0B6E35\\n"), ("accent", "＃0B6E35"), ("accent", "#0B6E3٥"), ("accent", ""), ("radius", "12"),
        ("radius", "12PX"), ("radius", "calc(1px + 1px)"), ("radius", "-1px"), ("line-height", "1.5px"),
        ("font", "Inter; x: y"), ("font", "url(x)"), ("font", "'Inter"), ("font", "'a\\\\'"), ("font", "Inter,"),
        ("font", "Source Sans 3"), ("shadow", "0 8px 24px red"), ("shadow", "0 8px #000000, 0 0 url(x)"),
        ("motion", "150"), ("motion", "1e9s"),
    ])
    func `nothing else becomes CSS`(name: String, value: String) {
        #expect(shop(#"{"page": "/inbox", "theme": {"\#(name)": "\#(value)"}}"#).codes == ["T0681"])
    }

    @Test(arguments: ["Accent", "--carillon-accent", "accent: red; x"])
    func `a theme has no other properties`(name: String) {
        #expect(shop(##"{"page": "/inbox", "theme": {"\##(name)": "#FFFFFF"}}"##).codes == ["T0101"])
    }

    @Test(arguments: [
        #""order": "newest""#, #""autoRead": "scroll""#, #""imageOrigins": ["http://x.example"]"#,
        #""imageOrigins": ["https://x.example; script-src *"]"#, #""imageOrigins": ["https://x.example/a"]"#,
        #""imageOrigins": ["*"]"#,
    ])
    func `other values are refused`(member: String) {
        let codes = shop(#"{"page": "/inbox", \#(member)}"#).codes
        #expect(codes.count == 1)
        #expect(shop(#"{"page": "/inbox", \#(member)}"#).profile == nil)
    }

    @Test func `a page stands where no route of the contract answers`() {
        #expect(shop(#"{"page": "/feed"}"#).codes == ["T0680"])
        // `POST` alone is answered there.
        #expect(shop(#"{"page": "/devices"}"#).codes == [])
        #expect(shop(#"{"page": "/api/feed"}"#).codes == [])
        let based = shop(#"{"page": "/api/feed"}"#)
            .with("contract.json", #"{"routes""#, #"{"basePath": "/api", "routes""#)
        #expect(based.codes == ["T0680"])
        let report = based.diagnostics.first
        #expect(report?.related.count == 1)
    }

    @Test(arguments: ["/v1/inbox", "/assets/inbox", "/health"])
    func `at the root of its hosts, a page leaves the host's own paths alone`(page: String) {
        #expect(shop(#"{"page": "\#(page)"}"#).codes == [])
        let hosted = shop(#"{"page": "\#(page)"}"#)
            .with("profile.json", #""name": "Shop","#, #""name": "Shop", "hosts": ["api.shop.example"],"#)
        #expect(hosted.codes == ["T0680"])
    }

    @Test func `no tenant has the name of the host's files`() {
        #expect(TenantID(rawValue: "assets") == nil)
        #expect(TenantID(rawValue: "asset") != nil)
    }
}
