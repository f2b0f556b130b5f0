import Foundation

// Without an argument, prints the events of all samples and what is wrong with a wrong one; with a URL, sends them.

func wrongEvent() throws -> CarillonEvent {
    try OddEvents.Everything(
        text: "abcdef",
        integer: 8,
        longInteger: 0,
        decimal: CarillonDecimal(stringLiteral: String(repeating: "1", count: 39)),
        money: CarillonMoney(value: "1", currency: "€"),
        boolean: true,
        uuid: "x",
        slug: "a b",
        path: "a//b",
        url: "ftp://x",
        email: "a@b",
        instant: "2026-02-25T12:00:00Z",
        date: "2026-02-25",
        list: ["a", "b", "c"],
        moneys: [CarillonMoney(value: "1", currency: "A"), CarillonMoney(minor: 1, currency: "usd")],
        map: ["1a": "x", "b": "12345"],
        localized: .init(en: " ", nb: "1234567")
    ).event(id: "", source: "a\u{7}", recipients: .users([]))
}

if CommandLine.arguments.count == 1 {
    for (_, event) in try sampleEvents() { print(event.json) }
    let (written, wrong) = ("0B54F7A8-8D3F-4F3E-9A56-8E4F0C6D2A11", "x")
    let plain = OddEvents.Everything(
        text: "a",
        integer: 1,
        longInteger: 1,
        decimal: 1,
        money: CarillonMoney(minor: 1, currency: "NOK"),
        boolean: false,
        uuid: try CarillonUUID(written),
        slug: "a",
        path: "a",
        url: "http://a",
        email: "a@b.cd",
        instant: "2026-02-25 12:00:00.5+01:00",
        date: "2026-02-25",
        list: [],
        map: [:],
        localized: .init(en: "a"),
        secret: "sesame"
    )
    let event = try plain.event(id: "1", source: "s", recipients: .subscribers(["a", "b"], of: "t"))
    print(event.cloudEventJSON)
    var dumped = ""
    dump([plain], to: &dumped)
    let shown = "\(plain) \(String(reflecting: plain)) \(dumped)"
    let parts = [shown, "\(event)", dumped].map { $0.contains("sesame") }
    print(parts[0], parts[1], parts[2], "\(plain)".contains("‹hidden›"))
    print((try? CarillonUUID(wrong)) == nil)
    do {
        print(try wrongEvent().json)
    } catch let faults as CarillonFaults {
        for fault in faults.faults { print(fault.pointer, fault.code) }
    }
} else if let host = URL(string: CommandLine.arguments[1]) {
    for (tenant, event) in try sampleEvents() {
        let sender = CarillonSender(tenant, host: host, key: "key", pause: { _ in })
        do {
            print(try await sender.send(event).status)
        } catch let refused as CarillonSender.Refused {
            print("refused", refused.answer.status)
        }
    }
}
