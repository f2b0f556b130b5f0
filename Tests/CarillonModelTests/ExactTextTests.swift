import CarillonModel
import Testing

/// Texts that Unicode calls canonically equivalent, and that are not the same id.
struct ExactTextTests {
    private static let alike = [("jos\u{E9}", "jose\u{301}"), ("K", "\u{212A}"), (";", "\u{37E}")]

    @Test(arguments: alike) func `ids that look alike are two keys`(first: String, second: String) {
        let users = [UserID(unchecked: first), UserID(unchecked: second)]
        #expect(users[0] != users[1] && Set(users).count == 2)
        #expect(Dictionary(users.map { ($0, 1) }) { $0 + $1 }.count == 2)
        #expect([Topic(unchecked: first)] != [Topic(unchecked: second)])
        #expect(Set([first.exact, second.exact, first.exact]).count == 2)
        // In the order of databases.
        #expect(users.sorted().map(\.rawValue.exact) == [first, second].map(\.exact).sorted())
        #expect((users[0] < users[1]) == first.utf8.lexicographicallyPrecedes(second.utf8))
    }

    @Test(arguments: alike) func `members whose names look alike are two`(first: String, second: String) throws {
        let text = "{\"\(first)\":1,\"\(second)\":2}"
        let object = try JSONValue(parsing: Array(text.utf8))
        #expect(object[first] == 1 && object[second] == 2)
        #expect(object.text.exact == text.exact)
        #expect(JSONValue.string(first) != .string(second))
        #expect(JSONValue.object([first: 1]) != .object([second: 1]))
        // Where there are so many that they are hashed.
        let many = (0..<40).map { "\"\($0)\":0," }.joined()
        #expect(try JSONValue(parsing: Array("{\(many)\"\(first)\":1,\"\(second)\":2}".utf8))[second] == 2)
        #expect(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: Array("{\(many)\"\(first)\":1,\"\(first)\":2}".utf8))
        }
    }

    @Test(arguments: [1, 7, 8, 9, 15, 16, 17, 40]) func `each byte of a name counts`(count: Int) {
        let name = [UInt8](repeating: UInt8(ascii: "a"), count: count)
        #expect(String(decoding: name, as: UTF8.self).exact == String(decoding: name, as: UTF8.self).exact)
        for place in name.indices {
            var other = name
            other[place] = UInt8(ascii: "b")
            #expect(String(decoding: name, as: UTF8.self).exact != String(decoding: other, as: UTF8.self).exact)
        }
    }

    @Test(arguments: [("Kate", "kate"), ("\u{212A}ate", "\u{212A}ate"), ("0xAÉ\u{130}", "0xaÉ\u{130}"), ("", "")])
    func `lower case is that of A to Z`(text: String, folded: String) {
        #expect(text.asciiLowercased.exact == folded.exact)
    }
}
