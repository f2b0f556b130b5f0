import CarillonModel
import CarillonTesting
import Foundation
import Testing

/// How the service ends.
struct EndingTests {
    @Test func `a request that is under way at the end is answered`() async throws {
        let place = try ServedFolder()
        defer { place.remove() }
        let host = try place.serve()
        let port = try #require(await host.port(inLineWith: "serving"))
        let connection = FileHandle(fileDescriptor: try RawSocket.connect(to: port), closeOnDealloc: true)
        let body = Array(place.event("1").utf8)
        let head = """
            POST /v1/shop/events HTTP/1.1\r\nHost: x\r\nX-Service-Key: \(place.serviceKey)\r\n\
            Content-Type: application/json\r\nContent-Length: \(body.count)\r\nExpect: 100-continue\r\n\r\n
            """
        try connection.write(contentsOf: Data(head.utf8))
        let goOn = "HTTP/1.1 100 Continue\r\n\r\n"
        #expect(try connection.read(upToCount: goOn.utf8.count) == Data(goOn.utf8))
        host.kill(SIGTERM)
        try await waitUntil { (try? RawSocket.connect(to: port)).map { close($0) } == nil }
        try connection.write(contentsOf: Data(body))
        let answer = String(decoding: try connection.readToEnd() ?? Data(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 202"), "\(answer)")
        #expect(await host.status() == 0)
    }
}
