import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension NativeRoute {
    /// The two sides of an unsubscribe link: asking shows a page with a button, for mail scanners follow links; posting does
    /// it, whoever posts, for mail programs do that by themselves (RFC 8058, section 3.1).
    static let unsubscribe = [
        NativeRoute(.unsubscribePage, .anyone, Form(answer: .page)) { call throws(Problem) in
            let page = try await UnsubscribeCall(call)
            return page.response(page.isKnown ? .question : .unknown)
        },
        NativeRoute(
            .unsubscribe,
            .anyone,
            Form(body: .form(oneClick), answer: .page, errors: [.validation])
        ) { call throws(Problem) in
            let page = try await UnsubscribeCall(call)
            guard page.isKnown else { return page.response(.unknown) }
            guard oneClick.isIn(call.request) else {
                throw Problem(.validation, "the body must be \(oneClick.name)=\(oneClick.value), as a form")
            }
            try await page.unsubscribeUser()
            return page.response(.done)
        },
    ]

    /// What mail programs post (RFC 8058, section 3.2).
    private static let oneClick = FixedField(name: "List-Unsubscribe", value: "One-Click")
}

/// A visit to an unsubscribe link.
private struct UnsubscribeCall: Sendable {
    private let call: NativeCall
    private let target: UnsubscribeLinks.Target?
    /// What is known of the user; nil where they were erased since, or never known.
    private let facts: UserAttributes?

    init(_ call: NativeCall) async throws(Problem) {
        self.call = call
        let runtime = call.tenant.runtime
        let target = runtime.unsubscribing?.target(call.parameter("token"))
        self.target = target.flatMap { target in
            runtime.profile.toggles.contains { $0.name == target.toggle } ? target : nil
        }
        guard let user = self.target?.user else {
            facts = nil
            return
        }
        facts = try await call.operation(JSONObject()).stored { store throws(StoreFailure) in
            try await store.facts(of: user)
        }
    }

    var isKnown: Bool { target != nil }

    /// Nothing is kept of who was erased.
    func unsubscribeUser() async throws(Problem) {
        guard let target, facts != nil else { return }
        let now = call.host.clock.now
        _ = try await call.operation(JSONObject()).stored { store throws(StoreFailure) in
            try await store.setPreferences([target.toggle: false], of: target.user, at: now)
        }
    }

    func response(_ kind: UnsubscribePage.Kind) -> APIResponse {
        let profile = call.tenant.runtime.profile
        let texts = UnsubscribeTexts.best(for: facts?.locale.flatMap { LocaleTag($0) }, of: profile.locales)
        return UnsubscribePage(kind: kind, sender: profile.name, texts: texts).response
    }
}

extension NativeRoute.FixedField {
    /// Whether the request's body is a form with this field.
    fileprivate func isIn(_ request: APIRequest) -> Bool {
        let text = String(decoding: request.body, as: UTF8.self)
        switch request.mediaType {
        case "application/x-www-form-urlencoded":
            return text.split(separator: "&").contains { $0.trimmedLines == "\(name)=\(value)" }
        case "multipart/form-data":
            let lines = text.split(whereSeparator: \.isNewline).map(String.init)
            return lines.contains(value)
                && lines.contains { $0.lowercased().contains("name=\"\(name.lowercased())\"") }
        default: return false
        }
    }
}

extension Substring {
    fileprivate var trimmedLines: String { String(filter { !$0.isNewline }) }
}
