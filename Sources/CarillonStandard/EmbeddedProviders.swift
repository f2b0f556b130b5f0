// Written by Tests/Tools/embed-providers.py from Plugins/Providers; run it after a change there.
// swift-format-ignore-file

/// The channel files that come with the program.
enum EmbeddedProviders {
    /// By the channel's id.
    static let files: [String: String] = [
        "africas-talking": #"""
            {
              "channel": "africas-talking",
              "format": 1,
              "summary": "SMS through Africa's Talking",
              "sources": [
                "https://developers.africastalking.com/docs/sms/sending/bulk",
                "https://docs.africastalking.com/sms/deliveryreports"
              ],
              "settings": {
                "username": {
                  "type": "text",
                  "required": true,
                  "pattern": "[A-Za-z0-9._-]{1,64}",
                  "description": "The account's name",
                  "example": "shop"
                },
                "apiKey": {
                  "type": "secret",
                  "required": true,
                  "description": "The account's key",
                  "example": { "$secret": "africas-talking-key" }
                },
                "from": {
                  "type": "text",
                  "pattern": "[0-9]{3,15}|[A-Za-z0-9 _-]{1,11}",
                  "description": "A registered short code or name; the account's own where there is none",
                  "example": "SHOP"
                }
              },
              "origins": ["https://api.africastalking.com"],
              "address": {
                "from": "phone",
                "shape": "a telephone number such as +4790012345",
                "pattern": "\\+[1-9][0-9]{6,14}",
                "form": ["e164"],
                "samples": ["+4790012345", "0047 900 12 345"],
                "wrong": ["90012345", "+47"]
              },
              "slots": {
                "sms": {
                  "required": true,
                  "multiline": true,
                  "fold": "gsm7",
                  "max": 6,
                  "unit": "segments",
                  "description": "The message, of at most six parts"
                }
              },
              "limits": { "rate": 50 },
              "auth": { "header": { "name": "apiKey", "value": "{secret.apiKey}" } },
              "request": {
                "method": "POST",
                "url": "https://api.africastalking.com/version1/messaging",
                "headers": { "Accept": "application/json" },
                "form": {
                  "username": "{settings.username}",
                  "to": "{address}",
                  "message": "{slot.sms}",
                  "from": "{settings.from?}"
                }
              },
              "answer": {
                "own": "/SMSMessageData",
                "code": "/SMSMessageData/Recipients/0/statusCode",
                "message": "/SMSMessageData/Recipients/0/status",
                "rules": [
                  {
                    "status": 201,
                    "json": {
                      "/SMSMessageData/Recipients/0/statusCode": [100, 101, 102],
                      "/SMSMessageData/Recipients/0/messageId": { "matches": "ATXid_.+" }
                    },
                    "then": "accepted",
                    "receipt": "/SMSMessageData/Recipients/0/messageId"
                  },
                  { "json": { "/SMSMessageData/Recipients/0/statusCode": [402, 405] }, "then": "misconfigured" },
                  { "json": { "/SMSMessageData/Recipients/0/statusCode": [403, 404, 406, 407, 409] }, "then": "refused" },
                  { "json": { "/SMSMessageData/Recipients/0/statusCode": [401, 500, 501, 502] }, "then": "deferred" },
                  { "json": { "/SMSMessageData/Message": "InvalidSenderId" }, "then": "misconfigured" }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/version1/messaging",
                "auth": "header:apiKey",
                "form": {
                  "username": { "required": true },
                  "to": { "required": true, "pattern": "\\+[1-9][0-9]{6,14}" },
                  "message": { "required": true },
                  "from": {}
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "sms": "Your code is 4711" },
                    "golden": "username=shop&to=%2B4790012345&message=Your+code+is+4711&from=SHOP"
                  },
                  "special": {
                    "slots": { "sms": "50 % & more" },
                    "golden": "username=shop&to=%2B4790012345&message=50+%25+%26+more&from=SHOP"
                  }
                },
                "answers": {
                  "ok": {
                    "status": 201,
                    "body": {
                      "SMSMessageData": {
                        "Message": "Sent to 1/1 Total Cost: KES 0.8000",
                        "Recipients": [
                          {
                            "statusCode": 101,
                            "number": "+254711222333",
                            "status": "Success",
                            "cost": "KES 0.8000",
                            "messageId": "ATXid_b50fada5b1af078f2277cacb58ef2447"
                          }
                        ]
                      }
                    },
                    "is": "accepted"
                  },
                  "NoBalance": {
                    "status": 201,
                    "body": {
                      "SMSMessageData": {
                        "Message": "Sent to 0/1",
                        "Recipients": [
                          {
                            "statusCode": 405,
                            "number": "+254711222333",
                            "status": "InsufficientBalance",
                            "cost": "0",
                            "messageId": "None"
                          }
                        ]
                      }
                    },
                    "is": "misconfigured"
                  },
                  "BadNumber": {
                    "status": 201,
                    "body": {
                      "SMSMessageData": {
                        "Message": "Sent to 0/1",
                        "Recipients": [
                          {
                            "statusCode": 403,
                            "number": "+254",
                            "status": "InvalidPhoneNumber",
                            "cost": "0",
                            "messageId": "None"
                          }
                        ]
                      }
                    },
                    "is": "refused"
                  },
                  "Gateway": {
                    "status": 201,
                    "body": {
                      "SMSMessageData": {
                        "Message": "Sent to 0/1",
                        "Recipients": [
                          {
                            "statusCode": 501,
                            "number": "+254711222333",
                            "status": "GatewayError",
                            "cost": "0",
                            "messageId": "None"
                          }
                        ]
                      }
                    },
                    "is": "deferred"
                  },
                  "BadSender": {
                    "status": 201,
                    "body": { "SMSMessageData": { "Message": "InvalidSenderId", "Recipients": [] } },
                    "is": "misconfigured"
                  },
                  "BadKey": { "status": 401, "body": "The supplied authentication is invalid", "is": "misconfigured" }
                }
              }
            }

