import Foundation
import Testing

/// Names follow the field's vocabulary: a retired name that comes back fails here, with the word to use instead.
struct VocabularyTests {
    /// Retired names of variables, functions, labels and cases → the field's word for each.
    private static let names = [
        "allowance": "rateLimiter", "complain": "printError", "complaint": "warning, or fault",
        "countsFrom": "retryWindowStart", "giveBack": "releaseLeases", "isTorn": "isUnbalanced",
        "kin": "relatedSubscriptions", "leftOut": "exclusion, or excluded", "look": "check, scan, visit or update",
        "looks": "styles", "patience": "giveUpBaseline", "putOff": "postpone", "resting": "circuitOpen",
        "seat": "executor", "sight": "progress", "spoken": "deferred", "stranded": "orphaned", "switches": "toggles",
        "takeBack": "reclaimLeases", "told": "reported, or notified", "toldAt": "notifiedAt, or loggedAt",
        "torn": "unbalanced", "wish": "requested", "wishes": "requested", "words": "text, texts or message",
        "writeDirectly": "writeOnFastPath", "writeThoroughly": "writeOnSlowPath",
    ]

    /// Retired names of types → the field's word for each.
    private static let types = [
        "AudienceQuestion": "SubscriptionQuery", "Audiences": "SubscriptionSnapshot", "Bell": "WakeSignal",
        "CategoryLooks": "CategoryStyles", "CertificateLook": "CertificateProbe", "ChannelGate": "ChannelBreaker",
        "ChannelLane": "ChannelQueue", "CrookedBrackets": "BracketRecovery", "Doubt": "Failure",
        "ForeignGuard": "AddressCredentialGuard", "GoneGuard": "MassUnregisterGuard", "Handout": "Batch",
        "HeededSignals": "TrappedSignals", "LeftOut": "Exclusion", "LogLength": "WALSize", "Look": "Snapshot",
        "LostLeases": "LeaseReaper", "MessageHandover": "SizeLimitedSender", "OlderVersion": "HTTP10Compatibility",
        "Pacer": "SendRateLimiter", "PushWish": "PushRequest", "ReadEvent": "ParsedEvent",
        "RecipientAllowance": "RecipientRateLimiter", "Seat": "TenantExecutor", "SendSight": "SendProgress",
        "SettlementWatch": "DeliveryWatcher", "StrandedDeliveries": "OrphanedDeliverySweep",
        "SubscriptionWish": "SubscriptionRequest", "Switches": "PreferenceEvaluator", "Told": "Reported",
        "UserFacts": "UserAttributes", "Words": "Texts", "WriteBack": "WALCheckpointer",
    ]

    /// Files in which a retired name is the right word, with the reason.
    private static let exceptions: [String: [String]] = [
        // A word is a unit of a text or an identifier.
        "words": [
            "EncodedWord.swift", "DataPlace.swift", "SplitName.swift", "FieldNames.swift", "OperationGuess.swift",
            "UnreadCount.swift", "Identifier.swift", "LayoutTests.swift", "ReadingPathTests.swift",
            // A word is a group of bits.
            "SoftwareSHA256.swift", "AES128.swift", "ArgumentSlot.swift",
            // The inbox's `words` are a member of a public document.
            "InboxDocument.swift", "InboxItems.swift", "InboxPage.swift", "InboxWords.swift", "TenantInbox.swift",
            "ActiveTenant+Inbox.swift", "InboxTextTests.swift", "InboxPageTests.swift",
        ]
    ]

    @Test(arguments: ["Sources", "Plugins", "Tests"])
    func `names are the field's words`(folder: String) throws {
        for file in try Self.files(in: folder) {
            let found = Self.retired(in: try String(contentsOf: file, encoding: .utf8)).filter { name in
                Self.exceptions[name]?.contains(file.lastPathComponent) != true
            }
            let advice = found.map { "\($0): use \(Self.names[$0] ?? Self.types[$0] ?? "")" }
            #expect(advice == [], "\(file.lastPathComponent)")
        }
    }

    @Test func `an exception is needed where it is listed`() throws {
        let files = try ["Sources", "Plugins", "Tests"].flatMap { try Self.files(in: $0) }
        for (name, exempt) in Self.exceptions {
            for exception in exempt {
                let matching = files.filter { $0.lastPathComponent == exception }
                let isUsed = try matching.contains { file in
                    Self.retired(in: try String(contentsOf: file, encoding: .utf8)).contains(name)
                }
                #expect(isUsed, "\(exception) doesn't use `\(name)`")
            }
        }
    }

    @Test(
        arguments: [
            ("    let told = 1", ["told"]), ("func wish(_ body: JSON) {}", ["wish"]), ("    case resting", ["resting"]),
            ("func add(_ words: String) {}", ["words"]), ("init(\n    words: JSONObject\n) {}", ["words"]),
            ("struct Bell: Sendable {}", ["Bell"]), ("for (name, words) in texts {", ["words"]),
            ("// let told = 1", []), ("let text = \"told: x\"", []), (#"["words": texts]"#, []),
            ("let text = item.words", []), ("let toldOff = 1", []),
        ]
    )
    func `a planted name is found`(text: String, found: [String]) {
        #expect(Self.retired(in: text) == found)
    }

    /// All but this file, and the files for browsers, which are in another language.
    private static func files(in folder: String) throws -> [URL] {
        let others: Set<String> = ["VocabularyTests.swift", "EmbeddedAssets.swift"]
        return try swiftFiles(in: folder).filter { !others.contains($0.lastPathComponent) }
    }

    /// The retired names that a text declares, each once; comments and strings don't count.
    private static func retired(in text: String) -> [String] {
        var found: [String] = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            // The patterns are slow, and few lines hold any of the names.
            let mentioned = identifiers(in: line).filter { (names[$0] ?? types[$0]) != nil }
            guard !mentioned.isEmpty else { continue }
            let declared = declared(in: String(decoding: line, as: UTF8.self))
            for name in mentioned where declared.contains(name) && !found.contains(name) { found.append(name) }
        }
        return found
    }

    private static func identifiers(in line: Substring.UTF8View) -> [String] {
        line.split { byte in
            !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || byte == UInt8(ascii: "_"))
        }
        .map { String(decoding: $0, as: UTF8.self) }
    }

    /// The names that a line declares, as a declaration, a label, a parameter, or an element of a pattern.
    private static func declared(in line: String) -> Set<String> {
        guard line.firstMatch(of: #/^\s*/{2}/#) == nil else { return [] }
        let code = line.replacing(#/"(?:[^"\\]|\\.)*"/#, with: "\"\"")
        let declarations = code.matches(
            of: #/\b(?:let|var|func|case|struct|class|enum|actor|protocol|typealias)\s+(\w+)/#
        ).map { String($0.1) }
        let labels = code.matches(of: #/(?:^\s*|[(,]\s*(?:_\s+)?)(\w+)(?=\s*(?::|,|\)\s+(?:in|=)\b))/#)
            .map { String($0.1) }
        return Set(declarations + labels)
    }
}
