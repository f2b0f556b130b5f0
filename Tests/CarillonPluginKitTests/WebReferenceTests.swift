import CarillonPluginKit
import Testing

/// RFC 3986, section 5.4, as far as its examples are URLs of the web.
@Test(arguments: [
    ("https://other.example/x", "https://other.example/x"), ("//g", "https://g"), ("/g", "https://a/g"),
    ("g", "https://a/b/c/g"), ("./g", "https://a/b/c/g"), ("g/", "https://a/b/c/g/"), ("?y", "https://a/b/c/d;p?y"),
    ("g?y", "https://a/b/c/g?y"), ("#s", "https://a/b/c/d;p?q"), ("g?y#s", "https://a/b/c/g?y"),
    (";x", "https://a/b/c/;x"), ("", "https://a/b/c/d;p?q"), (".", "https://a/b/c/"), ("./", "https://a/b/c/"),
    ("..", "https://a/b/"), ("../g", "https://a/b/g"), ("../..", "https://a/"), ("../../g", "https://a/g"),
    ("../../../g", "https://a/g"), ("/./g", "https://a/g"), ("/../g", "https://a/g"), ("g.", "https://a/b/c/g."),
    ("./../g", "https://a/b/g"), ("g/./h", "https://a/b/c/g/h"), ("g/../h", "https://a/b/c/h"),
    ("g?y/../x", "https://a/b/c/g?y/../x"), ("/a:b", "https://a/a:b"), ("./a:b", "https://a/b/c/a:b"),
])
func `a reference means what RFC 3986 says`(reference: String, expected: String) {
    #expect(WebOrigin.resolve(reference, against: "https://a/b/c/d;p?q") == expected)
}

@Test(arguments: ["http://a/x", "mailto:a@b.example", "g:h", "//", "//user@a/", "/a b", "https://", "//a:99999/"])
func `a reference that leads to no https URL leads nowhere`(reference: String) {
    #expect(WebOrigin.resolve(reference, against: "https://a/b") == nil)
}

@Test func `the port and an empty path of the base are kept to`() {
    #expect(WebOrigin.resolve("/x", against: "https://a:8443") == "https://a:8443/x")
    #expect(WebOrigin.resolve("x", against: "https://a:8443") == "https://a:8443/x")
    #expect(WebOrigin.resolve("?q", against: "https://a") == "https://a/?q")
    #expect(WebOrigin.resolve("x", against: "https://a?q/r") == "https://a/x")
}
