import CarillonHost
import CarillonSandbox

/// Connects the sandbox to the HTTP server.
struct SandboxHandler: UnroutedHandler {
    let sandbox: Sandbox
    let reports: ReportSender

    /// Needed because Expo's API accepts gzip.
    var readsContentCodings: Bool { true }

    func intake(of request: APIRequest) -> BodyIntake { .whole(limit: 8 << 20) }

    func answer(_ request: APIRequest) async -> APIResponse {
        let answer = await sandbox.respond(
            to: SandboxRequest(
                method: request.method,
                host: request.header("host") ?? "",
                path: request.rawPath,
                query: request.rawQuery,
                headers: request.headers.map { .init($0.name, $0.value) },
                body: request.body
            )
        )
        // These overtake the answer.
        reports.take(answer.reports.filter { $0.delay == .zero })
        if answer.delay > .zero {
            // The delay ends early when the server stops; that is fine.
            try? await Task.sleep(for: answer.delay)
        }
        reports.take(answer.reports.filter { $0.delay > .zero })
        guard !answer.dropsConnection else { return APIResponse(status: 500, body: .dropped) }
        return APIResponse(
            status: answer.status,
            headers: answer.headers.map { (name: $0.name, value: $0.value) },
            body: .bytes(answer.body)
        )
    }
}
