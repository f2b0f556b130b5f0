import CarillonClient
import CarillonModel
import Foundation
import Testing

/// What is generated for apps, in use; the same lines come from TypeScript and Kotlin.
struct AppTests {
    @Test func `places, links and topics are what the other languages make of them`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let expected = try String(contentsOf: folder.appending(path: "Programs/places.txt"), encoding: .utf8)
        let (id, other) = ("3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", "7a1d4e62-0c9b-4f38-8e15-b6f2a7c3d410")
        let dispute = try EscrowApp.Place(link: "escrow://escrows/\(id)/disputes/\(other)")
        #expect(dispute == .dispute(escrow: id, dispute: other))
        var lines = [try dispute.link(as: .web) ?? ""]
        lines.append(try OddApp.Place(link: "odd://class/a/b").link(as: .web) ?? "")
        lines.append(OddApp.Place(Destination("class", ["self": "x"])) == nil ? "no place" : "a place")
        lines.append((try? OddApp.Place.`class`(self_: "a/b", in: "c").link(as: .app)) == nil ? "refused" : "a link")
        lines.append(
            try OddApp.Place.destination_(value0: "1", link: "2", values: "3", class: "4").link(as: .app) ?? ""
        )
        lines.append((try? EscrowApp.Place(link: "https://evil.example/escrows/\(id)")) == nil ? "refused" : "a place")
        lines.append(WalletApp.Topic.safe(chainId: "1", address: "0xab"))
        lines.append(OddApp.Topic.u24OddU2a(chainId: "1", self_: "2"))
        lines.append(OddApp.Topic.delete(delete: "d"))
        lines.append(OddApp.Category.allCases.map(\.rawValue).joined(separator: ","))
        lines.append(OddApp.Action.allCases.map(\.rawValue).joined(separator: ","))
        lines.append(OddApp.AndroidChannel.allCases.map(\.rawValue).joined(separator: ","))
        lines.append(OddApp.Toggle.allCases.map(\.rawValue).joined(separator: ","))
        lines += ["nb-NO", "nn", "", "en_GB"].map { RemittanceApp.Texts.centerTitle(in: $0) }
        lines += ["nb_NO", "zh-Hant-TW", "x"].map { OddApp.Texts.all_(in: $0) }
        let push = OddApp.Push(["__proto__": "secret", "m code": "sesame", "m open": "x"], shape: .apns)
        let lost = OddApp.Push(["m code": "sesame"], shape: .apns)
        lines.append("\(printed(push).contains("sesame")) \(printed(push).contains("‹hidden›"))")
        lines.append("\(printed(lost).contains("sesame"))")
        if case .secret(let it) = push { lines.append("\(it.code) \(it.open)") }
        lines.append(
            RemittanceApp.Texts.centerTitle(
                in: "nb",
                from: AppTexts([
                    "locales": ["default": "nb"],
                    "texts": [["id": "center.title", "words": ["nb": ["text": "served"]]]],
                ])
            )
        )
        // In Swift, texts are formatted; the others hand this to somebody else.
        let others = expected.split(separator: "\n").filter { !$0.hasPrefix("format: ") }
        #expect(lines == others.map(String.init))
    }

    /// All ways to print it.
    private func printed(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value) \(String(reflecting: value)) \([value]) \(dumped)"
    }

    @Test func `a push is printed without words and values, recognized or not`() {
        let received = ReceivedPush(["__proto__": "secret", "m code": "sesame", "m open": "x"], shape: .apns)
        #expect(received.data["m code"] == "sesame")
        #expect(!printed(received).contains("sesame") && printed(received).contains("m code"))
        guard case .event(let event) = OddApp.catalogue.recognize(received) else {
            Issue.record("not recognized")
            return
        }
        #expect(event.fields["code"] == "sesame")
        #expect(!printed(event).contains("sesame") && printed(event).contains("secret"))
    }

    @Test func `every link that comes from outside is printed and read back`() throws {
        let all = [
            DossierApp.links, EscrowApp.links, ExchangeApp.links, OddApp.links, RemittanceApp.links, WalletApp.links,
        ]
        #expect(all.allSatisfy { !$0.routes.isEmpty })
        var count = 0
        for links in all {
            for route in links.routes {
                let values = route.parameters.map { parameter in
                    (parameter.name, parameter.type == .uuid ? "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90" : "7")
                }
                let destination = Destination(route.id, Dictionary(uniqueKeysWithValues: values))
                // Several places may share a screen.
                for form in [LinkForm.app, .web] {
                    guard let link = try links.link(to: destination, as: form) else { continue }
                    count += 1
                    #expect(try links.read(link) == destination)
                }
            }
        }
        #expect(count >= 10)
    }
}
