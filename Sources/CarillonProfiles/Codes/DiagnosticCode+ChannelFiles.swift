public import CarillonDiagnostics

/// T07: ways of delivering that a file declares.
extension DiagnosticCode {
    public static let wrongChannelName = DiagnosticCode(
        "T0701",
        "wrong-channel-name",
        page: """
            A channel file is called otherwise than the channel in it.

            `channels/acme-sms.json` declares the channel `acme-sms`: its `channel` says so, and profiles name it with
            `"use": "acme-sms"`. Rename one of them.
            """
    )

    public static let takenChannelName = DiagnosticCode(
        "T0702",
        "taken-channel-name",
        page: """
            A channel file declares a channel whose name is taken.

            `carillon channel list` has the channels that are there already: plugins, providers that come with the
            program, and with `--channels` the operator's files. A nearer file never takes the place of a farther one:
            profiles, devices and records name a channel by its id alone. Choose another name; or leave the file out,
            where it is a copy of a provider that comes with the program.
            """
    )

    public static let unfitChannelOrigin = DiagnosticCode(
        "T0705",
        "unfit-channel-origin",
        page: """
            An origin of a channel file isn't an https origin that is known beforehand.

            ```text
            "origins": ["https://api.acme.example"]
            ```

            An origin is a scheme, a host and perhaps a port, without a path. One setting may stand in its host, before two
            fixed labels, `https://{settings.region}.acme.example`, or be the whole of it, `{settings.server}`: it is known
            before anything is sent where requests can go.
            """
    )

    public static let unfitOriginSetting = DiagnosticCode(
        "T0706",
        "unfit-origin-setting",
        page: """
            An origin of a channel file names a setting that can't stand there.

            ```text
            "origins": ["https://{settings.region}.acme.example"]
            ```

            In a host stands a `choice`, or a `text` with a pattern; `{settings.server}` alone is a setting of the type `server`.
            It is required, or has a default: without it nobody knows where requests go.
            """
    )

    public static let urlOutsideOrigins = DiagnosticCode(
        "T0707",
        "url-outside-origins",
        page: """
            The URL of a channel file's request doesn't begin with one of its `origins`.

            ```text
            "origins": ["https://api.acme.example"],
            "request": { "method": "POST", "url": "https://other.example/send" }
            ```

            Origin and the slash behind it are written out; placeholders come after them.
            """
    )

    public static let unfitChannelHeader = DiagnosticCode(
        "T0708",
        "unfit-channel-header",
        page: """
            A header of a channel file's request is one that a file can't set.

            `Host`, `Content-Length`, `Content-Type`, `Transfer-Encoding`, `Cookie` and the headers of connections and
            proxies follow from the request itself. `Authorization` is made by `auth`.
            """
    )

    public static let misplacedSecret = DiagnosticCode(
        "T0709",
        "misplaced-secret",
        page: """
            A channel file puts a secret where `wire` expects none.

            Secrets belong into `auth`. Some providers want one in the path, in the query or in the body: then `wire` says so,
            with `"secretPath": true`, or with `"secret": true` for the member. What is in URLs shows in the logs of
            proxies; what is in bodies may come back in answers.
            """
    )

    public static let contradictoryAuthentication = DiagnosticCode(
        "T0710",
        "contradictory-authentication",
        page: """
            The `auth` of a channel file contradicts itself.

            ```text
            "hmac": { "key": "{secret.key}", "over": ["timestamp", "body"], "header": "X-Signature" }
            ```

            A time that is signed must be told, in the header that `timestamp` names. A token is granted for `client` and
            `secret`, or for an `assertion`. Keys, claims and credentials are the account's: they are made of settings and
            secrets, and not of a message.
            """
    )

    public static let unknownChannelValue = DiagnosticCode(
        "T0713",
        "unknown-channel-value",
        page: """
            A placeholder of a channel file names a value that there isn't, or its braces don't match.

            ```text
            "text": "{slot.bdy}"
            ```

            There are the channel's own `slot.…`, `settings.…` and `secret.…`, the event's `data.…`, and the fixed names
            that the diagnostic lists. `{{` and `}}` stand for braces.
            """
    )

