import Foundation
import Testing

/// A store answers what production asks, and no more: each method of its port is one that another store must have, too.
struct PortTests {
    @Test func `every method of the store's port has a caller in production`() throws {
        let methods = try swiftFiles(in: "Sources/CarillonPipeline/Ports").flatMap {
            try Self.methods(in: Self.text(of: $0))
        }
        #expect(methods.count > 60)
        let callers = try Self.callers()
        #expect(methods.filter { !Self.isCalled($0, in: callers) }.map(\.description) == [])
    }

    @Test func `a planted method that nobody calls is found`() throws {
        let planted = """
            public protocol Planted: Sendable {
                func settle(_ settlements: [Settlement]) async throws(StoreFailure)
                func settle(
                    _ rows: [Int64],
                    whenNobodyLooks: Bool
                ) async throws(StoreFailure)
                /// func commented(out: Int)
                func nextDue() async throws(StoreFailure) -> Instant?
            }
            """
        let callers = "try await store.settle(all)"
        let idle = Self.methods(in: Self.withoutComments(planted)).filter { !Self.isCalled($0, in: callers) }
        #expect(idle.map(\.description) == ["settle(_:whenNobodyLooks:)", "nextDue()"])
    }

    private struct Method: CustomStringConvertible {
        let name: String
        /// `_` where there is none.
        let labels: [String]

        var description: String { "\(name)(\(labels.map { "\($0):" }.joined()))" }
    }

    /// What the protocols of a file ask for, not what extensions of theirs add.
    private static func methods(in text: String) -> [Method] {
        let protocols = text.matches(of: #/(?m)^(?:public )?protocol [\s\S]*?^\}/#).map { String($0.output) }
        return protocols.flatMap { body in
            body.matches(of: #/func (\w+)\(([^)]*)\)/#).map { match in
                let parameters = match.2.split(separator: ",").compactMap {
                    $0.split(whereSeparator: \.isWhitespace).first
                }
                let labels = parameters.map { String($0.prefix { $0 != ":" }) }
                return Method(name: String(match.1), labels: labels)
            }
        }
    }

    /// Whether the code has a call with this name and, in their order, these labels.
    private static func isCalled(_ method: Method, in callers: String) -> Bool {
        let labels = method.labels.filter { $0 != "_" }.map { "[^;]*?\\b\($0):" }.joined()
        let arguments = method.labels.isEmpty ? "\\(\\)" : "\\((?!\\))" + labels
        guard let call = try? Regex("\\.\(method.name)" + arguments) else { return false }
        return callers.firstMatch(of: call) != nil
    }

    /// All code that runs in production, but for the stores themselves.
    private static func callers() throws -> String {
        let folders = ["Sources/CarillonHost", "Sources/CarillonPipeline", "Sources/carillond"]
        return try folders.flatMap { try swiftFiles(in: $0) }.map(text).joined(separator: "\n")
    }

    private static func text(of file: URL) throws -> String {
        withoutComments(try String(contentsOf: file, encoding: .utf8))
    }

    private static func withoutComments(_ text: String) -> String { text.replacing(#/\/\/[^\n]*/#, with: "") }
}
