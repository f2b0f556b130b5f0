// swift-tools-version: 6.2
import PackageDescription

// A package as somebody has it who sends a tenant's events: its code is made by the plugins. `plugins.sh` builds it.
let package = Package(
    name: "sender",
    dependencies: [.package(name: "carillon", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Sender",
            exclude: ["notifications.json"],
            plugins: [.plugin(name: "NotificationCode", package: "carillon")]
        )
    ]
)
