import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import Foundation

/// A tenant whose files are written in tests; `‸` is where the cursor is.
struct LanguageTenant {
    var files: [String: String]

    static let shop = LanguageTenant(files: [
        "profile.json": """
        {
          "tenant": "shop",
          "name": "Shop",
          "locales": { "default": "en", "supported": ["en", "ru"] },
          "timeZone": "Europe/Oslo",
          "deepLinks": {
            "schemes": ["shop"],
            "routes": { "order": { "params": { "id": "slug" }, "app": "shop://orders/{id}" } }
          },
          "channels": {
            "in-app": { "use": "in-app" },
            "push": { "use": "expo", "settings": { "accessToken": { "$secret": "expo-access-token" } } }
          },
          "categories": { "orders": { "name": "Orders", "color": "#FF6B35" } },
          "policies": { "retention": "90d" },
          "auth": {
            "users": { "algorithm": "HS256", "key": { "$secret": "jwt-secret" }, "userClaim": "sub" },
            "services": [{ "header": "X-Service-Key", "key": { "$secret": "service-key" } }]
          }
        }
        """,
        "events.json": """
        {
          "events": {
            "order.shipped": {
              "summary": "Parcels are on their way",
              "category": "orders",
              "payload": {
                "order_id": { "type": "slug" },
                "count": { "type": "integer", "minimum": 1, "description": "How many parcels" },
                "carrier": { "type": "enum", "values": ["post", "drone"] },
                "note": { "type": "text", "optional": true }
              },
              "channels": ["in-app", "push"],
              "deepLink": { "route": "order", "id": "order_id" },
              "data": { "order": "{order_id}", "link": "{link.app}" },
              "collapse": "order-{order_id}"
            }
          }
        }
        """,
        "templates/en.json": #"""
        {
          "locale": "en",
          "terms": { "brand": "Shop \u0026 Co" },
          "messages": {
            "order.shipped": {
              "title": "Shipped by {$brand}",
              "body": {
                "match": ["count"],
                "when": { "one": "{$count} parcel with \"{$carrier}\"", "*": ["{$count} parcels", "with {$carrier}"] }
              }
            }
          }
        }
        """#,
        "templates/ru.json": #"""
        {
          "locale": "ru",
          "terms": { "brand": "Магазин" },
          "messages": {
            "order.shipped": {
              "title": "Отправлено: {$brand}",
              "body": {
                "match": ["count"],
                "when": {
                  "one": "{$count} посылка, {$carrier}",
                  "few": "{$count} посылки, {$carrier}",
                  "many": "{$count} посылок, {$carrier}",
                  "*": "{$count} посылки, {$carrier}"
                }
              }
            }
          }
        }
        """#,
        "samples/order.shipped.json": #"{ "order_id": "a-1", "count": 3, "carrier": "drone" }"#,
        "samples/order.shipped.one.json": #"{ "order_id": "a-1", "count": 1, "carrier": "post" }"#,
    ])

    /// With one file written otherwise.
    func with(_ path: String, _ text: String) -> LanguageTenant {
        var copy = self
        copy.files[path] = text
        return copy
    }

    /// With the first occurrence of a text written otherwise.
    func replacing(_ old: String, with new: String, in path: String) -> LanguageTenant {
        guard let text = files[path], let range = text.range(of: old) else {
            preconditionFailure("\(path) has no \(old)")
        }
        return with(path, text.replacingCharacters(in: range, with: new))
    }

    var snapshot: TenantSnapshot { Self.snapshot(of: folder) }

    var folder: TenantFolder {
        TenantFolder(
            name: "shop",
            path: "/tenants/shop",
            files: files.map { TenantFolder.File($0.key, Array($0.value.utf8)) }
        )
    }

    static func snapshot(of folder: TenantFolder, after earlier: TenantSnapshot? = nil) -> TenantSnapshot {
        TenantSnapshot(of: folder, registry: .standard, timeZones: Greenwich(), loader: loader, after: earlier)
    }

    static let loader = ProfileLoader(registry: .standard, proof: RenderingProof(registry: .standard))

    /// The tenant without its mark, and the mark's byte.
    func marked(_ path: String) -> (tenant: LanguageTenant, offset: Int) {
        guard let text = files[path], let mark = text.range(of: "‸") else {
            preconditionFailure("\(path) has no mark")
        }
        let offset = text.utf8.distance(from: text.startIndex, to: mark.lowerBound)
        return (with(path, text.replacingCharacters(in: mark, with: "")), offset)
    }

    /// A cursor in a text that takes the place of another.
    func cursor(_ old: String, _ new: String, in path: String) -> (tenant: TenantSnapshot, offset: Int) {
        let marked = replacing(old, with: new, in: path).marked(path)
        return (marked.tenant.snapshot, marked.offset)
    }

    /// The tenant with edits, each of which is at the bytes of the text before.
    func applying(_ edits: [FileEdit]) -> LanguageTenant {
        var copy = self
        for (path, edits) in Dictionary(grouping: edits, by: \.path) {
            var bytes = Array((files[path] ?? "").utf8)
            for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
                bytes.replaceSubrange(edit.range, with: edit.text.utf8)
            }
            copy.files[path] = String(decoding: bytes, as: UTF8.self)
        }
        return copy
    }
}

struct Greenwich: TimeZoneDatabase {
    func offset(of zone: String, at instant: Instant) -> Int? { 0 }
}

/// The tenants of the repository.
enum RealTenants {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let names = ["dossier", "escrow", "exchange", "remittance", "wallet"]

    static func folder(_ name: String) throws -> TenantFolder {
        try TenantFolder.read(root.appending(path: "tenants/\(name)").path)
    }
}
