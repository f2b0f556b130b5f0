import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

extension ChannelFileCheck {
    /// What is reported later has an example of each meaning, and a request that says where to report it.
    func receiptFaults(_ channel: DeclaredChannel) -> [Diagnostic] {
        let isTold = channel.request.texts.contains { text in
            text.text.placeholders.contains { $0.value == .known(.callback) }
        }
        guard let callbacks = channel.callbacks else {
            let place = file.nameSpan("request")
            let message = "the request says where to call back, and `receipts` takes no callbacks"
            return isTold ? [.contradictoryReceipts(message, place)] : []
        }
        var faults: [Diagnostic] = []
        if !isTold {
            let message = "nothing in the request says where to call back"
            faults.append(.contradictoryReceipts(message, file.nameSpan("receipts", "callback")))
        }
        var proven: Set<Int> = []
        for sample in channel.samples.callbacks {
            guard let (_, rule) = channel.reading(of: sample.body, hiding: [], at: DeclaredChannel.sampleTime)
            else { continue }
            if let rule { proven.insert(rule) }
            let verdict = rule.map { callbacks.answers.rules[$0].verdict }
            guard verdict != sample.verdict else { continue }
            let place = file.span("samples", "callbacks", sample.name, "is")
            faults.append(.wrongCallbackVerdict(sample.verdict, verdict, rule: rule, place))
        }
        for index in callbacks.answers.rules.indices where !proven.contains(index) {
            let path: [JSONStep] = [.name("receipts"), .name("callback"), .name("rules"), .index(index)]
            faults.append(.unprovenRule(file.span(path)))
        }
        return faults
    }
}
