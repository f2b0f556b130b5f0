// Written by Tests/Tools/embed-providers.py from Plugins/Providers; run it after a change there.
// swift-format-ignore-file

/// The channel files that come with the program.
enum EmbeddedProviders {
    /// By the channel's id.
    static let files: [String: String] = [
        "discord-bot": ##"""
            {
              "channel": "discord-bot",
              "format": 1,
              "summary": "Channels of Discord servers that a bot was added to",
              "checked": "2026-11-20",
              "sources": [
                "https://discord.com/developers/docs/resources/message#create-message",
                "https://discord.com/developers/docs/topics/rate-limits",
                "https://discord.com/developers/docs/topics/opcodes-and-status-codes"
              ],
              "settings": {
                "token": {
                  "type": "secret",
                  "required": true,
                  "description": "The bot's token",
                  "example": { "$secret": "discord-token" }
                }
              },
              "origins": ["https://discord.com"],
              "address": {
                "from": "device",
                "shape": "a channel's id: 17 to 20 digits",
                "pattern": "[0-9]{17,20}",
                "samples": ["290926798999357250"],
                "wrong": ["general", "#general"]
              },
              "slots": {
                "title": { "max": 150, "description": "The first line, in bold" },
                "body": { "required": true, "multiline": true, "max": 1500, "description": "What it says" }
              },
              "limits": { "rate": 5 },
              "auth": { "header": { "name": "Authorization", "value": "Bot {secret.token}" } },
              "request": {
                "method": "POST",
                "url": "https://discord.com/api/v10/channels/{address}/messages",
                "json": {
                  "content": { "join": "\n", "of": ["**{slot.title?}**", "{slot.body}", "{link.web?|truncate:300}"] },
                  "allowed_mentions": { "parse": [] }
                }
              },
              "answer": {
                "own": ["/code", "/retry_after"],
                "code": "/code",
                "message": "/message",
                "retryAfter": { "at": "/retry_after", "unit": "s" },
                "rules": [
                  {
                    "status": 200,
                    "json": { "/id": { "matches": "[0-9]+" }, "/channel_id": { "present": true } },
                    "then": "accepted",
                    "receipt": "/id"
                  },
                  { "json": { "/code": 10003 }, "then": "gone" },
                  { "json": { "/code": [50001, 50013] }, "then": "misconfigured", "about": "address" },
                  { "json": { "/code": [50006, 50035] }, "then": "refused" }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/api/v10/channels/[0-9]+/messages",
                "auth": "header:Authorization",
                "json": {
                  "/content": { "type": "text", "required": true, "max": 2000, "unit": "chars" },
                  "/allowed_mentions/parse": { "type": "list", "required": true }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "body": "@everyone done" },
                    "golden": { "content": "@everyone done", "allowed_mentions": { "parse": [] } }
                  },
                  "title": {
                    "slots": { "title": "Stock", "body": "Nothing left" },
                    "link": "https://shop.example/stock",
                    "golden": {
                      "content": "**Stock**\nNothing left\nhttps://shop.example/stock",
                      "allowed_mentions": { "parse": [] }
                    }
                  }
                },
                "answers": {
                  "ok": {
                    "status": 200,
                    "body": { "id": "334385199974967042", "channel_id": "290926798999357250", "content": "done" },
                    "is": "accepted"
                  },
                  "Unknown": { "status": 404, "body": { "code": 10003, "message": "Unknown Channel" }, "is": "gone" },
                  "NoAccess": { "status": 403, "body": { "code": 50001, "message": "Missing Access" }, "is": "misconfigured" },
                  "Empty": { "status": 400, "body": { "code": 50006, "message": "Cannot send an empty message" }, "is": "refused" },
                  "Busy": {
                    "status": 429,
                    "body": { "message": "You are being rate limited.", "retry_after": 0.65, "global": false },
                    "is": "deferred"
                  },
                  "BadToken": { "status": 401, "body": { "message": "401: Unauthorized", "code": 0 }, "is": "misconfigured" }
                }
              }
            }