    public static let wrongChannelFilter = DiagnosticCode(
        "T0714",
        "wrong-channel-filter",
        page: """
            A placeholder of a channel file has a filter that there isn't, or that makes nothing of its value.

            ```text
            "ttl": "{locale|clamp:1:3600}"
            ```

            `digits`, `lower`, `truncate:n`, `base64`, `slack`, `unmentioned` and `alphabet` take texts, `number` a text of
            digits, `clamp:least:most` a number, `text` and `json` anything.
            """
    )

    public static let optionalChannelValue = DiagnosticCode(
        "T0715",
        "optional-channel-value",
        page: """
            A placeholder of a channel file names a value that some messages lack.

            ```text
            "url": "{link.web}"
            ```

            With a question mark, `{link.web?}`, the member is left out where the value is absent. Inside
            `{"needs": ["{link.web?}"], "of": …}` it is known to be there, and needs none.
            """
    )

    public static let wrongChannelChoice = DiagnosticCode(
        "T0716",
        "wrong-channel-choice",
        page: """
            A choice of a channel file doesn't answer for every value.

            ```text
            { "from": "{priority}", "values": { "high": 4 } }
            ```

            Every value that there can be has a member in `values`, or `*` answers for the rest. A member for a value
            that there can't be is reported, too.
            """
    )

    public static let unsentSlot = DiagnosticCode(
        "T0717",
        "unsent-slot",
        page: """
            A slot of a channel file is in no part of the request.

            Authors would write texts that nobody ever reads. Name it in the request, as `{slot.body}`, or leave it out
            of `slots`.
            """
    )

    public static let requestAgainstWire = DiagnosticCode(
        "T0720",
        "request-against-wire",
        page: """
            A request of a channel file isn't what its `wire` demands.

            The requests of all samples are held against it, one for a message with nothing but what must be there, and
            one with everything and the longest texts. `wire` is written from the provider's documentation, so that
            a misspelt name in `request` doesn't agree with itself.

            A text that can be longer than the provider takes needs a `max` in its slot.
            """
    )

    public static let wrongGolden = DiagnosticCode(
        "T0721",
        "wrong-golden",
        page: """
            A sample's request isn't the golden one.

            `carillon channel test FILE` shows what is sent. Where that is right, copy it to `golden`; for JSON the
            members' order doesn't matter.
            """
    )

    public static let tooManyParts = DiagnosticCode(
        "T0724",
        "too-many-parts",
        .warning,
        page: """
            A text of an SMS can take more parts than `maxParts` of its channel in `profile.json`, or more than the channel
            takes: then it is cut when it is sent.

            ```text
            "sms": { "use": "twilio-sms", "maxParts": 1 }
            ```

            Counted is the longest text that there can be, by the types of the payload's fields. A part alone has 160
            characters of the GSM alphabet, each of several has 153; where one character is of another alphabet these are 70 and
            67, and an emoji counts twice. The diagnostic says what takes the text out of the GSM alphabet: its own words, a
            value, or how the language writes numbers and dates.

            Write fewer words, lower `maxLength` of the fields that they show, or raise `maxParts`. A text with words that
            the sender brings (`localizedText`) isn't counted. `carillon render` shows the parts of each sample.
            """
    )

    public static let partsNotCounted = DiagnosticCode(
        "T0725",
        "parts-not-counted",
        .warning,
        page: """
            A channel of `profile.json` has `maxParts`, and its messages don't go out in parts.

            ```text
            "push": { "use": "expo", "maxParts": 2 }
            ```

            Parts are those of an SMS: a slot of the channel's file has the `unit` `segments`. Leave `maxParts` out.
            """
    )

    public static let unreachableRule = DiagnosticCode(
        "T0727",
        "unreachable-rule",
        page: """
            A rule of a channel file's answers never decides: an earlier one holds wherever it does.

            ```text
            { "status": "4xx", "then": "refused" },
            { "status": 429, "then": "deferred" }
            ```

            The first rule that holds decides. Move the narrower one up, or leave it out.
            """
    )

