import CarillonModel
import CarillonPipeline
import StoredRows

extension Database {
    /// See ``Schema/callCounts``.
    func count(_ call: CountedCall) throws -> CallCount {
        let count = try first(
            "SELECT remaining, reset_after, retry_after FROM count_call($1, $2, $3, $4, $5)",
            call.tenant.rawValue,
            call.name,
            Int64(call.limit),
            call.window.milliseconds,
            Int64(min(call.cost, call.limit))
        ) { columns in
            let retryAfter: Int64? = try columns["retry_after"]
            return CallCount(
                remaining: Int(try columns["remaining"] as Int64),
                resetAfter: .milliseconds(try columns["reset_after"] as Int64),
                retryAfter: retryAfter.map { .milliseconds($0) }
            )
        }
        guard let count else { throw PostgresError(.unexpected("a call wasn't counted")) }
        return count
    }

    /// Of those who haven't called for long.
    func forgetCalls() throws {
        try run(
            """
            DELETE FROM calls WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM calls WHERE until < extract(epoch FROM clock_timestamp()) * 1000
                LIMIT 10000 FOR UPDATE SKIP LOCKED
            ))
            """
        )
    }
}
