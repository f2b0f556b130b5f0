import CarillonModel
import CarillonPluginKit

/// How long a provider lets a text be, and in what it counts.
public struct TextLimit: Sendable, Hashable {
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// Of UTF-8.
        case bytes
        /// UTF-16 units, the largest of what “characters” may mean.
        case chars
        /// Unicode scalars.
        case scalars
        /// Parts of an SMS, as ``SMSLength`` counts them.
        case segments
    }

    public let most: Int
    public let unit: Unit

    public init(_ most: Int, _ unit: Unit) {
        self.most = most
        self.unit = unit
    }

    public func count(_ text: String) -> Int {
        switch unit {
        case .bytes: text.utf8.count
        case .chars: text.utf16.count
        case .scalars: text.unicodeScalars.count
        case .segments: SMSLength(text).segments
        }
    }

    /// A text of the greatest length.
    var longestText: String {
        guard unit == .segments else { return String(repeating: "x", count: most) }
        let (whole, part) = SMSLength.room(.gsm7)
        return String(repeating: "x", count: most == 1 ? whole : most * part)
    }

    /// The text itself where it fits, else as much of it as does, with an ellipsis.
    public func fitted(_ text: String) -> String {
        guard count(text) > most else { return text }
        guard unit != .segments else { return text.truncated(toSegments: most) }
        // No unit has more than four bytes.
        return text.longestTruncation(within: 4 * most) { count($0) <= most } ?? ""
    }
}

extension String {
    func truncated(toUnits length: Int) -> String { TextLimit(length, .chars).fitted(self) }
}
