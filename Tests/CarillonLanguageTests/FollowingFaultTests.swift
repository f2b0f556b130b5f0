import CarillonDiagnostics
import CarillonLanguage
import CarillonProfiles
import Foundation
import Testing

/// What a file declares that can't be read is unknown: nothing else is blamed for it.
struct FollowingFaultTests {
    /// Ways for a file to be unreadable, wholly or from some place on.
    enum Ruin: CaseIterable {
        case empty, notUTF8, half, most, tooLarge

        func applied(to folder: TenantFolder, _ path: String) -> TenantFolder {
            var folder = folder
            guard let index = folder.files.firstIndex(where: { $0.path == path }) else { return folder }
            let content = folder.files[index].content
            switch self {
            case .empty: folder.files[index].content = []
            case .notUTF8: folder.files[index].content.insert(0xFF, at: content.count / 2)
            case .half: folder.files[index].content = Array(content.prefix(content.count / 2))
            case .most: folder.files[index].content = Array(content.prefix(content.count * 9 / 10))
            case .tooLarge:
                folder.files.remove(at: index)
                folder.faults.append(TenantFolder.Fault(path: path, kind: .tooLarge))
            }
            return folder
        }
    }

    private static func faults(_ folder: TenantFolder, besides path: String) -> [String] {
        let snapshot = LanguageTenant.snapshot(of: folder)
        return snapshot.diagnostics.filter { snapshot.sources[$0.primary.span.source].path != "\(folder.path)/\(path)" }
            .map { "\($0.code.number) \($0.message)" }
    }

    @Test(arguments: RealTenants.names)
    func `a file that can't be read has all the faults there are`(name: String) throws {
        let folder = try RealTenants.folder(name)
        let samples = folder.files.map(\.path).filter { $0.hasPrefix("samples/") && $0 != "samples/context.json" }
        for path in folder.files.map(\.path) where !path.hasPrefix("samples/") || path == samples.first {
            for ruin in Ruin.allCases {
                #expect(Self.faults(ruin.applied(to: folder, path), besides: path) == [], "\(path) \(ruin)")
            }
        }
    }

    struct Slip: Sendable, CustomTestStringConvertible {
        let tenant: String
        let path: String
        let way: [String]
        /// JSON in place of what is there.
        let value: String
        /// Where the only fault is.
        let code: String

        var testDescription: String { "\(tenant) \(way.joined(separator: "/"))" }
    }

    /// Found by putting something wrong in place of each key of the five tenants.
    static let slips = [
        Slip(
            tenant: "wallet",
            path: "events.json",
            way: ["events", "incoming-ether", "alias"],
            value: "[[]]",
            code: "T0103"
        ),
        Slip(
            tenant: "wallet",
            path: "events.json",
            way: ["events", "confirmation-request"],
            value: "[[]]",
            code: "T0103"
        ),
        Slip(
            tenant: "escrow",
            path: "events.json",
            way: ["events", "escrow.accepted", "payload", "escrow_id"],
            value: "[[]]",
            code: "T0103"
        ),
        Slip(
            tenant: "escrow",
            path: "profile.json",
            way: ["realtime", "supabase", "columns", "id", "from"],
            value: "[[]]",
            code: "T0103"
        ),
        Slip(tenant: "wallet", path: "profile.json", way: ["devices", "owner"], value: "[[]]", code: "T0103"),
        Slip(tenant: "wallet", path: "profile.json", way: ["allow"], value: "[[]]", code: "T0103"),
        Slip(tenant: "escrow", path: "profile.json", way: ["allow"], value: "[[]]", code: "T0103"),
        Slip(
            tenant: "exchange",
            path: "profile.json",
            way: ["channels", "push", "message", "apns", "payload"],
            value: "[[]]",
            code: "T0971"
        ),
    ]

    @Test(arguments: slips) func `one slip is reported once, wherever its value is used`(slip: Slip) throws {
        var folder = try RealTenants.folder(slip.tenant)
        let index = try #require(folder.files.firstIndex { $0.path == slip.path })
        let file = SyntaxFile(path: slip.path, bytes: folder.files[index].content)
        let node = try #require(file.root?.node(at: slip.way.map { .name($0) }))
        folder.files[index].content.replaceSubrange(node.range, with: slip.value.utf8)
        let snapshot = LanguageTenant.snapshot(of: folder)
        #expect(snapshot.diagnostics.map(\.code.number) == [slip.code], "\(snapshot.diagnostics.map(\.message))")
    }
}