    public static let unprovenRule = DiagnosticCode(
        "T0728",
        "unproven-rule",
        page: """
            No sample of a channel file shows a rule at work.

            Each rule decides one of `samples.answers` at least: an answer as the provider's documentation has it, and
            the outcome that follows. A pointer with a misspelt step is found that way.
            """
    )

    public static let wrongVerdict = DiagnosticCode(
        "T0729",
        "wrong-verdict",
        page: """
            A sample of a channel file says another outcome than its rules.

            The label says which rule decides, or that none does: then the status alone decides. Either the rule is
            wrong, or the sample.
            """
    )

    public static let goneByStatus = DiagnosticCode(
        "T0730",
        "gone-by-status",
        page: """
            A rule of a channel file forgets addresses on a status alone.

            A proxy or a wrong URL can answer with any status, and all addresses would be forgotten. Name what the
            provider says of an address that is gone, in `json` or `text`.
            """
    )

    public static let acceptedByStatus = DiagnosticCode(
        "T0731",
        "accepted-by-status",
        .warning,
        page: """
            A rule of a channel file accepts on a status alone.

            The page of a proxy with status 200 would count as delivered. Name something that the provider's answer has,
            such as `"json": { "/id": { "present": true } }`, or `"header": "X-Message-Id"`.
            """
    )

    public static let wrongAddressForm = DiagnosticCode(
        "T0734",
        "wrong-address-form",
        page: """
            The samples of a channel file's address don't agree with its pattern, or one of them is missing.

            Each of `samples` matches it, none of `wrong` does, and what `form` does to an address is done once: a
            second time changes nothing. An address `from` a `setting` has none of these: the settings name the one place.
            """
    )

    public static let contradictoryReceipts = DiagnosticCode(
        "T0736",
        "contradictory-receipts",
        page: """
            The `receipts` of a channel file contradict the rest of it.

            ```text
            "form": { "To": "{address}", "StatusCallback": "{callback.url?}" }
            ```

            A provider that calls back is told where, with `{callback.url?}` in the request, and only then: what it reports is
            read by `receipts.callback`. One that has a single URL for all messages is told `{callback.reference?}` instead, and
            `reference` says where its reports have that; such a URL is no secret, so `verify` has another proof. `wire`
            marks the place of either with `"callback": true`. A code over a time names the header that tells it, and
            `form.sorted` is of a body that is a form. Several reports in one callback, at `each`, and a `challenge` are of a URL
            for all messages; `is` has an outcome for each report of its sample, and what `hmacInBody` reads stands in each.
            """
    )

    public static let unfitChannelPattern = DiagnosticCode(
        "T0739",
        "unfit-channel-pattern",
        page: """
            A pattern of a channel file can't be read, or not be matched in linear time.

            There are literals, `.`, classes such as `[A-Z0-9_]`, `\\d`, `\\w`, `\\s`, groups, `|`, and the
            quantifiers `?`, `*`, `+`, `{2}`, `{2,}` and `{2,5}`. There are no anchors, because a pattern matches
            the whole text, no look-around and no references to groups.

            Secrets have no pattern: they are the operator's, and nothing of them is told.
            """
    )

    public static let unfitBatch = DiagnosticCode(
        "T0740",
        "unfit-batch",
        page: """
            A channel file hands several messages over in one request, and its parts don't agree about it.

            ```text
            "limits": { "batch": 100 },
            "request": { "json": { "messages": { "each": "messages", "as": { "to": "{address}" } } } },
            "answer": { "each": { "in": "/results/*", "rules": [ … ] } },
            "wire": { "batch": { "request": "/messages/*", "answer": "/results/*", "max": 100 } }
            ```

            All four are there, or none. The list stands once in the body; around it, and in URL, query and headers, is only what
            all messages of a tenant have in common: settings, secrets, and the tenant.
            """
    )
}
