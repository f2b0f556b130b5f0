import CarillonModel
import DocumentationTesting
import Foundation

/// OpenAPI documents of backends that don't exist, and what `carillon contract import` makes of them.
enum OldBackend {
    /// Imports a document without a tenant.
    static func imported(_ document: String) throws -> BuiltTool.Result {
        try BuiltTool.withFolder { folder in
            try document.write(to: folder.appending(path: "openapi.json"), atomically: true, encoding: .utf8)
            return try BuiltTool.shell("carillon contract import openapi.json", in: folder)
        }
    }

    static func routes(of document: String) throws -> [JSONValue] {
        try JSONValue(parsing: imported(document).output.utf8)["routes"]?.array ?? []
    }

    /// A document with these members of `paths` and `components.schemas`.
    static func document(_ paths: String, schemas: String = "", version: String = "3.0.3") -> String {
        """
        {"openapi": "\(version)", "security": [{"bearer": []}],
         "paths": {\(paths)},
         "components": {"schemas": {\(schemas)}}}
        """
    }

    /// A path that registers a device with a body of this schema.
    static func register(_ schema: String, at path: String = "/devices/register") -> String {
        #""\#(path)": {"post": {"requestBody": {"content": {"application/json": {"schema": \#(schema)}}}}}"#
    }

    /// Trams in a city: tokens, an inbox, settings, topics, and things that have nothing to do with notifications.
    static let tram = """
        {
          "openapi": "3.0.3",
          "info": { "title": "Tram", "version": "1" },
          "servers": [{ "url": "https://api.tram.example/v1" }],
          "security": [{ "bearer": [] }],
          "paths": {
            "/push-tokens": {
              "post": {
                "operationId": "savePushToken",
                "summary": "Save a push token",
                "requestBody": {
                  "required": true,
                  "content": { "application/json": { "schema": { "$ref": "#/components/schemas/PushToken" } } }
                },
                "responses": {
                  "201": {
                    "description": "ok",
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "required": ["data"],
                          "properties": { "data": { "$ref": "#/components/schemas/Device" } }
                        }
                      }
                    }
                  }
                }
              }
            },
            "/push-tokens/{token}": {
              "delete": {
                "operationId": "deletePushToken",
                "parameters": [{ "name": "token", "in": "path", "required": true, "schema": { "type": "string" } }],
                "responses": { "204": { "description": "gone" }, "404": { "description": "no" } }
              }
            },
            "/me/inbox": {
              "get": {
                "operationId": "listInbox",
                "parameters": [
                  {
                    "name": "page_size",
                    "in": "query",
                    "schema": { "type": "integer", "minimum": 1, "maximum": 50 }
                  },
                  { "name": "skip", "in": "query", "schema": { "type": "integer", "minimum": 0 } },
                  { "name": "unread", "in": "query", "schema": { "type": "boolean" } },
                  { "name": "colour", "in": "query", "schema": { "type": "string" } }
                ],
                "responses": {
                  "200": {
                    "description": "ok",
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "required": ["messages", "weather"],
                          "properties": {
                            "messages": { "type": "array", "items": { "$ref": "#/components/schemas/Message" } },
                            "total": { "type": "integer" },
                            "unread_count": { "type": "integer" },
                            "weather": { "type": "string" }
                          }
                        }
                      }
                    }
                  }
                }
              }
            },
            "/me/inbox/unread-count": {
              "get": {
                "responses": {
                  "200": {
                    "description": "ok",
                    "content": {
                      "application/json": { "schema": { "type": "object", "properties": { "unread": { "type": "integer" } } } }
                    }
                  }
                }
              }
            },
            "/me/inbox/read": {
              "post": {
                "summary": "Mark messages as read",
                "requestBody": {
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object",
                        "required": ["message_ids"],
                        "properties": {
                          "message_ids": { "type": "array", "items": { "type": "string", "format": "uuid" } },
                          "seen": { "type": "boolean" }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "200": {
                    "description": "ok",
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "properties": { "success": { "type": "boolean" }, "updated": { "type": "integer" } }
                        }
                      }
                    }
                  }
                }
              }
            },
            "/me/inbox/{id}/read": {
              "post": {
                "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
                "responses": { "204": { "description": "ok" } }
              }
            },
            "/me/settings": {
              "get": {
                "responses": {
                  "200": {
                    "description": "ok",
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Settings" } } }
                  }
                }
              },
              "patch": {
                "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Settings" } } } },
                "responses": {
                  "200": {
                    "description": "ok",
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Settings" } } }
                  }
                }
              }
            },
            "/topics/{topic}/subscribers": {
              "put": {
                "operationId": "subscribeToTopic",
                "parameters": [{ "name": "topic", "in": "path", "required": true, "schema": { "type": "string" } }],
                "responses": { "204": { "description": "ok" } }
              },
              "delete": {
                "operationId": "unsubscribeFromTopic",
                "parameters": [{ "name": "topic", "in": "path", "required": true, "schema": { "type": "string" } }],
                "responses": { "204": { "description": "ok" } }
              }
            },
            "/internal/notify": {
              "post": {
                "operationId": "sendNotification",
                "requestBody": {
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object",
                        "required": ["user_id", "template"],
                        "properties": {
                          "user_id": { "type": "string" },
                          "template": { "type": "string", "enum": ["delay", "ticket"] },
                          "params": { "type": "object" },
                          "send_at": { "type": "string", "format": "date-time" }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "202": {
                    "description": "ok",
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "properties": { "id": { "type": "string" }, "queued": { "type": "boolean" } }
                        }
                      }
                    }
                  }
                }
              }
            },
            "/sessions": {
              "post": {
                "operationId": "startSession",
                "requestBody": {
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object",
                        "properties": { "user": { "type": "string" }, "session_id": { "type": "string" } }
                      }
                    }
                  }
                },
                "responses": { "201": { "description": "ok" } }
              }
            },
            "/login": { "post": { "responses": { "200": { "description": "ok" } } } },
            "/tickets": { "get": { "operationId": "listTickets", "responses": { "200": { "description": "ok" } } } }
          },
          "components": {
            "schemas": {
              "PushToken": {
                "allOf": [
                  { "$ref": "#/components/schemas/DeviceInfo" },
                  {
                    "type": "object",
                    "required": ["fcm_token"],
                    "properties": { "fcm_token": { "type": "string", "maxLength": 4096 } }
                  }
                ]
              },
              "DeviceInfo": {
                "type": "object",
                "properties": {
                  "os": { "type": "string", "enum": ["IOS", "ANDROID", "SYMBIAN"] },
                  "app_version": { "type": "string", "nullable": true },
                  "lang": { "type": "string" }
                }
              },
              "Device": {
                "type": "object",
                "properties": { "device_id": { "type": "string" }, "created_at": { "type": "string", "format": "date-time" } }
              },
              "Message": {
                "type": "object",
                "required": ["id"],
                "properties": {
                  "id": { "type": "string" },
                  "subject": { "type": "string" },
                  "text": { "type": "string" },
                  "seen": { "type": "boolean" },
                  "created": { "type": "integer" },
                  "image": { "type": "string", "nullable": true },
                  "link": { "type": "string" },
                  "payload": { "type": "object", "properties": { "a": { "type": "string" } } },
                  "replies": { "type": "array", "items": { "$ref": "#/components/schemas/Message" } }
                }
              },
              "Settings": {
                "type": "object",
                "properties": { "push": { "type": "boolean" }, "mail": { "type": "boolean" } }
              }
            }
          }
        }
        """
}
