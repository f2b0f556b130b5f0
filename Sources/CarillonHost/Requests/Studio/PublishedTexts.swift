import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonStudio

/// A version of a tenant's texts as the store has it.
struct PublishedTexts: Sendable, Hashable {
    /// Nil where none was published.
    let version: TextVersion?
    let overlay: TextOverlay

    static let none = PublishedTexts(version: nil, overlay: TextOverlay())

    /// 0 where none was published.
    var number: Int { version?.number ?? 0 }

    /// The newest version of a tenant's.
    ///
    /// - Parameter known: one that was read before: versions never change.
    static func newest(
        in store: any TextVersionStore,
        known: PublishedTexts? = nil
    ) async throws(StoreFailure) -> PublishedTexts {
        guard let version = try await store.textVersions(limit: 1).first else { return .none }
        if let known, known.version == version { return known }
        return PublishedTexts(version: version, overlay: try await overlay(of: version.number, in: store))
    }

    /// The words of a version; none for 0, which stands for the files alone, and nil for one that isn't there.
    static func overlay(
        ofVersion number: Int,
        in store: any TextVersionStore
    ) async throws(StoreFailure) -> TextOverlay? {
        guard number > 0 else { return TextOverlay() }
        guard try await store.textVersion(number) != nil else { return nil }
        return try await overlay(of: number, in: store)
    }

    private static func overlay(
        of number: Int,
        in store: any TextVersionStore
    ) async throws(StoreFailure) -> TextOverlay {
        guard let texts = try await store.texts(ofVersion: number), let overlay = TextOverlay(json: texts) else {
            throw StoreFailure(.corrupted, "the texts of version \(number) can't be read")
        }
        return overlay
    }
}

/// What lies over a tenant's files at this host.
struct LiveTexts: Sendable, Hashable {
    /// Of the texts; 0 where none was published.
    let version: Int
    /// How many texts show other words than the files.
    var count = 0
    /// Those that the files don't let show, with the reason.
    var setAside: [SetAside] = []

    struct SetAside: Sendable, Hashable {
        let place: TextPlace
        let reason: LaidTexts.Reason
    }

    init(version: Int) {
        self.version = version
    }

    init(_ texts: LaidTexts, version: Int) {
        self.version = version
        count = texts.places { $0 == .live }.count
        setAside = LaidTexts.Reason.allCases.flatMap { reason in
            texts.places { $0 == .setAside(reason) }.map { SetAside(place: $0, reason: reason) }
        }
    }

    /// For operators.
    var json: JSONValue {
        [
            "version": JSONValue(version), "count": JSONValue(count),
            "setAside": .array(setAside.map { .string($0.description) }),
        ]
    }
}

extension LiveTexts.SetAside: CustomStringConvertible {
    /// Such as `order.shipped push.title, nb: changed`; no words.
    var description: String { "\(place.message) \(place.path), \(place.locale): \(reason.rawValue)" }
}
