// swift-tools-version: 6.2
import PackageDescription

// The manifest of the package that suite.sh makes.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .define("CARILLON_OLD_SYSTEMS"),
]

let package = Package(
    name: "floor",
    targets: [
        .target(name: "MessageFormat", swiftSettings: settings),
        .target(name: "CarillonModel", swiftSettings: settings),
        .executableTarget(
            name: "LanguageTables",
            path: "Plugins/Commands/LanguageTables",
            exclude: ["README.md", "Data"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "MessageFormatFuzzer",
            dependencies: ["MessageFormat"],
            path: "Tests/Benchmarks/MessageFormatFuzzer",
            swiftSettings: settings
        ),
        .testTarget(
            name: "MessageFormatTests",
            dependencies: ["MessageFormat", "LanguageTables", "MessageFormatFuzzer"],
            resources: [.copy("Conformance/Suite"), .copy("Recorded")],
            swiftSettings: settings
        ),
        .testTarget(name: "CarillonModelTests", dependencies: ["CarillonModel"], swiftSettings: settings),
    ]
)
