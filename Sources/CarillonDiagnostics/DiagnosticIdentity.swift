import CarillonModel

/// What makes a fault the same fault after an edit: its code, its tenant, where it is in the file's structure, and the
/// names that its message mentions.
///
/// Lines, columns, blanks, the order of members and the wording of messages are no part of it, so reports of two commits or
/// of two versions of the tool can be compared.
public struct DiagnosticIdentity: Sendable, Hashable {
    /// The tenant's name; empty in files that several tenants share.
    public let tenant: String
    /// The file in the tenant's folder and the JSON pointer in it, such as `templates/nb.json#/messages/order.paid/title`.
    ///
    /// An element of a list is named by its value, such as `=push`, because its index would change with the others.
    public let place: String
    /// 32 hexadecimal digits.
    ///
    /// Two faults in one report may have the same one, where nothing but their order tells them apart.
    public let fingerprint: String

    /// - Parameters:
    ///   - place: without lines and columns, as ``place`` says.
    ///   - diagnostic: whose code and names count.
    public init(of diagnostic: Diagnostic, tenant: String, place: String) {
        self.tenant = tenant
        self.place = place
        let parts = [diagnostic.code.number, tenant, place] + Self.arguments(of: diagnostic.message)
        let text = JSONValue.array(parts.map { .string($0) }).text
        fingerprint = SoftwareSHA256.hash(Array(text.utf8)).prefix(16).hexadecimal
    }

    /// What a message is about: what stands between backticks, sorted, so that another sentence around it changes nothing.
    static func arguments(of message: String) -> [String] {
        let parts = message.split(separator: "`", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 && $0 < parts.count - 1 }.map { String(parts[$0]) }.sorted()
    }
}

/// Numbers faults that have one fingerprint, in the order of a report, for formats that want each to be different.
struct FingerprintCounter {
    private var seen: [String: Int] = [:]

    /// The fingerprint, and from the second time on its number behind a colon; nil where there is none.
    mutating func next(_ diagnostic: Diagnostic) -> String? {
        guard let fingerprint = diagnostic.identity?.fingerprint else { return nil }
        let number = (seen[fingerprint] ?? 0) + 1
        seen[fingerprint] = number
        return number == 1 ? fingerprint : "\(fingerprint):\(number)"
    }
}
