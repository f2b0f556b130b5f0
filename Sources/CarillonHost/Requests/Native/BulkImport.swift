import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Takes in JSON lines of users, devices, subscriptions and preferences, however many there are.
///
/// Each line stands alone. They are stored in their order, some hundred in a commit, while the next ones come: memory
/// doesn't grow with them, other writes come in between, and where it breaks off, what was stored stays. Done again,
/// nothing that is there changes.
public struct BulkImport: Sendable {
    let profile: TenantProfile
    let registry: ChannelRegistry
    let store: any TenantStore
    let clock: any WallClock
    /// Nil where no host runs.
    var observer: (any PipelineObserver)?

    /// What the body of an import is.
    public static let mediaType = "application/x-ndjson"

    /// - Throws: `unsupported-media-type` for a body that doesn't say it is UTF-8 text of JSON lines.
    static func checkMediaType(of request: APIRequest) throws(Problem) {
        guard request.mediaType == mediaType else {
            throw Problem(
                .unsupportedMediaType,
                "the body must be \(mediaType), and Content-Type must say so"
            )
        }
        guard request.isUTF8 else { throw .notUTF8 }
    }

    /// Bytes of a whole import.
    static let bodyLimit = 2 << 30
    /// Bytes of a line.
    static let lineLimit = 64 << 10
    /// Lines in a commit.
    static let batchSize = 500

    /// - Throws: where the body or the store breaks off; says up to which line it came.
    func run(_ body: any BodyStream) async throws(Problem) -> ImportReport {
        var progress = Progress(profile: profile, registry: registry)
        var splitter = LineSplitter(limit: Self.lineLimit)
        // What was stored before it broke off counts as well.
        defer { observer?.observe(progress.report.observation(of: profile.id)) }
        do {
            try await body.read { piece in
                for line in splitter.add(piece) { try await take(line, &progress) }
            }
            if let last = splitter.finish() { try await take(last, &progress) }
            try await commit(&progress)
        } catch let problem as Problem {
            throw problem.after(line: progress.storedTo)
        } catch {
            throw Problem(.malformed, "the body broke off").after(line: progress.storedTo)
        }
        progress.report.sortRefusals()
        return progress.report
    }

    private func take(_ line: LineSplitter.Line, _ progress: inout Progress) async throws(Problem) {
        progress.read(line)
        if progress.batch.count == Self.batchSize { try await commit(&progress) }
    }

    private func commit(_ progress: inout Progress) async throws(Problem) {
        let now = clock.now
        let items = progress.batch.map(\.item)
        do {
            progress.note(items.isEmpty ? [] : try await store.take(items, at: now))
        } catch {
            observer?.observe(.storeFailed(profile.id, error))
            throw Problem(.unavailable, "the store can't keep any more right now", retryAfter: .seconds(5))
        }
    }
}

/// How far an import is.
private struct Progress {
    let reader: ImportLine
    var report = ImportReport()
    /// Lines that are to be stored next.
    var batch: [(line: Int, item: ImportItem)] = []
    /// The last line of what was stored.
    var storedTo = 0
    private var readTo = 0

    init(profile: TenantProfile, registry: ChannelRegistry) {
        reader = ImportLine(profile: profile, registry: registry)
    }

    mutating func read(_ line: LineSplitter.Line) {
        readTo = line.number
        guard let bytes = line.bytes else {
            report.lines += 1
            return report.refuse(line.number, [.lineTooLong])
        }
        guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
        report.lines += 1
        do {
            batch.append((line.number, try reader.item(bytes)))
        } catch {
            report.refuse(line.number, error.faults.isEmpty ? [.init(error)] : error.faults)
        }
    }

    mutating func note(_ outcomes: [ImportOutcome]) {
        for (entry, outcome) in zip(batch, outcomes) {
            switch outcome {
            case .accepted: report.accepted += 1
            case .unchanged: report.unchanged += 1
            case .unknownDevice: report.refuse(entry.line, [.unknownDevice])
            }
        }
        batch.removeAll(keepingCapacity: true)
        storedTo = readTo
    }
}

extension Problem {
    fileprivate func after(line: Int) -> Problem {
        var problem = self
        let done = line == 0 ? "nothing was imported" : "the lines up to \(line) were imported, and may come again"
        problem.detail = "\(detail); \(done)"
        return problem
    }
}

extension Fault {
    fileprivate init(_ problem: Problem) {
        self.init(pointer: "", code: problem.code.ofFault, message: problem.detail)
    }

    fileprivate static let lineTooLong = Fault(
        pointer: "",
        code: .tooLarge,
        message: "the line has more than \(BulkImport.lineLimit) bytes"
    )

    fileprivate static let unknownDevice = Fault(
        pointer: "/deviceId",
        code: .notFound,
        message: "there is no such device; its line must come before"
    )
}

extension NativeRoute {
    static let bulkImport = NativeRoute(
        .bulkImport,
        .service,
        Form(body: .stream(BulkImport.mediaType), answer: .object(ImportReport.members), errors: [.validation]),
        bodyLimit: BulkImport.bodyLimit
    ) { call throws(Problem) in
        try BulkImport.checkMediaType(of: call.request)
        let runtime = call.tenant.runtime
        let run = BulkImport(
            profile: runtime.profile,
            registry: runtime.registry,
            store: runtime.store,
            clock: call.host.clock,
            observer: call.host.observer
        )
        do throws(Problem) {
            let report = try await run.run(call.request.stream ?? WholeBody(bytes: call.request.body))
            call.record("tenants.import", report.facts)
            return APIResponse(json: report.json)
        } catch {
            call.record("tenants.import", result: .failed)
            throw error
        }
    }
}

extension NativeCall {
    fileprivate func record(_ action: String, _ facts: [String: String] = [:], result: AuditTrail.Result = .done) {
        let id = tenant.runtime.profile.id.rawValue
        host.audit.record(action, by: .service, tenant: id, facts: facts, result: result)
    }
}

extension ImportReport {
    fileprivate func observation(of tenant: TenantID) -> Observation {
        .imported(tenant, accepted: accepted, unchanged: unchanged, refused: refused)
    }
}
