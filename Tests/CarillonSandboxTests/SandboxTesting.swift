import CarillonModel
import CarillonSandbox
import Foundation
import Synchronization

/// A clock the tests move.
///
/// A class with a lock, because the sandbox reads it from elsewhere.
final class SteppedClock: Sendable {
    private let milliseconds = Mutex<Int64>(1_772_020_800_000)
    var now: Instant { Instant(epochMilliseconds: milliseconds.withLock { $0 }) }
    func advance(by duration: Duration) { milliseconds.withLock { $0 += duration.milliseconds } }
}

extension Sandbox {
    func post(
        _ path: String,
        _ body: String,
        type: String = "application/json",
        headers: [SandboxRequest.Header] = []
    ) async -> SandboxResponse {
        let headers = [SandboxRequest.Header("Content-Type", type)] + headers
        return await respond(to: SandboxRequest(method: "POST", path: path, headers: headers, body: Array(body.utf8)))
    }

    func get(_ path: String, query: String = "") async -> JSONValue {
        await respond(to: SandboxRequest(method: "GET", path: path, query: query)).json
    }

    func script(_ rules: String) async {
        _ = await post("/sandbox/script", rules)
    }
}

extension SandboxResponse {
    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// A signed token, made without the plugins' help.
func makeToken(_ header: JSONValue, _ claims: JSONValue, sign: ([UInt8]) throws -> [UInt8]) throws -> String {
    func encoded(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
    let input = "\(encoded(header.utf8)).\(encoded(claims.utf8))"
    return "\(input).\(encoded(try sign(Array(input.utf8))))"
}
