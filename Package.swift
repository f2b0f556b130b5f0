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

/// Every channel plugin: a folder under Plugins/Channels, a folder of tests, and a name in CarillonStandard.
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
    // For apps, which get MessageFormat and CarillonClient. `make floor` checks that these use nothing newer.
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "MessageFormat", targets: ["MessageFormat"]),
        .library(name: "CarillonClient", targets: ["CarillonClient", "CarillonClientApple"]),
        .executable(name: "carillon", targets: ["carillon"]),
        .plugin(name: "ValidateTenants", targets: ["ValidateTenants"]),
        .plugin(name: "GenerateNotifications", targets: ["GenerateNotifications"]),
        .plugin(name: "NotificationCode", targets: ["NotificationCode"]),
    ],
    traits: [
        .default(enabledTraits: ["Host", "PostgreSQL"]),
        .trait(name: "Host", description: "The service carillond: HTTP server and client, stores, cryptography"),
        .trait(name: "PostgreSQL", description: "The store that several hosts share, on PostgreSQL: needs libpq"),
    ],
    // Exact versions, because what is built here is deployed: a version that nobody chose must not reach a service, and
    // Package.resolved, which would see to that otherwise, isn't in the repository. A newer version is a commit of its own,
    // with its tests and benchmarks. What these packages need themselves (swift-collections, swift-atomics and others) they
    // take within ranges of their own: naming it here, where nothing uses it, would make every build warn.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        // Only with the trait `Host`:
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        // The framework, in dependency order. No third-party package.
        framework("MessageFormat"),
        framework("CarillonModel"),
        framework("CarillonClient", on: ["CarillonModel", "MessageFormat"], exclude: ["Runtimes"]),
        framework("CarillonClientApple", on: ["CarillonClient", "CarillonModel"]),
        framework("CarillonDiagnostics", on: ["CarillonModel"]),
        framework("CarillonPluginKit", on: ["CarillonModel", "MessageFormat"]),
        framework("CarillonChannels", on: ["CarillonModel", "CarillonPluginKit"]),
        framework(
            "CarillonProfiles",
            on: ["CarillonModel", "CarillonDiagnostics", "CarillonPluginKit", "CarillonChannels", "MessageFormat"]
        ),
        framework(
            "CarillonPipeline",
            on: ["CarillonModel", "CarillonPluginKit", "CarillonProfiles", "MessageFormat"]
        ),
        framework(
            "CarillonLanguage",
            on: [
                "CarillonModel", "CarillonDiagnostics", "CarillonPluginKit", "CarillonProfiles", "CarillonPipeline",
                "MessageFormat",
            ]
        ),

        framework(
            "CarillonStudio",
            on: [
                "CarillonModel", "CarillonDiagnostics", "CarillonPluginKit", "CarillonProfiles", "CarillonPipeline",
                "CarillonLanguage", "MessageFormat",
            ]
        ),

        framework(
            "CarillonGenerate",
            on: ["CarillonModel", "CarillonPluginKit", "CarillonProfiles"],
            exclude: ["Runtimes"]
        ),
        framework(
            "CarillonStandard",
            on: ["CarillonModel", "CarillonDiagnostics", "CarillonPluginKit", "CarillonChannels", "CarillonProfiles"]
                + channels.map { .byName(name: $0) }
        ),
        framework("CarillonWeb", exclude: ["Assets"]),
        framework("CarillonSandbox", on: ["CarillonModel", "CarillonPluginKit", "CarillonChannels"]),
        framework(
            "CarillonTesting",
            on: [
                "CarillonModel", "CarillonDiagnostics", "CarillonPluginKit", "CarillonPipeline", "CarillonProfiles",
                "CarillonSandbox",
            ]
        ),

        // The host: the ports made real, and the only home of server packages.
        .target(
            name: "CarillonHost",
            dependencies: [
                "CarillonModel", "CarillonDiagnostics", "CarillonPluginKit", "CarillonProfiles", "CarillonPipeline",
                "CarillonLanguage", "CarillonStudio", "CarillonWeb", "MessageFormat",
                server("Hummingbird", "hummingbird"),
                server("HummingbirdCore", "hummingbird"),
                server("NIOCore", "swift-nio"),
                server("NIOPosix", "swift-nio"),
                server("NIOHTTP1", "swift-nio"),
                server("NIOWebSocket", "swift-nio"),
                server("NIOEmbedded", "swift-nio"),
                server("NIOTLS", "swift-nio"),
                server("NIOSSL", "swift-nio-ssl"),
                server("NIOHTTP2", "swift-nio-http2"),
                server("HTTPTypes", "swift-http-types"),
                server("NIOHTTPCompression", "swift-nio-extras"),
                server("NIOHTTPTypes", "swift-nio-extras"),
                server("NIOHTTPTypesHTTP1", "swift-nio-extras"),
                server("AsyncHTTPClient", "async-http-client"),
                server("Crypto", "swift-crypto"),
                server("_CryptoExtras", "swift-crypto"),
                server("Logging", "swift-log"),
                server("ServiceLifecycle", "swift-service-lifecycle"),
            ],
            swiftSettings: settings
        ),

        // C: what Swift can't reach of the C library.
        .target(name: "AllocatorSettings"),

        // The two programs.
        program(
            "carillon",
            on: [
                "AllocatorSettings", "CarillonChannels", "CarillonDiagnostics", "CarillonGenerate", "CarillonLanguage",
                "CarillonModel",
                "CarillonPipeline", "CarillonPluginKit", "CarillonProfiles", "CarillonStandard", "CarillonStudio",
                "MessageFormat", argumentParser,
            ]
        ),
        .executableTarget(
            name: "carillond",
            dependencies: [
                "CarillonModel", "CarillonPluginKit", "CarillonChannels", "CarillonProfiles", "CarillonPipeline",
                "CarillonStandard", "CarillonDiagnostics", "CarillonHost", "CarillonSandbox", "CarillonWeb",
                "SQLiteStore", argumentParser,
                .target(name: "PostgresStore", condition: .when(traits: ["PostgreSQL"])),
                server("Crypto", "swift-crypto"),
                server("_CryptoExtras", "swift-crypto"),
                server("SwiftASN1", "swift-asn1"),
                server("AsyncHTTPClient", "async-http-client"),
                server("NIOCore", "swift-nio"),
                server("NIOPosix", "swift-nio"),
                server("NIOSSL", "swift-nio-ssl"),
                server("NIOHTTP2", "swift-nio-http2"),
                server("NIOFoundationCompat", "swift-nio"),
                server("NIOHTTP1", "swift-nio"),
                server("Logging", "swift-log"),
                server("ServiceLifecycle", "swift-service-lifecycle"),
                server("UnixSignals", "swift-service-lifecycle"),
                server("Configuration", "swift-configuration"),
            ],
            swiftSettings: settings
        ),

        .plugin(
            name: "ValidateTenants",
            capability: .command(
                intent: .custom(verb: "validate-tenants", description: "Checks the tenant folders of this package")
            ),
            path: "Plugins/Commands/ValidateTenants"
        ),
        .plugin(
            name: "GenerateNotifications",
            capability: .command(
                intent: .custom(verb: "generate-notifications", description: "Writes typed code of tenants"),
                permissions: [
                    .writeToPackageDirectory(reason: "The code is written into the package, to be checked in.")
                ]
            ),
            path: "Plugins/SwiftPM/GenerateNotifications"
        ),
        .plugin(name: "NotificationCode", capability: .buildTool(), path: "Plugins/SwiftPM/NotificationCode"),

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
            name: "DeviceWordsBenchmark",
            dependencies: [
                "CarillonClient", "CarillonModel", "CarillonPluginKit", "CarillonProfiles", "CarillonStandard",
            ],
            path: "Tests/Benchmarks/DeviceWords",
            exclude: ["run.py"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "ReaderSteps",
            dependencies: ["CarillonClient", "CarillonModel"],
            path: "Tests/LinearTime",
            exclude: ["run.py"],
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
            name: "StoredRows",
            dependencies: ["CarillonModel", "CarillonPluginKit", "CarillonPipeline"],
            path: "Plugins/Stores/StoredRows",
            swiftSettings: settings
        ),
        .target(name: "SQLiteSettings", path: "Plugins/Stores/SQLiteSettings"),
        .target(
            name: "SQLiteStore",
            dependencies: [
                "CarillonModel", "CarillonPluginKit", "CarillonProfiles", "CarillonPipeline", "SQLiteSettings",
                "StoredRows",
                server("GRDB", "GRDB.swift"),
                server("GRDBSQLite", "GRDB.swift"),
            ],
            path: "Plugins/Stores/SQLiteStore",
            exclude: ["README.md"],
            swiftSettings: settings
        ),
        .systemLibrary(
            name: "LibPQ",
            path: "Plugins/Stores/LibPQ",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev", "pkg-config"]), .brew(["libpq"])]
        ),
        .target(
            name: "PostgresStore",
            dependencies: [
                "CarillonModel", "CarillonPluginKit", "CarillonProfiles", "CarillonPipeline", "SQLiteStore",
                "StoredRows",
                .target(name: "LibPQ", condition: .when(traits: ["PostgreSQL"])),
            ],
            path: "Plugins/Stores/PostgresStore",
            exclude: ["README.md"],
            swiftSettings: settings
        ),

        // Tests
        tests(
            "MessageFormatTests",
            of: ["MessageFormat", "LanguageTables", "MessageFormatFuzzer"],
            copy: ["Conformance/Suite", "Recorded"]
        ),
        tests("CarillonModelTests", of: ["CarillonModel"]),
        tests(
            "CarillonClientTests",
            of: [
                "CarillonClient", "CarillonModel", "CarillonPipeline", "CarillonPluginKit", "CarillonProfiles",
                "CarillonStandard",
            ],
            exclude: ["Kotlin", "TypeScript", "Vectors"]
        ),
        tests("ArchitectureTests", of: []),
        .target(name: "DocumentationTesting", path: "Tests/DocumentationTesting", swiftSettings: settings),
        tests(
            "CarillondTests",
            of: [
                "CarillonModel", "CarillonHost", "CarillonPluginKit", "CarillonTesting", "carillon", "carillond",
                "DocumentationTesting", argumentParser,
                server("AsyncHTTPClient", "async-http-client"),
                server("NIOCore", "swift-nio"),
                server("NIOHTTP1", "swift-nio"),
                server("NIOSSL", "swift-nio-ssl"),
            ]
        ),
        tests(
            "CarillonHostTests",
            of: [
                "CarillonChannels", "CarillonClient", "CarillonDiagnostics", "CarillonModel", "CarillonPluginKit",
                "CarillonProfiles",
                "CarillonPipeline", "CarillonTesting",
                "CarillonHost", "CarillonSandbox", "CarillonStandard", "CarillonStudio", "ExpoPush", "InAppChannel",
                "PostgresStore", "PostgresTesting", "SMTPChannel", "SQLiteStore", "WebPush",
                server("AsyncHTTPClient", "async-http-client"),
                server("Crypto", "swift-crypto"),
                server("_CryptoExtras", "swift-crypto"),
                server("Logging", "swift-log"),
                server("NIOCore", "swift-nio"),
                server("NIOHTTP1", "swift-nio"),
                server("NIOPosix", "swift-nio"),
                server("NIOSSL", "swift-nio-ssl"),
                server("ServiceLifecycle", "swift-service-lifecycle"),
            ]
        ),
        tests("CarillonPluginKitTests", of: ["CarillonModel", "CarillonPluginKit", "CarillonTesting"]),
        tests(
            "CarillonChannelsTests",
            of: [
                "CarillonChannels", "CarillonDiagnostics", "CarillonModel", "CarillonPluginKit", "CarillonProfiles",
                "CarillonTesting",
            ]
        ),
        tests(
            "CarillonSandboxTests",
            of: [
                "CarillonChannels", "CarillonClient", "CarillonDiagnostics", "CarillonModel", "CarillonPluginKit",
                "CarillonProfiles", "CarillonSandbox", "CarillonTesting",
            ]
        ),
        tests(
            "CarillonStandardTests",
            of: [
                "CarillonChannels", "CarillonDiagnostics", "CarillonModel", "CarillonPluginKit", "CarillonProfiles",
                "CarillonStandard",
            ]
        ),
        tests("CarillonWebTests", of: ["CarillonModel", "CarillonWeb"]),
        tests("CarillonDiagnosticsTests", of: ["CarillonDiagnostics", "CarillonModel"], exclude: ["SARIF"]),
        tests(
            "CarillonProfilesTests",
            of: [
                "CarillonDiagnostics", "CarillonModel", "CarillonPluginKit", "CarillonProfiles", "CarillonTesting",
            ],
            exclude: ["Fixtures", "FixtureBases"]
        ),
        tests(
            "CarillonGenerateTests",
            of: [
                "carillon", "CarillonClient", "CarillonDiagnostics", "CarillonGenerate", "CarillonModel",
                "CarillonPipeline",
                "CarillonPluginKit", "CarillonProfiles", "CarillonStandard", "DocumentationTesting",
            ],
            exclude: ["Golden", "Package", "Programs", "plugins.sh", "run.sh"]
        ),
        tests(
            "CarillonToolTests",
            of: [
                "carillon", "CarillonChannels", "CarillonDiagnostics", "CarillonLanguage", "CarillonModel",
                "CarillonPipeline", "CarillonPluginKit", "CarillonProfiles", "CarillonStandard", "CarillonStudio",
                "DocumentationTesting", argumentParser,
            ]
        ),
        tests(
            "CarillonLanguageTests",
            of: [
                "CarillonDiagnostics", "CarillonLanguage", "CarillonModel", "CarillonPipeline", "CarillonPluginKit",
                "CarillonProfiles", "CarillonStandard", "CarillonTesting",
            ]
        ),
        tests(
            "CarillonStudioTests",
            of: [
                "CarillonDiagnostics", "CarillonLanguage", "CarillonModel", "CarillonPipeline", "CarillonPluginKit",
                "CarillonProfiles", "CarillonStandard", "CarillonStudio", "CarillonTesting", "MessageFormat",
            ]
        ),
        tests(
            "CarillonPipelineTests",
            of: [
                "CarillonModel", "CarillonPipeline", "CarillonPluginKit", "CarillonProfiles", "CarillonTesting",
                "InAppChannel",
            ]
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
                "StoredRows",
                server("GRDB", "GRDB.swift"),
            ],
            path: "Tests/Stores/SQLiteStoreTests",
            exclude: ["Unreleased"]
        ),
        .target(
            name: "PostgresTesting",
            dependencies: ["CarillonPipeline", "PostgresStore"],
            path: "Tests/Stores/PostgresTesting",
            swiftSettings: settings
        ),
        tests(
            "PostgresStoreTests",
            of: [
                "CarillonModel", "CarillonPipeline", "CarillonPluginKit", "CarillonTesting", "PostgresStore",
                "PostgresTesting", "SQLiteStore", "StoredRows",
                server("GRDB", "GRDB.swift"),
            ],
            path: "Tests/Stores/PostgresStoreTests"
        ),
    ] + channels.map(channel) + channels.map(channelTests)
)
