import AsyncHTTPClient
import CarillonHost
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import SQLiteStore

/// Answers an operator's commands: through the socket of the host that has the data folder, or from the data itself
/// where no host runs; and from a database that hosts share, beside them.
///
/// Two processes never write to the same folder. And the host notices what is done through it at once: a delivery that is
/// redriven goes out without waiting for the next routing round.
struct OperatorConnection: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
        var status: Int32 = 1
        /// Whether the host answered that it doesn't know what was named.
        var isNotFound = false
    }

    private enum Way: Sendable {
        case host(socket: String)
        case store(any Store, OperatorConsole)
    }

    private let way: Way

    /// - Parameter tenants: the folder of tenants' folders, for commands that need profiles also where no host runs.
    static func open(_ location: StoreLocation, tenants: String? = nil) async throws -> OperatorConnection {
        guard case .folder(let folder) = location else { return try await open(database: location, tenants: tenants) }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw Failure(description: "there is no data folder \(folder); name it with --data", status: 66)
        }
        do {
            return console(
                of: try SQLiteStore(folder: folder, identifiers: SystemIdentifiers { SystemClock().now }),
                tenants
            )
        } catch {
            guard error.kind == .locked else { throw Failure(description: error.description) }
            let socket = OperatorSocket.path(in: folder)
            guard let socket, FileManager.default.fileExists(atPath: socket) else {
                throw Failure(description: "\(error.description) (it has no socket for commands in its data folder)")
            }
            return OperatorConnection(way: .host(socket: socket))
        }
    }

    private static func open(database: StoreLocation, tenants: String?) async throws -> OperatorConnection {
        do throws(StoreFailure) {
            return console(of: try await database.open(), tenants)
        } catch {
            throw Failure(description: error.description)
        }
    }

    private static func console(of store: any Store, _ tenants: String?) -> OperatorConnection {
        let registry = ChannelRegistry.standard
        let profiles = tenants.map { TenantFolders($0, registry: registry).load() }
        for failure in profiles?.failures.sorted(by: { $0.key < $1.key }) ?? [] {
            Output.printError(failure.value.report)
        }
        let console = OperatorConsole(
            store: store,
            profiles: profiles?.tenants ?? [],
            registry: registry,
            audit: Log.logger(level: .info, label: "audit")
        )
        return OperatorConnection(way: .store(store, console))
    }

    func close() async {
        if case .store(let store, _) = way { await store.close() }
    }

    /// - Throws: ``Failure`` with the host's message where the answer is a problem.
    func ask(
        _ method: String,
        _ path: String,
        query: [(String, String?)] = [],
        body: JSONValue? = nil
    ) async throws -> JSONValue {
        let pairs = query.compactMap { name, value in value.map { "\(name)=\(PercentEncoding.encode($0))" } }
        let target = path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        let (status, bytes) =
            switch way {
            case .host(let socket): try await ask(socket, method, target, body)
            case .store(_, let console): try await ask(console, method, target, body)
            }
        return try answer(status, bytes)
    }

    /// Sends a file of JSON lines, piece by piece.
    func send(_ file: FilePieces, to path: String) async throws -> JSONValue {
        switch way {
        case .host(let socket):
            let (status, bytes) = try await send(file, to: path, socket)
            return try answer(status, bytes)
        case .store(_, let console):
            guard let (segments, query) = APIRequest.parse(target: path) else {
                throw Failure(description: "“\(path)” can't be asked for", status: 64)
            }
            var request = APIRequest("POST", path: segments, query: query)
            request.headers = [("content-type", BulkImport.mediaType)]
            request.stream = file
            let made = await console.respond(to: request)
            return try answer(made.status, made.bytes)
        }
    }

    private func send(_ file: FilePieces, to path: String, _ socket: String) async throws -> (Int, [UInt8]) {
        var request = HTTPClientRequest(url: "http+unix://\(PercentEncoding.encode(socket))\(path)")
        request.method = .POST
        request.headers.add(name: "host", value: "localhost")
        request.headers.add(name: "content-type", value: BulkImport.mediaType)
        request.body = .stream(file, length: .unknown)
        return try await answer(to: request, socket)
    }

    private func answer(_ status: Int, _ bytes: [UInt8]) throws -> JSONValue {
        let json = (try? JSONValue(parsing: bytes)) ?? .object(JSONObject())
        guard status < 300 else {
            let message = json["detail"]?.string ?? "the host answered \(status)"
            throw Failure(description: message, isNotFound: status == 404)
        }
        return json
    }

    private func ask(
        _ console: OperatorConsole,
        _ method: String,
        _ target: String,
        _ body: JSONValue?
    ) async throws -> (Int, [UInt8]) {
        guard let (path, query) = APIRequest.parse(target: target) else {
            throw Failure(description: "“\(target)” can't be asked for", status: 64)
        }
        let request = APIRequest(method, path: path, query: query, body: body?.utf8 ?? [])
        let answer = await console.respond(to: request)
        return (answer.status, answer.bytes)
    }

    private func ask(
        _ socket: String,
        _ method: String,
        _ target: String,
        _ body: JSONValue?
    ) async throws -> (Int, [UInt8]) {
        var request = HTTPClientRequest(url: "http+unix://\(PercentEncoding.encode(socket))\(target)")
        request.method = .init(rawValue: method)
        // The client sets no `Host` header for a socket, but RFC 9112, section 3.2, requires one.
        request.headers.add(name: "host", value: "localhost")
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body.utf8))
        }
        return try await answer(to: request, socket)
    }

    private func answer(to request: HTTPClientRequest, _ socket: String) async throws -> (Int, [UInt8]) {
        do {
            // Long, because a backup or an import may take hours.
            let answer = try await HTTPClient.shared.execute(request, timeout: .hours(12))
            return (Int(answer.status.code), Array(buffer: try await answer.body.collect(upTo: 1 << 30)))
        } catch let error as FilePieces.Unreadable {
            throw Failure(description: "can't read \(error)", status: 66)
        } catch {
            throw Failure(description: "the host didn't answer on \(socket): \(error)")
        }
    }
}

/// The Unix socket in a data folder, through which commands reach the host that uses the folder.
enum OperatorSocket {
    /// How many bytes `sockaddr_un` has room for on every system.
    private static let longest = 103

    /// Nil where the folder's path is too long for a socket.
    static func path(in folder: String) -> String? {
        let path = URL(filePath: folder).standardizedFileURL.appending(path: "carillon.sock").path
        return path.utf8.count <= longest ? path : nil
    }
}
