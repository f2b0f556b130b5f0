import ArgumentParser
import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard

struct ChannelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channel",
        abstract: "Channel files: ways of delivering that are written as JSON.",
        subcommands: [ChannelList.self, ChannelNew.self, ChannelTest.self]
    )
}

struct ChannelTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Prove channel files, and show the request, the answer and the outcome of each sample.",
        discussion: "Nothing is sent. Settings have the values of their examples, and secrets open nothing."
    )

    @Argument(help: "Such as tenants/channels/acme-sms.json.")
    var files: [String]

    func run() throws {
        var sources = SourceSet()
        var diagnostics: [Diagnostic] = []
        for path in files {
            let content: [UInt8]
            do {
                content = try FileSystem.content(of: path, limit: ChannelFile.sizeLimit + 1, waits: true)
            } catch {
                throw error.exit
            }
            let file = ChannelFile(content, path: path, taken: Self.taken(for: path), into: &sources)
            diagnostics += file.diagnostics
            if let draft = file.draft { print(SampleText(channel: draft).text) }
        }
        let report = DiagnosticReport(sources: sources, diagnostics: diagnostics, subjects: files, noun: "file")
        if diagnostics.isEmpty {
            print("Every sample is as it should be.")
        } else {
            print(Terminal.current.fitted(TextRenderer.forPeople.render(report)), terminator: "")
        }
        if report.count(.error) > 0 { throw ExitCode(.foundErrors) }
    }

    /// A file in a folder of its own is one of those that come with the program, or a draft of one.
    private static func taken(for path: String) -> [PluginID: ChannelHome] {
        let isOfLibrary = path.split(separator: "/").last == "channel.json"
        return ChannelHome.all(of: .standard).filter { !isOfLibrary || $0.value != .library }
    }
}

/// What a channel does with its samples, for people.
private struct SampleText {
    let channel: DeclaredChannel

    var text: String {
        let descriptor = channel.descriptor
        let requests = channel.samples.requests.map { request($0) }
        let answers = channel.samples.answers.map { answer($0) }
        let reports = channel.samples.callbacks.map { report($0) } + channel.samples.polls.map { report($0) }
        return (["\(descriptor.id): \(descriptor.summary)\n"] + requests + answers + reports).joined(separator: "\n")
    }

    private func request(_ sample: ChannelSamples.Request) -> String {
        do {
            let request = try channel.request(of: sample)
            let mark = channel.hasGolden(sample, request) ? "as golden" : "not as golden"
            return "request \(sample.name)  (\(mark))\n\n\(Transmission.request(request, sealed: nil).text)"
        } catch {
            return "request \(sample.name)  (refused: \(error.reason.message))\n"
        }
    }

    private func answer(_ sample: ChannelSamples.Answer) -> String {
        let reads = channel.verdicts(of: sample)
        let meanings = zip(reads, sample.verdicts).map { read, expected in
            let rule = read.rule.map { "rule \($0 + 1)\(read.isOfElement ? " of each" : "")" } ?? "the status alone"
            let mark = read.verdict == expected ? "" : ", not \(expected.rawValue)"
            return "\(read.verdict.rawValue) by \(rule)\(mark)"
        }
        let body = String(decoding: sample.response.body, as: UTF8.self)
        let headers = sample.response.headers.map { "\($0.name): \($0.value)\n" }.joined()
        var text = "answer \(sample.name)  (\(meanings.joined(separator: "; ")))\n\n"
        text += "\(sample.response.status)\n\(headers)"
        if !body.isEmpty { text += "\n\(body)\n" }
        return text + reads.map { details(of: $0.outcome) }.joined()
    }

    private func report(_ sample: ChannelSamples.Callback) -> String {
        let reports = channel.reports(in: sample.body, hiding: [], at: DeclaredChannel.sampleTime)
        let meanings = zip(reports, sample.verdicts).map { report, expected in
            let verdict = report.rule.flatMap { channel.callbacks?.answers.rules[$0].verdict }
            return meaning(verdict, report.rule, expected: expected)
        }
        let body = String(decoding: sample.body, as: UTF8.self)
        let title = "callback \(sample.name)  (\(meanings.joined(separator: "; ")))\n\n\(body)\n"
        return title + reports.map { details(of: $0.report.meaning) }.joined()
    }

    private func details(of meaning: CallbackReport.Meaning) -> String {
        guard case .ended(let outcome, let stops) = meaning else { return "" }
        return details(of: outcome) + (stops ? "→ the recipient's preference is switched off\n" : "")
    }

    private func report(_ sample: ChannelSamples.Poll) -> String {
        let read = channel.reading(of: sample.response, hiding: [], at: DeclaredChannel.sampleTime)
        guard let (reading, rule) = read else { return "" }
        let verdict = rule.flatMap { channel.poll?.answers.rules[$0].verdict }
        let body = String(decoding: sample.response.body, as: UTF8.self)
        let title = "poll \(sample.name)  (\(meaning(verdict, rule, expected: sample.verdict)))\n\n"
        let outcome = if case .ended(let end) = reading { details(of: end) } else { "" }
        return title + "\(sample.response.status)\n\n\(body)\n" + outcome
    }

    /// What a report means, and what the sample says where that is something else.
    private func meaning(
        _ verdict: AnswerTable.Verdict?,
        _ rule: Int?,
        expected: AnswerTable.Verdict?
    ) -> String {
        let found = rule.map { "\(verdict?.rawValue ?? "wait") by rule \($0 + 1)" } ?? "wait: no rule holds"
        return found + (verdict == expected ? "" : ", not \(expected?.rawValue ?? "wait")")
    }

    /// What becomes of it: the receipt, the reason, the wait.
    private func details(of outcome: DeliveryOutcome) -> String {
        switch outcome {
        case .accepted(let receipt): receipt.map { "→ receipt \($0)\n" } ?? ""
        case .deferred(let reason, let wait):
            "→ \(reason)" + (wait.map { ", not before \($0.components.seconds) s" } ?? "") + "\n"
        case .tooLarge(let limit): "→ shortened to \(limit) bytes\n"
        case .refused(let reason), .gone(let reason, _), .misconfigured(let reason), .uncertain(let reason):
            "→ \(reason)\n"
        }
    }
}
