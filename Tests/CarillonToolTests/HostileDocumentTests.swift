import DocumentationTesting
import Foundation
import Testing

/// Documents for `carillon contract import` that are broken, or that mean harm: clear words, a place, and an end.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct HostileDocumentTests {
    @Test(arguments: [
        ("", "openapi.json:1:1: error: "), ("[]", "an OpenAPI document is a JSON object, and this is an array"),
        ("{}", "there is no `openapi`"), (#"{"openapi": 3}"#, "OpenAPI 3.0 and 3.1 are read, and this is a number"),
        (#"{"openapi": "4.0.0"}"#, "OpenAPI 3.0 and 3.1 are read, and this is 4.0.0"),
        (#"{"swagger": "2.0"}"#, "npx swagger2openapi"), (#"{"openapi": "3.0.0", "paths": 7}"#, "there are no `paths`"),
        ("{\"openapi\": \"3.0.0\",\n  \"paths\": {},,}", "openapi.json:2:1"),
        ("openapi: 3.0.0\npaths: {}\n", "yq -o=json openapi.json > openapi.json"),
        (#"{"openapi": "3.0.0", "paths": {}}"#, "0 of 0 operations became routes; nothing was written"),
        (
            #"{"openapi": "3.0.0", "paths": {"/devices": {"post": 7}}}"#,
            "an operation is an object, and this is a number"
        ),
    ])
    func `a document that isn't one is refused with words and a place`(document: String, message: String) throws {
        let result = try OldBackend.imported(document)
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test(arguments: [
        ("#/components/schemas/Round", "`$ref` leads in a circle"),
        ("#/components/schemas/None", "`$ref` leads nowhere"),
        ("file:///etc/passwd", "`$ref` leads out of the document, which is never followed: file:///etc/passwd"),
        ("https://example.com/a.json#/A", "`$ref` leads out of the document"),
        ("secret.json#/Token", "`$ref` leads out of the document"),
    ])
    func `references that lead nowhere, out, or in a circle are reported and not followed`(
        reference: String,
        message: String
    ) throws {
        let result = try OldBackend.imported(
            OldBackend.document(
                OldBackend.register(#"{"$ref": "\#(reference)"}"#),
                schemas: ##""Round": {"$ref": "#/components/schemas/Circle"}, "##
                    + ##""Circle": {"$ref": "#/components/schemas/Round"}"##
            )
        )
        #expect(result.status == 0)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.errors.contains("/requestBody/content/application~1json/schema"))
    }

    @Test func `a schema that holds itself is read once`() throws {
        let node =
            ##"{"type": "object", "properties": {"pushToken": {"type": "string"}, "##
            + ##""next": {"$ref": "#/components/schemas/Node"}}}"##
        let result = try OldBackend.imported(
            OldBackend.document(
                OldBackend.register(##"{"$ref": "#/components/schemas/Node"}"##),
                schemas: "\"Node\": \(node)"
            )
        )
        #expect(result.status == 0 && result.output.contains("body.pushToken"))
    }

    @Test func `schemas that double with each step are given up in time`() throws {
        let schemas = (0..<60).map { index in
            let next = ##"{"$ref": "#/components/schemas/S\##(index + 1)"}"##
            return #""S\#(index)": {"allOf": [\#(next), \#(next)], "properties": {"a": \#(next), "b": \#(next)}}"#
        }
        let paths = (0..<8).map {
            OldBackend.register(##"{"$ref": "#/components/schemas/S0"}"##, at: "/devices/v\($0)")
        }
        let started = ContinuousClock.now
        let result = try OldBackend.imported(
            OldBackend.document(paths.joined(separator: ", "), schemas: schemas.joined(separator: ", "))
        )
        #expect(result.errors.contains("too large"))
        #expect(ContinuousClock.now - started < .seconds(60))
    }

    @Test func `10 MB are refused unread, and nesting without end is reported`() throws {
        let large = try OldBackend.imported(
            OldBackend.document("", schemas: "\"A\": \"\(String(repeating: "x", count: 10_000_000))\"")
        )
        #expect(large.status == 1 && large.errors.contains("more than 8 MiB"))
        let deep = String(repeating: #"{"properties":{"a":"#, count: 50_000)
        let nested = try OldBackend.imported(OldBackend.document(OldBackend.register(deep)))
        #expect(nested.status == 1)
        #expect(nested.errors.contains("T0022"), "\(nested.errors.prefix(400))")
    }

    @Test func `thousands of operations and schemas take seconds`() throws {
        let paths = (0..<4000).map {
            OldBackend.register(##"{"$ref": "#/components/schemas/S\##($0)"}"##, at: "/devices/v\($0)")
        }
        let schemas = (0..<4000).map {
            #""S\#($0)": {"type": "object", "properties": {"pushToken": {"type": "string"}}}"#
        }
        let started = ContinuousClock.now
        let result = try OldBackend.imported(
            OldBackend.document(paths.joined(separator: ", "), schemas: schemas.joined(separator: ", "))
        )
        #expect(result.status == 0)
        #expect(result.errors.contains("500 of 4000 operations became routes"), "\(result.errors.suffix(200))")
        #expect(ContinuousClock.now - started < .seconds(60))
    }

    @Test func `wrong types anywhere are passed over`() throws {
        for junk in ["7", "null", "[]", "\"x\"", "true", "{}"] {
            let document = OldBackend.document(
                #""/devices": {"parameters": \#(junk), "post": {"operationId": \#(junk), "tags": \#(junk), "#
                    + #""security": \#(junk), "requestBody": \#(junk), "responses": \#(junk)}}, "#
                    + OldBackend.register(
                        #"{"type": \#(junk), "properties": {"pushToken": \#(junk)}, "required": \#(junk)}"#
                    )
                    + #", "/inbox": {"get": {"parameters": [\#(junk), {"name": \#(junk), "in": "query"}], "#
                    + #""responses": {"200": {"content": {"application/json": {"schema": \#(junk)}}}}}}"#
            )
            let result = try OldBackend.imported(document)
            #expect([0, 1].contains(result.status), "\(junk): \(result.errors)")
            #expect(result.errors.contains("operations became routes"), "\(junk): \(result.errors)")
        }
    }

    @Test func `what a document says can't steer the terminal`() throws {
        let result = try OldBackend.imported(
            OldBackend.document(#""/tickets/\u001b[2J": {"get": {"operationId": "\u001b]0;x\u0007"}}"#)
        )
        #expect(!result.errors.contains("\u{1B}"))
    }
}