            """#,
        "amazon-ses": #"""
            {
              "channel": "amazon-ses",
              "format": 1,
              "summary": "Mail through Amazon SES",
              "sources": [
                "https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html",
                "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html"
              ],
              "settings": {
                "region": {
                  "type": "text",
                  "required": true,
                  "pattern": "[a-z]{2}(-[a-z]+){1,2}-[0-9]",
                  "description": "The region's name",
                  "example": "eu-north-1"
                },
                "accessKey": {
                  "type": "text",
                  "required": true,
                  "pattern": "[A-Z0-9]{16,128}",
                  "description": "The access key's id",
                  "example": "AKIDEXAMPLEAKIDEX"
                },
                "secretKey": {
                  "type": "secret",
                  "required": true,
                  "description": "The secret access key",
                  "example": { "$secret": "ses-secret-key" }
                },
                "from": {
                  "type": "text",
                  "required": true,
                  "pattern": "[^@\\s<>]+@[^@\\s<>]+",
                  "description": "A verified sender's address",
                  "example": "post@shop.example"
                }
              },
              "origins": ["https://email.{settings.region}.amazonaws.com"],
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
              "limits": { "request": 10000000, "rate": 14, "timeout": 30 },
              "auth": {
                "sigv4": {
                  "service": "ses",
                  "region": "{settings.region}",
                  "accessKey": "{settings.accessKey}",
                  "secretKey": "{secret.secretKey}"
                }
              },
              "request": {
                "method": "POST",
                "url": "https://email.{settings.region}.amazonaws.com/v2/email/outbound-emails",
                "json": {
                  "FromEmailAddress": "{settings.from}",
                  "Destination": { "ToAddresses": ["{address}"] },
                  "Content": {
                    "Simple": {
                      "Subject": { "Data": "{slot.email.subject}", "Charset": "UTF-8" },
                      "Body": {
                        "Text": { "Data": "{slot.email.text}", "Charset": "UTF-8" },
                        "Html": { "needs": ["{slot.email.html?}"], "of": { "Data": "{slot.email.html}", "Charset": "UTF-8" } }
                      },
                      "Headers": {
                        "needs": ["{unsubscribe.url?}"],
                        "of": [
                          { "Name": "List-Unsubscribe", "Value": "<{unsubscribe.url}>" },
                          { "Name": "List-Unsubscribe-Post", "Value": "List-Unsubscribe=One-Click" }
                        ]
                      }
                    }
                  }
                }
              },
              "answer": {
                "own": ["/message", "/Message", "/MessageId"],
                "code": "header:x-amzn-errortype",
                "message": "/message",
                "rules": [
                  { "status": 200, "json": { "/MessageId": { "present": true } }, "then": "accepted", "receipt": "/MessageId" },
                  {
                    "header": {
                      "x-amzn-errortype": "(AccountSuspendedException|SendingPausedException|MailFromDomainNotVerifiedException|NotFoundException)(:.*)?"
                    },
                    "then": "misconfigured"
                  },
                  {
                    "header": { "x-amzn-errortype": "(TooManyRequestsException|LimitExceededException)(:.*)?" },
                    "then": "deferred"
                  },
                  { "header": { "x-amzn-errortype": "(MessageRejected|BadRequestException)(:.*)?" }, "then": "refused" }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/v2/email/outbound-emails",
                "auth": "sigv4",
                "json": {
                  "/FromEmailAddress": { "type": "text", "required": true },
                  "/Destination/ToAddresses": { "type": "list", "required": true, "max": 50 },
                  "/Destination/ToAddresses/*": { "type": "text", "required": true },
                  "/Content/Simple/Subject/Data": { "type": "text", "required": true },
                  "/Content/Simple/Subject/Charset": { "type": "text" },
                  "/Content/Simple/Body/Text/Data": { "type": "text", "required": true },
                  "/Content/Simple/Body/Text/Charset": { "type": "text" },
                  "/Content/Simple/Body/Html/Data": { "type": "text" },
                  "/Content/Simple/Body/Html/Charset": { "type": "text" },
                  "/Content/Simple/Headers": { "type": "list" },
                  "/Content/Simple/Headers/*/Name": { "type": "text", "required": true },
                  "/Content/Simple/Headers/*/Value": { "type": "text", "required": true }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "email.subject": "Paid", "email.text": "Thank you" },
                    "golden": {
                      "FromEmailAddress": "post@shop.example",
                      "Destination": { "ToAddresses": ["ada@example.com"] },
                      "Content": {
                        "Simple": {
                          "Subject": { "Data": "Paid", "Charset": "UTF-8" },
                          "Body": { "Text": { "Data": "Thank you", "Charset": "UTF-8" } }
                        }
                      }
                    }
                  },
                  "html": {
                    "slots": { "email.subject": "Paid", "email.text": "Thank you", "email.html": "<p>Thank you</p>" },
                    "golden": {
                      "FromEmailAddress": "post@shop.example",
                      "Destination": { "ToAddresses": ["ada@example.com"] },
                      "Content": {
                        "Simple": {
                          "Subject": { "Data": "Paid", "Charset": "UTF-8" },
                          "Body": {
                            "Text": { "Data": "Thank you", "Charset": "UTF-8" },
                            "Html": { "Data": "<p>Thank you</p>", "Charset": "UTF-8" }
                          }
                        }
                      }
                    }
                  }
                },
                "answers": {
                  "ok": { "status": 200, "body": { "MessageId": "010701c6-0000" }, "is": "accepted" },
                  "Paused": {
                    "status": 400,
                    "headers": { "x-amzn-errortype": "SendingPausedException" },
                    "body": { "message": "Sending paused" },
                    "is": "misconfigured"
                  },
                  "Busy": {
                    "status": 429,
                    "headers": { "x-amzn-errortype": "TooManyRequestsException" },
                    "body": { "message": "Too many requests" },
                    "is": "deferred"
                  },
                  "Rejected": {
                    "status": 400,
                    "headers": { "x-amzn-errortype": "MessageRejected" },
                    "body": { "message": "Email address is not verified." },
                    "is": "refused"
                  },
                  "BadKey": {
                    "status": 403,
                    "headers": { "x-amzn-errortype": "UnrecognizedClientException" },
                    "body": { "message": "The security token included in the request is invalid." },
                    "is": "misconfigured"
                  }
                }
              }
            }

            """#,
        "brevo": #"""
            {
              "channel": "brevo",
              "format": 1,
              "summary": "Mail through Brevo",
              "checked": "2026-11-27",
              "sources": [
                "https://developers.brevo.com/reference/sendtransacemail",
                "https://developers.brevo.com/docs/send-a-transactional-email",
                "https://developers.brevo.com/docs/api-limits",
                "https://developers.brevo.com/docs/limit-headers",
                "https://developers.brevo.com/docs/transactional-webhooks"
              ],
              "settings": {
                "apiKey": {
                  "type": "secret",
                  "required": true,
                  "description": "An API key (v3)",
                  "example": { "$secret": "brevo-key" }
                },
                "from": {
                  "type": "text",
                  "required": true,
                  "pattern": "[^@\\s<>]+@[^@\\s<>]+",
                  "description": "A verified sender's address",
                  "example": "post@shop.example"
                },
                "fromName": { "type": "text", "description": "The sender's name", "example": "Shop" },
                "webhookToken": {
                  "type": "secret",
                  "description": "What Brevo's webhook shows; without it no report is believed",
                  "example": { "$secret": "brevo-webhook" }
                }
              },
              "origins": ["https://api.brevo.com"],
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
              "limits": { "request": 10000000, "rate": 50, "timeout": 30 },
              "auth": { "header": { "name": "api-key", "value": "{secret.apiKey}" } },
              "request": {
                "method": "POST",
                "url": "https://api.brevo.com/v3/smtp/email",
                "headers": { "Accept": "application/json" },
                "json": {
                  "sender": { "email": "{settings.from}", "name": "{settings.fromName?}" },
                  "to": [{ "email": "{address}" }],
                  "subject": "{slot.email.subject}",
                  "textContent": "{slot.email.text}",
                  "htmlContent": "{slot.email.html?}",
                  "headers": {
                    "first": [
                      {
                        "needs": ["{unsubscribe.url?}", "{callback.reference?}"],
                        "of": {
                          "List-Unsubscribe": "<{unsubscribe.url}>",
                          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                          "X-Mailin-custom": "{callback.reference}"
                        }
                      },
                      {
                        "needs": ["{unsubscribe.url?}"],
                        "of": { "List-Unsubscribe": "<{unsubscribe.url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
                      },
                      { "needs": ["{callback.reference?}"], "of": { "X-Mailin-custom": "{callback.reference}" } }
                    ]
                  }
                }
              },
              "answer": {
                "own": ["/code", "/messageId"],
                "code": "/code",
                "message": "/message",
                "retryAfter": { "at": "header:x-sib-ratelimit-reset", "unit": "s" },
                "rules": [
                  {
                    "status": 201,
                    "json": { "/messageId": { "matches": "<.+@.+>" } },
                    "then": "accepted",
                    "receipt": "/messageId"
                  },
                  {
                    "json": { "/code": ["unauthorized", "not_enough_credits", "permission_denied", "account_under_validation"] },
                    "then": "misconfigured"
                  },
                  {
                    "json": { "/code": ["invalid_parameter", "missing_parameter", "out_of_range", "bad_request"] },
                    "then": "refused"
                  },
                  { "json": { "/code": "too_many_requests" }, "then": "deferred" }
                ]
              },
              "receipts": {
                "within": "24h",
                "callback": {
                  "body": "json",
                  "reference": "/X-Mailin-custom",
                  "code": "/event",
                  "verify": { "token": { "header": "Authorization", "value": "Bearer {secret.webhookToken?}" } },
                  "rules": [
                    { "json": { "/event": "delivered" }, "then": "accepted" },
                    { "json": { "/event": ["hard_bounce", "invalid_email"] }, "then": "gone" },
                    { "json": { "/event": ["soft_bounce", "blocked", "error"] }, "then": "refused" },
                    { "json": { "/event": ["spam", "unsubscribed"] }, "then": "accepted", "stop": true }
                  ]
                }
              },
              "wire": {
                "method": "POST",
                "path": "/v3/smtp/email",
                "auth": "header:api-key",
                "json": {
                  "/sender/email": { "type": "text", "required": true },
                  "/sender/name": { "type": "text" },
                  "/to": { "type": "list", "required": true },
                  "/to/*/email": { "type": "text", "required": true },
                  "/subject": { "type": "text", "required": true },
                  "/textContent": { "type": "text" },
                  "/htmlContent": { "type": "text" },
                  "/headers": { "type": "object", "open": true },
                  "/headers/X-Mailin-custom": { "type": "text", "max": 80, "callback": true }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "email.subject": "Paid", "email.text": "Thank you" },
                    "golden": {
                      "sender": { "email": "post@shop.example", "name": "Shop" },
                      "to": [{ "email": "ada@example.com" }],
                      "subject": "Paid",
                      "textContent": "Thank you"
                    }
                  },
                  "html": {
                    "slots": { "email.subject": "Paid", "email.text": "Thank you", "email.html": "<p>Thank you</p>" },
                    "golden": {
                      "sender": { "email": "post@shop.example", "name": "Shop" },
                      "to": [{ "email": "ada@example.com" }],
                      "subject": "Paid",
                      "textContent": "Thank you",
                      "htmlContent": "<p>Thank you</p>"
                    }
                  }
                },
                "answers": {
                  "ok": { "status": 201, "body": { "messageId": "<201798300811.5787683@relay.domain.com>" }, "is": "accepted" },
                  "BadKey": {
                    "status": 401,
                    "body": { "code": "unauthorized", "message": "Key not found" },
                    "is": "misconfigured"
                  },
                  "NoCredit": {
                    "status": 402,
                    "body": { "code": "not_enough_credits", "message": "Insufficient credits" },
                    "is": "misconfigured"
                  },
                  "Invalid": {
                    "status": 400,
                    "body": { "code": "invalid_parameter", "message": "email is not valid in to" },
                    "is": "refused"
                  },
                  "Busy": {
                    "status": 429,
                    "headers": { "x-sib-ratelimit-reset": "3" },
                    "body": { "code": "too_many_requests", "message": "Rate limit exceeded" },
                    "is": "deferred"
                  }
                },
                "callbacks": {
                  "deferred": {
                    "body": {
                      "event": "deferred",
                      "email": "ada@example.com",
                      "message-id": "<201798300811.5787683@relay.domain.com>",
                      "X-Mailin-custom": "message"
                    },
                    "is": "wait"
                  },
                  "delivered": {
                    "body": {
                      "event": "delivered",
                      "email": "ada@example.com",
                      "message-id": "<201798300811.5787683@relay.domain.com>",
                      "X-Mailin-custom": "message"
                    },
                    "is": "accepted"
                  },
                  "HardBounce": {
                    "body": {
                      "event": "hard_bounce",
                      "email": "ada@example.com",
                      "message-id": "<201798300811.5787683@relay.domain.com>",
                      "X-Mailin-custom": "message"
                    },
                    "is": "gone"
                  },
                  "SoftBounce": {
                    "body": {
                      "event": "soft_bounce",
                      "email": "ada@example.com",
                      "message-id": "<201798300811.5787683@relay.domain.com>",
                      "X-Mailin-custom": "message"
                    },
                    "is": "refused"
                  },
                  "SpamComplaint": {
                    "body": {
                      "event": "spam",
                      "email": "ada@example.com",
                      "message-id": "<201798300811.5787683@relay.domain.com>",
                      "X-Mailin-custom": "message"
                    },
                    "is": "accepted"
                  },
                  "Unsubscribed": {
                    "body": {
                      "event": "unsubscribed",
                      "email": "ada@example.com",
                      "message-id": "<201798300811.5787683@relay.domain.com>",
                      "X-Mailin-custom": "message"
                    },
                    "is": "accepted"
                  }
                }
              }
            }

            """#,
        "discord-bot": ##"""
            {
              "channel": "discord-bot",
              "format": 1,
              "summary": "Channels of Discord servers that a bot was added to",
              "checked": "2026-11-26",
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
        "discord-webhook": #"""
            {
              "channel": "discord-webhook",
              "format": 1,
              "summary": "A Discord channel, through a webhook",
              "checked": "2026-11-26",
              "sources": [
                "https://discord.com/developers/docs/resources/webhook#execute-webhook",
                "https://discord.com/developers/docs/topics/rate-limits",
                "https://discord.com/developers/docs/topics/opcodes-and-status-codes"
              ],
              "settings": {
                "webhook": {
                  "type": "secretUrl",
                  "required": true,
                  "description": "The webhook's URL; who has it can post",
                  "example": { "$secret": "discord-webhook" },
                  "sample": "https://discord.com/api/webhooks/290926798999357250/abcDEF_-123"
                }
              },
              "origins": ["https://discord.com"],
              "address": { "from": "setting" },
              "slots": {
                "title": { "max": 150, "description": "The first line, in bold" },
                "body": { "required": true, "multiline": true, "max": 1500, "description": "What it says" }
              },
              "limits": { "rate": 2 },
              "request": {
                "method": "POST",
                "url": "{secret.webhook}",
                "query": { "wait": "true" },
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
                  { "json": { "/code": [10015, 50027] }, "then": "misconfigured" },
                  { "json": { "/code": [50006, 50035] }, "then": "refused" }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/api/webhooks/[0-9]+/[A-Za-z0-9_-]+",
                "secretPath": true,
                "query": { "wait": { "required": true, "values": ["true"] } },
                "json": {
                  "/content": { "type": "text", "required": true, "max": 2000 },
                  "/allowed_mentions/parse": { "type": "list", "required": true }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "body": "@everyone done" },
                    "golden": { "content": "@everyone done", "allowed_mentions": { "parse": [] } }
                  },
                  "linked": {
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
                    "body": { "id": "334385199974967042", "channel_id": "290926798999357250" },
                    "is": "accepted"
                  },
                  "Removed": { "status": 404, "body": { "code": 10015, "message": "Unknown Webhook" }, "is": "misconfigured" },
                  "BadToken": {
                    "status": 401,
                    "body": { "code": 50027, "message": "Invalid Webhook Token" },
                    "is": "misconfigured"
                  },
                  "Empty": {
                    "status": 400,
                    "body": { "code": 50006, "message": "Cannot send an empty message" },
                    "is": "refused"
                  },
                  "Busy": {
                    "status": 429,
                    "body": { "message": "You are being rate limited.", "retry_after": 0.65, "global": false },
                    "is": "deferred"
                  }
                }
              }
            }

            """#,
        "google-chat": #"""
            {
              "channel": "google-chat",
              "format": 1,
              "summary": "A space of Google Chat, through a webhook",
              "sources": [
                "https://developers.google.com/workspace/chat/quickstart/webhooks",
                "https://developers.google.com/workspace/chat/limits"
              ],
              "settings": {
                "webhook": {
                  "type": "secretUrl",
                  "required": true,
                  "description": "The webhook's URL; who has it can post",
                  "example": { "$secret": "google-chat-webhook" },
                  "sample": "https://chat.googleapis.com/v1/spaces/AAAAbbbb/messages?key=k&token=t"
                }
              },
              "origins": ["https://chat.googleapis.com"],
              "address": { "from": "setting" },
              "slots": {
                "title": { "max": 150, "description": "The first line, in bold" },
                "body": { "required": true, "multiline": true, "max": 3500, "description": "What it says" }
              },
              "limits": { "rate": 1 },
              "request": {
                "method": "POST",
                "url": "{secret.webhook}",
                "json": {
                  "text": {
                    "join": "\n",
                    "of": ["*{slot.title?|unmentioned}*", "{slot.body|unmentioned}", "{link.web?|truncate:300}"]
                  }
                }
              },
              "answer": {
                "own": ["/error/status", "/name"],
                "code": "/error/status",
                "message": "/error/message",
                "rules": [
                  {
                    "status": 200,
                    "json": { "/name": { "matches": "spaces/[^/]+/messages/.+" } },
                    "then": "accepted",
                    "receipt": "/name"
                  },
                  { "json": { "/error/status": ["NOT_FOUND", "PERMISSION_DENIED", "UNAUTHENTICATED"] }, "then": "misconfigured" },
                  { "json": { "/error/status": ["RESOURCE_EXHAUSTED", "UNAVAILABLE"] }, "then": "deferred" },
                  { "json": { "/error/status": "INVALID_ARGUMENT" }, "then": "refused" }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/v1/spaces/[A-Za-z0-9_-]+/messages",
                "secretPath": true,
                "query": { "key": { "required": true, "secret": true }, "token": { "required": true, "secret": true } },
                "json": { "/text": { "type": "text", "required": true, "max": 32000, "unit": "bytes" } }
              },
              "samples": {
                "requests": {
                  "plain": { "slots": { "body": "Hello <users/all>" }, "golden": { "text": "Hello <​users/all>" } },
                  "linked": {
                    "slots": { "title": "Stock", "body": "Nothing left" },
                    "link": "https://shop.example/stock",
                    "golden": { "text": "*Stock*\nNothing left\nhttps://shop.example/stock" }
                  }
                },
                "answers": {
                  "ok": {
                    "status": 200,
                    "body": { "name": "spaces/AAAAbbbb/messages/cccc.dddd", "text": "Hello" },
                    "is": "accepted"
                  },
                  "Removed": {
                    "status": 404,
                    "body": { "error": { "code": 404, "message": "Space not found", "status": "NOT_FOUND" } },
                    "is": "misconfigured"
                  },
                  "Busy": {
                    "status": 429,
                    "body": { "error": { "code": 429, "message": "Resource has been exhausted", "status": "RESOURCE_EXHAUSTED" } },
                    "is": "deferred"
                  },
                  "Malformed": {
                    "status": 400,
                    "body": { "error": { "code": 400, "message": "Message cannot be empty", "status": "INVALID_ARGUMENT" } },
                    "is": "refused"
                  }
                }
              }
            }

            """#,
        "gotify": #"""
            {
              "channel": "gotify",
              "format": 1,
              "summary": "Push through your own Gotify server",
              "sources": ["https://gotify.net/docs/pushmsg", "https://gotify.net/api-docs"],
              "settings": {
                "server": {
                  "type": "server",
                  "required": true,
                  "description": "Your Gotify",
                  "example": "https://gotify.shop.example"
                },
                "token": {
                  "type": "secret",
                  "required": true,
                  "description": "An application's token",
                  "example": { "$secret": "gotify-token" }
                }
              },
              "origins": ["{settings.server}"],
              "address": { "from": "setting" },
              "slots": {
                "title": { "max": 250, "description": "The first line" },
                "body": { "required": true, "multiline": true, "max": 4000, "description": "What it says" }
              },
              "auth": { "header": { "name": "X-Gotify-Key", "value": "{secret.token}" } },
              "request": {
                "method": "POST",
                "url": "{settings.server}/message",
                "json": {
                  "title": "{slot.title?}",
                  "message": "{slot.body}",
                  "priority": { "from": "{priority}", "values": { "high": 8, "normal": 5, "low": 2 } },
                  "extras": { "needs": ["{link.web?}"], "of": { "client::notification": { "click": { "url": "{link.web}" } } } }
                }
              },
              "answer": {
                "own": ["/errorCode", "/appid"],
                "code": "/error",
                "message": "/errorDescription",
                "rules": [
                  {
                    "status": 200,
                    "json": { "/id": { "present": true }, "/appid": { "present": true } },
                    "then": "accepted",
                    "receipt": "/id"
                  },
                  { "json": { "/errorCode": [401, 403] }, "then": "misconfigured" }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/message",
                "auth": "header:X-Gotify-Key",
                "json": {
                  "/title": { "type": "text" },
                  "/message": { "type": "text", "required": true },
                  "/priority": { "type": "integer", "range": [0, 10] },
                  "/extras": { "type": "object", "open": true }
                }
              },
              "samples": {
                "requests": {
                  "plain": { "slots": { "body": "Hello" }, "golden": { "message": "Hello", "priority": 5 } },
                  "linked": {
                    "slots": { "title": "Stock", "body": "Nothing left" },
                    "priority": "high",
                    "link": "https://shop.example/stock",
                    "golden": {
                      "title": "Stock",
                      "message": "Nothing left",
                      "priority": 8,
                      "extras": { "client::notification": { "click": { "url": "https://shop.example/stock" } } }
                    }
                  }
                },
                "answers": {
                  "ok": {
                    "status": 200,
                    "body": { "id": 25, "appid": 5, "message": "Hello", "priority": 5, "date": "2026-01-01T00:00:00Z" },
                    "is": "accepted"
                  },
                  "BadToken": {
                    "status": 401,
                    "body": {
                      "error": "Unauthorized",
                      "errorCode": 401,
                      "errorDescription": "you need to provide a valid access token or user credentials to access this api"
                    },
                    "is": "misconfigured"
                  },
                  "Malformed": {
                    "status": 400,
                    "body": { "error": "Bad Request", "errorCode": 400, "errorDescription": "Field 'message' is required" },
                    "is": "refused"
                  }
                }
              }
            }

            """#,
        "infobip": #"""
            {
              "channel": "infobip",
              "format": 1,
              "summary": "SMS through Infobip",
              "checked": "2026-11-27",
              "sources": [
                "https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages",
                "https://www.infobip.com/docs/essentials/response-status-and-error-codes",
                "https://infobip.com/docs/api/channels/sms/sms-messaging/logs-and-status-reports/receive-outbound-sms-message-report",
                "https://www.infobip.com/docs/developer-resources/api-fundamentals/message-status-codes"
              ],
              "settings": {
                "base": {
                  "type": "text",
                  "required": true,
                  "pattern": "[a-z0-9]{3,20}",
                  "description": "What precedes `.api.infobip.com` in the account's base URL",
                  "example": "x1abcd"
                },
                "apiKey": {
                  "type": "secret",
                  "required": true,
                  "description": "A key that may send SMS",
                  "example": { "$secret": "infobip-key" }
                },
                "from": {
                  "type": "text",
                  "required": true,
                  "pattern": "[0-9]{3,15}|[A-Za-z0-9 ]{1,11}",
                  "description": "A number or name of the account",
                  "example": "Shop"
                }
              },
              "origins": ["https://{settings.base}.api.infobip.com"],
              "address": {
                "from": "phone",
                "shape": "a telephone number such as +4790012345",
                "pattern": "\\+[1-9][0-9]{6,14}",
                "form": ["e164"],
                "samples": ["+4790012345", "0047 900 12 345"],
                "wrong": ["90012345", "+47"]
              },
              "slots": {
                "sms": {
                  "required": true,
                  "multiline": true,
                  "fold": "gsm7",
                  "max": 6,
                  "unit": "segments",
                  "description": "The message, of at most six parts"
                }
              },
              "limits": { "rate": 50, "batch": 50 },
              "auth": { "header": { "name": "Authorization", "value": "App {secret.apiKey}" } },
              "request": {
                "method": "POST",
                "url": "https://{settings.base}.api.infobip.com/sms/3/messages",
                "headers": { "Accept": "application/json" },
                "json": {
                  "messages": {
                    "each": "messages",
                    "as": {
                      "sender": "{settings.from}",
                      "destinations": [{ "to": "{address|digits}" }],
                      "content": { "text": "{slot.sms}" },
                      "webhooks": { "needs": ["{callback.url?}"], "of": { "delivery": { "url": "{callback.url}" } } }
                    }
                  }
                }
              },
              "answer": {
                "own": ["/messages", "/requestError", "/errorCode"],
                "code": "/requestError/serviceException/messageId",
                "message": "/requestError/serviceException/text",
                "rules": [
                  { "json": { "/requestError/serviceException/messageId": "UNAUTHORIZED" }, "then": "misconfigured" }
                ],
                "each": {
                  "in": "/messages/*",
                  "code": "/status/name",
                  "message": "/status/description",
                  "rules": [
                    {
                      "json": { "/status/groupName": "PENDING", "/messageId": { "present": true } },
                      "then": "accepted",
                      "receipt": "/messageId"
                    },
                    {
                      "json": { "/status/name": ["REJECTED_NOT_ENOUGH_CREDITS", "REJECTED_SENDER", "REJECTED_NETWORK"] },
                      "then": "misconfigured"
                    },
                    { "json": { "/status/name": ["REJECTED_FLOODING_FILTER", "REJECTED_SYSTEM_ERROR"] }, "then": "deferred" },
                    { "json": { "/status/groupName": ["REJECTED", "UNDELIVERABLE"] }, "then": "refused" }
                  ]
                }
              },
              "receipts": {
                "within": "72h",
                "callback": {
                  "body": "json",
                  "code": "/results/0/status/name",
                  "verify": { "reference": true },
                  "rules": [
                    { "json": { "/results/0/status/name": "DELIVERED_TO_HANDSET" }, "then": "accepted" },
                    { "json": { "/results/0/status/groupName": ["UNDELIVERABLE", "EXPIRED", "REJECTED"] }, "then": "refused" }
                  ]
                }
              },
              "wire": {
                "method": "POST",
                "path": "/sms/3/messages",
                "auth": "header:Authorization",
                "batch": { "request": "/messages/*", "answer": "/messages/*", "max": 1000 },
                "json": {
                  "/messages": { "type": "list", "required": true },
                  "/messages/*/sender": { "type": "text", "required": true },
                  "/messages/*/destinations": { "type": "list", "required": true },
                  "/messages/*/destinations/*/to": { "type": "text", "required": true, "pattern": "[1-9][0-9]{6,14}" },
                  "/messages/*/content/text": { "type": "text", "required": true },
                  "/messages/*/webhooks/delivery/url": { "type": "text", "pattern": "https?://.+", "callback": true }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "sms": "Koden er 4711" },
                    "golden": {
                      "messages": [
                        { "sender": "Shop", "destinations": [{ "to": "4790012345" }], "content": { "text": "Koden er 4711" } }
                      ]
                    }
                  }
                },
                "answers": {
                  "ok": {
                    "status": 200,
                    "body": {
                      "bulkId": "b-1",
                      "messages": [
                        {
                          "messageId": "2250be2d4219",
                          "status": {
                            "groupId": 1,
                            "groupName": "PENDING",
                            "id": 26,
                            "name": "PENDING_ACCEPTED",
                            "description": "Message sent to next instance"
                          },
                          "destination": "4790012345"
                        }
                      ]
                    },
                    "is": "accepted"
                  },
                  "Several": {
                    "status": 200,
                    "body": {
                      "bulkId": "b-2",
                      "messages": [
                        {
                          "messageId": "2250be2d4219",
                          "status": { "groupId": 1, "groupName": "PENDING", "id": 26, "name": "PENDING_ACCEPTED" },
                          "destination": "4790012345"
                        },
                        {
                          "messageId": "2250be2d4220",
                          "status": { "groupId": 5, "groupName": "REJECTED", "id": 14, "name": "REJECTED_DESTINATION" },
                          "destination": "4790012346"
                        }
                      ]
                    },
                    "is": ["accepted", "refused", "uncertain"]
                  },
                  "NoCredit": {
                    "status": 200,
                    "body": {
                      "messages": [
                        {
                          "messageId": "m",
                          "status": {
                            "groupId": 5,
                            "groupName": "REJECTED",
                            "id": 12,
                            "name": "REJECTED_NOT_ENOUGH_CREDITS",
                            "description": "Not enough credits"
                          }
                        }
                      ]
                    },
                    "is": "misconfigured"
                  },
                  "Flood": {
                    "status": 200,
                    "body": {
                      "messages": [
                        {
                          "messageId": "m",
                          "status": {
                            "groupId": 5,
                            "groupName": "REJECTED",
                            "id": 20,
                            "name": "REJECTED_FLOODING_FILTER",
                            "description": "Flooding filter"
                          }
                        }
                      ]
                    },
                    "is": "deferred"
                  },
                  "BadNumber": {
                    "status": 200,
                    "body": {
                      "messages": [
                        {
                          "messageId": "m",
                          "status": {
                            "groupId": 5,
                            "groupName": "REJECTED",
                            "id": 14,
                            "name": "REJECTED_DESTINATION",
                            "description": "Destination"
                          }
                        }
                      ]
                    },
                    "is": "refused"
                  },
                  "BadKey": {
                    "status": 401,
                    "body": {
                      "requestError": { "serviceException": { "messageId": "UNAUTHORIZED", "text": "Invalid login details" } }
                    },
                    "is": "misconfigured"
                  }
                },
                "callbacks": {
                  "pending": {
                    "body": {
                      "results": [
                        {
                          "messageId": "2250be2d4219",
                          "to": "4790012345",
                          "status": { "groupId": 1, "groupName": "PENDING", "id": 7, "name": "PENDING_ENROUTE" }
                        }
                      ]
                    },
                    "is": "wait"
                  },
                  "operator": {
                    "body": {
                      "results": [
                        {
                          "messageId": "2250be2d4219",
                          "to": "4790012345",
                          "status": { "groupId": 3, "groupName": "DELIVERED", "id": 2, "name": "DELIVERED_TO_OPERATOR" }
                        }
                      ]
                    },
                    "is": "wait"
                  },
                  "delivered": {
                    "body": {
                      "results": [
                        {
                          "messageId": "2250be2d4219",
                          "to": "4790012345",
                          "status": { "groupId": 3, "groupName": "DELIVERED", "id": 5, "name": "DELIVERED_TO_HANDSET" }
                        }
                      ]
                    },
                    "is": "accepted"
                  },
                  "Undeliverable": {
                    "body": {
                      "results": [
                        {
                          "messageId": "2250be2d4219",
                          "to": "4790012345",
                          "status": { "groupId": 2, "groupName": "UNDELIVERABLE", "id": 9, "name": "UNDELIVERABLE_NOT_DELIVERED" }
                        }
                      ]
                    },
                    "is": "refused"
                  },
                  "Expired": {
                    "body": {
                      "results": [
                        {
                          "messageId": "2250be2d4219",
                          "to": "4790012345",
                          "status": { "groupId": 4, "groupName": "EXPIRED", "id": 15, "name": "EXPIRED_EXPIRED" }
                        }
                      ]
                    },
                    "is": "refused"
                  }
                }
              }
            }

            """#,
        "mailgun": #"""
            {
              "channel": "mailgun",
              "format": 1,
              "summary": "Mail through Mailgun",
              "sources": [
                "https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages/post-v3--domain-name--messages",
                "https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads",
                "https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-retries",
                "https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks",
                "https://documentation.mailgun.com/docs/mailgun/user-manual/tracking-messages/tracking-failures"
              ],
              "settings": {
                "api": {
                  "type": "choice",
                  "values": ["api", "api.eu"],
                  "default": "api",
                  "description": "The region: `api`, or `api.eu`",
                  "example": "api"
                },
                "domain": {
                  "type": "text",
                  "required": true,
                  "pattern": "[a-z0-9-]+(\\.[a-z0-9-]+)+",
                  "description": "The domain that sends",
                  "example": "mg.shop.example"
                },
                "apiKey": {
                  "type": "secret",
                  "required": true,
                  "description": "A sending key of the domain",
                  "example": { "$secret": "mailgun-key" }
                },
                "from": {
                  "type": "text",
                  "required": true,
                  "pattern": "[^@\\s<>]+@[^@\\s<>]+|[^<>@]+ <[^@\\s<>]+@[^@\\s<>]+>",
                  "description": "The sender",
                  "example": "Shop <post@shop.example>"
                },
                "webhookKey": {
                  "type": "secret",
                  "description": "The account's HTTP webhook signing key; without it no report is believed",
                  "example": { "$secret": "mailgun-webhook" }
                }
              },
              "origins": ["https://{settings.api}.mailgun.net"],
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
              "limits": { "request": 10000000, "rate": 50, "timeout": 30 },
              "auth": { "basic": { "user": "api", "password": "{secret.apiKey}" } },
              "request": {
                "method": "POST",
                "url": "https://{settings.api}.mailgun.net/v3/{settings.domain}/messages",
                "form": {
                  "from": "{settings.from}",
                  "to": "{address}",
                  "subject": "{slot.email.subject}",
                  "text": "{slot.email.text}",
                  "html": "{slot.email.html?}",
                  "v:carillon": "{callback.reference?}",
                  "h:List-Unsubscribe": "<{unsubscribe.url?}>",
                  "h:List-Unsubscribe-Post": { "needs": ["{unsubscribe.url?}"], "of": "List-Unsubscribe=One-Click" }
                }
              },
              "answer": {
                "own": ["/message", "/id"],
                "message": "/message",
                "rules": [
                  { "status": 200, "json": { "/id": { "matches": "<.+@.+>" } }, "then": "accepted", "receipt": "/id" },
                  { "status": [401, 403, 404], "json": { "/message": { "present": true } }, "then": "misconfigured" },
                  { "status": 401, "text": "Forbidden", "then": "misconfigured" }
                ]
              },
              "receipts": {
                "within": "72h",
                "callback": {
                  "body": "json",
                  "reference": "/event-data/user-variables/carillon",
                  "code": "/event-data/reason",
                  "verify": {
                    "hmacInBody": {
                      "hash": "sha256",
                      "key": "{secret.webhookKey?}",
                      "timestamp": "/signature/timestamp",
                      "word": "/signature/token",
                      "code": "/signature/signature"
                    }
                  },
                  "rules": [
                    { "json": { "/event-data/event": "delivered" }, "then": "accepted" },
                    {
                      "json": {
                        "/event-data/event": "failed",
                        "/event-data/severity": "permanent",
                        "/event-data/reason": ["bounce", "suppress-bounce"]
                      },
                      "then": "gone"
                    },
                    {
                      "json": {
                        "/event-data/event": "failed",
                        "/event-data/severity": "permanent",
                        "/event-data/reason": ["suppress-unsubscribe", "suppress-complaint"]
                      },
                      "then": "refused",
                      "stop": true
                    },
                    { "json": { "/event-data/event": "failed", "/event-data/severity": "permanent" }, "then": "refused" },
                    { "json": { "/event-data/event": "rejected" }, "then": "refused" },
                    { "json": { "/event-data/event": ["complained", "unsubscribed"] }, "then": "accepted", "stop": true }
                  ]
                }
              },
              "wire": {
                "method": "POST",
                "path": "/v3/[a-z0-9.-]+/messages",
                "auth": "basic",
                "form": {
                  "from": { "required": true },
                  "to": { "required": true },
                  "subject": { "required": true },
                  "text": {},
                  "html": {},
                  "v:carillon": { "callback": true },
                  "h:List-Unsubscribe": {},
                  "h:List-Unsubscribe-Post": {}
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "email.subject": "Paid", "email.text": "Thank you" },
                    "golden": "from=Shop+%3Cpost%40shop.example%3E&to=ada%40example.com&subject=Paid&text=Thank+you"
                  },
                  "html": {
                    "slots": { "email.subject": "Paid", "email.text": "Thank you", "email.html": "<p>Hi</p>" },
                    "golden": "from=Shop+%3Cpost%40shop.example%3E&to=ada%40example.com&subject=Paid&text=Thank+you&html=%3Cp%3EHi%3C%2Fp%3E"
                  }
                },
                "answers": {
                  "ok": {
                    "status": 200,
                    "body": { "id": "<20260101000000.1.ABC@mg.shop.example>", "message": "Queued. Thank you." },
                    "is": "accepted"
                  },
                  "NoDomain": { "status": 404, "body": { "message": "Domain not found: mg.shop.example" }, "is": "misconfigured" },
                  "BadKey": { "status": 401, "body": "Forbidden", "is": "misconfigured" },
                  "Invalid": {
                    "status": 400,
                    "body": { "message": "to parameter is not a valid address. please check documentation" },
                    "is": "refused"
                  },
                  "Busy": { "status": 429, "body": { "message": "Too many requests" }, "is": "deferred" }
                },
                "callbacks": {
                  "accepted": {
                    "body": {
                      "signature": {
                        "timestamp": "1767225600",
                        "token": "a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0",
                        "signature": "d2271d12299f6592d9d44cd9d250f0704e4674c30d79d07c47a66f95ce71cf55"
                      },
                      "event-data": {
                        "id": "CPgfbmQMTCKtHW6uIWtuVe",
                        "timestamp": 1767225600.25,
                        "event": "accepted",
                        "recipient": "ada@example.com",
                        "message": {
                          "headers": {
                            "message-id": "20260101000000.1.ABC@mg.shop.example"
                          }
                        },
                        "user-variables": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "wait"
                  },
                  "temporary": {
                    "body": {
                      "signature": {
                        "timestamp": "1767225600",
                        "token": "a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0",
                        "signature": "d2271d12299f6592d9d44cd9d250f0704e4674c30d79d07c47a66f95ce71cf55"
                      },
                      "event-data": {
                        "id": "CPgfbmQMTCKtHW6uIWtuVe",
                        "timestamp": 1767225600.25,
                        "event": "failed",
                        "recipient": "ada@example.com",
                        "severity": "temporary",
                        "reason": "generic",
                        "delivery-status": {
                          "code": 451,
                          "message": "try again later"
                        },
                        "message": {
                          "headers": {
                            "message-id": "20260101000000.1.ABC@mg.shop.example"
                          }
                        },
                        "user-variables": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "wait"
                  },
                  "delivered": {
                    "body": {
                      "signature": {
                        "timestamp": "1767225600",
                        "token": "a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0",
                        "signature": "d2271d12299f6592d9d44cd9d250f0704e4674c30d79d07c47a66f95ce71cf55"
                      },
                      "event-data": {
                        "id": "CPgfbmQMTCKtHW6uIWtuVe",
                        "timestamp": 1767225600.25,
                        "event": "delivered",
                        "recipient": "ada@example.com",
                        "delivery-status": {
                          "code": 250,
                          "message": "OK"
                        },
                        "message": {
                          "headers": {
                            "message-id": "20260101000000.1.ABC@mg.shop.example"
                          }
                        },
                        "user-variables": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "accepted"
                  },
                  "Bounce": {
                    "body": {
                      "signature": {
                        "timestamp": "1767225600",
                        "token": "a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0",
                        "signature": "d2271d12299f6592d9d44cd9d250f0704e4674c30d79d07c47a66f95ce71cf55"
                      },
                      "event-data": {
                        "id": "CPgfbmQMTCKtHW6uIWtuVe",
                        "timestamp": 1767225600.25,
                        "event": "failed",
                        "recipient": "ada@example.com",
                        "severity": "permanent",
                        "reason": "bounce",
                        "delivery-status": {
                          "code": 550,
                          "message": "5.1.1 user unknown"
                        },
                        "message": {
                          "headers": {
                            "message-id": "20260101000000.1.ABC@mg.shop.example"
                          }
                        },
                        "user-variables": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "gone"
                  },
                  "Unsubscribed": {
                    "body": {
                      "signature": {
                        "timestamp": "1767225600",
                        "token": "a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0",
                        "signature": "d2271d12299f6592d9d44cd9d250f0704e4674c30d79d07c47a66f95ce71cf55"
                      },
                      "event-data": {
                        "id": "CPgfbmQMTCKtHW6uIWtuVe",
                        "timestamp": 1767225600.25,
                        "event": "failed",
                        "recipient": "ada@example.com",
                        "severity": "permanent",
                        "reason": "suppress-unsubscribe",
                        "delivery-status": {
                          "code": 605,
                          "message": ""
                        },
                        "message": {
                          "headers": {
                            "message-id": "20260101000000.1.ABC@mg.shop.example"
                          }
                        },
                        "user-variables": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "refused"
                  },
                  "Failed": {
                    "body": {
                      "signature": {
                        "timestamp": "1767225600",
                        "token": "a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0",
                        "signature": "d2271d12299f6592d9d44cd9d250f0704e4674c30d79d07c47a66f95ce71cf55"
                      },
                      "event-data": {
                        "id": "CPgfbmQMTCKtHW6uIWtuVe",
                        "timestamp": 1767225600.25,
                        "event": "failed",
                        "recipient": "ada@example.com",
                        "severity": "permanent",
                        "reason": "generic",
                        "delivery-status": {
                          "code": 550,
                          "message": "5.7.1 blocked"
                        },
                        "message": {
                          "headers": {
                            "message-id": "20260101000000.1.ABC@mg.shop.example"
                          }
                        },
                        "user-variables": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "refused"
                  },
                  "Rejected": {
                    "body": {
                      "signature": {
                        "timestamp": "1767225600",
                        "token": "a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0",
                        "signature": "d2271d12299f6592d9d44cd9d250f0704e4674c30d79d07c47a66f95ce71cf55"
                      },
                      "event-data": {
                        "id": "CPgfbmQMTCKtHW6uIWtuVe",
                        "timestamp": 1767225600.25,
                        "event": "rejected",
                        "recipient": "ada@example.com",
                        "reject": {
                          "reason": "Sandbox subdomains are for test purposes only.",
                          "description": ""
                        },
                        "message": {
                          "headers": {
                            "message-id": "20260101000000.1.ABC@mg.shop.example"
                          }
                        },
                        "user-variables": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "refused"
                  },
                  "SpamComplaint": {
                    "body": {
                      "signature": {
                        "timestamp": "1767225600",
                        "token": "a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0",
                        "signature": "d2271d12299f6592d9d44cd9d250f0704e4674c30d79d07c47a66f95ce71cf55"
                      },
                      "event-data": {
                        "id": "CPgfbmQMTCKtHW6uIWtuVe",
                        "timestamp": 1767225600.25,
                        "event": "complained",
                        "recipient": "ada@example.com",
                        "message": {
                          "headers": {
                            "message-id": "20260101000000.1.ABC@mg.shop.example"
                          }
                        },
                        "user-variables": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "accepted"
                  }
                }
              }
            }

            """#,
        "matrix": ##"""
            {
              "channel": "matrix",
              "format": 1,
              "summary": "Matrix rooms that an account has joined, without encryption",
              "checked": "2026-11-26",
              "sources": ["https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid"],
              "settings": {
                "server": {
                  "type": "server",
                  "required": true,
                  "description": "The account's home server",
                  "example": "https://matrix.shop.example"
                },
                "token": {
                  "type": "secret",
                  "required": true,
                  "description": "The account's access token",
                  "example": { "$secret": "matrix-token" }
                }
              },
              "origins": ["{settings.server}"],
              "address": {
                "from": "device",
                "shape": "a room's id such as !abc:shop.example",
                "pattern": "![A-Za-z0-9._=/+-]+(:[A-Za-z0-9.:-]+)?",
                "samples": ["!abc:shop.example"],
                "wrong": ["#news:shop.example", "@ada:shop.example"]
              },
              "slots": {
                "title": { "max": 150, "description": "The first line" },
                "body": { "required": true, "multiline": true, "max": 10000, "unit": "bytes", "description": "What it says" }
              },
              "limits": { "rate": 5 },
              "auth": { "bearer": "{secret.token}" },
              "request": {
                "method": "PUT",
                "url": "{settings.server}/_matrix/client/v3/rooms/{address}/send/m.room.message/{tenant}-{delivery.id}",
                "json": {
                  "msgtype": "m.text",
                  "body": { "join": "\n", "of": ["{slot.title?}", "{slot.body}", "{link.web?|truncate:300}"] },
                  "m.mentions": {}
                }
              },
              "answer": {
                "own": ["/errcode", "/event_id"],
                "code": "/errcode",
                "message": "/error",
                "retryAfter": { "at": "/retry_after_ms", "unit": "ms" },
                "rules": [
                  { "status": 200, "json": { "/event_id": { "matches": "\\$.+" } }, "then": "accepted", "receipt": "/event_id" },
                  {
                    "json": { "/errcode": ["M_UNKNOWN_TOKEN", "M_MISSING_TOKEN", "M_USER_DEACTIVATED", "M_USER_SUSPENDED"] },
                    "then": "misconfigured"
                  },
                  { "json": { "/errcode": "M_FORBIDDEN" }, "then": "misconfigured", "about": "address" },
                  { "json": { "/errcode": "M_TOO_LARGE" }, "then": "tooLarge" },
                  { "json": { "/errcode": "M_LIMIT_EXCEEDED" }, "then": "deferred" }
                ]
              },
              "wire": {
                "method": "PUT",
                "path": "/_matrix/client/v3/rooms/%21[^/]+/send/m\\.room\\.message/[A-Za-z0-9._~-]+",
                "auth": "bearer",
                "json": {
                  "/msgtype": { "required": true, "values": ["m.text", "m.notice"] },
                  "/body": { "type": "text", "required": true, "max": 40000, "unit": "bytes" },
                  "/m.mentions": { "type": "object" }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "body": "Hello @room" },
                    "golden": { "msgtype": "m.text", "body": "Hello @room", "m.mentions": {} }
                  },
                  "linked": {
                    "slots": { "title": "Stock", "body": "Nothing left" },
                    "link": "https://shop.example/stock",
                    "golden": { "msgtype": "m.text", "body": "Stock\nNothing left\nhttps://shop.example/stock", "m.mentions": {} }
                  }
                },
                "answers": {
                  "ok": { "status": 200, "body": { "event_id": "$YUwRidLecu:shop.example" }, "is": "accepted" },
                  "BadToken": {
                    "status": 401,
                    "body": { "errcode": "M_UNKNOWN_TOKEN", "error": "Unrecognised access token." },
                    "is": "misconfigured"
                  },
                  "NotJoined": {
                    "status": 403,
                    "body": { "errcode": "M_FORBIDDEN", "error": "User not in room" },
                    "is": "misconfigured"
                  },
                  "TooLarge": {
                    "status": 413,
                    "body": { "errcode": "M_TOO_LARGE", "error": "event too large" },
                    "is": "tooLarge"
                  },
                  "Busy": {
                    "status": 429,
                    "body": { "errcode": "M_LIMIT_EXCEEDED", "error": "Too many requests", "retry_after_ms": 2000 },
                    "is": "deferred"
                  }
                }
              }
            }

            """##,
        "mattermost": #"""
            {
              "channel": "mattermost",
              "format": 1,
              "summary": "A Mattermost channel, through an incoming webhook",
              "sources": ["https://developers.mattermost.com/integrate/webhooks/incoming/"],
              "settings": {
                "server": {
                  "type": "server",
                  "required": true,
                  "description": "Your Mattermost",
                  "example": "https://chat.shop.example"
                },
                "key": {
                  "type": "secret",
                  "required": true,
                  "description": "The last part of the webhook's URL",
                  "example": { "$secret": "mattermost-hook" }
                }
              },
              "origins": ["{settings.server}"],
              "address": { "from": "setting" },
              "slots": {
                "title": { "max": 150, "description": "The first line, in bold" },
                "body": { "required": true, "multiline": true, "max": 3500, "description": "What it says" }
              },
              "limits": { "rate": 5 },
              "request": {
                "method": "POST",
                "url": "{settings.server}/hooks/{secret.key}",
                "json": {
                  "text": {
                    "join": "\n",
                    "of": ["**{slot.title?|unmentioned}**", "{slot.body|unmentioned}", "{link.web?|truncate:300}"]
                  }
                }
              },
              "answer": {
                "own": ["/id", "/status_code"],
                "code": "/id",
                "message": "/message",
                "rules": [
                  { "status": 200, "text": "ok", "then": "accepted" },
                  {
                    "json": {
                      "/id": [
                        "web.incoming_webhook.disabled.app_error",
                        "web.incoming_webhook.invalid.app_error",
                        "web.incoming_webhook.channel.app_error",
                        "web.incoming_webhook.permissions.app_error"
                      ]
                    },
                    "then": "misconfigured"
                  }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/hooks/[A-Za-z0-9-]+",
                "secretPath": true,
                "json": { "/text": { "type": "text", "required": true, "max": 16383 } }
              },
              "samples": {
                "requests": {
                  "plain": { "slots": { "body": "Hello @all" }, "golden": { "text": "Hello @​all" } },
                  "linked": {
                    "slots": { "title": "Stock", "body": "Nothing left" },
                    "link": "https://shop.example/stock",
                    "golden": { "text": "**Stock**\nNothing left\nhttps://shop.example/stock" }
                  }
                },
                "answers": {
                  "ok": { "status": 200, "body": "ok", "is": "accepted" },
                  "Removed": {
                    "status": 400,
                    "body": { "id": "web.incoming_webhook.invalid.app_error", "message": "Invalid webhook.", "status_code": 400 },
                    "is": "misconfigured"
                  },
                  "NoText": {
                    "status": 400,
                    "body": { "id": "web.incoming_webhook.text.app_error", "message": "No text specified.", "status_code": 400 },
                    "is": "refused"
                  },
                  "Busy": { "status": 429, "body": "", "is": "deferred" }
                }
              }
            }

            """#,
        "ntfy": #"""
            {
              "channel": "ntfy",
              "format": 1,
              "summary": "Topics of ntfy.sh, which need no account",
              "checked": "2026-11-26",
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
        "onesignal": #"""
            {
              "channel": "onesignal",
              "format": 1,
              "summary": "Push through OneSignal, to subscriptions that your apps know",
              "sources": [
                "https://documentation.onesignal.com/reference/push-notification",
                "https://documentation.onesignal.com/docs/en/rate-limits"
              ],
              "settings": {
                "appId": {
                  "type": "text",
                  "required": true,
                  "pattern": "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
                  "description": "The app's id",
                  "example": "5eb5a37e-b458-11e3-ac11-000c2940e62c"
                },
                "key": {
                  "type": "secret",
                  "required": true,
                  "description": "The app's API key",
                  "example": { "$secret": "onesignal-key" }
                }
              },
              "origins": ["https://api.onesignal.com"],
              "address": {
                "from": "device",
                "shape": "a subscription's id, a UUID",
                "pattern": "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
                "form": ["lower"],
                "samples": ["e4e87830-b954-11e3-811d-f3b376925f15"],
                "wrong": ["ada"]
              },
              "slots": {
                "title": { "max": 200, "description": "The first line" },
                "body": { "required": true, "multiline": true, "max": 1500, "description": "What it says" }
              },
              "limits": { "rate": 100 },
              "auth": { "header": { "name": "Authorization", "value": "Key {secret.key}" } },
              "request": {
                "method": "POST",
                "url": "https://api.onesignal.com/notifications",
                "json": {
                  "app_id": "{settings.appId}",
                  "target_channel": "push",
                  "include_subscription_ids": ["{address}"],
                  "headings": { "needs": ["{slot.title?}"], "of": { "en": "{slot.title}" } },
                  "contents": { "en": "{slot.body}" },
                  "url": "{link.web?}",
                  "collapse_id": "{collapse?|truncate:64}",
                  "ttl": "{expires.in?|clamp:0:2419200}",
                  "priority": { "from": "{priority}", "values": { "high": 10, "*": 5 } }
                }
              },
              "answer": {
                "own": ["/errors", "/id"],
                "code": "/errors/0",
                "rules": [
                  { "json": { "/errors/invalid_subscription_ids/0": { "present": true } }, "then": "gone" },
                  { "json": { "/errors/invalid_player_ids/0": { "present": true } }, "then": "gone" },
                  { "status": 200, "json": { "/id": { "matches": "[0-9a-f-]{36}" } }, "then": "accepted", "receipt": "/id" },
                  { "status": 200, "json": { "/id": "" }, "then": "refused" }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/notifications",
                "auth": "header:Authorization",
                "json": {
                  "/app_id": { "type": "text", "required": true },
                  "/target_channel": { "values": ["push"] },
                  "/include_subscription_ids": { "type": "list", "required": true, "max": 20000 },
                  "/include_subscription_ids/*": { "type": "text", "required": true },
                  "/headings": { "type": "object", "open": true },
                  "/contents": { "type": "object", "required": true, "open": true },
                  "/url": { "type": "text" },
                  "/collapse_id": { "type": "text", "max": 64 },
                  "/ttl": { "type": "integer", "range": [0, 2419200] },
                  "/priority": { "type": "integer", "range": [1, 10] }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "body": "Hello" },
                    "golden": {
                      "app_id": "5eb5a37e-b458-11e3-ac11-000c2940e62c",
                      "target_channel": "push",
                      "include_subscription_ids": ["e4e87830-b954-11e3-811d-f3b376925f15"],
                      "contents": { "en": "Hello" },
                      "priority": 5
                    }
                  },
                  "titled": {
                    "slots": { "title": "Stock", "body": "Nothing left" },
                    "link": "https://shop.example/stock",
                    "priority": "high",
                    "golden": {
                      "app_id": "5eb5a37e-b458-11e3-ac11-000c2940e62c",
                      "target_channel": "push",
                      "include_subscription_ids": ["e4e87830-b954-11e3-811d-f3b376925f15"],
                      "headings": { "en": "Stock" },
                      "contents": { "en": "Nothing left" },
                      "url": "https://shop.example/stock",
                      "priority": 10
                    }
                  }
                },
                "answers": {
                  "ok": {
                    "status": 200,
                    "body": { "id": "b2f6a5d3-3a7b-4c55-9a7a-2a3f6c6a1d10", "external_id": null },
                    "is": "accepted"
                  },
                  "Unknown": {
                    "status": 200,
                    "body": { "id": "", "errors": { "invalid_subscription_ids": ["e4e87830-b954-11e3-811d-f3b376925f15"] } },
                    "is": "gone"
                  },
                  "UnknownPlayer": {
                    "status": 200,
                    "body": { "id": "", "errors": { "invalid_player_ids": ["e4e87830-b954-11e3-811d-f3b376925f15"] } },
                    "is": "gone"
                  },
                  "NotSubscribed": {
                    "status": 200,
                    "body": { "id": "", "errors": ["All included players are not subscribed"] },
                    "is": "refused"
                  },
                  "BadKey": {
                    "status": 403,
                    "body": { "errors": ["Access denied.  Please include an Authorization: ... header with a valid API key."] },
                    "is": "misconfigured"
                  },
                  "Busy": { "status": 429, "body": { "errors": ["API rate limit exceeded"] }, "is": "deferred" }
                }
              }
            }

            """#,
        "pagerduty": #"""
            {
              "channel": "pagerduty",
              "format": 1,
              "summary": "Alerts of PagerDuty",
              "checked": "2026-11-26",
              "sources": [
                "https://developer.pagerduty.com/docs/send-alert-event",
                "https://developer.pagerduty.com/docs/events-api-v2-overview"
              ],
              "settings": {
                "key": {
                  "type": "secret",
                  "required": true,
                  "description": "The integration key of a service (Events API v2)",
                  "example": { "$secret": "pagerduty-key" }
                },
                "source": {
                  "type": "text",
                  "required": true,
                  "description": "What is affected, as the alert shows it",
                  "example": "shop"
                }
              },
              "origins": ["https://events.pagerduty.com"],
              "address": { "from": "setting" },
              "slots": {
                "title": { "required": true, "max": 1024, "description": "What is wrong, in one line" },
                "body": { "multiline": true, "max": 20000, "description": "More about it" }
              },
              "limits": { "request": 512000, "rate": 2 },
              "request": {
                "method": "POST",
                "url": "https://events.pagerduty.com/v2/enqueue",
                "json": {
                  "routing_key": "{secret.key}",
                  "event_action": "trigger",
                  "dedup_key": { "first": ["{collapse?|truncate:255}", "{notification.id}"] },
                  "payload": {
                    "summary": "{slot.title}",
                    "source": "{settings.source}",
                    "severity": { "from": "{priority}", "values": { "high": "critical", "normal": "error", "low": "warning" } },
                    "class": "{event.type}",
                    "custom_details": { "needs": ["{slot.body?}"], "of": { "text": "{slot.body}" } }
                  },
                  "links": { "needs": ["{link.web?}"], "of": [{ "href": "{link.web}", "text": "{slot.title|truncate:100}" }] }
                }
              },
              "answer": {
                "own": "/status",
                "code": "/status",
                "message": "/message",
                "rules": [
                  { "status": 202, "json": { "/dedup_key": { "present": true } }, "then": "accepted", "receipt": "/dedup_key" },
                  { "json": { "/status": "invalid event" }, "then": "refused" }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/v2/enqueue",
                "json": {
                  "/routing_key": { "type": "text", "required": true, "secret": true },
                  "/event_action": { "required": true, "values": ["trigger", "acknowledge", "resolve"] },
                  "/dedup_key": { "type": "text", "max": 255 },
                  "/payload/summary": { "type": "text", "required": true, "max": 1024 },
                  "/payload/source": { "type": "text", "required": true },
                  "/payload/severity": { "required": true, "values": ["critical", "error", "warning", "info"] },
                  "/payload/class": { "type": "text" },
                  "/payload/custom_details": { "type": "object", "open": true },
                  "/links": { "type": "list" },
                  "/links/*/href": { "type": "text", "required": true },
                  "/links/*/text": { "type": "text" }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "title": "The shop is down" },
                    "priority": "high",
                    "golden": {
                      "routing_key": "secret-key",
                      "event_action": "trigger",
                      "dedup_key": "0190c1a2-7b1e-7000-8000-000000000001",
                      "payload": { "summary": "The shop is down", "source": "shop", "severity": "critical", "class": "sample" }
                    }
                  },
                  "linked": {
                    "slots": { "title": "Slow", "body": "p99 4 s" },
                    "link": "https://shop.example/graphs",
                    "golden": {
                      "routing_key": "secret-key",
                      "event_action": "trigger",
                      "dedup_key": "0190c1a2-7b1e-7000-8000-000000000001",
                      "payload": {
                        "summary": "Slow",
                        "source": "shop",
                        "severity": "error",
                        "class": "sample",
                        "custom_details": { "text": "p99 4 s" }
                      },
                      "links": [{ "href": "https://shop.example/graphs", "text": "Slow" }]
                    }
                  }
                },
                "answers": {
                  "ok": {
                    "status": 202,
                    "body": { "status": "success", "message": "Event processed", "dedup_key": "srv01/HTTP" },
                    "is": "accepted"
                  },
                  "Malformed": {
                    "status": 400,
                    "body": {
                      "status": "invalid event",
                      "message": "Event object is invalid",
                      "errors": ["Length of 'routing_key' is incorrect (should be 32 characters)"]
                    },
                    "is": "refused"
                  },
                  "Busy": {
                    "status": 429,
                    "body": { "status": "throttle exceeded", "message": "Requests for this service are arriving too quickly." },
                    "is": "deferred"
                  }
                }
              }
            }

            """#,
        "plivo": #"""
            {
              "channel": "plivo",
              "format": 1,
              "summary": "SMS through Plivo",
              "checked": "2026-11-27",
              "sources": [
                "https://docs.plivo.com/docs/messaging/api/message/send-a-message",
                "https://www.plivo.com/docs/messaging/concepts/api-errors",
                "https://plivo.com/docs/messaging/api/message/message-status-callbacks",
                "https://plivo.com/docs/messaging/troubleshooting/error-codes"
              ],
              "settings": {
                "authId": {
                  "type": "text",
                  "required": true,
                  "pattern": "(MA|SA)[A-Z0-9]{18}",
                  "description": "The account's id",
                  "example": "MAXXXXXXXXXXXXXXXXXX"
                },
                "authToken": {
                  "type": "secret",
                  "required": true,
                  "description": "The account's token",
                  "example": { "$secret": "plivo-token" }
                },
                "from": {
                  "type": "text",
                  "required": true,
                  "pattern": "[0-9]{3,15}|[A-Za-z0-9 ]{1,11}",
                  "description": "A number, digits alone, or a name of the account",
                  "example": "4759440000"
                }
              },
              "origins": ["https://api.plivo.com"],
              "address": {
                "from": "phone",
                "shape": "a telephone number such as +4790012345",
                "pattern": "\\+[1-9][0-9]{6,14}",
                "form": ["e164"],
                "samples": ["+4790012345", "0047 900 12 345"],
                "wrong": ["90012345", "+47"]
              },
              "slots": {
                "sms": {
                  "required": true,
                  "multiline": true,
                  "fold": "gsm7",
                  "max": 6,
                  "unit": "segments",
                  "description": "The message, of at most six parts"
                }
              },
              "limits": { "rate": 5 },
              "auth": { "basic": { "user": "{settings.authId}", "password": "{secret.authToken}" } },
              "request": {
                "method": "POST",
                "url": "https://api.plivo.com/v1/Account/{settings.authId}/Message/",
                "json": { "src": "{settings.from}", "dst": "{address|digits}", "text": "{slot.sms}", "url": "{callback.url?}" }
              },
              "answer": {
                "own": ["/message_uuid", "/error", "/api_id"],
                "message": "/error",
                "rules": [
                  {
                    "status": 202,
                    "json": { "/message_uuid/0": { "present": true } },
                    "then": "accepted",
                    "receipt": "/message_uuid/0"
                  },
                  { "status": 402, "json": { "/error": { "present": true } }, "then": "misconfigured" }
                ]
              },
              "receipts": {
                "within": "24h",
                "callback": {
                  "body": "form",
                  "code": "/ErrorCode",
                  "verify": { "reference": true },
                  "rules": [
                    { "json": { "/Status": "delivered" }, "then": "accepted" },
                    { "json": { "/Status": ["failed", "undelivered"], "/ErrorCode": "200" }, "then": "refused", "stop": true },
                    {
                      "json": { "/Status": ["failed", "undelivered"], "/ErrorCode": "20" },
                      "then": "deferred",
                      "about": "message"
                    },
                    { "json": { "/Status": ["failed", "undelivered", "rejected"] }, "then": "refused" }
                  ]
                }
              },
              "wire": {
                "method": "POST",
                "path": "/v1/Account/[A-Z0-9]+/Message/",
                "auth": "basic",
                "json": {
                  "/src": { "type": "text", "required": true },
                  "/dst": { "type": "text", "required": true, "pattern": "[1-9][0-9]{6,14}" },
                  "/text": { "type": "text", "required": true, "max": 1600 },
                  "/url": { "type": "text", "pattern": "https?://.+", "callback": true }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "sms": "Koden er 4711" },
                    "golden": { "src": "4759440000", "dst": "4790012345", "text": "Koden er 4711" }
                  }
                },
                "answers": {
                  "ok": {
                    "status": 202,
                    "body": {
                      "message": "message(s) queued",
                      "message_uuid": ["db3ce55a-7f1d-11e1-8ea7-1231380bc196"],
                      "api_id": "db342550-7f1d-11e1-8ea7-1231380bc196"
                    },
                    "is": "accepted"
                  },
                  "BadNumber": {
                    "status": 400,
                    "body": { "api_id": "a", "error": "dst parameter is not a valid phone number" },
                    "is": "refused"
                  },
                  "BadToken": {
                    "status": 401,
                    "body": { "api_id": "a", "error": "Authentication failed" },
                    "is": "misconfigured"
                  },
                  "NoCredit": { "status": 402, "body": { "api_id": "a", "error": "insufficient balance" }, "is": "misconfigured" },
                  "Busy": { "status": 429, "body": { "api_id": "a", "error": "rate limit exceeded" }, "is": "deferred" }
                },
                "callbacks": {
                  "sent": {
                    "body": "MessageUUID=db3ce55a-7f1d-11e1-8ea7-1231380bc196&To=4790012345&From=4759440000&Status=sent",
                    "is": "wait"
                  },
                  "delivered": {
                    "body": "MessageUUID=db3ce55a-7f1d-11e1-8ea7-1231380bc196&To=4790012345&From=4759440000&Status=delivered",
                    "is": "accepted"
                  },
                  "Stopped": {
                    "body": "MessageUUID=db3ce55a-7f1d-11e1-8ea7-1231380bc196&To=4790012345&Status=failed&ErrorCode=200",
                    "is": "refused"
                  },
                  "NetworkError": {
                    "body": "MessageUUID=db3ce55a-7f1d-11e1-8ea7-1231380bc196&To=4790012345&Status=undelivered&ErrorCode=20",
                    "is": "deferred"
                  },
                  "InvalidNumber": {
                    "body": "MessageUUID=db3ce55a-7f1d-11e1-8ea7-1231380bc196&To=4790012345&Status=undelivered&ErrorCode=50",
                    "is": "refused"
                  }
                }
              }
            }

            """#,
        "postmark": #"""
            {
              "channel": "postmark",
              "format": 1,
              "summary": "Mail through Postmark",
              "checked": "2026-11-26",
              "sources": [
                "https://postmarkapp.com/developer/api/email-api",
                "https://postmarkapp.com/developer/api/overview",
                "https://postmarkapp.com/developer/user-guide/send-email-with-api/batch-emails",
                "https://postmarkapp.com/email-webhooks",
                "https://postmarkapp.com/developer/webhooks/subscription-change-webhook"
              ],
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
                },
                "webhookUser": {
                  "type": "text",
                  "default": "carillon",
                  "pattern": "[A-Za-z0-9_.-]{1,64}",
                  "description": "The name that Postmark's webhook signs in with",
                  "example": "carillon"
                },
                "webhookPassword": {
                  "type": "secret",
                  "description": "Its password; without it no report is believed",
                  "example": { "$secret": "postmark-webhook" }
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
              "limits": { "request": 10000000, "batch": 100, "timeout": 30 },
              "auth": { "header": { "name": "X-Postmark-Server-Token", "value": "{secret.serverToken}" } },
              "request": {
                "method": "POST",
                "url": "https://api.postmarkapp.com/email/batch",
                "headers": { "Accept": "application/json" },
                "json": {
                  "each": "messages",
                  "as": {
                    "From": "{settings.from}",
                    "To": "{address}",
                    "Subject": "{slot.email.subject}",
                    "TextBody": "{slot.email.text}",
                    "HtmlBody": "{slot.email.html?}",
                    "MessageStream": "{settings.stream}",
                    "Metadata": { "needs": ["{callback.reference?}"], "of": { "carillon": "{callback.reference}" } },
                    "Headers": {
                      "needs": ["{unsubscribe.url?}"],
                      "of": [
                        { "Name": "List-Unsubscribe", "Value": "<{unsubscribe.url}>" },
                        { "Name": "List-Unsubscribe-Post", "Value": "List-Unsubscribe=One-Click" }
                      ]
                    }
                  }
                }
              },
              "answer": {
                "own": ["/ErrorCode", "/0/ErrorCode"],
                "code": "/ErrorCode",
                "message": "/Message",
                "rules": [
                  { "json": { "/ErrorCode": [10, 401] }, "then": "misconfigured" },
                  { "json": { "/ErrorCode": [100, 429] }, "then": "deferred" }
                ],
                "each": {
                  "in": "/*",
                  "code": "/ErrorCode",
                  "message": "/Message",
                  "rules": [
                    { "json": { "/ErrorCode": 0, "/MessageID": { "present": true } }, "then": "accepted", "receipt": "/MessageID" },
                    { "json": { "/ErrorCode": 406 }, "then": "gone" },
                    { "json": { "/ErrorCode": [400, 405, 412, 413] }, "then": "misconfigured" },
                    { "json": { "/ErrorCode": { "present": true } }, "then": "refused" }
                  ]
                }
              },
              "receipts": {
                "within": "24h",
                "callback": {
                  "body": "json",
                  "reference": "/Metadata/carillon",
                  "code": "/Type",
                  "verify": { "basic": { "user": "{settings.webhookUser}", "password": "{secret.webhookPassword?}" } },
                  "rules": [
                    { "json": { "/RecordType": "Delivery" }, "then": "accepted" },
                    { "json": { "/RecordType": "Bounce", "/Inactive": true }, "then": "gone" },
                    {
                      "json": {
                        "/RecordType": "Bounce",
                        "/Type": [
                          "HardBounce",
                          "SoftBounce",
                          "DnsError",
                          "SpamNotification",
                          "VirusNotification",
                          "BadEmailAddress",
                          "ManuallyDeactivated",
                          "Blocked",
                          "SMTPApiError",
                          "DMARCPolicy",
                          "Unknown"
                        ]
                      },
                      "then": "refused"
                    },
                    { "json": { "/RecordType": "SpamComplaint" }, "then": "accepted", "stop": true },
                    {
                      "json": {
                        "/RecordType": "SubscriptionChange",
                        "/SuppressSending": true,
                        "/SuppressionReason": ["ManualSuppression", "SpamComplaint"],
                        "/Origin": "Recipient"
                      },
                      "then": "accepted",
                      "stop": true
                    }
                  ]
                }
              },
              "wire": {
                "method": "POST",
                "path": "/email/batch",
                "auth": "header:X-Postmark-Server-Token",
                "batch": { "request": "/*", "answer": "/*", "max": 500 },
                "json": {
                  "/*/From": { "type": "text", "required": true },
                  "/*/To": { "type": "text", "required": true },
                  "/*/Subject": { "type": "text", "max": 2000 },
                  "/*/TextBody": { "type": "text", "max": 5242880, "unit": "bytes" },
                  "/*/HtmlBody": { "type": "text", "max": 5242880, "unit": "bytes" },
                  "/*/MessageStream": { "type": "text" },
                  "/*/Metadata": { "type": "object", "open": true },
                  "/*/Metadata/carillon": { "type": "text", "max": 80, "callback": true },
                  "/*/Headers/*/Name": { "type": "text", "required": true },
                  "/*/Headers/*/Value": { "type": "text", "required": true }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "email.subject": "Paid", "email.text": "Thank you" },
                    "golden": [
                      {
                        "From": "Shop <post@shop.example>",
                        "To": "ada@example.com",
                        "Subject": "Paid",
                        "TextBody": "Thank you",
                        "MessageStream": "outbound"
                      }
                    ]
                  }
                },
                "answers": {
                  "ok": {
                    "status": 200,
                    "body": [
                      {
                        "To": "ada@example.com",
                        "SubmittedAt": "2026-01-01T00:00:00Z",
                        "MessageID": "0a129aee-e1cd-480d-b08d-4f48548ff48d",
                        "ErrorCode": 0,
                        "Message": "OK"
                      }
                    ],
                    "is": "accepted"
                  },
                  "Several": {
                    "status": 200,
                    "body": [
                      {
                        "To": "ada@example.com",
                        "SubmittedAt": "2026-01-01T00:00:00Z",
                        "MessageID": "b7bc2f4a-e38e-4336-af7d-e6c392c2f817",
                        "ErrorCode": 0,
                        "Message": "OK"
                      },
                      { "ErrorCode": 406, "Message": "You tried to send to a recipient that has been marked as inactive." }
                    ],
                    "is": ["accepted", "gone", "uncertain"]
                  },
                  "Inactive": {
                    "status": 200,
                    "body": [{ "ErrorCode": 406, "Message": "You tried to send to a recipient that has been marked as inactive." }],
                    "is": "gone"
                  },
                  "NoSignature": {
                    "status": 200,
                    "body": [{ "ErrorCode": 400, "Message": "The From address isn't a confirmed sender signature." }],
                    "is": "misconfigured"
                  },
                  "Invalid": {
                    "status": 200,
                    "body": [{ "ErrorCode": 300, "Message": "Invalid email request" }],
                    "is": "refused"
                  },
                  "BadToken": {
                    "status": 401,
                    "body": { "ErrorCode": 10, "Message": "Request does not contain a valid Server token." },
                    "is": "misconfigured"
                  },
                  "Maintenance": { "status": 503, "body": { "ErrorCode": 100, "Message": "Maintenance" }, "is": "deferred" },
                  "InvalidJSON": { "status": 422, "body": { "ErrorCode": 402, "Message": "Invalid JSON" }, "is": "refused" }
                },
                "callbacks": {
                  "delivered": {
                    "body": {
                      "RecordType": "Delivery",
                      "MessageID": "0a129aee-e1cd-480d-b08d-4f48548ff48d",
                      "Recipient": "ada@example.com",
                      "DeliveredAt": "2026-01-01T00:00:05Z",
                      "Metadata": { "carillon": "message" }
                    },
                    "is": "accepted"
                  },
                  "HardBounce": {
                    "body": {
                      "RecordType": "Bounce",
                      "Type": "HardBounce",
                      "TypeCode": 1,
                      "MessageID": "0a129aee-e1cd-480d-b08d-4f48548ff48d",
                      "Email": "ada@example.com",
                      "Inactive": true,
                      "Metadata": { "carillon": "message" }
                    },
                    "is": "gone"
                  },
                  "SoftBounce": {
                    "body": {
                      "RecordType": "Bounce",
                      "Type": "SoftBounce",
                      "TypeCode": 4096,
                      "MessageID": "0a129aee-e1cd-480d-b08d-4f48548ff48d",
                      "Email": "ada@example.com",
                      "Inactive": false,
                      "Metadata": { "carillon": "message" }
                    },
                    "is": "refused"
                  },
                  "Transient": {
                    "body": {
                      "RecordType": "Bounce",
                      "Type": "Transient",
                      "TypeCode": 2,
                      "MessageID": "0a129aee-e1cd-480d-b08d-4f48548ff48d",
                      "Email": "ada@example.com",
                      "Inactive": false,
                      "Metadata": { "carillon": "message" }
                    },
                    "is": "wait"
                  },
                  "SpamComplaint": {
                    "body": {
                      "RecordType": "SpamComplaint",
                      "Type": "SpamComplaint",
                      "TypeCode": 512,
                      "MessageID": "0a129aee-e1cd-480d-b08d-4f48548ff48d",
                      "Email": "ada@example.com",
                      "Inactive": true,
                      "Metadata": { "carillon": "message" }
                    },
                    "is": "accepted"
                  },
                  "Unsubscribed": {
                    "body": {
                      "RecordType": "SubscriptionChange",
                      "MessageID": "0a129aee-e1cd-480d-b08d-4f48548ff48d",
                      "Recipient": "ada@example.com",
                      "Origin": "Recipient",
                      "SuppressSending": true,
                      "SuppressionReason": "ManualSuppression",
                      "Metadata": { "carillon": "message" }
                    },
                    "is": "accepted"
                  }
                }
              }
            }

            """#,
        "pushover": #"""
            {
              "channel": "pushover",
              "format": 1,
              "summary": "Push through Pushover",
              "checked": "2026-11-26",
              "sources": ["https://pushover.net/api"],
              "settings": {
                "token": {
                  "type": "secret",
                  "required": true,
                  "description": "The application's token",
                  "example": { "$secret": "pushover-token" }
                }
              },
              "origins": ["https://api.pushover.net"],
              "address": {
                "from": "device",
                "shape": "a user's or group's key: 30 letters and digits",
                "pattern": "[A-Za-z0-9]{30}",
                "samples": ["uQiRzpo4DXghDmr9QzzfQu27cmVRsG"],
                "wrong": ["ada", "ada@example.com"]
              },
              "slots": {
                "title": { "max": 250, "description": "The first line" },
                "body": { "required": true, "multiline": true, "max": 1024, "description": "What it says" }
              },
              "limits": { "rate": 2 },
              "request": {
                "method": "POST",
                "url": "https://api.pushover.net/1/messages.json",
                "form": {
                  "token": "{secret.token}",
                  "user": "{address}",
                  "title": "{slot.title?}",
                  "message": "{slot.body}",
                  "priority": { "from": "{priority}", "values": { "high": "1", "normal": "0", "low": "-1" } },
                  "url": "{link.web?|truncate:512}",
                  "timestamp": "{created.epoch}",
                  "ttl": "{expires.in?|clamp:1:31536000}"
                }
              },
              "answer": {
                "own": "/status",
                "message": "/errors/0",
                "rules": [
                  { "status": 200, "json": { "/status": 1 }, "then": "accepted", "receipt": "/request" },
                  { "json": { "/user": "invalid" }, "then": "gone" },
                  { "json": { "/token": "invalid" }, "then": "misconfigured" },
                  { "status": 429, "json": { "/status": 0 }, "then": "misconfigured" }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/1/messages\\.json",
                "form": {
                  "token": { "required": true, "secret": true },
                  "user": { "required": true, "pattern": "[A-Za-z0-9]{30}" },
                  "title": { "max": 250 },
                  "message": { "required": true, "max": 1024 },
                  "priority": { "type": "integer", "range": [-2, 2] },
                  "url": { "max": 512 },
                  "timestamp": { "type": "integer" },
                  "ttl": { "type": "integer", "range": [1, 31536000] }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "body": "Hello" },
                    "golden": "token=secret-token&user=uQiRzpo4DXghDmr9QzzfQu27cmVRsG&message=Hello&priority=0&timestamp=1767225600"
                  },
                  "urgent": {
                    "slots": { "title": "Stock", "body": "Nothing left" },
                    "priority": "high",
                    "link": "https://shop.example/stock",
                    "golden": "token=secret-token&user=uQiRzpo4DXghDmr9QzzfQu27cmVRsG&title=Stock&message=Nothing+left&priority=1&url=https%3A%2F%2Fshop.example%2Fstock&timestamp=1767225600"
                  }
                },
                "answers": {
                  "ok": {
                    "status": 200,
                    "body": { "status": 1, "request": "647d2300-702c-4b38-8b2f-d56326ae460b" },
                    "is": "accepted"
                  },
                  "BadUser": {
                    "status": 400,
                    "body": {
                      "user": "invalid",
                      "errors": ["user identifier is invalid"],
                      "status": 0,
                      "request": "5042853c-402d-4a18-abcb-168734a801de"
                    },
                    "is": "gone"
                  },
                  "BadToken": {
                    "status": 400,
                    "body": {
                      "token": "invalid",
                      "errors": ["application token is invalid"],
                      "status": 0,
                      "request": "5042853c-402d-4a18-abcb-168734a801de"
                    },
                    "is": "misconfigured"
                  },
                  "Quota": {
                    "status": 429,
                    "body": { "errors": ["application is over its message quota"], "status": 0, "request": "r" },
                    "is": "misconfigured"
                  },
                  "Down": { "status": 500, "body": "", "is": "deferred" }
                }
              }
            }

            """#,
        "resend": #"""
            {
              "channel": "resend",
              "format": 1,
              "summary": "Mail through Resend",
              "checked": "2026-11-27",
              "sources": [
                "https://resend.com/docs/api-reference/emails/send-email",
                "https://resend.com/docs/api-reference/errors",
                "https://resend.com/docs/dashboard/emails/idempotency-keys",
                "https://resend.com/docs/webhooks/verify-webhooks-requests",
                "https://resend.com/docs/webhooks/emails/bounced",
                "https://resend.com/changelog/webhook-event-visibility"
              ],
              "settings": {
                "apiKey": {
                  "type": "secret",
                  "required": true,
                  "description": "A key that may send mail",
                  "example": { "$secret": "resend-key" }
                },
                "from": {
                  "type": "text",
                  "required": true,
                  "pattern": "[^@\\s<>]+@[^@\\s<>]+|[^<>@]+ <[^@\\s<>]+@[^@\\s<>]+>",
                  "description": "The sender, at a verified domain",
                  "example": "Shop <post@shop.example>"
                },
                "webhookSecret": {
                  "type": "secret",
                  "description": "The signing secret of the webhook; without it no report is believed",
                  "example": { "$secret": "resend-webhook" }
                }
              },
              "origins": ["https://api.resend.com"],
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
              "limits": { "request": 10000000, "rate": 2, "timeout": 30 },
              "auth": { "bearer": "{secret.apiKey}" },
              "request": {
                "method": "POST",
                "url": "https://api.resend.com/emails",
                "json": {
                  "from": "{settings.from}",
                  "to": ["{address}"],
                  "subject": "{slot.email.subject}",
                  "text": "{slot.email.text}",
                  "html": "{slot.email.html?}",
                  "tags": {
                    "needs": ["{callback.reference?}"],
                    "of": [{ "name": "carillon", "value": "{callback.reference}" }]
                  },
                  "headers": {
                    "needs": ["{unsubscribe.url?}"],
                    "of": { "List-Unsubscribe": "<{unsubscribe.url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
                  }
                }
              },
              "answer": {
                "own": ["/name", "/id"],
                "code": "/name",
                "message": "/message",
                "rules": [
                  { "status": 200, "json": { "/id": { "matches": "[0-9a-f-]{36}" } }, "then": "accepted", "receipt": "/id" },
                  {
                    "json": {
                      "/name": [
                        "missing_api_key",
                        "invalid_api_key",
                        "restricted_api_key",
                        "invalid_from_address",
                        "monthly_quota_exceeded"
                      ]
                    },
                    "then": "misconfigured"
                  },
                  { "status": [401, 403], "json": { "/name": "validation_error" }, "then": "misconfigured" },
                  {
                    "json": {
                      "/name": ["rate_limit_exceeded", "daily_quota_exceeded", "application_error", "internal_server_error"]
                    },
                    "then": "deferred"
                  },
                  {
                    "json": { "/name": ["validation_error", "missing_required_field", "invalid_attachment", "invalid_parameter"] },
                    "then": "refused"
                  }
                ]
              },
              "receipts": {
                "within": "72h",
                "callback": {
                  "body": "json",
                  "reference": "/data/tags/carillon",
                  "code": "/data/bounce/subType",
                  "verify": { "standardWebhooks": { "secret": "{secret.webhookSecret?}", "headers": "svix" } },
                  "rules": [
                    { "json": { "/type": "email.delivered" }, "then": "accepted" },
                    { "json": { "/type": "email.bounced", "/data/bounce/type": "Permanent" }, "then": "gone" },
                    { "json": { "/type": ["email.bounced", "email.failed", "email.suppressed"] }, "then": "refused" },
                    { "json": { "/type": "email.complained" }, "then": "accepted", "stop": true }
                  ]
                }
              },
              "wire": {
                "method": "POST",
                "path": "/emails",
                "auth": "bearer",
                "json": {
                  "/from": { "type": "text", "required": true },
                  "/to": { "type": "list", "required": true, "max": 50 },
                  "/to/*": { "type": "text", "required": true },
                  "/subject": { "type": "text", "required": true },
                  "/text": { "type": "text" },
                  "/html": { "type": "text" },
                  "/headers": { "type": "object", "open": true },
                  "/tags": { "type": "list" },
                  "/tags/*/name": { "type": "text", "required": true, "pattern": "[A-Za-z0-9_-]{1,256}" },
                  "/tags/*/value": { "type": "text", "required": true, "pattern": "[A-Za-z0-9_-]{1,256}", "callback": true }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "email.subject": "Paid", "email.text": "Thank you" },
                    "golden": {
                      "from": "Shop <post@shop.example>",
                      "to": ["ada@example.com"],
                      "subject": "Paid",
                      "text": "Thank you"
                    }
                  },
                  "html": {
                    "slots": { "email.subject": "Paid", "email.text": "Thank you", "email.html": "<p>Thank you</p>" },
                    "golden": {
                      "from": "Shop <post@shop.example>",
                      "to": ["ada@example.com"],
                      "subject": "Paid",
                      "text": "Thank you",
                      "html": "<p>Thank you</p>"
                    }
                  }
                },
                "answers": {
                  "ok": { "status": 200, "body": { "id": "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794" }, "is": "accepted" },
                  "NoKey": {
                    "status": 401,
                    "body": { "statusCode": 401, "name": "missing_api_key", "message": "Missing API Key" },
                    "is": "misconfigured"
                  },
                  "BadKey": {
                    "status": 401,
                    "body": { "statusCode": 401, "name": "validation_error", "message": "API key is invalid" },
                    "is": "misconfigured"
                  },
                  "Busy": {
                    "status": 429,
                    "headers": { "retry-after": "1" },
                    "body": { "statusCode": 429, "name": "rate_limit_exceeded", "message": "Too many requests." },
                    "is": "deferred"
                  },
                  "Invalid": {
                    "status": 422,
                    "body": { "statusCode": 422, "name": "missing_required_field", "message": "Missing `subject` field." },
                    "is": "refused"
                  }
                },
                "callbacks": {
                  "sent": {
                    "body": {
                      "type": "email.sent",
                      "created_at": "2026-01-01T00:00:01.126Z",
                      "data": {
                        "created_at": "2026-01-01T00:00:00.894719+00:00",
                        "email_id": "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794",
                        "from": "Shop <post@shop.example>",
                        "to": [
                          "ada@example.com"
                        ],
                        "subject": "Paid",
                        "tags": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "wait"
                  },
                  "delayed": {
                    "body": {
                      "type": "email.delivery_delayed",
                      "created_at": "2026-01-01T00:00:01.126Z",
                      "data": {
                        "created_at": "2026-01-01T00:00:00.894719+00:00",
                        "email_id": "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794",
                        "from": "Shop <post@shop.example>",
                        "to": [
                          "ada@example.com"
                        ],
                        "subject": "Paid",
                        "tags": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "wait"
                  },
                  "delivered": {
                    "body": {
                      "type": "email.delivered",
                      "created_at": "2026-01-01T00:00:01.126Z",
                      "data": {
                        "created_at": "2026-01-01T00:00:00.894719+00:00",
                        "email_id": "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794",
                        "from": "Shop <post@shop.example>",
                        "to": [
                          "ada@example.com"
                        ],
                        "subject": "Paid",
                        "tags": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "accepted"
                  },
                  "HardBounce": {
                    "body": {
                      "type": "email.bounced",
                      "created_at": "2026-01-01T00:00:01.126Z",
                      "data": {
                        "created_at": "2026-01-01T00:00:00.894719+00:00",
                        "email_id": "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794",
                        "from": "Shop <post@shop.example>",
                        "to": [
                          "ada@example.com"
                        ],
                        "subject": "Paid",
                        "bounce": {
                          "message": "The recipient's mail server rejected the mail.",
                          "subType": "General",
                          "type": "Permanent"
                        },
                        "tags": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "gone"
                  },
                  "SoftBounce": {
                    "body": {
                      "type": "email.bounced",
                      "created_at": "2026-01-01T00:00:01.126Z",
                      "data": {
                        "created_at": "2026-01-01T00:00:00.894719+00:00",
                        "email_id": "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794",
                        "from": "Shop <post@shop.example>",
                        "to": [
                          "ada@example.com"
                        ],
                        "subject": "Paid",
                        "bounce": {
                          "message": "The recipient's mailbox is full.",
                          "subType": "MailboxFull",
                          "type": "Transient"
                        },
                        "tags": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "refused"
                  },
                  "Failed": {
                    "body": {
                      "type": "email.failed",
                      "created_at": "2026-01-01T00:00:01.126Z",
                      "data": {
                        "created_at": "2026-01-01T00:00:00.894719+00:00",
                        "email_id": "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794",
                        "from": "Shop <post@shop.example>",
                        "to": [
                          "ada@example.com"
                        ],
                        "subject": "Paid",
                        "failed": {
                          "reason": "reached_daily_quota"
                        },
                        "tags": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "refused"
                  },
                  "SpamComplaint": {
                    "body": {
                      "type": "email.complained",
                      "created_at": "2026-01-01T00:00:01.126Z",
                      "data": {
                        "created_at": "2026-01-01T00:00:00.894719+00:00",
                        "email_id": "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794",
                        "from": "Shop <post@shop.example>",
                        "to": [
                          "ada@example.com"
                        ],
                        "subject": "Paid",
                        "tags": {
                          "carillon": "message"
                        }
                      }
                    },
                    "is": "accepted"
                  }
                }
              }
            }

            """#,
        "sendgrid": #"""
            {
              "channel": "sendgrid",
              "format": 1,
              "summary": "Mail through Twilio SendGrid",
              "checked": "2026-11-27",
              "sources": [
                "https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send",
                "https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event",
                "https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features"
              ],
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
                "fromName": { "type": "text", "description": "The sender's name", "example": "Shop" },
                "webhookKey": {
                  "type": "secret",
                  "description": "The verification key of the Event Webhook; without it no report is believed",
                  "example": { "$secret": "sendgrid-webhook" }
                }
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
                  "personalizations": [
                    {
                      "to": [{ "email": "{address}" }],
                      "custom_args": { "needs": ["{callback.reference?}"], "of": { "carillon": "{callback.reference}" } }
                    }
                  ],
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
              "receipts": {
                "within": "72h",
                "callback": {
                  "body": "json",
                  "each": "/*",
                  "reference": "/carillon",
                  "code": "/status",
                  "verify": {
                    "ecdsa": {
                      "key": "{secret.webhookKey?}",
                      "header": "X-Twilio-Email-Event-Webhook-Signature",
                      "timestamp": "X-Twilio-Email-Event-Webhook-Timestamp"
                    }
                  },
                  "rules": [
                    { "json": { "/event": "delivered" }, "then": "accepted" },
                    { "json": { "/event": "bounce", "/bounce_classification": "Invalid Address" }, "then": "gone" },
                    { "json": { "/event": "bounce" }, "then": "refused" },
                    {
                      "json": { "/event": "dropped", "/reason": ["Unsubscribed Address", "Spam Reporting Address"] },
                      "then": "refused",
                      "stop": true
                    },
                    { "json": { "/event": "dropped" }, "then": "refused" },
                    { "json": { "/event": ["spamreport", "unsubscribe", "group_unsubscribe"] }, "then": "accepted", "stop": true }
                  ]
                }
              },
              "wire": {
                "method": "POST",
                "path": "/v3/mail/send",
                "auth": "bearer",
                "json": {
                  "/personalizations": { "type": "list", "required": true, "max": 1000 },
                  "/personalizations/*/to": { "type": "list", "required": true, "max": 1000 },
                  "/personalizations/*/to/*/email": { "type": "text", "required": true },
                  "/personalizations/*/custom_args": { "type": "object", "open": true },
                  "/personalizations/*/custom_args/carillon": { "type": "text", "callback": true },
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
                },
                "callbacks": {
                  "processed": {
                    "body": [
                      {
                        "email": "ada@example.com",
                        "timestamp": 1767225600,
                        "event": "processed",
                        "sg_event_id": "ZGVsaXZlcmVkLTAtMTIz",
                        "sg_message_id": "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
                        "carillon": "message"
                      }
                    ],
                    "is": "wait"
                  },
                  "deferred": {
                    "body": [
                      {
                        "email": "ada@example.com",
                        "timestamp": 1767225600,
                        "event": "deferred",
                        "sg_event_id": "ZGVsaXZlcmVkLTAtMTIz",
                        "sg_message_id": "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
                        "response": "451 4.7.1 try again later",
                        "attempt": "5",
                        "carillon": "message"
                      }
                    ],
                    "is": "wait"
                  },
                  "delivered": {
                    "body": [
                      {
                        "email": "ada@example.com",
                        "timestamp": 1767225600,
                        "event": "delivered",
                        "sg_event_id": "ZGVsaXZlcmVkLTAtMTIz",
                        "sg_message_id": "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
                        "response": "250 OK",
                        "carillon": "message"
                      }
                    ],
                    "is": "accepted"
                  },
                  "InvalidAddress": {
                    "body": [
                      {
                        "email": "ada@example.com",
                        "timestamp": 1767225600,
                        "event": "bounce",
                        "sg_event_id": "ZGVsaXZlcmVkLTAtMTIz",
                        "sg_message_id": "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
                        "type": "bounce",
                        "status": "5.1.1",
                        "reason": "550 5.1.1 The email account does not exist",
                        "bounce_classification": "Invalid Address",
                        "carillon": "message"
                      }
                    ],
                    "is": "gone"
                  },
                  "Bounce": {
                    "body": [
                      {
                        "email": "ada@example.com",
                        "timestamp": 1767225600,
                        "event": "bounce",
                        "sg_event_id": "ZGVsaXZlcmVkLTAtMTIz",
                        "sg_message_id": "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
                        "type": "blocked",
                        "status": "5.7.1",
                        "reason": "550 5.7.1 blocked",
                        "bounce_classification": "Reputation",
                        "carillon": "message"
                      }
                    ],
                    "is": "refused"
                  },
                  "DroppedUnsubscribed": {
                    "body": [
                      {
                        "email": "ada@example.com",
                        "timestamp": 1767225600,
                        "event": "dropped",
                        "sg_event_id": "ZGVsaXZlcmVkLTAtMTIz",
                        "sg_message_id": "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
                        "reason": "Unsubscribed Address",
                        "status": "5.0.0",
                        "carillon": "message"
                      }
                    ],
                    "is": "refused"
                  },
                  "Dropped": {
                    "body": [
                      {
                        "email": "ada@example.com",
                        "timestamp": 1767225600,
                        "event": "dropped",
                        "sg_event_id": "ZGVsaXZlcmVkLTAtMTIz",
                        "sg_message_id": "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
                        "reason": "Bounced Address",
                        "status": "5.0.0",
                        "carillon": "message"
                      }
                    ],
                    "is": "refused"
                  },
                  "SpamReport": {
                    "body": [
                      {
                        "email": "ada@example.com",
                        "timestamp": 1767225600,
                        "event": "spamreport",
                        "sg_event_id": "ZGVsaXZlcmVkLTAtMTIz",
                        "sg_message_id": "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
                        "carillon": "message"
                      }
                    ],
                    "is": "accepted"
                  },
                  "Unsubscribed": {
                    "body": [
                      {
                        "email": "ada@example.com",
                        "timestamp": 1767225600,
                        "event": "group_unsubscribe",
                        "sg_event_id": "ZGVsaXZlcmVkLTAtMTIz",
                        "sg_message_id": "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
                        "asm_group_id": 10,
                        "carillon": "message"
                      }
                    ],
                    "is": "accepted"
                  },
                  "several": {
                    "body": [
                      {
                        "email": "ada@example.com",
                        "timestamp": 1767225600,
                        "event": "processed",
                        "sg_event_id": "ZGVsaXZlcmVkLTAtMTIz",
                        "sg_message_id": "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
                        "carillon": "message"
                      },
                      {
                        "email": "ada@example.com",
                        "timestamp": 1767225600,
                        "event": "delivered",
                        "sg_event_id": "ZGVsaXZlcmVkLTAtMTIz",
                        "sg_message_id": "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
                        "response": "250 OK",
                        "carillon": "message"
                      },
                      {
                        "email": "ada@example.com",
                        "timestamp": 1767225600,
                        "event": "open",
                        "sg_event_id": "ZGVsaXZlcmVkLTAtMTIz",
                        "sg_message_id": "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
                        "useragent": "Mozilla/5.0",
                        "ip": "192.0.2.1",
                        "carillon": "message"
                      }
                    ],
                    "is": ["wait", "accepted", "wait"]
                  }
                }
              }
            }

            """#,
        "sinch-sms": #"""
            {
              "channel": "sinch-sms",
              "format": 1,
              "summary": "SMS through Sinch",
              "checked": "2026-11-27",
              "sources": [
                "https://developers.sinch.com/docs/sms/api-reference/sms/batches/sendsms",
                "https://developers.sinch.com/docs/sms/api-reference/sms/tag/Webhooks/",
                "https://developers.sinch.com/docs/sms/api-reference/sms/tag/Delivery-reports/",
                "https://developers.sinch.com/docs/sms/api-reference/status-codes/",
                "https://community.sinch.com/t5/SMS/Common-SMS-HTTP-Statuses-and-Codes-Explained/ta-p/14163"
              ],
              "settings": {
                "region": {
                  "type": "choice",
                  "values": ["us", "eu", "au", "br", "ca"],
                  "default": "eu",
                  "description": "The plan's region",
                  "example": "eu"
                },
                "plan": {
                  "type": "text",
                  "required": true,
                  "pattern": "[A-Za-z0-9-]{8,64}",
                  "description": "The service plan's id",
                  "example": "a1b2c3d4e5f6"
                },
                "token": {
                  "type": "secret",
                  "required": true,
                  "description": "The plan's API token",
                  "example": { "$secret": "sinch-token" }
                },
                "from": {
                  "type": "text",
                  "required": true,
                  "pattern": "[0-9]{3,15}|[A-Za-z0-9 ]{1,11}",
                  "description": "A number, digits alone, or a name of the account",
                  "example": "4759440000"
                }
              },
              "origins": ["https://{settings.region}.sms.api.sinch.com"],
              "address": {
                "from": "phone",
                "shape": "a telephone number such as +4790012345",
                "pattern": "\\+[1-9][0-9]{6,14}",
                "form": ["e164"],
                "samples": ["+4790012345", "0047 900 12 345"],
                "wrong": ["90012345", "+47"]
              },
              "slots": {
                "sms": {
                  "required": true,
                  "multiline": true,
                  "fold": "gsm7",
                  "max": 6,
                  "unit": "segments",
                  "description": "The message, of at most six parts"
                }
              },
              "limits": { "rate": 30 },
              "auth": { "bearer": "{secret.token}" },
              "request": {
                "method": "POST",
                "url": "https://{settings.region}.sms.api.sinch.com/xms/v1/{settings.plan}/batches",
                "json": {
                  "from": "{settings.from}",
                  "to": ["{address|digits}"],
                  "body": "{slot.sms}",
                  "client_reference": "{delivery.id|text}",
                  "delivery_report": { "needs": ["{callback.url?}"], "of": "per_recipient" },
                  "callback_url": "{callback.url?}"
                }
              },
              "answer": {
                "own": ["/id", "/code"],
                "code": "/code",
                "message": "/text",
                "rules": [
                  { "status": 201, "json": { "/id": { "present": true } }, "then": "accepted", "receipt": "/id" },
                  { "json": { "/code": ["unauthorized", "missing_callback_url", "blocked_account"] }, "then": "misconfigured" },
                  { "json": { "/code": "illegal_number_type" }, "then": "refused" }
                ]
              },
              "receipts": {
                "within": "72h",
                "callback": {
                  "body": "json",
                  "code": "/code",
                  "verify": { "reference": true },
                  "rules": [
                    { "json": { "/status": "Delivered" }, "then": "accepted" },
                    {
                      "json": { "/status": ["Aborted", "Cancelled", "Rejected", "Deleted", "Failed", "Expired"] },
                      "then": "refused"
                    }
                  ]
                }
              },
              "wire": {
                "method": "POST",
                "path": "/xms/v1/[A-Za-z0-9-]+/batches",
                "auth": "bearer",
                "json": {
                  "/from": { "type": "text" },
                  "/to": { "type": "list", "required": true, "max": 1000 },
                  "/to/*": { "type": "text", "required": true, "pattern": "[1-9][0-9]{6,14}" },
                  "/body": { "type": "text", "required": true, "max": 2000 },
                  "/client_reference": { "type": "text", "max": 2048 },
                  "/delivery_report": { "type": "text", "values": ["none", "summary", "full", "per_recipient"] },
                  "/callback_url": { "type": "text", "max": 2048, "pattern": "https?://.+", "callback": true }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "sms": "Koden er 4711" },
                    "golden": { "from": "4759440000", "to": ["4790012345"], "body": "Koden er 4711", "client_reference": "1" }
                  }
                },
                "answers": {
                  "ok": {
                    "status": 201,
                    "body": { "id": "01FC66621XXXXX119Z8PMV1QPQ", "to": ["4790012345"], "canceled": false, "type": "mt_text" },
                    "is": "accepted"
                  },
                  "BadToken": { "status": 401, "body": { "code": "unauthorized", "text": "Unauthorized" }, "is": "misconfigured" },
                  "IllegalNumber": {
                    "status": 403,
                    "body": { "code": "illegal_number_type", "text": "The number has a type that isn't allowed in its region" },
                    "is": "refused"
                  },
                  "Malformed": {
                    "status": 400,
                    "body": { "code": "syntax_invalid_parameter_format", "text": "The to is invalid" },
                    "is": "refused"
                  },
                  "Busy": {
                    "status": 429,
                    "body": { "code": "too_many_requests", "text": "Too many requests" },
                    "is": "deferred"
                  }
                },
                "callbacks": {
                  "dispatched": {
                    "body": {
                      "type": "recipient_delivery_report_sms",
                      "batch_id": "01FC66621XXXXX119Z8PMV1QPQ",
                      "recipient": "4790012345",
                      "code": 401,
                      "status": "Dispatched",
                      "at": "2026-01-01T00:00:01Z"
                    },
                    "is": "wait"
                  },
                  "delivered": {
                    "body": {
                      "type": "recipient_delivery_report_sms",
                      "batch_id": "01FC66621XXXXX119Z8PMV1QPQ",
                      "recipient": "4790012345",
                      "code": 0,
                      "status": "Delivered",
                      "at": "2026-01-01T00:00:05Z"
                    },
                    "is": "accepted"
                  },
                  "failed": {
                    "body": {
                      "type": "recipient_delivery_report_sms",
                      "batch_id": "01FC66621XXXXX119Z8PMV1QPQ",
                      "recipient": "4790012345",
                      "code": 402,
                      "status": "Aborted",
                      "at": "2026-01-01T00:00:05Z"
                    },
                    "is": "refused"
                  },
                  "unknown": {
                    "body": {
                      "type": "recipient_delivery_report_sms",
                      "batch_id": "01FC66621XXXXX119Z8PMV1QPQ",
                      "recipient": "4790012345",
                      "code": 418,
                      "status": "Unknown",
                      "at": "2026-01-01T00:00:05Z"
                    },
                    "is": "wait"
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
                  { "json": { "/error": ["ratelimited", "rate_limited", "service_unavailable"] }, "then": "deferred" },
                  {
                    "json": {
                      "/error": [
                        "access_denied",
                        "ekm_access_denied",
                        "invalid_auth",
                        "no_permission",
                        "not_allowed_token_type",
                        "team_access_not_granted",
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
                  "TooFast": { "status": 200, "body": { "ok": false, "error": "rate_limited" }, "is": "deferred" },
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
        "slack-webhook": #"""
            {
              "channel": "slack-webhook",
              "format": 1,
              "summary": "A Slack channel, through an incoming webhook",
              "checked": "2026-11-26",
              "sources": [
                "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
                "https://docs.slack.dev/apis/web-api/rate-limits"
              ],
              "settings": {
                "webhook": {
                  "type": "secretUrl",
                  "required": true,
                  "description": "The webhook's URL; who has it can post",
                  "example": { "$secret": "slack-webhook" },
                  "sample": "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX"
                }
              },
              "origins": ["https://hooks.slack.com"],
              "address": { "from": "setting" },
              "slots": {
                "title": { "max": 150, "description": "The first line, in bold" },
                "body": { "required": true, "multiline": true, "max": 2500, "description": "What it says" }
              },
              "limits": { "rate": 1 },
              "request": {
                "method": "POST",
                "url": "{secret.webhook}",
                "json": {
                  "unfurl_links": false,
                  "text": { "join": "\n", "of": ["*{slot.title?|slack}*", "{slot.body|slack}"] },
                  "blocks": [
                    {
                      "type": "section",
                      "text": { "type": "mrkdwn", "text": { "join": "\n", "of": ["*{slot.title?|slack}*", "{slot.body|slack}"] } }
                    },
                    {
                      "needs": ["{link.web?}"],
                      "of": { "type": "context", "elements": [{ "type": "mrkdwn", "text": "<{link.web}>" }] }
                    }
                  ]
                }
              },
              "answer": {
                "own": { "text": "[a-z_]{1,64}" },
                "code": "text",
                "rules": [
                  { "status": 200, "text": "ok", "then": "accepted" },
                  {
                    "text": [
                      "invalid_token",
                      "no_service",
                      "no_service_id",
                      "no_active_hooks",
                      "no_team",
                      "team_disabled",
                      "channel_not_found",
                      "channel_is_archived",
                      "action_prohibited",
                      "posting_to_general_channel_denied"
                    ],
                    "then": "misconfigured"
                  },
                  { "text": ["invalid_payload", "invalid_blocks", "no_text", "too_many_attachments"], "then": "refused" },
                  { "text": "rollup_error", "then": "deferred" }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/services/[A-Za-z0-9/]+",
                "secretPath": true,
                "json": {
                  "/unfurl_links": { "type": "boolean" },
                  "/text": { "type": "text", "required": true, "max": 40000 },
                  "/blocks": { "type": "list", "max": 50 },
                  "/blocks/*/type": { "type": "text", "required": true, "values": ["section", "context"] },
                  "/blocks/*/text/type": { "type": "text", "values": ["mrkdwn"] },
                  "/blocks/*/text/text": { "type": "text", "max": 16000 },
                  "/blocks/*/elements/*/type": { "type": "text", "values": ["mrkdwn"] },
                  "/blocks/*/elements/*/text": { "type": "text", "max": 3000 }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "body": "Deploy <2> & done <!channel>" },
                    "golden": {
                      "unfurl_links": false,
                      "text": "Deploy &lt;2&gt; &amp; done &lt;!channel&gt;",
                      "blocks": [
                        {
                          "type": "section",
                          "text": { "type": "mrkdwn", "text": "Deploy &lt;2&gt; &amp; done &lt;!channel&gt;" }
                        }
                      ]
                    }
                  },
                  "linked": {
                    "slots": { "title": "Stock", "body": "Nothing left" },
                    "link": "https://shop.example/stock",
                    "golden": {
                      "unfurl_links": false,
                      "text": "*Stock*\nNothing left",
                      "blocks": [
                        { "type": "section", "text": { "type": "mrkdwn", "text": "*Stock*\nNothing left" } },
                        { "type": "context", "elements": [{ "type": "mrkdwn", "text": "<https://shop.example/stock>" }] }
                      ]
                    }
                  }
                },
                "answers": {
                  "ok": { "status": 200, "body": "ok", "is": "accepted" },
                  "Removed": { "status": 404, "body": "no_service", "is": "misconfigured" },
                  "Archived": { "status": 410, "body": "channel_is_archived", "is": "misconfigured" },
                  "Malformed": { "status": 400, "body": "invalid_payload", "is": "refused" },
                  "Rollup": { "status": 500, "body": "rollup_error", "is": "deferred" },
                  "Busy": { "status": 429, "headers": { "Retry-After": "30" }, "body": "", "is": "deferred" }
                }
              }
            }

            """#,
        "teams-workflow": #"""
            {
              "channel": "teams-workflow",
              "format": 1,
              "summary": "A channel of Microsoft Teams, through a workflow that waits for a webhook",
              "sources": [
                "https://support.microsoft.com/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498",
                "https://learn.microsoft.com/en-us/connectors/teams/"
              ],
              "settings": {
                "host": {
                  "type": "text",
                  "required": true,
                  "pattern": "[a-z0-9-]+(\\.[a-z0-9-]+){0,3}",
                  "description": "What precedes `.logic.azure.com` in the workflow's URL",
                  "example": "prod-12.westeurope"
                },
                "webhook": {
                  "type": "secretUrl",
                  "required": true,
                  "description": "The workflow's whole URL, with its signature; who has it can post",
                  "example": { "$secret": "teams-workflow" },
                  "sample": "https://prod-12.westeurope.logic.azure.com/workflows/0a1b/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers&sv=1.0&sig=s"
                }
              },
              "origins": ["https://{settings.host}.logic.azure.com"],
              "address": { "from": "setting" },
              "slots": {
                "title": { "max": 150, "description": "The first line, in bold" },
                "body": { "required": true, "multiline": true, "max": 3500, "description": "What it says" }
              },
              "limits": { "request": 21000, "rate": 1 },
              "request": {
                "method": "POST",
                "url": "{secret.webhook}",
                "json": {
                  "type": "message",
                  "attachments": [
                    {
                      "contentType": "application/vnd.microsoft.card.adaptive",
                      "content": {
                        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
                        "type": "AdaptiveCard",
                        "version": "1.4",
                        "body": [
                          {
                            "needs": ["{slot.title?}"],
                            "of": { "type": "TextBlock", "text": "{slot.title}", "weight": "Bolder", "wrap": true }
                          },
                          { "type": "TextBlock", "text": "{slot.body}", "wrap": true }
                        ],
                        "actions": {
                          "needs": ["{link.web?}"],
                          "of": [
                            {
                              "type": "Action.OpenUrl",
                              "title": { "first": ["{slot.title?|truncate:40}", "{link.web|truncate:40}"] },
                              "url": "{link.web}"
                            }
                          ]
                        }
                      }
                    }
                  ]
                }
              },
              "answer": {
                "own": "/error",
                "code": "/error/code",
                "message": "/error/message",
                "rules": [
                  {
                    "status": 202,
                    "header": { "x-ms-workflow-run-id": "[A-Za-z0-9]+" },
                    "then": "accepted",
                    "receipt": "header:x-ms-workflow-run-id"
                  },
                  {
                    "json": {
                      "/error/code": [
                        "WorkflowTriggerIsNotEnabled",
                        "WorkflowNotFound",
                        "AuthorizationFailed",
                        "DirectApiAuthorizationRequired",
                        "DirectApiInvalidAuthorizationScheme"
                      ]
                    },
                    "then": "misconfigured"
                  }
                ]
              },
              "wire": {
                "method": "POST",
                "path": "/workflows/[0-9a-f]+/triggers/manual/paths/invoke",
                "secretPath": true,
                "query": {
                  "api-version": { "required": true },
                  "sp": { "required": true },
                  "sv": { "required": true },
                  "sig": { "required": true, "secret": true }
                },
                "json": {
                  "/type": { "required": true, "values": ["message"] },
                  "/attachments": { "type": "list", "required": true, "max": 1 },
                  "/attachments/*/contentType": { "required": true, "values": ["application/vnd.microsoft.card.adaptive"] },
                  "/attachments/*/content/$schema": { "type": "text" },
                  "/attachments/*/content/type": { "required": true, "values": ["AdaptiveCard"] },
                  "/attachments/*/content/version": { "required": true, "type": "text" },
                  "/attachments/*/content/body": { "type": "list", "required": true },
                  "/attachments/*/content/body/*/type": { "required": true, "values": ["TextBlock"] },
                  "/attachments/*/content/body/*/text": { "required": true, "type": "text" },
                  "/attachments/*/content/body/*/weight": { "values": ["Bolder"] },
                  "/attachments/*/content/body/*/wrap": { "type": "boolean" },
                  "/attachments/*/content/actions": { "type": "list" },
                  "/attachments/*/content/actions/*/type": { "required": true, "values": ["Action.OpenUrl"] },
                  "/attachments/*/content/actions/*/title": { "required": true, "type": "text" },
                  "/attachments/*/content/actions/*/url": { "required": true, "type": "text" }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "body": "Hello" },
                    "golden": {
                      "type": "message",
                      "attachments": [
                        {
                          "contentType": "application/vnd.microsoft.card.adaptive",
                          "content": {
                            "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
                            "type": "AdaptiveCard",
                            "version": "1.4",
                            "body": [{ "type": "TextBlock", "text": "Hello", "wrap": true }]
                          }
                        }
                      ]
                    }
                  },
                  "linked": {
                    "slots": { "title": "Stock", "body": "Nothing left" },
                    "link": "https://shop.example/stock",
                    "golden": {
                      "type": "message",
                      "attachments": [
                        {
                          "contentType": "application/vnd.microsoft.card.adaptive",
                          "content": {
                            "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
                            "type": "AdaptiveCard",
                            "version": "1.4",
                            "body": [
                              { "type": "TextBlock", "text": "Stock", "weight": "Bolder", "wrap": true },
                              { "type": "TextBlock", "text": "Nothing left", "wrap": true }
                            ],
                            "actions": [{ "type": "Action.OpenUrl", "title": "Stock", "url": "https://shop.example/stock" }]
                          }
                        }
                      ]
                    }
                  }
                },
                "answers": {
                  "ok": { "status": 202, "headers": { "x-ms-workflow-run-id": "08584512345CU00" }, "is": "accepted" },
                  "Off": {
                    "status": 400,
                    "body": { "error": { "code": "WorkflowTriggerIsNotEnabled", "message": "Could not execute workflow" } },
                    "is": "misconfigured"
                  },
                  "BadSignature": {
                    "status": 401,
                    "body": {
                      "error": { "code": "DirectApiAuthorizationRequired", "message": "The request must be authenticated" }
                    },
                    "is": "misconfigured"
                  },
                  "Busy": {
                    "status": 429,
                    "body": { "error": { "code": "WorkflowTriggerThrottled", "message": "Too many" } },
                    "is": "deferred"
                  },
                  "Proxy": { "status": 202, "body": "", "is": "uncertain" }
                }
              }
            }

            """#,
        "telegram": #"""
            {
              "channel": "telegram",
              "format": 1,
              "summary": "Telegram chats that a bot was invited to",
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
              "checked": "2026-11-26",
              "sources": [
                "https://www.twilio.com/docs/messaging/api/message-resource",
                "https://www.twilio.com/docs/api/errors",
                "https://www.twilio.com/docs/usage/security#validating-requests"
              ],
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
                  "description": "Sends, and proves what Twilio reports",
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
                "from": "phone",
                "shape": "a telephone number such as +4790012345",
                "pattern": "\\+[1-9][0-9]{6,14}",
                "form": ["e164"],
                "samples": ["+4790012345", "0047 900 12 345"],
                "wrong": ["90012345", "+47"]
              },
              "slots": {
                "sms": {
                  "required": true,
                  "multiline": true,
                  "fold": "gsm7",
                  "max": 10,
                  "unit": "segments",
                  "description": "The message, of at most ten parts"
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
                  "StatusCallback": "{callback.url?}",
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
              "receipts": {
                "within": "14h",
                "callback": {
                  "body": "form",
                  "code": "/ErrorCode",
                  "verify": {
                    "hmac": {
                      "hash": "sha1",
                      "key": "{secret.authToken}",
                      "over": ["url", "form.sorted"],
                      "as": "base64",
                      "header": "X-Twilio-Signature"
                    }
                  },
                  "rules": [
                    { "json": { "/MessageStatus": ["delivered", "read"] }, "then": "accepted" },
                    {
                      "json": { "/MessageStatus": ["failed", "undelivered"], "/ErrorCode": ["30001", "30022"] },
                      "then": "deferred",
                      "about": "message"
                    },
                    {
                      "json": { "/MessageStatus": ["failed", "undelivered"], "/ErrorCode": "30002" },
                      "then": "misconfigured"
                    },
                    {
                      "json": { "/MessageStatus": ["failed", "undelivered"], "/ErrorCode": "21610" },
                      "then": "refused",
                      "stop": true
                    },
                    { "json": { "/MessageStatus": ["failed", "undelivered", "canceled"] }, "then": "refused" }
                  ]
                },
                "poll": {
                  "after": "2h",
                  "request": {
                    "method": "GET",
                    "url": "https://api.twilio.com/2010-04-01/Accounts/{settings.accountSid}/Messages/{receipt}.json"
                  },
                  "wire": { "method": "GET", "path": "/2010-04-01/Accounts/AC[0-9a-f]{32}/Messages/(SM|MM)[0-9a-f]{32}\\.json" },
                  "code": "/error_code",
                  "rules": [
                    { "json": { "/status": ["delivered", "read"] }, "then": "accepted" },
                    {
                      "json": { "/status": ["failed", "undelivered"], "/error_code": [30001, 30022] },
                      "then": "deferred",
                      "about": "message"
                    },
                    { "json": { "/status": ["failed", "undelivered"], "/error_code": 30002 }, "then": "misconfigured" },
                    { "json": { "/status": ["failed", "undelivered", "canceled"] }, "then": "refused" }
                  ]
                }
              },
              "wire": {
                "method": "POST",
                "path": "/2010-04-01/Accounts/AC[0-9a-f]{32}/Messages\\.json",
                "auth": "basic",
                "form": {
                  "To": { "type": "text", "required": true, "pattern": "\\+[1-9][0-9]{6,14}" },
                  "From": { "type": "text", "required": true },
                  "Body": { "type": "text", "required": true, "max": 1600 },
                  "StatusCallback": { "type": "text", "pattern": "https?://.+", "callback": true },
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
                },
                "callbacks": {
                  "sent": { "body": "MessageSid=SM00000000000000000000000000000001&MessageStatus=sent", "is": "wait" },
                  "delivered": { "body": "MessageSid=SM00000000000000000000000000000001&MessageStatus=delivered", "is": "accepted" },
                  "Queue": {
                    "body": "MessageSid=SM00000000000000000000000000000001&MessageStatus=undelivered&ErrorCode=30001",
                    "is": "deferred"
                  },
                  "Suspended": {
                    "body": "MessageSid=SM00000000000000000000000000000001&MessageStatus=failed&ErrorCode=30002",
                    "is": "misconfigured"
                  },
                  "Stopped": {
                    "body": "MessageSid=SM00000000000000000000000000000001&MessageStatus=failed&ErrorCode=21610",
                    "is": "refused"
                  },
                  "Unknown": {
                    "body": "MessageSid=SM00000000000000000000000000000001&MessageStatus=undelivered&ErrorCode=30005",
                    "is": "refused"
                  }
                },
                "polls": {
                  "sent": {
                    "status": 200,
                    "body": { "sid": "SM00000000000000000000000000000001", "status": "sent", "error_code": null },
                    "is": "wait"
                  },
                  "delivered": {
                    "status": 200,
                    "body": { "sid": "SM00000000000000000000000000000001", "status": "delivered", "error_code": null },
                    "is": "accepted"
                  },
                  "Queue": {
                    "status": 200,
                    "body": { "sid": "SM00000000000000000000000000000001", "status": "failed", "error_code": 30001 },
                    "is": "deferred"
                  },
                  "Suspended": {
                    "status": 200,
                    "body": { "sid": "SM00000000000000000000000000000001", "status": "failed", "error_code": 30002 },
                    "is": "misconfigured"
                  },
                  "Unknown": {
                    "status": 200,
                    "body": { "sid": "SM00000000000000000000000000000001", "status": "undelivered", "error_code": 30005 },
                    "is": "refused"
                  }
                }
              }
            }

            """#,
        "vonage-sms": #"""
            {
              "channel": "vonage-sms",
              "format": 1,
              "summary": "SMS through Vonage",
              "checked": "2026-11-26",
              "sources": [
                "https://developer.vonage.com/en/api/sms",
                "https://developer.vonage.com/messaging/sms/guides/troubleshooting-sms",
                "https://developer.vonage.com/messaging/sms/guides/delivery-receipts"
              ],
              "settings": {
                "apiKey": {
                  "type": "text",
                  "required": true,
                  "pattern": "[0-9a-f]{8}",
                  "description": "The account's key",
                  "example": "abcd1234"
                },
                "apiSecret": {
                  "type": "secret",
                  "required": true,
                  "description": "The account's secret",
                  "example": { "$secret": "vonage-secret" }
                },
                "from": {
                  "type": "text",
                  "required": true,
                  "pattern": "[0-9]{3,15}|[A-Za-z0-9 ]{1,11}",
                  "description": "A number of the account, digits alone, or a name",
                  "example": "Shop"
                }
              },
              "origins": ["https://rest.nexmo.com"],
              "address": {
                "from": "phone",
                "shape": "a telephone number such as +4790012345",
                "pattern": "\\+[1-9][0-9]{6,14}",
                "form": ["e164"],
                "samples": ["+4790012345", "0047 900 12 345"],
                "wrong": ["90012345", "+47"]
              },
              "slots": {
                "sms": {
                  "required": true,
                  "multiline": true,
                  "fold": "gsm7",
                  "max": 6,
                  "unit": "segments",
                  "description": "The message, of at most six parts"
                }
              },
              "limits": { "rate": 30 },
              "auth": { "basic": { "user": "{settings.apiKey}", "password": "{secret.apiSecret}" } },
              "request": {
                "method": "POST",
                "url": "https://rest.nexmo.com/sms/json",
                "form": {
                  "from": "{settings.from}",
                  "to": "{address|digits}",
                  "text": "{slot.sms}",
                  "type": { "from": "{slot.sms|alphabet}", "values": { "UCS-2": "unicode", "*": "text" } },
                  "callback": "{callback.url?}"
                }
              },
              "answer": {
                "own": "/messages",
                "code": "/messages/0/status",
                "message": "/messages/0/error-text",
                "rules": [
                  { "status": 200, "json": { "/messages/*/status": ["1", "5", "10"] }, "then": "deferred" },
                  {
                    "status": 200,
                    "json": { "/messages/*/status": ["2", "4", "8", "9", "11", "14", "15"] },
                    "then": "misconfigured"
                  },
                  { "status": 200, "json": { "/messages/*/status": "29" }, "then": "misconfigured", "about": "address" },
                  { "status": 200, "json": { "/messages/*/status": "12" }, "then": "tooLarge" },
                  { "status": 200, "json": { "/messages/*/status": ["3", "6", "7", "33"] }, "then": "refused" },
                  {
                    "status": 200,
                    "json": { "/messages/0/status": "0", "/messages/0/message-id": { "present": true } },
                    "then": "accepted",
                    "receipt": "/messages/0/message-id"
                  }
                ]
              },
              "receipts": {
                "within": "72h",
                "callback": {
                  "body": "json",
                  "code": "/err-code",
                  "verify": { "reference": true },
                  "rules": [
                    { "json": { "/status": "delivered" }, "then": "accepted" },
                    { "json": { "/status": ["expired", "failed", "rejected"] }, "then": "refused" }
                  ]
                }
              },
              "wire": {
                "method": "POST",
                "path": "/sms/json",
                "auth": "basic",
                "form": {
                  "from": { "required": true },
                  "to": { "required": true, "pattern": "[1-9][0-9]{6,14}" },
                  "text": { "required": true },
                  "type": { "values": ["text", "unicode"] },
                  "callback": { "pattern": "https?://.+", "callback": true }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "sms": "Koden er “4711”" },
                    "golden": "from=Shop&to=4790012345&text=Koden+er+%224711%22&type=text"
                  },
                  "unicode": {
                    "slots": { "sms": "Код 4711" },
                    "golden": "from=Shop&to=4790012345&text=%D0%9A%D0%BE%D0%B4+4711&type=unicode"
                  }
                },
                "answers": {
                  "ok": {
                    "status": 200,
                    "body": {
                      "message-count": "1",
                      "messages": [{ "to": "4790012345", "message-id": "0C000000217B7F02", "status": "0" }]
                    },
                    "is": "accepted"
                  },
                  "Busy": {
                    "status": 200,
                    "body": { "message-count": "1", "messages": [{ "status": "1", "error-text": "Throughput Rate Exceeded" }] },
                    "is": "deferred"
                  },
                  "BadKey": {
                    "status": 200,
                    "body": { "message-count": "1", "messages": [{ "status": "4", "error-text": "Bad Credentials" }] },
                    "is": "misconfigured"
                  },
                  "NotListed": {
                    "status": 200,
                    "body": {
                      "message-count": "1",
                      "messages": [{ "status": "29", "error-text": "Non White-listed Destination" }]
                    },
                    "is": "misconfigured"
                  },
                  "TooLong": {
                    "status": 200,
                    "body": { "message-count": "1", "messages": [{ "status": "12", "error-text": "Message too long" }] },
                    "is": "tooLarge"
                  },
                  "Barred": {
                    "status": 200,
                    "body": { "message-count": "1", "messages": [{ "status": "7", "error-text": "Number barred" }] },
                    "is": "refused"
                  },
                  "SecondPart": {
                    "status": 200,
                    "body": {
                      "message-count": "2",
                      "messages": [
                        { "status": "0", "message-id": "0C" },
                        { "status": "1", "error-text": "Throughput Rate Exceeded" }
                      ]
                    },
                    "is": "deferred"
                  }
                },
                "callbacks": {
                  "buffered": {
                    "body": { "messageId": "0C000000217B7F02", "msisdn": "4790012345", "status": "buffered", "err-code": "0" },
                    "is": "wait"
                  },
                  "delivered": {
                    "body": { "messageId": "0C000000217B7F02", "msisdn": "4790012345", "status": "delivered", "err-code": "0" },
                    "is": "accepted"
                  },
                  "failed": {
                    "body": { "messageId": "0C000000217B7F02", "msisdn": "4790012345", "status": "failed", "err-code": "6" },
                    "is": "refused"
                  },
                  "unknown": {
                    "body": { "messageId": "0C000000217B7F02", "msisdn": "4790012345", "status": "unknown", "err-code": "1" },
                    "is": "wait"
                  }
                }
              }
            }

            """#,
        "whatsapp-cloud": #"""
            {
              "channel": "whatsapp-cloud",
              "format": 1,
              "summary": "WhatsApp messages from a template, through the Cloud API",
              "sources": [
                "https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates",
                "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes",
                "https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status",
                "https://developers.facebook.com/docs/graph-api/webhooks/getting-started"
              ],
              "settings": {
                "version": {
                  "type": "text",
                  "default": "v23.0",
                  "pattern": "v[0-9]{2}\\.[0-9]",
                  "description": "The version of the Graph API",
                  "example": "v23.0"
                },
                "phoneNumberId": {
                  "type": "text",
                  "required": true,
                  "pattern": "[0-9]{5,20}",
                  "description": "The sending number's id",
                  "example": "106540352242922"
                },
                "token": {
                  "type": "secret",
                  "required": true,
                  "description": "A system user's token",
                  "example": { "$secret": "whatsapp-token" }
                },
                "template": {
                  "type": "text",
                  "required": true,
                  "pattern": "[a-z0-9_]{1,512}",
                  "description": "The approved template, whose body has one variable, `{{1}}`",
                  "example": "shop_message"
                },
                "appSecret": {
                  "type": "secret",
                  "description": "The app's secret, which signs webhooks; without it no report is believed",
                  "example": { "$secret": "whatsapp-app-secret" }
                },
                "verifyToken": {
                  "type": "secret",
                  "description": "A text of your own that Meta shows when the webhook is set up",
                  "example": { "$secret": "whatsapp-verify-token" }
                }
              },
              "origins": ["https://graph.facebook.com"],
              "address": {
                "from": "phone",
                "shape": "a telephone number such as +4790012345",
                "pattern": "\\+[1-9][0-9]{6,14}",
                "form": ["e164"],
                "samples": ["+4790012345", "0047 900 12 345"],
                "wrong": ["90012345", "+47"]
              },
              "slots": {
                "body": { "required": true, "max": 1000, "description": "What stands for the template's variable, in one line" },
                "language": {
                  "max": 10,
                  "description": "The template's language, such as `en_US`; the message's own where there is none"
                }
              },
              "limits": { "rate": 80 },
              "auth": { "bearer": "{secret.token}" },
              "request": {
                "method": "POST",
                "url": "https://graph.facebook.com/{settings.version}/{settings.phoneNumberId}/messages",
                "json": {
                  "messaging_product": "whatsapp",
                  "recipient_type": "individual",
                  "to": "{address|digits}",
                  "biz_opaque_callback_data": "{callback.reference?}",
                  "type": "template",
                  "template": {
                    "name": "{settings.template}",
                    "language": { "code": { "first": ["{slot.language?}", "{locale}"] } },
                    "components": [{ "type": "body", "parameters": [{ "type": "text", "text": "{slot.body}" }] }]
                  }
                }
              },
              "answer": {
                "own": ["/error/code", "/messages"],
                "code": "/error/code",
                "message": "/error/message",
                "rules": [
                  {
                    "status": 200,
                    "json": { "/messages/0/id": { "matches": "wamid\\..+" } },
                    "then": "accepted",
                    "receipt": "/messages/0/id"
                  },
                  { "json": { "/error/code": [4, 80007, 130429, 131048, 131056, 131000, 131016] }, "then": "deferred" },
                  {
                    "json": { "/error/code": [0, 3, 10, 190, 131031, 131042, 132001, 132007, 132015, 132016, 133010] },
                    "then": "misconfigured"
                  },
                  {
                    "json": { "/error/code": [131021, 131026, 131047, 131049, 131050, 131051, 132000, 132005, 132012] },
                    "then": "refused"
                  }
                ]
              },
              "receipts": {
                "within": "72h",
                "callback": {
                  "body": "json",
                  "each": "/entry/*/changes/*/value/statuses/*",
                  "reference": "/biz_opaque_callback_data",
                  "code": "/errors/0/code",
                  "challenge": { "token": "hub.verify_token", "value": "{secret.verifyToken?}", "answer": "hub.challenge" },
                  "verify": {
                    "hmac": {
                      "hash": "sha256",
                      "key": "{secret.appSecret?}",
                      "over": ["body"],
                      "prefix": "sha256=",
                      "header": "X-Hub-Signature-256"
                    }
                  },
                  "rules": [
                    { "json": { "/status": ["delivered", "read"] }, "then": "accepted" },
                    { "json": { "/status": "failed", "/errors/0/code": 131050 }, "then": "refused", "stop": true },
                    {
                      "json": { "/status": "failed", "/errors/0/code": [80007, 130429, 131000, 131016, 131048, 131056] },
                      "then": "deferred",
                      "about": "message"
                    },
                    { "json": { "/status": "failed", "/errors/0/code": [131031, 131042] }, "then": "misconfigured" },
                    { "json": { "/status": "failed" }, "then": "refused" }
                  ]
                }
              },
              "wire": {
                "method": "POST",
                "path": "/v[0-9]{2}\\.[0-9]/[0-9]+/messages",
                "auth": "bearer",
                "json": {
                  "/messaging_product": { "required": true, "values": ["whatsapp"] },
                  "/recipient_type": { "values": ["individual"] },
                  "/to": { "type": "text", "required": true, "pattern": "\\+?[1-9][0-9]{6,14}" },
                  "/biz_opaque_callback_data": { "type": "text", "max": 512, "callback": true },
                  "/type": { "required": true, "values": ["template"] },
                  "/template/name": { "type": "text", "required": true, "max": 512 },
                  "/template/language/code": { "type": "text", "required": true },
                  "/template/components": { "type": "list" },
                  "/template/components/*/type": { "required": true, "values": ["body", "header", "button"] },
                  "/template/components/*/parameters": { "type": "list" },
                  "/template/components/*/parameters/*/type": { "required": true, "values": ["text"] },
                  "/template/components/*/parameters/*/text": { "type": "text", "required": true, "max": 1024 }
                }
              },
              "samples": {
                "requests": {
                  "plain": {
                    "slots": { "body": "Your order has left" },
                    "golden": {
                      "messaging_product": "whatsapp",
                      "recipient_type": "individual",
                      "to": "4790012345",
                      "type": "template",
                      "template": {
                        "name": "shop_message",
                        "language": { "code": "en" },
                        "components": [{ "type": "body", "parameters": [{ "type": "text", "text": "Your order has left" }] }]
                      }
                    }
                  },
                  "american": {
                    "slots": { "body": "Your order has left", "language": "en_US" },
                    "golden": {
                      "messaging_product": "whatsapp",
                      "recipient_type": "individual",
                      "to": "4790012345",
                      "type": "template",
                      "template": {
                        "name": "shop_message",
                        "language": { "code": "en_US" },
                        "components": [{ "type": "body", "parameters": [{ "type": "text", "text": "Your order has left" }] }]
                      }
                    }
                  }
                },
                "answers": {
                  "ok": {
                    "status": 200,
                    "body": {
                      "messaging_product": "whatsapp",
                      "contacts": [{ "input": "4790012345", "wa_id": "4790012345" }],
                      "messages": [{ "id": "wamid.HBgLMTY1MDUwNzY1MjAVAgARGBI5", "message_status": "accepted" }]
                    },
                    "is": "accepted"
                  },
                  "Busy": {
                    "status": 400,
                    "body": {
                      "error": {
                        "message": "(#130429) Rate limit hit",
                        "type": "OAuthException",
                        "code": 130429,
                        "fbtrace_id": "A"
                      }
                    },
                    "is": "deferred"
                  },
                  "BadToken": {
                    "status": 401,
                    "body": {
                      "error": {
                        "message": "Error validating access token",
                        "type": "OAuthException",
                        "code": 190,
                        "fbtrace_id": "A"
                      }
                    },
                    "is": "misconfigured"
                  },
                  "NoTemplate": {
                    "status": 404,
                    "body": {
                      "error": {
                        "message": "(#132001) Template name does not exist in the translation",
                        "type": "OAuthException",
                        "code": 132001,
                        "fbtrace_id": "A"
                      }
                    },
                    "is": "misconfigured"
                  },
                  "Undeliverable": {
                    "status": 400,
                    "body": {
                      "error": {
                        "message": "(#131026) Message undeliverable",
                        "type": "OAuthException",
                        "code": 131026,
                        "fbtrace_id": "A"
                      }
                    },
                    "is": "refused"
                  }
                },
                "callbacks": {
                  "sent": {
                    "body": {
                      "object": "whatsapp_business_account",
                      "entry": [
                        {
                          "id": "102290129340398",
                          "changes": [
                            {
                              "value": {
                                "messaging_product": "whatsapp",
                                "metadata": {
                                  "display_phone_number": "4759440000",
                                  "phone_number_id": "106540352242922"
                                },
                                "statuses": [
                                  {
                                    "id": "wamid.HBgLMTY1MDUwNzY1MjAVAgARGBI5",
                                    "status": "sent",
                                    "timestamp": "1767225600",
                                    "recipient_id": "4790012345",
                                    "biz_opaque_callback_data": "message"
                                  }
                                ]
                              },
                              "field": "messages"
                            }
                          ]
                        }
                      ]
                    },
                    "is": "wait"
                  },
                  "delivered": {
                    "body": {
                      "object": "whatsapp_business_account",
                      "entry": [
                        {
                          "id": "102290129340398",
                          "changes": [
                            {
                              "value": {
                                "messaging_product": "whatsapp",
                                "metadata": {
                                  "display_phone_number": "4759440000",
                                  "phone_number_id": "106540352242922"
                                },
                                "statuses": [
                                  {
                                    "id": "wamid.HBgLMTY1MDUwNzY1MjAVAgARGBI5",
                                    "status": "delivered",
                                    "timestamp": "1767225600",
                                    "recipient_id": "4790012345",
                                    "biz_opaque_callback_data": "message"
                                  }
                                ]
                              },
                              "field": "messages"
                            }
                          ]
                        }
                      ]
                    },
                    "is": "accepted"
                  },
                  "Stopped": {
                    "body": {
                      "object": "whatsapp_business_account",
                      "entry": [
                        {
                          "id": "102290129340398",
                          "changes": [
                            {
                              "value": {
                                "messaging_product": "whatsapp",
                                "metadata": {
                                  "display_phone_number": "4759440000",
                                  "phone_number_id": "106540352242922"
                                },
                                "statuses": [
                                  {
                                    "id": "wamid.HBgLMTY1MDUwNzY1MjAVAgARGBI5",
                                    "status": "failed",
                                    "timestamp": "1767225600",
                                    "recipient_id": "4790012345",
                                    "biz_opaque_callback_data": "message",
                                    "errors": [
                                      {
                                        "code": 131050,
                                        "title": "Recipient has stopped marketing messages",
                                        "message": "Recipient has stopped marketing messages"
                                      }
                                    ]
                                  }
                                ]
                              },
                              "field": "messages"
                            }
                          ]
                        }
                      ]
                    },
                    "is": "refused"
                  },
                  "Busy": {
                    "body": {
                      "object": "whatsapp_business_account",
                      "entry": [
                        {
                          "id": "102290129340398",
                          "changes": [
                            {
                              "value": {
                                "messaging_product": "whatsapp",
                                "metadata": {
                                  "display_phone_number": "4759440000",
                                  "phone_number_id": "106540352242922"
                                },
                                "statuses": [
                                  {
                                    "id": "wamid.HBgLMTY1MDUwNzY1MjAVAgARGBI5",
                                    "status": "failed",
                                    "timestamp": "1767225600",
                                    "recipient_id": "4790012345",
                                    "biz_opaque_callback_data": "message",
                                    "errors": [
                                      {
                                        "code": 131056,
                                        "title": "Pair rate limit hit",
                                        "message": "Pair rate limit hit"
                                      }
                                    ]
                                  }
                                ]
                              },
                              "field": "messages"
                            }
                          ]
                        }
                      ]
                    },
                    "is": "deferred"
                  },
                  "Payment": {
                    "body": {
                      "object": "whatsapp_business_account",
                      "entry": [
                        {
                          "id": "102290129340398",
                          "changes": [
                            {
                              "value": {
                                "messaging_product": "whatsapp",
                                "metadata": {
                                  "display_phone_number": "4759440000",
                                  "phone_number_id": "106540352242922"
                                },
                                "statuses": [
                                  {
                                    "id": "wamid.HBgLMTY1MDUwNzY1MjAVAgARGBI5",
                                    "status": "failed",
                                    "timestamp": "1767225600",
                                    "recipient_id": "4790012345",
                                    "biz_opaque_callback_data": "message",
                                    "errors": [
                                      {
                                        "code": 131042,
                                        "title": "Business eligibility payment issue",
                                        "message": "Business eligibility payment issue"
                                      }
                                    ]
                                  }
                                ]
                              },
                              "field": "messages"
                            }
                          ]
                        }
                      ]
                    },
                    "is": "misconfigured"
                  },
                  "Undeliverable": {
                    "body": {
                      "object": "whatsapp_business_account",
                      "entry": [
                        {
                          "id": "102290129340398",
                          "changes": [
                            {
                              "value": {
                                "messaging_product": "whatsapp",
                                "metadata": {
                                  "display_phone_number": "4759440000",
                                  "phone_number_id": "106540352242922"
                                },
                                "statuses": [
                                  {
                                    "id": "wamid.HBgLMTY1MDUwNzY1MjAVAgARGBI5",
                                    "status": "failed",
                                    "timestamp": "1767225600",
                                    "recipient_id": "4790012345",
                                    "biz_opaque_callback_data": "message",
                                    "errors": [
                                      {
                                        "code": 131026,
                                        "title": "Message undeliverable",
                                        "message": "Message undeliverable"
                                      }
                                    ]
                                  }
                                ]
                              },
                              "field": "messages"
                            }
                          ]
                        }
                      ]
                    },
                    "is": "refused"
                  },
                  "several": {
                    "body": {
                      "object": "whatsapp_business_account",
                      "entry": [
                        {
                          "id": "102290129340398",
                          "changes": [
                            {
                              "value": {
                                "messaging_product": "whatsapp",
                                "metadata": {
                                  "display_phone_number": "4759440000",
                                  "phone_number_id": "106540352242922"
                                },
                                "statuses": [
                                  {
                                    "id": "wamid.HBgLMTY1MDUwNzY1MjAVAgARGBI5",
                                    "status": "sent",
                                    "timestamp": "1767225600",
                                    "recipient_id": "4790012345",
                                    "biz_opaque_callback_data": "message"
                                  },
                                  {
                                    "id": "wamid.HBgLMTY1MDUwNzY1MjAVAgARGBI5",
                                    "status": "delivered",
                                    "timestamp": "1767225600",
                                    "recipient_id": "4790012345",
                                    "biz_opaque_callback_data": "message"
                                  },
                                  {
                                    "id": "wamid.HBgLMTY1MDUwNzY1MjAVAgARGBI5",
                                    "status": "read",
                                    "timestamp": "1767225600",
                                    "recipient_id": "4790012345",
                                    "biz_opaque_callback_data": "message"
                                  }
                                ]
                              },
                              "field": "messages"
                            }
                          ]
                        }
                      ]
                    },
                    "is": ["wait", "accepted", "accepted"]
                  }
                }
              }
            }

            """#,
    ]
}