            """##,
        "ntfy": #"""
            {
              "channel": "ntfy",
              "format": 1,
              "summary": "Topics of ntfy.sh, which need no account",
              "checked": "2026-11-20",
              "sources": ["https://docs.ntfy.sh/publish/", "https://docs.ntfy.sh/config/"],
              "settings": {
                "token": {
                  "type": "secret",
                  "description": "For topics that are reserved",
                  "example": { "$secret": "ntfy-token" }
                }
              },
              "origins": ["https://ntfy.sh"],
              "address": {
                "from": "device",
                "shape": "a topic: letters, digits, - and _, at most 64",
                "pattern": "[A-Za-z0-9_-]{1,64}",
                "samples": ["shop-alerts", "A_1"],
                "wrong": ["shop alerts", "shop/alerts"]
              },
              "slots": {
                "title": { "max": 250, "unit": "bytes", "description": "The first line" },
                "body": { "required": true, "multiline": true, "max": 4096, "unit": "bytes", "description": "What it says" }
              },
              "limits": { "rate": 1 },
              "auth": { "bearer": "{secret.token?}" },
              "request": {
                "method": "POST",
                "url": "https://ntfy.sh/",
                "json": {
                  "topic": "{address}",
                  "title": "{slot.title?}",
                  "message": "{slot.body}",
                  "click": { "first": ["{link.web?}", "{link.app?}"] },
                  "priority": { "from": "{priority}", "values": { "high": 4, "normal": 3, "low": 2 } }
                }
              },
              "answer": {
                "own": ["/code", "/event"],
                "code": "/code",
                "message": "/error",
                "rules": [
                  {
                    "status": 200,
                    "json": { "/id": { "present": true }, "/event": "message" },
                    "then": "accepted",
                    "receipt": "/id"
                  },
                  { "json": { "/code": [40101, 40301] }, "then": "misconfigured", "about": "address" },
                  { "json": { "/code": 41303 }, "then": "tooLarge" },
                  { "json": { "/code": [42901, 42908] }, "then": "deferred" }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/",
                "json": {
                  "/topic": { "type": "text", "required": true, "pattern": "[A-Za-z0-9_-]{1,64}" },
                  "/title": { "type": "text" },
                  "/message": { "type": "text", "required": true, "max": 4096, "unit": "bytes" },
                  "/click": { "type": "text" },
                  "/priority": { "type": "integer", "range": [1, 5] }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "body": "Order 7 was paid" },
                    "golden": { "topic": "shop-alerts", "message": "Order 7 was paid", "priority": 3 }
                  },
                  "urgent": {
                    "slots": { "title": "Stock", "body": "Nothing left" },
                    "priority": "high",
                    "link": "https://shop.example/stock",
                    "golden": {
                      "topic": "shop-alerts",
                      "title": "Stock",
                      "message": "Nothing left",
                      "click": "https://shop.example/stock",
                      "priority": 4
                    }
                  }
                },
                "answers": {
                  "ok": {
                    "status": 200,
                    "body": {
                      "id": "sPs71M8A2T",
                      "time": 1643935928,
                      "expires": 1643979128,
                      "event": "message",
                      "topic": "shop-alerts",
                      "message": "Order 7 was paid"
                    },
                    "is": "accepted"
                  },
                  "Unauthorized": {
                    "status": 401,
                    "body": {
                      "code": 40101,
                      "http": 401,
                      "error": "unauthorized",
                      "link": "https://ntfy.sh/docs/publish/#authentication"
                    },
                    "is": "misconfigured"
                  },
                  "TooLarge": {
                    "status": 413,
                    "body": { "code": 41303, "http": 413, "error": "JSON body too large" },
                    "is": "tooLarge"
                  },
                  "TooMany": {
                    "status": 429,
                    "body": { "code": 42901, "http": 429, "error": "limit reached: too many requests" },
                    "is": "deferred"
                  },
                  "BadPriority": { "status": 400, "body": { "code": 40007, "http": 400, "error": "invalid priority" }, "is": "refused" }
                }
              }
            }

            """#,
        "postmark": #"""
            {
              "channel": "postmark",
              "format": 1,
              "summary": "Mail through Postmark",
              "checked": "2026-11-20",
              "sources": ["https://postmarkapp.com/developer/api/email-api", "https://postmarkapp.com/developer/api/overview"],
              "settings": {
                "serverToken": {
                  "type": "secret",
                  "required": true,
                  "description": "The server's token",
                  "example": { "$secret": "postmark-token" }
                },
                "from": {
                  "type": "email",
                  "required": true,
                  "description": "A confirmed sender",
                  "example": "Shop <post@shop.example>"
                },
                "stream": {
                  "type": "text",
                  "default": "outbound",
                  "pattern": "[a-z0-9-]{1,32}",
                  "description": "The message stream",
                  "example": "outbound"
                }
              },
              "origins": ["https://api.postmarkapp.com"],
              "address": {
                "from": "email",
                "shape": "a mail address",
                "pattern": "[^@\\s<>,;]+@[^@\\s<>,;]+\\.[^@\\s<>,;]+",
                "samples": ["ada@example.com"],
                "wrong": ["ada", "Ada <ada@example.com>"]
              },
              "slots": {
                "email.subject": { "required": true, "max": 255, "description": "The subject" },
                "email.text": { "required": true, "multiline": true, "sealed": true, "description": "The mail as plain text" },
                "email.html": { "html": true, "multiline": true, "sealed": true, "description": "The mail as HTML" }
              },
              "limits": { "request": 10000000, "timeout": 30 },
              "auth": { "header": { "name": "X-Postmark-Server-Token", "value": "{secret.serverToken}" } },
              "request": {
                "method": "POST",
                "url": "https://api.postmarkapp.com/email",
                "headers": { "Accept": "application/json" },
                "json": {
                  "From": "{settings.from}",
                  "To": "{address}",
                  "Subject": "{slot.email.subject}",
                  "TextBody": "{slot.email.text}",
                  "HtmlBody": "{slot.email.html?}",
                  "MessageStream": "{settings.stream}",
                  "Headers": {
                    "needs": ["{unsubscribe.url?}"],
                    "of": [
                      { "Name": "List-Unsubscribe", "Value": "<{unsubscribe.url}>" },
                      { "Name": "List-Unsubscribe-Post", "Value": "List-Unsubscribe=One-Click" }
                    ]
                  }
                }
              },
              "answer": {
                "own": "/ErrorCode",
                "code": "/ErrorCode",
                "message": "/Message",
                "rules": [
                  {
                    "status": 200,
                    "json": { "/ErrorCode": 0, "/MessageID": { "present": true } },
                    "then": "accepted",
                    "receipt": "/MessageID"
                  },
                  { "json": { "/ErrorCode": 406 }, "then": "gone" },
                  { "json": { "/ErrorCode": [10, 400, 401, 405, 412, 413] }, "then": "misconfigured" },
                  { "json": { "/ErrorCode": [100, 429] }, "then": "deferred" },
                  { "json": { "/ErrorCode": 300 }, "then": "refused" }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/email",
                "auth": "header:X-Postmark-Server-Token",
                "json": {
                  "/From": { "type": "text", "required": true },
                  "/To": { "type": "text", "required": true },
                  "/Subject": { "type": "text", "max": 2000 },
                  "/TextBody": { "type": "text", "max": 5242880, "unit": "bytes" },
                  "/HtmlBody": { "type": "text", "max": 5242880, "unit": "bytes" },
                  "/MessageStream": { "type": "text" },
                  "/Headers/*/Name": { "type": "text", "required": true },
                  "/Headers/*/Value": { "type": "text", "required": true }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "email.subject": "Paid", "email.text": "Thank you" },
                    "golden": {
                      "From": "Shop <post@shop.example>",
                      "To": "ada@example.com",
                      "Subject": "Paid",
                      "TextBody": "Thank you",
                      "MessageStream": "outbound"
                    }
                  }
                },
                "answers": {
                  "ok": {
                    "status": 200,
                    "body": {
                      "To": "ada@example.com",
                      "SubmittedAt": "2026-01-01T00:00:00Z",
                      "MessageID": "0a129aee-e1cd-480d-b08d-4f48548ff48d",
                      "ErrorCode": 0,
                      "Message": "OK"
                    },
                    "is": "accepted"
                  },
                  "Inactive": {
                    "status": 422,
                    "body": { "ErrorCode": 406, "Message": "You tried to send to a recipient that has been marked as inactive." },
                    "is": "gone"
                  },
                  "BadToken": {
                    "status": 401,
                    "body": { "ErrorCode": 10, "Message": "Request does not contain a valid Server token." },
                    "is": "misconfigured"
                  },
                  "Maintenance": { "status": 503, "body": { "ErrorCode": 100, "Message": "Maintenance" }, "is": "deferred" },
                  "Invalid": { "status": 422, "body": { "ErrorCode": 300, "Message": "Invalid email request" }, "is": "refused" }
                }
              }
            }

            """#,
        "sendgrid": #"""
            {
              "channel": "sendgrid",
              "format": 1,
              "summary": "Mail through Twilio SendGrid",
              "checked": "2026-11-20",
              "sources": ["https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send"],
              "settings": {
                "apiKey": {
                  "type": "secret",
                  "required": true,
                  "description": "A key that may send mail",
                  "example": { "$secret": "sendgrid-key" }
                },
                "from": {
                  "type": "text",
                  "required": true,
                  "pattern": "[^@\\s<>]+@[^@\\s<>]+",
                  "description": "A verified sender's address",
                  "example": "post@shop.example"
                },
                "fromName": { "type": "text", "description": "The sender's name", "example": "Shop" }
              },
              "origins": ["https://api.sendgrid.com"],
              "address": {
                "from": "email",
                "shape": "a mail address",
                "pattern": "[^@\\s<>,;]+@[^@\\s<>,;]+\\.[^@\\s<>,;]+",
                "samples": ["ada@example.com"],
                "wrong": ["ada", "Ada <ada@example.com>"]
              },
              "slots": {
                "email.subject": { "required": true, "max": 255, "description": "The subject" },
                "email.text": { "required": true, "multiline": true, "sealed": true, "description": "The mail as plain text" },
                "email.html": { "html": true, "multiline": true, "sealed": true, "description": "The mail as HTML" }
              },
              "limits": { "request": 10000000, "timeout": 30 },
              "auth": { "bearer": "{secret.apiKey}" },
              "request": {
                "method": "POST",
                "url": "https://api.sendgrid.com/v3/mail/send",
                "json": {
                  "personalizations": [{ "to": [{ "email": "{address}" }] }],
                  "from": { "email": "{settings.from}", "name": "{settings.fromName?}" },
                  "subject": "{slot.email.subject}",
                  "content": [
                    { "type": "text/plain", "value": "{slot.email.text}" },
                    { "needs": ["{slot.email.html?}"], "of": { "type": "text/html", "value": "{slot.email.html}" } }
                  ],
                  "headers": {
                    "needs": ["{unsubscribe.url?}"],
                    "of": { "List-Unsubscribe": "<{unsubscribe.url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
                  }
                }
              },
              "answer": {
                "own": "/errors",
                "code": "/errors/0/field",
                "message": "/errors/0/message",
                "retryAfter": { "at": "header:X-RateLimit-Reset", "unit": "epoch" },
                "rules": [{ "status": 202, "header": "X-Message-Id", "then": "accepted", "receipt": "header:X-Message-Id" }]
              },
              "wire": {
                "method": "POST",
                "path": "/v3/mail/send",
                "auth": "bearer",
                "json": {
                  "/personalizations": { "type": "list", "required": true, "max": 1000 },
                  "/personalizations/*/to": { "type": "list", "required": true, "max": 1000 },
                  "/personalizations/*/to/*/email": { "type": "text", "required": true },
                  "/from": { "type": "object", "required": true },
                  "/from/email": { "type": "text", "required": true },
                  "/from/name": { "type": "text" },
                  "/subject": { "type": "text", "required": true },
                  "/content": { "type": "list", "required": true },
                  "/content/*/type": { "type": "text", "required": true, "values": ["text/plain", "text/html"] },
                  "/content/*/value": { "type": "text", "required": true },
                  "/headers": { "type": "object", "open": true }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "email.subject": "Paid", "email.text": "Thank you" },
                    "golden": {
                      "personalizations": [{ "to": [{ "email": "ada@example.com" }] }],
                      "from": { "email": "post@shop.example", "name": "Shop" },
                      "subject": "Paid",
                      "content": [{ "type": "text/plain", "value": "Thank you" }]
                    }
                  },
                  "html": {
                    "slots": { "email.subject": "Paid", "email.text": "Thank you", "email.html": "<p>Thank you</p>" },
                    "golden": {
                      "personalizations": [{ "to": [{ "email": "ada@example.com" }] }],
                      "from": { "email": "post@shop.example", "name": "Shop" },
                      "subject": "Paid",
                      "content": [
                        { "type": "text/plain", "value": "Thank you" },
                        { "type": "text/html", "value": "<p>Thank you</p>" }
                      ]
                    }
                  }
                },
                "answers": {
                  "ok": { "status": 202, "headers": { "X-Message-Id": "14c5d75ce93.dfd.64b469" }, "is": "accepted" },
                  "BadKey": {
                    "status": 401,
                    "body": {
                      "errors": [
                        {
                          "message": "The provided authorization grant is invalid, expired, or revoked",
                          "field": null,
                          "help": null
                        }
                      ]
                    },
                    "is": "misconfigured"
                  },
                  "Invalid": {
                    "status": 400,
                    "body": {
                      "errors": [
                        {
                          "message": "The from email does not contain a valid address.",
                          "field": "from.email",
                          "help": null
                        }
                      ]
                    },
                    "is": "refused"
                  },
                  "TooLarge": {
                    "status": 413,
                    "body": { "errors": [{ "message": "The payload is too large.", "field": null }] },
                    "is": "tooLarge"
                  },
                  "Busy": {
                    "status": 429,
                    "headers": { "X-RateLimit-Reset": "1767225630" },
                    "body": { "errors": [{ "message": "too many requests", "field": null }] },
                    "is": "deferred"
                  }
                }
              }
            }

            """#,
        "slack-bot": ##"""
            {
              "channel": "slack-bot",
              "format": 1,
              "summary": "Slack channels and people, through an app's bot",
              "checked": "2026-11-20",
              "sources": [
                "https://docs.slack.dev/reference/methods/chat.postMessage",
                "https://docs.slack.dev/messaging/formatting-message-text",
                "https://docs.slack.dev/apis/web-api/rate-limits"
              ],
              "settings": {
                "token": {
                  "type": "secret",
                  "required": true,
                  "description": "The bot's token, with the scope chat:write",
                  "example": { "$secret": "slack-token" }
                }
              },
              "origins": ["https://slack.com"],
              "address": {
                "from": "device",
                "shape": "the id of a channel or a user, such as C0123456789",
                "pattern": "[CDGUW][A-Z0-9]{8,20}",
                "samples": ["C0123456789", "U0123456789"],
                "wrong": ["#general", "general"]
              },
              "slots": {
                "title": { "max": 150, "description": "The first line, in bold" },
                "body": { "required": true, "multiline": true, "max": 2800, "description": "What it says" }
              },
              "limits": { "rate": 1 },
              "auth": { "bearer": "{secret.token}" },
              "request": {
                "method": "POST",
                "url": "https://slack.com/api/chat.postMessage",
                "json": {
                  "channel": "{address}",
                  "text": { "join": "\n", "of": ["*{slot.title?|slack}*", "{slot.body|slack}", "{link.web?|slack}"] },
                  "unfurl_links": false
                }
              },
              "answer": {
                "own": "/ok",
                "code": "/error",
                "rules": [
                  {
                    "status": 200,
                    "json": { "/ok": true, "/ts": { "present": true } },
                    "then": "accepted",
                    "receipt": "/ts"
                  },
                  { "json": { "/error": "ratelimited" }, "then": "deferred" },
                  {
                    "json": {
                      "/error": [
                        "invalid_auth",
                        "not_authed",
                        "account_inactive",
                        "token_revoked",
                        "token_expired",
                        "missing_scope"
                      ]
                    },
                    "then": "misconfigured"
                  },
                  {
                    "json": { "/error": ["channel_not_found", "not_in_channel"] },
                    "then": "misconfigured",
                    "about": "address"
                  },
                  { "json": { "/error": "is_archived" }, "then": "gone" },
                  { "json": { "/error": "msg_too_long" }, "then": "tooLarge" },
                  { "json": { "/error": ["fatal_error", "internal_error"] }, "then": "uncertain" },
                  { "json": { "/ok": false }, "then": "refused" }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/api/chat\\.postMessage",
                "auth": "bearer",
                "json": {
                  "/channel": { "type": "text", "required": true, "pattern": "[A-Z0-9]+" },
                  "/text": { "type": "text", "required": true, "max": 40000 },
                  "/unfurl_links": { "type": "boolean" }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "body": "Deploy <!channel> & done" },
                    "golden": { "channel": "C0123456789", "text": "Deploy &lt;!channel&gt; &amp; done", "unfurl_links": false }
                  },
                  "title": {
                    "slots": { "title": "Stock", "body": "Nothing left" },
                    "link": "https://shop.example/stock",
                    "golden": {
                      "channel": "C0123456789",
                      "text": "*Stock*\nNothing left\nhttps://shop.example/stock",
                      "unfurl_links": false
                    }
                  }
                },
                "answers": {
                  "ok": {
                    "status": 200,
                    "body": { "ok": true, "channel": "C0123456789", "ts": "1503435956.000247" },
                    "is": "accepted"
                  },
                  "Busy": {
                    "status": 429,
                    "headers": { "Retry-After": "30" },
                    "body": { "ok": false, "error": "ratelimited" },
                    "is": "deferred"
                  },
                  "BadToken": { "status": 200, "body": { "ok": false, "error": "invalid_auth" }, "is": "misconfigured" },
                  "NoChannel": { "status": 200, "body": { "ok": false, "error": "channel_not_found" }, "is": "misconfigured" },
                  "Archived": { "status": 200, "body": { "ok": false, "error": "is_archived" }, "is": "gone" },
                  "TooLong": { "status": 200, "body": { "ok": false, "error": "msg_too_long" }, "is": "tooLarge" },
                  "Fatal": { "status": 200, "body": { "ok": false, "error": "fatal_error" }, "is": "uncertain" },
                  "NoText": { "status": 200, "body": { "ok": false, "error": "no_text" }, "is": "refused" }
                }
              }
            }

            """##,
        "telegram": #"""
            {
              "channel": "telegram",
              "format": 1,
              "summary": "Telegram chats that a bot was invited to",
              "checked": "2026-11-20",
              "sources": ["https://core.telegram.org/bots/api#sendmessage", "https://core.telegram.org/bots/faq"],
              "settings": {
                "token": {
                  "type": "secret",
                  "required": true,
                  "description": "The bot's token, as BotFather gives it",
                  "example": { "$secret": "telegram-token" }
                }
              },
              "origins": ["https://api.telegram.org"],
              "address": {
                "from": "device",
                "shape": "a chat's id, such as 42 or -1001234567890",
                "pattern": "-?[1-9][0-9]{0,18}",
                "samples": ["42", "-1001234567890"],
                "wrong": ["@shop", "0042"]
              },
              "slots": {
                "title": { "max": 200, "description": "The first line" },
                "body": { "required": true, "multiline": true, "max": 3800, "description": "What it says" },
                "action": { "max": 60, "description": "On the button that leads to the link" }
              },
              "limits": { "rate": 30 },
              "request": {
                "method": "POST",
                "url": "https://api.telegram.org/bot{secret.token}/sendMessage",
                "json": {
                  "chat_id": "{address}",
                  "text": { "join": "\n", "of": ["{slot.title?}", "{slot.body}"] },
                  "reply_markup": {
                    "needs": ["{slot.action?}", "{link.web?}"],
                    "of": { "inline_keyboard": [[{ "text": "{slot.action}", "url": "{link.web}" }]] }
                  },
                  "disable_notification": { "from": "{priority}", "values": { "low": true, "*": false } },
                  "link_preview_options": { "is_disabled": true }
                }
              },
              "answer": {
                "own": "/ok",
                "code": "/error_code",
                "message": "/description",
                "retryAfter": { "at": "/parameters/retry_after", "unit": "s" },
                "rules": [
                  {
                    "status": 200,
                    "json": { "/ok": true, "/result/message_id": { "present": true } },
                    "then": "accepted",
                    "receipt": "/result/message_id"
                  },
                  { "json": { "/parameters/migrate_to_chat_id": { "present": true } }, "then": "gone" },
                  {
                    "json": {
                      "/error_code": 403,
                      "/description": { "matches": "Forbidden: (bot was blocked by the user|user is deactivated|bot was kicked from .+)" }
                    },
                    "then": "gone"
                  },
                  { "json": { "/error_code": 403 }, "then": "misconfigured", "about": "address" },
                  {
                    "json": { "/error_code": 400, "/description": "Bad Request: message is too long" },
                    "then": "tooLarge"
                  }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/bot[^/]+/sendMessage",
                "secretPath": true,
                "json": {
                  "/chat_id": { "type": "text", "required": true },
                  "/text": { "type": "text", "required": true, "max": 4096 },
                  "/reply_markup/inline_keyboard": { "type": "list", "max": 100 },
                  "/reply_markup/inline_keyboard/*/*/text": { "type": "text", "required": true },
                  "/reply_markup/inline_keyboard/*/*/url": { "type": "text", "pattern": "(https?|tg)://.+" },
                  "/disable_notification": { "type": "boolean" },
                  "/link_preview_options/is_disabled": { "type": "boolean" }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "body": "Order 7 was paid" },
                    "golden": {
                      "chat_id": "42",
                      "text": "Order 7 was paid",
                      "disable_notification": false,
                      "link_preview_options": { "is_disabled": true }
                    }
                  },
                  "button": {
                    "slots": { "title": "Stock", "body": "Nothing left", "action": "Look" },
                    "link": "https://shop.example/stock",
                    "golden": {
                      "chat_id": "42",
                      "text": "Stock\nNothing left",
                      "reply_markup": { "inline_keyboard": [[{ "text": "Look", "url": "https://shop.example/stock" }]] },
                      "disable_notification": false,
                      "link_preview_options": { "is_disabled": true }
                    }
                  }
                },
                "answers": {
                  "ok": {
                    "status": 200,
                    "body": {
                      "ok": true,
                      "result": {
                        "message_id": 7,
                        "date": 1764115200,
                        "chat": { "id": 42, "type": "private" },
                        "text": "Order 7 was paid"
                      }
                    },
                    "is": "accepted"
                  },
                  "Blocked": {
                    "status": 403,
                    "body": { "ok": false, "error_code": 403, "description": "Forbidden: bot was blocked by the user" },
                    "is": "gone"
                  },
                  "Migrated": {
                    "status": 400,
                    "body": {
                      "ok": false,
                      "error_code": 400,
                      "description": "Bad Request: group chat was upgraded to a supergroup chat",
                      "parameters": { "migrate_to_chat_id": -1001234567890 }
                    },
                    "is": "gone"
                  },
                  "NoRights": {
                    "status": 403,
                    "body": {
                      "ok": false,
                      "error_code": 403,
                      "description": "Forbidden: bot can't initiate conversation with a user"
                    },
                    "is": "misconfigured"
                  },
                  "TooLong": {
                    "status": 400,
                    "body": { "ok": false, "error_code": 400, "description": "Bad Request: message is too long" },
                    "is": "tooLarge"
                  },
                  "TooMany": {
                    "status": 429,
                    "body": {
                      "ok": false,
                      "error_code": 429,
                      "description": "Too Many Requests: retry after 5",
                      "parameters": { "retry_after": 5 }
                    },
                    "is": "deferred"
                  },
                  "BadToken": {
                    "status": 401,
                    "body": { "ok": false, "error_code": 401, "description": "Unauthorized" },
                    "is": "misconfigured"
                  },
                  "NoChat": {
                    "status": 400,
                    "body": { "ok": false, "error_code": 400, "description": "Bad Request: chat not found" },
                    "is": "refused"
                  }
                }
              }
            }

            """#,
        "twilio-sms": #"""
            {
              "channel": "twilio-sms",
              "format": 1,
              "summary": "SMS through Twilio",
              "checked": "2026-11-20",
              "sources": ["https://www.twilio.com/docs/messaging/api/message-resource", "https://www.twilio.com/docs/api/errors"],
              "settings": {
                "accountSid": {
                  "type": "text",
                  "required": true,
                  "pattern": "AC[0-9a-f]{32}",
                  "description": "The account",
                  "example": "AC00000000000000000000000000000001"
                },
                "authToken": {
                  "type": "secret",
                  "required": true,
                  "description": "The account's token",
                  "example": { "$secret": "twilio-token" }
                },
                "from": {
                  "type": "text",
                  "required": true,
                  "pattern": "\\+[1-9][0-9]{6,14}|[A-Za-z0-9 ]{1,11}",
                  "description": "A number or name of the account",
                  "example": "+4759440000"
                }
              },
              "origins": ["https://api.twilio.com"],
              "address": {
                "from": "device",
                "shape": "a number such as +4790012345",
                "pattern": "\\+[1-9][0-9]{6,14}",
                "samples": ["+4790012345"],
                "wrong": ["90012345", "tel:+4790012345"]
              },
              "slots": {
                "sms": {
                  "required": true,
                  "multiline": true,
                  "max": 1600,
                  "description": "The message; 160 characters of the GSM alphabet are one part, 70 of any other"
                }
              },
              "limits": { "rate": 100 },
              "auth": { "basic": { "user": "{settings.accountSid}", "password": "{secret.authToken}" } },
              "request": {
                "method": "POST",
                "url": "https://api.twilio.com/2010-04-01/Accounts/{settings.accountSid}/Messages.json",
                "form": {
                  "To": "{address}",
                  "From": "{settings.from}",
                  "Body": "{slot.sms}",
                  "ValidityPeriod": "{expires.in?|clamp:1:36000}"
                }
              },
              "answer": {
                "own": "/code",
                "code": "/code",
                "message": "/message",
                "rules": [
                  {
                    "status": 201,
                    "json": { "/sid": { "matches": "(SM|MM)[0-9a-f]{32}" } },
                    "then": "accepted",
                    "receipt": "/sid"
                  },
                  { "json": { "/code": [20003, 20005, 21212, 21606, 30002] }, "then": "misconfigured" },
                  { "json": { "/code": [21408, 21608, 21612, 30034] }, "then": "misconfigured", "about": "address" },
                  { "json": { "/code": 21617 }, "then": "tooLarge" },
                  { "json": { "/code": [14107, 20429, 21611] }, "then": "deferred" },
                  { "json": { "/code": [21211, 21610, 21614] }, "then": "refused" }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/2010-04-01/Accounts/AC[0-9a-f]{32}/Messages\\.json",
                "auth": "basic",
                "form": {
                  "To": { "type": "text", "required": true, "pattern": "\\+[1-9][0-9]{6,14}" },
                  "From": { "type": "text", "required": true },
                  "Body": { "type": "text", "required": true, "max": 1600 },
                  "ValidityPeriod": { "type": "integer", "range": [1, 36000] }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "sms": "Koden er 4711" },
                    "golden": "To=%2B4790012345&From=%2B4759440000&Body=Koden+er+4711"
                  },
                  "special": {
                    "slots": { "sms": "50 % & mer" },
                    "golden": "To=%2B4790012345&From=%2B4759440000&Body=50+%25+%26+mer"
                  }
                },
                "answers": {
                  "ok": {
                    "status": 201,
                    "body": { "sid": "SM00000000000000000000000000000001", "status": "queued", "error_code": null },
                    "is": "accepted"
                  },
                  "BadToken": {
                    "status": 401,
                    "body": { "code": 20003, "message": "Authenticate", "status": 401 },
                    "is": "misconfigured"
                  },
                  "NoRegion": {
                    "status": 400,
                    "body": {
                      "code": 21408,
                      "message": "Permission to send an SMS has not been enabled for the region",
                      "status": 400
                    },
                    "is": "misconfigured"
                  },
                  "TooLong": {
                    "status": 400,
                    "body": { "code": 21617, "message": "The concatenated message body exceeds the limit", "status": 400 },
                    "is": "tooLarge"
                  },
                  "Busy": {
                    "status": 429,
                    "body": { "code": 20429, "message": "Too Many Requests", "status": 429 },
                    "is": "deferred"
                  },
                  "Stopped": {
                    "status": 400,
                    "body": { "code": 21610, "message": "Attempt to send to unsubscribed recipient", "status": 400 },
                    "is": "refused"
                  },
                  "InvalidTo": {
                    "status": 400,
                    "body": { "code": 21211, "message": "Invalid 'To' Phone Number", "status": 400 },
                    "is": "refused"
                  }
                }
              }
            }

            """#,
    ]
}
