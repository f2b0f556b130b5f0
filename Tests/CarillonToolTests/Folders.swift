import ArgumentParser
import CarillonProfiles
import DocumentationTesting
import Foundation

@testable import carillon

/// This repository's own tenants.
let tenantsFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "tenants").path(percentEncoded: false)

/// Runs `body` with a tenant that was just begun, in a folder that is deleted afterwards.
func withNewTenant(_ arguments: [String] = [], _ body: (String) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)")
        .path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: root) }
    let command = try New.parse(["bakery", "--directory", root] + arguments)
    try command.run()
    try body("\(root)/bakery")
}
