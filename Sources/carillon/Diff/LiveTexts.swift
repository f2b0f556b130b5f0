import CarillonLanguage
import CarillonModel
import CarillonProfiles
import CarillonStudio

/// What is live of a tenant beside its files: words that its staff have published in the studio, which the files don't have.
struct LiveTexts {
    let tenant: TenantID
    /// The version's number, where a host says it.
    let version: Int?
    /// Those that show in place of the files' words.
    let shown: [Shown]
    /// Those that the files have by now.
    let inFiles: [TextPlace]
    /// Those that the files don't let show, with the reason.
    let setAside: [(place: TextPlace, reason: LaidTexts.Reason)]
    /// The tenant with those words; nil where its files can't be read.
    let profile: TenantProfile?

    /// A text in one line, as the files have it and as it is live; nil where there is none.
    struct Shown {
        let place: TextPlace
        let old: String?
        let new: String?
    }

    /// - Parameters:
    ///   - published: all that is live, as a version has it.
    ///   - files: the tenant's files as they are here.
    init(_ published: StudioProposal, version: Int?, over files: StudioDraft, of tenant: TenantID) {
        let texts = LaidTexts(TextOverlay(published.edits), over: files)
        self.tenant = tenant
        self.version = version
        profile = texts.draft.snapshot.profile
        shown = texts.places { $0 == .live }.map { place in
            func text(_ draft: StudioDraft) -> String? {
                draft.value(at: place).flatMap { files.outline(of: $0, at: place) }
            }
            return Shown(place: place, old: text(files), new: text(texts.draft))
        }
        inFiles = texts.places { $0 == .inFiles }
        setAside = LaidTexts.Reason.allCases.flatMap { reason in
            texts.places { $0 == .setAside(reason) }.map { ($0, reason) }
        }
    }

    /// Whether nothing was published that the files don't have.
    var isEmpty: Bool { shown.isEmpty && setAside.isEmpty }

    /// Such as `shop: version 3 is live beside the files: 2 texts, 1 set aside`.
    var summary: String {
        let version = version.map { "version \($0)" } ?? "a version"
        guard !isEmpty else { return "\(tenant): nothing is live that the files don't have" }
        let count = shown.count == 1 ? "1 text" : "\(shown.count) texts"
        let aside = setAside.isEmpty ? "" : ", \(setAside.count) set aside"
        return "\(tenant): \(version) is live beside the files: \(count)\(aside)"
    }

    /// A line for each text that is set aside.
    var remarks: [String] {
        setAside.map { place, reason in
            "\(tenant): set aside: \(place.message) \(place.path), \(place.locale): \(reason.explanation)"
        }
    }

    /// For programs.
    ///
    /// `{"tenant": "shop", "version": 3, "shown": [{"place": …, "old": …, "new": …}], "inFiles": [place], "setAside":
    /// [{"place": …, "reason": "changed"}]}`
    var json: JSONValue {
        [
            "tenant": .string(tenant.rawValue), "version": version.map { JSONValue($0) } ?? .null,
            "shown": .array(
                shown.map { shown in
                    [
                        "place": .object(shown.place.json), "old": DifferenceFormat.text(shown.old),
                        "new": DifferenceFormat.text(shown.new),
                    ]
                }
            ),
            "inFiles": .array(inFiles.map { .object($0.json) }),
            "setAside": .array(
                setAside.map { ["place": .object($0.place.json), "reason": .string($0.reason.rawValue)] }
            ),
        ]
    }
}

extension LaidTexts.Reason {
    fileprivate var explanation: String {
        switch self {
        case .changed: "the files have other words by now"
        case .gone: "the files don't have the text"
        case .invalid: "the files have errors with these words"
        }
    }
}
