import CarillonModel
import DocumentationTesting
import Foundation
import Testing

/// `carillon add-locale` and `carillon translations`, as a translator meets them.
@Suite(.serialized)
struct TranslationTests {
    @Test func `a further language has a place for every word, and the tenant stays valid`() throws {
        try withShop { shop in
            let added = try shop.run("carillon add-locale uk --tenant shop")
            #expect(added.status == 0, "\(added.errors)")
            let profile = try shop.json("profile.json")
            #expect(profile["locales"]?["supported"] == ["en", "uk"])
            #expect(profile["categories"]?["account"]?["name"] == ["en": "Account", "uk": ""])
            let messages = try shop.json("templates/uk.json")["messages"]
            #expect(messages?["account.welcome"]?["$title"] == "Welcome to {$tenant}")
            #expect(messages?["account.welcome"]?["title"] == "")
            #expect(messages?["account.welcome"]?["email"]?["subject"] == "")
            let validated = try shop.run("carillon validate")
            #expect(validated.status == 0)
            #expect(validated.output.contains("`account.welcome` is not written in `uk`"))
            #expect(!validated.output.contains("error"))
        }
    }

    @Test(arguments: [
        ("uk", ["0", "one", "few", "many", "*"]), ("ar", ["0", "zero", "one", "two", "few", "many", "*"]),
        ("ja", ["0", "*"]), ("de", ["0", "one", "*"]),
    ])
    func `a translation has the plural rows of its language`(locale: String, keys: [String]) throws {
        try withShop { shop in
            #expect(try shop.run("carillon add-locale \(locale) --tenant shop").status == 0)
            let body = try shop.json("templates/\(locale).json")["messages"]?["cart.left"]?["body"]
            #expect(body?["match"] == ["count"])
            #expect(body?["when"]?.object?.members.map(\.name) == keys)
        }
    }

    @Test func `rows of several selectors are spread where plural forms decide`() throws {
        try withShop { shop in
            let variants = #"{"match": ["gift", "count"], "when": {"true *": "A", "* one": "B", "* *": "C"}}"#
            try shop.replace(Shop.cart, with: variants, in: "templates/en.json")
            #expect(try shop.run("carillon add-locale uk --tenant shop").status == 0)
            let body = try shop.json("templates/uk.json")["messages"]?["cart.left"]?["body"]
            let keys = body?["when"]?.object?.members.map(\.name)
            #expect(keys == ["true *", "* one", "* few", "* many", "* *"])
        }
    }

