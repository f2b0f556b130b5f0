/// How values are written into headers, paths, queries and forms.
extension String {
    /// Visible ASCII and blanks between: nothing that could begin another header.
    var isHeaderSafe: Bool {
        utf8.allSatisfy { (0x20...0x7E).contains($0) } && utf8.first != 0x20 && utf8.last != 0x20
    }

    /// All but unreserved characters and the colon, which stands for itself in a path.
    ///
    /// Source: RFC 3986, sections 2.3 and 3.3.
    var stepEncoded: String { encoded { Self.isUnreserved($0) || $0 == UInt8(ascii: ":") ? [$0] : nil } }

    /// Source: URL standard (WHATWG), section 5.2, `application/x-www-form-urlencoded`.
    var formEncoded: String {
        encoded { byte in
            switch byte {
            case 0x20: [UInt8(ascii: "+")]
            case UInt8(ascii: "*"): [byte]
            case UInt8(ascii: "~"): nil
            default: Self.isUnreserved(byte) ? [byte] : nil
            }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }

    /// All but unreserved characters.
    ///
    /// Source: AWS, “Create a signed AWS API request”, `UriEncode`.
    var strictlyEncoded: String { encoded { Self.isUnreserved($0) ? [$0] : nil } }

    /// A URL with a further query, behind the one that it has.
    func adding(query: String) -> String {
        query.isEmpty ? self : "\(self)\(contains("?") ? "&" : "?")\(query)"
    }

    private func encoded(_ plain: (UInt8) -> [UInt8]?) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in utf8 {
            bytes += plain(byte) ?? [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
