// swift-tools-version: 6.2
import PackageDescription

// The manifest of the package that run.sh makes: what the client kit's properties need, and nothing else, so that a release build
// takes some minutes.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func part(_ name: String, on dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let package = Package(
    name: "invariants",
    targets: [
        part("MessageFormat"),
        part("CarillonModel"),
        part("CarillonClient", on: ["CarillonModel", "MessageFormat"], exclude: ["Runtimes"]),
        part("CarillonDiagnostics", on: ["CarillonModel"]),
        part("CarillonPluginKit", on: ["CarillonModel", "MessageFormat"]),
        part("CarillonChannels", on: ["CarillonModel", "CarillonPluginKit"]),
        part(
            "CarillonProfiles",
            on: ["CarillonModel", "CarillonDiagnostics", "CarillonPluginKit", "CarillonChannels", "MessageFormat"]
        ),
        .executableTarget(
            name: "ReaderSteps",
            dependencies: ["CarillonClient", "CarillonModel"],
            path: "Tests/LinearTime",
            exclude: ["run.py"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CarillonClientTests",
            dependencies: ["CarillonClient", "CarillonModel", "CarillonProfiles"],
            exclude: ["Kotlin", "TypeScript", "Vectors"],
            sources: [
                "CentreTests.swift", "HostLinkTests.swift", "InboxTests.swift", "InvariantTests.swift",
                "LinkTests.swift", "PrintTests.swift", "PushTests.swift", "RandomSequences.swift", "ReducerTests.swift",
                "Scenario.swift", "SealedDataTests.swift", "ServiceExtensionTests.swift", "VectorFile.swift",
            ],
            swiftSettings: settings
        ),
    ]
)