    @Test func `a second time nothing is changed, and a translation is never overwritten`() throws {
        try withShop { shop in
            _ = try shop.run("carillon add-locale uk --tenant shop")
            try shop.replace(#""title": """#, with: #""title": "Вітаємо""#, in: "templates/uk.json")
            let before = try shop.files()
            let again = try shop.run("carillon add-locale uk --tenant shop")
            #expect(again.status == 0)
            #expect(again.output.contains("nothing was written"))
            #expect(try shop.files() == before)
        }
    }

    @Test func `what a language lacks is added to its file, which keeps its layout`() throws {
        try withShop { shop in
            let own = """
                { "locale": "uk",
                    "messages": { "account.welcome": { "title": "Вітаємо" } }
                }

                """
            try shop.write(own, to: "templates/uk.json")
            try shop.replace("      \"en\"\n", with: "      \"en\", \"uk\"\n", in: "profile.json")
            let added = try shop.run("carillon add-locale uk --tenant shop")
            #expect(added.status == 0, "\(added.errors)")
            let text = try shop.text("templates/uk.json")
            #expect(text.hasPrefix(#"{ "locale": "uk","#))
            let messages = try shop.json("templates/uk.json")["messages"]
            #expect(messages?["account.welcome"]?["title"] == "Вітаємо")
            #expect(messages?["account.welcome"]?["$body"] == "Hello {$person}, your account is ready.")
            #expect(messages?["cart.left"]?["push"] == ["$body": "Come back", "body": ""])
            #expect(try shop.run("carillon validate").status == 0)
        }
    }

    @Test func `what isn't translated is shown in the default language, and what is in its own`() throws {
        try withShop { shop in
            _ = try shop.run("carillon add-locale uk --tenant shop")
            try shop.replace(#""title": """#, with: #""title": "Вітаємо""#, in: "templates/uk.json")
            let shown = try shop.run("carillon render shop account.welcome --locale uk --channel in-app")
            #expect(shown.status == 0, "\(shown.errors)")
            #expect(shown.output.contains("Вітаємо"))
            #expect(shown.output.contains("Hello Ada, your account is ready."))
        }
    }

    @Test func `a variant without words leaves the whole text to be translated`() throws {
        try withShop { shop in
            _ = try shop.run("carillon add-locale uk --tenant shop")
            try shop.replace(#""one": """#, with: #""one": "{$count} річ""#, in: "templates/uk.json")
            #expect(try shop.run("carillon validate").status == 0)
            let left = try shop.run("carillon translations --tenant shop")
            #expect(left.output.contains("cart.left: body in `uk`: to be translated"))
        }
    }

    @Test func `empty words without an original beside them stay an error`() throws {
        try withShop { shop in
            _ = try shop.run("carillon add-locale uk --tenant shop")
            try shop.replace(#""$title": "Welcome to {$tenant}","#, with: "", in: "templates/uk.json")
            let validated = try shop.run("carillon validate --only T0108")
            #expect(validated.status == 1)
            #expect(validated.output.contains("`title` has no words here"))
        }
    }

    @Test func `what is left is listed with its place and the share that is done`() throws {
        try withShop { shop in
            _ = try shop.run("carillon add-locale uk --tenant shop")
            let all = try shop.run("carillon translations --tenant shop")
            #expect(all.status == 0)
            #expect(all.output.contains("uk  0 of 8 translated (0 %)"))
            #expect(
                all.output.contains(
                    "tenants/shop/templates/uk.json:7:16: account.welcome: title in `uk`: to be translated"
                )
            )
            try shop.replace(#""title": """#, with: #""title": "Вітаємо""#, in: "templates/uk.json")
            try shop.replace(#""uk": """#, with: #""uk": "Рахунок""#, in: "profile.json")
            let result = try shop.run("carillon translations --format json")
            let report = try JSONValue(parsing: result.output.utf8)
            let language = report["tenants"]?.array?.first?["locales"]?.array?.first
            #expect(language?["locale"] == "uk" && language?["texts"] == 8 && language?["done"] == 2)
            #expect(language?["open"]?.array?.first?["name"] == "account.welcome: body")
            #expect(language?["open"]?.array?.first?["line"] == 9)
        }
    }

    @Test func `words that were copied from another language are still to be translated`() throws {
        try withShop { shop in
            _ = try shop.run("carillon add-locale uk --tenant shop")
            _ = try shop.run("sed 's/\"locale\": \"en\"/\"locale\": \"uk\"/' tenants/shop/templates/en.json > uk.json")
            _ = try shop.run("mv uk.json tenants/shop/templates/uk.json")
            let left = try shop.run("carillon translations --tenant shop")
            #expect(
                left.output.contains("account.welcome: body in `uk`: copied from another language"),
                "\(left.output)"
            )
            #expect(!left.output.contains("(100 %)"))
            let report = try JSONValue(parsing: shop.run("carillon translations --format json").output.utf8)
            let open = report["tenants"]?.array?.first?["locales"]?.array?.first?["open"]?.array ?? []
            #expect(open.contains { $0["state"] == "copied" })
        }
    }

    @Test func `a text whose original has changed since is reported`() throws {
        try withShop { shop in
            _ = try shop.run("carillon add-locale uk --tenant shop")
            try shop.replace(#""title": """#, with: #""title": "Вітаємо""#, in: "templates/uk.json")
            try shop.replace("Welcome to {$tenant}", with: "Hello from {$tenant}", in: "templates/en.json")
            let left = try shop.run("carillon translations --tenant shop")
            #expect(left.output.contains("account.welcome: title in `uk`: the original is now “Hello from {$tenant}”"))
            #expect(left.output.contains("uk  1 of 8 translated"))
        }
    }

    @Test(arguments: [
        ("uk_UA", "uk-UA"), ("ua", "uk"), ("ukrainian", "uk"), ("jp", "ja"), ("uk_UA.UTF-8", "uk-UA"), ("iw", "he"),
    ])
    func `a tag that is none is refused with the one that was meant`(tag: String, meant: String) throws {
        try withShop { shop in
            let result = try shop.run("carillon add-locale \(tag) --tenant shop")
            #expect(result.status == 64)
            #expect(result.errors.contains("did you mean `\(meant)`?"), "\(result.errors)")
        }
    }

    @Test func `the default language, an unknown tenant and a broken one are refused, and nothing is written`() throws {
        try withShop { shop in
            #expect(try shop.run("carillon add-locale en --tenant shop").status == 64)
            #expect(try shop.run("carillon add-locale qqq --tenant shop").status == 64)
            let unknown = try shop.run("carillon add-locale uk --tenant shpo")
            #expect(unknown.status == 66 && unknown.errors.contains("did you mean shop?"))
            try shop.replace(#""messages": {"#, with: #""messages": {,"#, in: "templates/en.json")
            let before = try shop.files()
            let broken = try shop.run("carillon add-locale uk --tenant shop")
            #expect(broken.status == 1)
            #expect(broken.errors.contains("templates/en.json") && broken.errors.contains("nothing was written"))
            #expect(try shop.files() == before)
        }
    }

    @Test func `one text for all languages stays one where there are several languages already`() throws {
        try withShop { shop in
            _ = try shop.run("carillon add-locale uk --tenant shop")
            try shop.replace(#"{ "en": "Account", "uk": "" }"#, with: #""ACME""#, in: "profile.json")
            let added = try shop.run("carillon add-locale de --tenant shop")
            #expect(added.output.contains("left so: categories.account.name"))
            #expect(try shop.json("profile.json")["categories"]?["account"]?["name"] == "ACME")
        }
    }
}

/// A tenant `shop` in a folder of its own.
private struct Shop {
    let root: URL

    /// The words of `cart.left` that `withShop` writes.
    static let cart =
        #"{"match": ["count"], "when": {"0": "Nothing", "one": "{$count} thing", "*": "{$count} things"}}"#

    func run(_ line: String) throws -> BuiltTool.Result { try BuiltTool.shell(line, in: root) }

    func url(_ path: String) -> URL { root.appending(path: "tenants/shop/\(path)") }

    func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }

    func json(_ path: String) throws -> JSONValue { try JSONValue(parsing: text(path).utf8) }

    func write(_ text: String, to path: String) throws {
        try text.write(to: url(path), atomically: true, encoding: .utf8)
    }

    /// Replaces the first place that has `old`, which there must be.
    func replace(_ old: String, with new: String, in path: String) throws {
        var text = try text(path)
        let range = try #require(text.firstRange(of: old), "\(path) has no \(old)")
        text.replaceSubrange(range, with: new)
        try write(text, to: path)
    }

    /// All files by their paths.
    func files() throws -> [String: String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: url("").path(percentEncoded: false))
        let files = paths.filter { $0.hasSuffix(".json") }
        return try Dictionary(uniqueKeysWithValues: files.map { ($0, try text($0)) })
    }
}

private func withShop(_ body: (Shop) throws -> Void) throws {
    try BuiltTool.withFolder { folder in
        let shop = Shop(root: folder)
        let made = try shop.run("carillon new shop --channels in-app,push,email")
        #expect(made.status == 0, "\(made.errors)")
        try shop.replace(
            #""events": {"#,
            with: """
                "events": {
                    "cart.left": {
                      "category": "account",
                      "payload": { "count": { "type": "integer" }, "gift": { "type": "boolean" } },
                      "channels": ["in-app", "push"]
                    },
                """,
            in: "events.json"
        )
        let cart: JSONValue = ["title": "Your cart", "body": "CART", "push": ["body": "Come back"]]
        let templates = try shop.json("templates/en.json").merging(["messages": ["cart.left": cart]])
        try shop.write(templates.prettyText, to: "templates/en.json")
        try shop.replace(#""CART""#, with: Shop.cart, in: "templates/en.json")
        try shop.write(#"{ "count": 2, "gift": true }"#, to: "samples/cart.left.json")
        try body(shop)
    }
}
