import CarillonModel
import CarillonProfiles

/// Where a host is, and how requests get there.
protocol DevHostAddress {
    /// Such as `http://127.0.0.1:8080`.
    var origin: String { get }
    func answer(to request: LoopbackRequest) throws(LoopbackFailure) -> LoopbackAnswer
}

/// The host that takes up what is saved, and gets a sample's event, through the API that operators and services use.
struct DevHost {
    private let address: any DevHostAddress
    private let adminKey: String
    /// `EVENT`, `EVENT.NAME`, or either with `TENANT/` before it; nil to send nothing.
    private let sample: String?
    private let serviceKey: String?
    private let environment: (String) -> String?
    private var sentCount = 0
    private var origin: String { address.origin }
    /// Tenants whose inbox page has been offered.
    private var offered: Set<TenantID> = []

    init(
        _ address: some DevHostAddress,
        adminKey: String,
        sample: String?,
        serviceKey: String?,
        environment: @escaping (String) -> String? = Terminal.variable
    ) {
        self.address = address
        self.adminKey = adminKey
        self.sample = sample
        self.serviceKey = serviceKey
        self.environment = environment
    }

    /// - Parameters:
    ///   - tenants: those that are watched; nil where one of them has an error.
    ///   - now: part of the event's id, and of what its schedule counts from.
    /// - Returns: what became of it, a line each.
    mutating func take(_ tenants: [LoadedTenant]?, at now: Instant) -> [String] {
        guard let tenants else { return ["\(origin): not told of this save, because it has errors"] }
        do throws(LoopbackFailure) {
            let request = LoopbackRequest(path: "/v1/tenants/reload", body: [:], bearer: adminKey)
            let answer = try address.answer(to: request)
            guard answer.isSuccess else {
                return ["\(origin): " + Ink.red.paint("it didn't look at the folders: \(answer.reason)")]
            }
            var lines = [reload(answer.json)]
            for fault in answer.json["faults"]?.array ?? [] {
                lines.append("\(origin): " + Ink.red.paint(Self.line(fault.string ?? fault.text)))
            }
            if let sample { lines += try send(sample, of: tenants, answer.json["changes"]?.object, at: now) }
            return lines
        } catch {
            return ["\(origin): " + Ink.red.paint("\(error)") + "; the next save tries again"]
        }
    }

    private func reload(_ answer: JSONValue) -> String {
        let changes = (answer["changes"]?.object?.members ?? []).map { "\($0.name) \($0.value.string ?? "")" }
        return "\(origin): " + (changes.isEmpty ? "it has all that is saved" : changes.joined(separator: ", "))
    }

    /// Why the sample that is named can't be sent, whatever is saved.
    func doubts(about tenants: [LoadedTenant]?) -> [String] {
        guard let sample, let tenants, case .failure(let fault) = chosen(sample, of: tenants) else { return [] }
        return [refusal(fault.reason)]
    }

    private struct Refusal: Error {
        let reason: String
    }

    /// The sample of a name, with the key that sends it.
    private func chosen(
        _ name: String,
        of tenants: [LoadedTenant]
    ) -> Result<(TenantProfile, Sample, key: String), Refusal> {
        func refused(_ reason: String) -> Result<(TenantProfile, Sample, key: String), Refusal> {
            .failure(Refusal(reason: reason))
        }
        let found = tenants.flatMap { tenant in
            tenant.profile.samples.filter { $0.isNamed(name, of: tenant.profile.id) }.map { (tenant.profile, $0) }
        }
        guard let (profile, sample) = found.first else { return refused("no tenant has a sample \(name)") }
        guard found.count == 1 else {
            let names = found.map { "\($0.0.id)/\(name)" }.joined(separator: ", ")
            return refused("several tenants have a sample \(name); name one as \(names)")
        }
        guard let service = profile.authentication.services.first else {
            return refused("\(profile.id) names no service that may send events")
        }
        let variable = SecretVariable.name(of: service.keySecret, of: profile.id)
        guard let key = serviceKey ?? environment(variable) else {
            return refused("\(name) isn't sent: give the key of \(profile.id)'s service with --key or \(variable)")
        }
        return .success((profile, sample, key))
    }

    /// - Parameter changes: what the host made of each tenant that is saved.
    private mutating func send(
        _ name: String,
        of tenants: [LoadedTenant],
        _ changes: JSONObject?,
        at now: Instant
    ) throws(LoopbackFailure) -> [String] {
        let (profile, sample, key): (TenantProfile, Sample, String)
        switch chosen(name, of: tenants) {
        case .failure(let fault): return [refusal(fault.reason)]
        case .success(let chosen): (profile, sample, key) = chosen
        }
        guard changes?[profile.id.rawValue] != "rejected" else {
            return [refusal("\(name) isn't sent: of \(profile.id) it has the words before this save")]
        }
        sentCount += 1
        let recipient = profile.sampleContext.recipient
        let event: JSONValue = [
            "id": .string("dev-\(now.epochMilliseconds)-\(sentCount)"), "source": "carillon-dev",
            "type": .string(sample.event.rawValue), "recipients": [.string(recipient.rawValue)],
            "data": sample.payload(of: profile, dueAt: now.advanced(by: .seconds(2))),
        ]
        let answer = try address.answer(to: LoopbackRequest(path: "/v1/\(profile.id)/events", body: event, bearer: key))
        guard answer.isSuccess else { return [refusal("it didn't take \(name) of \(profile.id): \(answer.reason)")] }
        let link = try inbox(of: profile, key)
        let stem = name.split(separator: "/").last ?? ""
        return ["\(origin): sent \(profile.id)/\(stem) to \(recipient)"] + (link.map { ["inbox: \($0)"] } ?? [])
    }

    /// The link that opens the recipient's inbox, the first time that something is sent.
    private mutating func inbox(of profile: TenantProfile, _ key: String) throws(LoopbackFailure) -> String? {
        guard profile.inbox?.page != nil, offered.insert(profile.id).inserted else { return nil }
        let body: JSONValue = ["userId": .string(profile.sampleContext.recipient.rawValue)]
        let answer = try address.answer(
            to: LoopbackRequest(path: "/v1/\(profile.id)/inbox/links", body: body, bearer: key)
        )
        return answer.isSuccess ? answer.json["path"]?.string.map { origin + $0 } : nil
    }

    private func refusal(_ reason: String) -> String { "\(origin): " + Ink.red.paint(Self.line(reason)) }

    private static func line(_ text: String) -> String { String(text.prefix { $0 != "\n" }) }
}

extension Sample {
    /// Whether `EVENT`, `EVENT.NAME`, or either with `TENANT/` before it means this one.
    fileprivate func isNamed(_ text: String, of tenant: TenantID) -> Bool {
        text == stem || text == "\(tenant)/\(stem)"
    }
}
