/// OpenAPI documents as providers publish them, cut to one operation.
enum ProviderDocuments {
    /// A form, a name and a password, a setting in the path, and codes of errors as examples.
    static let twilio = #"""
        {"openapi": "3.0.1", "info": {"title": "Twilio - Api", "version": "1.56.0"},
        "servers": [{"url": "https://api.twilio.com"}], "security": [{"accountSid_authToken": []}],
        "paths": {"/2010-04-01/Accounts/{AccountSid}/Messages.json": {"servers": [{"url": "https://api.twilio.com"}],
        "post": {"operationId": "CreateMessage", "description": "Send a message",
        "summary": "Sends an SMS, MMS or WhatsApp message. Costs money.",
        "security": [{"accountSid_authToken": []}], "parameters": [{"name": "AccountSid", "in": "path",
        "required": true, "description": "The SID of the Account that sends.", "schema": {"type": "string",
        "minLength": 34, "maxLength": 34, "pattern": "^AC[0-9a-fA-F]{32}$"}}],
        "requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {"type": "object",
        "title": "CreateMessageRequest", "required": ["To"], "properties": {"To": {"type": "string",
        "format": "phone-number", "description": "The recipient's number"}, "StatusCallback": {"type": "string",
        "format": "uri"}, "ProvideFeedback": {"type": "boolean"}, "Attempt": {"type": "integer"},
        "ValidityPeriod": {"type": "integer"}, "PersistentAction": {"type": "array",
        "items": {"type": "string"}}, "ScheduleType": {"type": "string",
        "$ref": "#/components/schemas/message_enum_schedule_type"}, "From": {"type": "string",
        "format": "phone-number"}, "MessagingServiceSid": {"type": "string", "pattern": "^MG[0-9a-fA-F]{32}$"},
        "Body": {"type": "string", "maxLength": 1600}}}}}}, "responses": {"201": {"description": "Created",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/message"},
        "examples": {"create": {"value": {"account_sid": "ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "body": "Hi",
        "error_code": null, "sid": "SMaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "status": "queued"}}}}}},
        "400": {"description": "Bad",
        "content": {"application/json": {"examples": {"to": {"value": {"code": 21211,
        "message": "Invalid 'To' Phone Number", "more_info": "https://www.twilio.com/docs/errors/21211",
        "status": 400}}, "from": {"value": {"code": 21606, "message": "The From number isn't capable",
        "status": 400}}}}}}, "429": {"description": "Busy",
        "content": {"application/json": {"example": {"code": 20429, "message": "Too Many Requests",
        "status": 429}}}}}}}}, "components": {"securitySchemes": {"accountSid_authToken": {"type": "http",
        "scheme": "basic"}}, "schemas": {"message_enum_schedule_type": {"type": "string", "enum": ["fixed"]},
        "message": {"type": "object", "properties": {"sid": {"type": "string"}}}}}}
        """#

    /// JSON, a token that a user consents to, and an error without a status.
    static let slack = #"""
        {"openapi": "3.0.3", "info": {"title": "Slack Web API", "version": "1.7.0"},
        "externalDocs": {"url": "https://docs.slack.dev/reference/methods/chat.postMessage"},
        "servers": [{"url": "https://slack.com/api"}],
        "paths": {"/chat.postMessage": {"post": {"operationId": "chat_postMessage",
        "summary": "Sends a message to a channel.", "security": [{"slackAuth": ["chat:write:user",
        "chat:write:bot"]}], "parameters": [{"in": "header", "name": "token", "required": false,
        "schema": {"type": "string"}}], "requestBody": {"required": true,
        "content": {"application/json; charset=utf-8": {"schema": {"type": "object", "required": ["channel"],
        "properties": {"channel": {"type": "string", "description": "Channel, private group or IM",
        "example": "C0123456789"}, "text": {"type": "string"}, "as_user": {"type": "boolean"},
        "thread_ts": {"type": "string"}, "attachments": {"type": "array", "items": {"type": "object"}}}}}}},
        "responses": {"200": {"description": "ok", "content": {"application/json": {"example": {"ok": true,
        "channel": "C1H9RESGL", "ts": "1503435956.000247", "message": {"text": "Here's a message for you",
        "username": "ecto1"}}}}}, "default": {"description": "Typical error response",
        "content": {"application/json": {"example": {"ok": false, "error": "too_many_attachments"}}}}}}}},
        "components": {"securitySchemes": {"slackAuth": {"type": "oauth2",
        "flows": {"authorizationCode": {"authorizationUrl": "https://slack.com/oauth/authorize",
        "tokenUrl": "https://slack.com/api/oauth.access", "scopes": {}}}}}}}
        """#

    /// OpenAPI 3.1 with references, lists in lists, a key in a header, and an answer without a body.
    static let mail = #"""
        {"openapi": "3.1.0", "info": {"title": "Mail", "version": "3"},
        "servers": [{"url": "https://{region}.mail.example/v3", "variables": {"region": {"default": "eu",
        "enum": ["eu", "us"]}}}], "paths": {"/mail/send": {"post": {"operationId": "SendMail",
        "summary": "Send a mail", "security": [{"ApiKey": []}],
        "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Mail"}}}},
        "responses": {"202": {"description": "Accepted",
        "headers": {"X-Message-Id": {"schema": {"type": "string"}}}},
        "400": {"$ref": "#/components/responses/Bad"}, "401": {"$ref": "#/components/responses/Bad"},
        "429": {"description": "x",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Errors"},
        "example": {"errors": [{"message": "too many", "code": "rate_limited"}]}}}}}}}},
        "components": {"responses": {"Bad": {"description": "bad",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Errors"}}}}},
        "securitySchemes": {"ApiKey": {"type": "apiKey", "in": "header", "name": "X-Api-Key"}},
        "schemas": {"Address": {"type": "object", "required": ["email"],
        "properties": {"email": {"type": "string", "format": "email"}, "name": {"type": ["string", "null"]}}},
        "Errors": {"type": "object", "properties": {"errors": {"type": "array", "items": {"type": "object",
        "properties": {"message": {"type": "string"}, "code": {"type": "string",
        "examples": ["bad_request"]}}}}}}, "Mail": {"type": "object", "required": ["personalizations", "from",
        "subject", "content", "version"], "properties": {"from": {"$ref": "#/components/schemas/Address"},
        "reply_to": {"$ref": "#/components/schemas/Address"}, "personalizations": {"type": "array",
        "items": {"type": "object", "required": ["to"], "properties": {"to": {"type": "array",
        "items": {"$ref": "#/components/schemas/Address"}}, "cc": {"type": "array",
        "items": {"$ref": "#/components/schemas/Address"}}}}}, "subject": {"type": "string", "maxLength": 200},
        "content": {"type": "array", "items": {"type": "object", "required": ["type", "value"],
        "properties": {"type": {"type": "string", "enum": ["text/plain", "text/html"]},
        "value": {"type": "string"}}}}, "version": {"const": "v1"}, "template_id": {"type": "string"},
        "parent": {"$ref": "#/components/schemas/Mail"}}}}}}
        """#

    /// A token for a client, a header and a query that must be there, and a schema instead of examples.
    static let push = #"""
        {"openapi": "3.0.0", "info": {"title": "Push", "version": "1"},
        "servers": [{"url": "https://push-api.acme.example/"}],
        "paths": {"/v1/{appId}/messages:send": {"parameters": [{"name": "appId", "in": "path", "required": true,
        "schema": {"type": "string"}}], "post": {"operationId": "send", "security": [{"o": ["push.send"]},
        {"k": []}], "parameters": [{"name": "Idempotency-Key", "in": "header", "required": true,
        "schema": {"type": "string", "format": "uuid"}}, {"name": "priority", "in": "query", "required": true,
        "schema": {"type": "string", "enum": ["low", "high"]}}],
        "requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["message",
        "device_token", "ttl"], "properties": {"ttl": {"type": "integer", "minimum": 1, "maximum": 86400},
        "device_token": {"type": "string"}, "message": {"type": "object", "required": ["title", "body"],
        "properties": {"title": {"type": "string", "maxLength": 64}, "body": {"type": "string"},
        "data": {"type": "object", "additionalProperties": {"type": "string"}}}}}}}}},
        "responses": {"200": {"description": "k", "content": {"application/json": {"schema": {"type": "object",
        "properties": {"code": {"type": "string", "example": "80000000"}, "requestId": {"type": "string",
        "example": "r-1"}}}}}}, "4XX": {"description": "e",
        "content": {"application/json": {"schema": {"type": "object", "properties": {"code": {"type": "string",
        "example": "80300007"}, "msg": {"type": "string"}}}}}}}}}},
        "components": {"securitySchemes": {"o": {"type": "oauth2",
        "flows": {"clientCredentials": {"tokenUrl": "https://oauth.acme.example/token",
        "scopes": {"push.send": "s"}}}}, "k": {"type": "apiKey", "in": "query", "name": "key"}}}}
        """#
}
