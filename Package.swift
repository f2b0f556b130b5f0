// swift-tools-version: 6.2
import PackageDescription

// The manifest reads like docs/explanation/architecture.md: modules in dependency order, then plugins, programs, tests.
// Server packages stand behind the default trait `Host`, so that
// `swift run --disable-default-traits carillon validate` fetches nothing but ArgumentParser.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A module of the framework: nothing but our own modules beneath it.
func framework(_ name: String, on dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

func program(_ name: String, on dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A channel plugin: sees the world through the plugin kit only.
func channel(_ name: String) -> Target {
    .target(
        name: name,
        dependencies: ["CarillonModel", "CarillonPluginKit"],
        path: "Plugins/Channels/\(name)",
        exclude: ["README.md", "sample.json"],
        swiftSettings: settings
    )
}

func tests(
    _ name: String,
    of dependencies: [Target.Dependency],
    path: String? = nil,
    exclude: [String] = [],
    copy: [String] = []
) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies,
        path: path,
        exclude: exclude,
        resources: copy.map { .copy($0) },
        swiftSettings: settings
    )
}

func channelTests(_ name: String) -> Target {
    tests(
        "\(name)Tests",
        of: ["CarillonModel", "CarillonPluginKit", "CarillonSandbox", "CarillonTesting", .byName(name: name)],
        path: "Tests/Channels/\(name)Tests"
    )
}

/// A tool for those who work on the project; no product needs it.
func command(_ name: String) -> Target {
    .executableTarget(
        name: name,
        path: "Plugins/Commands/\(name)",
        exclude: ["README.md", "Data"],
        swiftSettings: settings
    )
}

/// A product of a server package, present only with the trait `Host`.
func server(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Host"]))
}

/// Every channel plugin: a folder under Plugins/Channels, a folder of tests, and a word in CarillonStandard.
let channels = [
    "APNsPush",
    "ExpoPush",
    "FCMPush",
    "InAppChannel",
    "LogChannel",
    "SMTPChannel",
    "WebPush",
    "WebhookChannel",
]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "carillon",
    products: [
        .library(name: "MessageFormat", targets: ["MessageFormat"]),
        .executable(name: "carillon", targets: ["carillon"]),
    ],
    traits: [
        .default(enabledTraits: ["Host"]),
        .trait(name: "Host", description: "The service carillond: HTTP server and client, stores, cryptography"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // The framework, in dependency order. No third-party package.
        framework("MessageFormat"),
        framework("CarillonModel"),
        framework("CarillonDiagnostics", on: ["CarillonModel"]),
        framework("CarillonPluginKit", on: ["CarillonModel"]),
        framework(
            "CarillonProfiles",
            on: ["CarillonModel", "CarillonDiagnostics", "CarillonPluginKit", "MessageFormat"]
        ),
        framework(
            "CarillonPipeline",
            on: ["CarillonModel", "CarillonPluginKit", "CarillonProfiles", "MessageFormat"]
        ),

        framework("CarillonStandard", on: ["CarillonPluginKit"] + channels.map { .byName(name: $0) }),
        framework("CarillonSandbox", on: ["CarillonModel"]),
        framework(
            "CarillonTesting",
            on: ["CarillonModel", "CarillonPluginKit", "CarillonPipeline", "CarillonSandbox"]
        ),

        program(
            "carillon",
            on: [
                "CarillonDiagnostics", "CarillonModel", "CarillonPipeline", "CarillonPluginKit", "CarillonProfiles",
                "CarillonStandard", "MessageFormat", argumentParser,
            ]
        ),

        .plugin(
            name: "ValidateTenants",
            capability: .command(
                intent: .custom(verb: "validate-tenants", description: "Checks the tenant folders of this package")
            ),
            dependencies: ["carillon"],
            path: "Plugins/Commands/ValidateTenants"
        ),

        command("LanguageTables"),

        // Benchmarks and fuzzers
        .executableTarget(
            name: "MessageFormatBenchmark",
            dependencies: ["MessageFormat"],
            path: "Tests/Benchmarks/MessageFormat",
            exclude: ["ICU", "run.sh"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "MessageFormatFuzzer",
            dependencies: ["MessageFormat"],
            path: "Tests/Benchmarks/MessageFormatFuzzer",
            swiftSettings: settings
        ),

        // Stores
        .target(
            name: "SQLiteStore",
            dependencies: [
                "CarillonModel", "CarillonPluginKit", "CarillonPipeline", server("GRDB", "GRDB.swift"),
                server("GRDBSQLite", "GRDB.swift"),
            ],
            path: "Plugins/Stores/SQLiteStore",
            exclude: ["README.md"],
            swiftSettings: settings
        ),

        // Tests
        tests(
            "MessageFormatTests",
            of: ["MessageFormat", "LanguageTables", "MessageFormatFuzzer"],
            copy: ["Conformance/Suite", "Calendars/dates.json", "Numbers/numbers.tsv"]
        ),
        tests("CarillonModelTests", of: ["CarillonModel"]),
        tests("CarillonPluginKitTests", of: ["CarillonModel", "CarillonPluginKit", "CarillonTesting"]),
        tests("CarillonSandboxTests", of: ["CarillonModel", "CarillonSandbox", "CarillonTesting"]),
        tests("CarillonStandardTests", of: ["CarillonModel", "CarillonPluginKit", "CarillonStandard"]),
        tests("CarillonDiagnosticsTests", of: ["CarillonDiagnostics", "CarillonModel"], exclude: ["SARIF"]),
        tests(
            "CarillonProfilesTests",
            of: ["CarillonDiagnostics", "CarillonModel", "CarillonPluginKit", "CarillonProfiles"],
            exclude: ["Fixtures"]
        ),
        tests(
            "CarillonToolTests",
            of: [
                "carillon", "CarillonDiagnostics", "CarillonModel", "CarillonProfiles", "CarillonStandard", argumentParser,
            ]
        ),
        tests(
            "CarillonPipelineTests",
            of: ["CarillonModel", "CarillonPipeline", "CarillonPluginKit", "CarillonTesting"]
        ),
        .executableTarget(
            name: "StoreBenchmark",
            dependencies: ["CarillonModel", "CarillonPipeline", "CarillonPluginKit", "SQLiteStore"],
            path: "Tests/Benchmarks/Store",
            swiftSettings: settings
        ),
        tests(
            "SQLiteStoreTests",
            of: [
                "CarillonModel", "CarillonPipeline", "CarillonPluginKit", "CarillonTesting", "SQLiteStore",
                server("GRDB", "GRDB.swift"),
            ],
            path: "Tests/Stores/SQLiteStoreTests"
        ),
    ] + channels.map(channel) + channels.map(channelTests)
)
