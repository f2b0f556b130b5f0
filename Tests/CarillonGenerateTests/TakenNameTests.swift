import CarillonStandard
import Foundation
import Testing

@testable import CarillonGenerate
@testable import CarillonProfiles

/// What generated code names of its language or of the kit, no type of a tenant's may be called.
struct TakenNameTests {
    /// Capitalised words outside of texts and comments that aren't a member's name, and that the file doesn't declare.
    private static func named(in text: String, _ language: TargetLanguage) -> Set<String> {
        var text = text
        // The generator's Swift has comments of single lines only, in which a tenant's name may begin others.
        let blocks = language == .swift ? [] : [#"(?s)/\*.*?\*/"#]
        for pattern in ["(?s)#\"\"\"\\n.*?\"\"\"#", #""(?:\\.|[^"\\\n])*""#] + blocks + ["//[^\\n]*"] {
            text = text.replacingOccurrences(of: pattern, with: " ", options: .regularExpression)
        }
        let declaration = #/\b(?:enum class|class|object|interface|type|struct|enum)\s+(\w+)/#
        let declared = Set(text.matches(of: declaration).map { String($0.1) })
        let found = text.matches(of: #/(?:^|[^.\w`$])([A-Z]\w*)/#).map { String($0.1) }
        // Constants of Kotlin's enums.
        return Set(found).subtracting(declared).filter { $0.contains { $0.isLowercase } }
    }

    private static func file(_ language: TargetLanguage, ending: String) throws -> String {
        let files = try Generation(language, registry: .standard).files(for: [OddTenant.profile])
        return try #require(files.first { GeneratedFile.tenant(of: $0.text) != nil && $0.name.contains(ending) }).text
    }

    @Test(arguments: TargetLanguage.allCases)
    func `what the code of events names is taken`(language: TargetLanguage) throws {
        let code = try Self.file(language, ending: language == .typescript ? "-events" : "Events")
        let named = Self.named(in: code, language)
        #expect(language == .typescript || named.count > 10)
        #expect(named.subtracting(language.takenTypes) == [])
    }

    @Test(arguments: TargetLanguage.allCases)
    func `what the code of apps names is taken, where types of a tenant's are`(language: TargetLanguage) throws {
        // Where no type of a tenant's is around, and of what has a scope of its own.
        let elsewhere: Set<String> =
            switch language {
            case .swift:
                [
                    "AppLinks", "AppRoute", "AppTexts", "CarillonClient", "CarillonModel", "Destination",
                    "EventCatalogue",
                    "LinkFault", "LinkForm",
                ]
            // `Map` is a value there.
            case .typescript: ["Fields", "Map"]
            case .kotlin: ["AppLinks", "Destination", "EventCatalogue", "LinkForm", "MessageFormatter"]
            }
        let code = try Self.file(language, ending: language == .typescript ? "-app" : "App")
        let named = Self.named(in: code, language)
        #expect(!named.isEmpty)
        #expect(named.subtracting(language.takenTypes).subtracting(language.takenPushes).subtracting(elsewhere) == [])
    }
}
