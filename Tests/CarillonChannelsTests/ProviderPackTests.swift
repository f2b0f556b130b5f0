import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Foundation
import Testing

/// `Plugins/Providers`: every file is proven, conforms, and says where its facts are from.
struct ProviderPackTests {
    static let names = ProviderFiles.names

    static func channel(_ name: String) throws -> DeclaredChannel {
        var sources = SourceSet()
        let file = try ProviderFiles.read(name, into: &sources)
        let report = DiagnosticReport(sources: sources, diagnostics: file.diagnostics, subjects: [name], noun: "file")
        #expect(file.diagnostics.isEmpty, "\(TextRenderer(isColored: false).render(report))")
        return try #require(file.channel)
    }

    /// An answer that accepts one message, with an element for each that the request has.
    private static func answer(
        _ accepted: EgressResponse,
        to request: EgressRequest,
        of channel: DeclaredChannel
    ) -> EgressResponse {
        func elements(_ body: [UInt8], _ pointer: AnswerPointer) -> [JSONValue] {
            let json = try? JSONValue(parsing: body)
            return pointer.steps.dropLast().reduce(json) { $0?[$1] }?.array ?? []
        }
        guard let batch = channel.wire.batch, let element = elements(accepted.body, batch.answer).first else {
            return accepted
        }
        let count = elements(request.body, batch.request).count
        let list = JSONValue.array(Array(repeating: element, count: count))
        var answer = accepted
        answer.body = batch.answer.steps.dropLast().reversed().reduce(list) { [$1: $0] }.utf8
        return answer
    }

    @Test func `there are several`() { #expect(Self.names.count >= 20) }

    @Test(arguments: names) func `a provider's file is proven, and is what every channel must be`(
        name: String
    ) async throws {
        let channel = try Self.channel(name)
        #expect(channel.descriptor.id.rawValue == name)
        let accepted = try #require(channel.samples.answers.first { $0.verdict == .accepted }).response
        let sample = try #require(channel.samples.requests.first)
        var message = channel.message(of: sample)
        message.link = MessageLink(web: "https://shop.example/orders/1")
        let settings = channel.descriptor.fields.filter { $0.kind != .secret }.map { ($0.name, $0.example) }
        let secrets = channel.descriptor.fields.filter { $0.kind == .secret }.map {
            ($0.name, Secret($0.form.placeholderValue ?? "key-of-\($0.name)"))
        }
        let values = Dictionary(uniqueKeysWithValues: settings)
        let conformance = ChannelConformance(
            channel.bound(to: values),
            values: values,
            secrets: Dictionary(uniqueKeysWithValues: secrets),
            message: message,
            unusableAddress: channel.address.wrong.first,
            provider: { .success(Self.answer(accepted, to: $0, of: channel)) }
        )
        #expect(await conformance.violations() == [])
        if channel.poll != nil { #expect(await conformance.receiptViolations() == []) }
    }

    @Test(arguments: names) func `a README names each setting and each slot, the sources and when they were read`(
        name: String
    ) throws {
        let channel = try Self.channel(name)
        let readme = try String(contentsOfFile: "\(ProviderFiles.folder)/\(name)/README.md", encoding: .utf8)
        let json = try JSONValue(parsing: ProviderFiles.content(name))
        func row(_ name: String) -> String {
            readme.split(separator: "\n").first { $0.hasPrefix("| `\(name)` |") }.map(String.init) ?? ""
        }
        for field in channel.descriptor.fields {
            let standard = field.defaultValue.map { "`\($0.string ?? $0.text)` when silent" }
            let need = field.isRequired ? "required" : standard ?? "optional"
            #expect(row(field.name).contains(need), "\(field.name)")
        }
        for slot in channel.descriptor.slots {
            #expect(row(slot.name).contains(slot.isRequired ? "| required |" : "| optional |"), "\(slot.name)")
            guard let limit = channel.slotLimits[slot.name], limit.unit != .segments else { continue }
            let most =
                limit.most < 1000
                ? "\(limit.most)" : "\(limit.most / 1000),\("\(1000 + limit.most % 1000)".dropFirst())"
            #expect(row(slot.name).contains("at most \(most) \(limit.unit.rawValue)"), "\(slot.name)")
        }
        for source in json["sources"]?.array ?? [] { #expect(readme.contains(source.string ?? ""), "\(source)") }
        if let checked = json["checked"]?.string {
            #expect(readme.contains("As of \(checked), from"))
        } else {
            #expect(readme.contains("none of it has been compared with these pages"))
        }
    }
}
