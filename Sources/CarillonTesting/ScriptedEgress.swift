public import CarillonPluginKit
import Synchronization

/// HTTP without a network: answers from a script, and records its requests.
///
/// A class with a lock, because plugins hold it by reference and may send from several tasks at once.
public final class ScriptedEgress: Egress {
    public typealias Answer = @Sendable (EgressRequest) async -> Result<EgressResponse, EgressFailure>

    private let answer: Answer
    private let recorded = Mutex<[EgressRequest]>([])

    /// Each request is answered by the same function.
    public init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// One answer a request, in order.
    ///
    /// A request too many isn't sent, and fails with that reason.
    public convenience init(_ answers: [Result<EgressResponse, EgressFailure>]) {
        let script = Script(answers)
        self.init { _ in script.next() }
    }

    /// The requests so far, in order.
    public var requests: [EgressRequest] { recorded.withLock { $0 } }

    public func send(_ request: EgressRequest) async throws(EgressFailure) -> EgressResponse {
        recorded.withLock { $0.append(request) }
        return try await answer(request).get()
    }

    /// What is left of a list of answers.
    ///
    /// A class with a lock, shared by the tasks that send.
    private final class Script: Sendable {
        private let answers: Mutex<[Result<EgressResponse, EgressFailure>]>

        init(_ answers: [Result<EgressResponse, EgressFailure>]) {
            self.answers = Mutex(answers.reversed())
        }

        func next() -> Result<EgressResponse, EgressFailure> {
            answers.withLock { $0.popLast() } ?? .failure(.notSent("the script has no answer left"))
        }
    }
}

extension Result<EgressResponse, EgressFailure> {
    /// An answer with a text as its body.
    public static func answer(_ status: Int, _ body: String = "", headers: [EgressRequest.Header] = []) -> Self {
        .success(EgressResponse(status: status, headers: headers, body: Array(body.utf8)))
    }
}
