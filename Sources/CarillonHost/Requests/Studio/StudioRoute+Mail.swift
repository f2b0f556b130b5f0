import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio

/// A previewed mail as a page of its own, which loads nothing and runs nothing.
extension StudioRoute {
    static let mail = StudioRoute(
        .get,
        "/mail-preview/{ticket}",
        .staff(.viewer),
        "A mail of one's own preview in HTML, for a minute.",
        result: "The mail, under a policy by which it loads nothing and runs nothing.",
        answers: .of(mediaType: "text/html")
    ) { call throws(Problem) in
        let member = try call.member()
        guard let mail = call.api.mails.mail(call.parameter("ticket"), for: member, at: call.now) else {
            throw Problem(.notFound, "this mail was previewed too long ago: ask for a new preview")
        }
        return APIResponse(
            status: 200,
            headers: [
                ("content-type", "text/html; charset=utf-8"), ("content-security-policy", Self.mailPolicy),
                ("cache-control", "no-store"), ("referrer-policy", "no-referrer"),
                ("x-content-type-options", "nosniff"), ("cross-origin-resource-policy", "same-origin"),
                ("x-robots-tag", "noindex, nofollow"),
            ],
            body: .bytes(Array(mail.utf8))
        )
    }

    private static let mailPolicy = [
        "sandbox", "default-src 'none'", "style-src 'unsafe-inline'", "img-src 'self'", "frame-ancestors 'self'",
    ].joined(separator: "; ")
}

extension StudioCall {
    /// A preview as pages get it, in which each mail in HTML has a ticket.
    func withMails(_ preview: TextPreview) throws(Problem) -> JSONObject {
        let member = try member()
        var json = preview.json.object ?? JSONObject()
        var mails: [String] = []
        let id = api.identifiers.hexadecimal(digits: 32)
        let samples = (json["samples"]?.array ?? []).map { sample -> JSONValue in
            guard var object = sample.object, let languages = object["renderings"]?.object else { return sample }
            object["renderings"] = languages.mapped { locale, channels in
                channels.object?.mapped { _, rendering in
                    guard var object = rendering.object, let html = object["slots"]?["email.html"]?.string,
                        !html.isEmpty
                    else { return rendering }
                    object["mail"] = .string(MailPreviews.ticket(id, mails.count))
                    mails.append(MailDocument.text(html, language: object["locale"]?.string ?? locale))
                    return .object(object)
                } ?? channels
            }
            return .object(object)
        }
        guard !mails.isEmpty else { return json }
        json["samples"] = .array(samples)
        api.mails.keep(mails, for: member, id: id, at: now)
        return json
    }
}

extension JSONObject {
    fileprivate func mapped(_ change: (String, JSONValue) -> JSONValue) -> JSONValue {
        .object(JSONObject(members.map { .init($0.name, change($0.name, $0.value)) }))
    }
}
