public import CarillonModel

/// What is shown of a push while the app is open.
public enum ForegroundDisplay: String, Sendable, Hashable, CaseIterable {
    /// A banner with its sound, and a line in the list.
    case banner
    /// A line in the list, without a sound.
    case list
    /// Nothing: the app shows it itself, such as in its realtime feed.
    case nothing = "none"
}

/// Says what is shown of a push while the app is open, as its category has it in the client profile.
///
/// It knows all from memory: platforms ask while they wait, and drop what is answered late.
public struct ForegroundPolicy: Sendable, Hashable {
    private let catalogue: EventCatalogue
    private let displays: [String: ForegroundDisplay?]
    private let otherwise: ForegroundDisplay

    /// - Parameters:
    ///   - profile: the client profile.
    ///   - otherwise: where the category leaves it to the app, and for what has no category.
    public init(_ profile: JSONValue, otherwise: ForegroundDisplay = .banner) {
        catalogue = EventCatalogue(profile["events"] ?? .null)
        let pairs = (profile["categories"]?.array ?? []).compactMap { category -> (String, ForegroundDisplay?)? in
            guard let id = category["id"]?.string else { return nil }
            return (id, category["foreground"]?.string.flatMap(ForegroundDisplay.init))
        }
        displays = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        self.otherwise = otherwise
    }

    /// By the category that the message names, where the profile has it, else by that of the event that it tells of.
    ///
    /// - Parameter isKnown: whether the same came already, as ``Duplicates`` says: nothing is shown then.
    public func display(of push: ReceivedPush, isKnown: Bool = false) -> ForegroundDisplay {
        guard !isKnown else { return .nothing }
        if let display = push.category.flatMap({ displays[$0] }) { return display ?? otherwise }
        guard case .event(let event) = catalogue.recognize(push), let category = event.definition.category,
            let display = displays[category]
        else { return otherwise }
        return display ?? otherwise
    }
}
