import CarillonModel
import CarillonProfiles
import Testing

@testable import CarillonClient

/// Words that a device makes are those that the host would have sent.
struct DeviceWordsTests {
    @Test func `every sample of the wallet has the host's texts in three languages`() throws {
        let wallet = try WalletOnDevice()
        let texts = DeviceWords(wallet.client)
        #expect(Set(wallet.profile.samples.map(\.event)).count == 7)
        for sample in wallet.profile.samples {
            for locale in WalletOnDevice.languages {
                let (slots, payload) = try wallet.sent(sample, in: locale)
                let push = ReceivedPush(payload, shape: .fcmApple)
                let made = texts.texts(for: push, in: locale.rawValue, with: wallet.tables(for: sample))
                #expect(made.slots == slots, "\(sample.event), \(locale)")
                #expect(made.locale == locale.rawValue && made.notes == [])
            }
        }
    }

    @Test func `an event's own way to a field counts for its pushes alone`() throws {
        let wallet = try WalletOnDevice { events in
            let own = #""device": { "fields": { "safe": { "shorten": "address", "head": 4, "tail": 2 } } }, "deepLink""#
            guard let event = events.firstRange(of: #""incoming-token""#) else { return events }
            let rest = events[event.upperBound...]
            return String(events[..<event.upperBound])
                + rest.replacing(#""deepLink""#, with: own, maxReplacements: 1)
        }
        let texts = DeviceWords(wallet.client)
        var data: JSONObject = [
            "chainId": "1", "address": "0xABcd00000000000000000000000000000000ef12", "txHash": "0x1", "value": "1",
        ]
        for (type, safe) in [("INCOMING_ETHER", "0xABcd...ef12: "), ("INCOMING_TOKEN", "0xAB...12: ")] {
            data["type"] = .string(type)
            if type == "INCOMING_TOKEN" { (data["value"], data["tokenAddress"]) = (nil, "0x2") }
            let made = texts.texts(for: ReceivedPush(.object(data), shape: .fcmApple), in: "en", with: DeviceTables())
            #expect(made.body?.hasPrefix(safe) == true, "\(made.body ?? "") \(made.notes)")
        }
    }

    @Test func `an amount is exact and in the reader's form`() throws {
        let texts = DeviceWords(try WalletOnDevice().client)
        let amounts: [(value: String, locale: String, body: String)] = [
            ("1500000000000000000", "en", "Savings: 1.5 ETH received"),
            ("1500000000000000000", "nb-NO", "Savings: 1,5 ETH mottatt"),
            ("1500000000000000000", "nb_NO@rg=gbzzzz;calendar=buddhist", "Savings: 1,5 ETH mottatt"),
            ("1", "en_GB", "Savings: 0.000000000000000001 ETH received"),
            ("1000000000000000000", "de", "Savings: 1 ETH received"),
            (
                "115792089237316195423570985008687907853269984665640564039457584007913129639935", "en",
                "Savings: 115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457.584007913129639935 "
                    + "ETH received"
            ),
        ]
        var tables = DeviceTables()
        tables.set(["name": "Savings"], of: "0xabCD00000000000000000000000000000000EF12", in: "contacts")
        for amount in amounts {
            let push = ReceivedPush(
                [
                    "type": "INCOMING_ETHER", "chainId": "1", "txHash": "0x1", "value": .string(amount.value),
                    "address": "0xABcd00000000000000000000000000000000ef12",
                ],
                shape: .fcmApple
            )
            let made = texts.texts(for: push, in: amount.locale, with: tables)
            #expect(made.body == amount.body, "\(amount.locale) \(made.notes)")
            #expect(made.title?.contains("(Chain Id 1)") == true)
        }
    }

    @Test func `what is missing leaves the texts as they came, with a note that says no more than why`() throws {
        let client = try WalletOnDevice().client
        let push = ReceivedPush(
            ["type": "INCOMING_ETHER", "chainId": "1", "address": "0x1", "txHash": "0x2", "value": "many"],
            shape: .fcmApple
        )
        let noAmount = DeviceWords(client).texts(for: push, in: "en", with: DeviceTables())
        #expect(noAmount.slots == [:] && noAmount.notes == [.missingField] && noAmount.locale == nil)
        let foreign = ReceivedPush(["type": "ORDER"], shape: .fcmApple)
        #expect(DeviceWords(client).texts(for: foreign, in: "en", with: DeviceTables()).notes == [.unknownEvent])
        for broken in [JSONValue.null, [:], ["events": "no"], ["events": [["id": "x", "words": 7]]]] {
            let made = DeviceWords(broken).texts(for: push, in: "en", with: DeviceTables())
            #expect(made.slots == [:] && made.notes.count == 1)
        }
        let wordless: JSONValue = [
            "events": [["id": "incoming-ether", "data": ["type": "INCOMING_ETHER"]]], "locales": ["default": "en"],
        ]
        #expect(DeviceWords(wordless).texts(for: push, in: "en", with: DeviceTables()).notes == [.noWords])
        let unsound: JSONValue = [
            "events": [
                [
                    "id": "incoming-ether", "data": ["type": "INCOMING_ETHER"],
                    "words": ["en": ["title": "{$unclosed"]],
                ]
            ],
            "locales": ["default": "en"],
        ]
        #expect(DeviceWords(unsound).texts(for: push, in: "en", with: DeviceTables()).notes == [.badText])
    }

    @Test func `an optional field that didn't travel is absent, as it is for the host`() {
        let client: JSONValue = [
            "name": "Shop", "locales": ["default": "en", "supported": ["en"]],
            "events": [
                [
                    "id": "order.shipped", "data": ["type": "shipped", "order": "{order}", "note": "{note}"],
                    "arguments": ["order": "slug", "note": "text?", "paid": "boolean"],
                    "words": [
                        "en": [
                            "title": "{$tenant}",
                            "body":
                                ".input {$note.present :string} .match $note.present true {{{$order}: {$note}}} * {{{$order}}}",
                        ]
                    ],
                ]
            ],
        ]
        for (note, body) in [("At the door", "A-7: At the door"), (nil, "A-7")] {
            var data: JSONObject = ["type": "shipped", "order": "A-7"]
            data["note"] = note.map { .string($0) }
            let push = ReceivedPush(.object(data), shape: .fcmApple)
            let made = DeviceWords(client).texts(for: push, in: "en", with: DeviceTables())
            #expect(made.body == body && made.title == "Shop", "\(made.notes)")
        }
    }

    @Test(arguments: [
        ("1500000000000000000", 18, "1.5"), ("0", 18, "0"), ("-5", 2, "-0.05"), ("-000", 2, "0"), ("120", 0, "120"),
        ("007", 1, "0.7"), ("100", 2, "1"), ("9", 78, "0." + String(repeating: "0", count: 77) + "9"),
    ])
    func `a decimal point moves without losing a digit`(text: String, places: Int, expected: String) {
        #expect(DeviceField.scaled(text, by: places) == expected)
    }

    @Test(arguments: [("", 2), ("1.5", 2), ("1e3", 2), ("٣", 2), ("-", 0), ("1", -1), ("1", 79)])
    func `what is no whole number has no scale`(text: String, places: Int) {
        #expect(DeviceField.scaled(text, by: places) == nil)
        #expect(DeviceField.scaled(String(repeating: "1", count: 79), by: places) == nil)
    }

    @Test func `tables come back as they were kept, whatever was in the file`() {
        var tables = DeviceTables()
        tables.set(["name": "Gnosis", "decimals": "18"], of: "100", in: "chains")
        tables.set(["name": "Ada"], of: "0xA", in: "contacts")
        #expect(DeviceTables(tables.json) == tables)
        let odd: JSONValue = ["chains": ["1": ["decimals": 18, "name": .null], "2": "no"], "contacts": []]
        var expected = DeviceTables()
        expected.set(["decimals": "18"], of: "1", in: "chains")
        expected.set([:], of: "2", in: "chains")
        #expect(DeviceTables(odd) == expected)
    }

    @Test func `any push makes texts or a note, and never both`() throws {
        let wallet = try WalletOnDevice()
        let texts = DeviceWords(wallet.client)
        var generator = SplitMix(seed: 4)
        let pushes = try wallet.profile.samples.map { try wallet.sent($0, in: "en").push }
        for _ in 0..<300 {
            guard var members = pushes.randomElement(using: &generator)?.object?.members,
                let place = members.indices.randomElement(using: &generator)
            else { continue }
            let odd: [JSONValue] = [.null, 7, true, [], "", "\u{2067}", .string(String(repeating: "9", count: 4000))]
            members[place] = .init(members[place].name, odd.randomElement(using: &generator) ?? .null)
            let push = ReceivedPush(.object(JSONObject(members)), shape: .fcmApple)
            let made = texts.texts(for: push, in: "ar", with: DeviceTables())
            #expect(made.slots.isEmpty != made.notes.isEmpty)
        }
    }
}
