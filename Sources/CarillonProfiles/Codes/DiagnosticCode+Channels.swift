public import CarillonDiagnostics

/// T03: channels, their settings, secrets, and the names that profiles declare.
extension DiagnosticCode {
    public static let unknownChannel = DiagnosticCode(
        "T0301",
        "unknown-channel",
        page: """
            An event, a fallback or a preference names a channel that `profile.json` doesn't declare. Events name the
            profile's own channels (`push`, `in-app`, `email`), never plugins.

            ```text
            "channels": ["psuh", "in-app"]
            ```

            Correct the name, or declare the channel under `channels`.
            """
    )

    public static let unknownPlugin = DiagnosticCode(
        "T0302",
        "unknown-plugin",
        page: """
            `use` names a plugin that isn't there.

            ```text
            "push": { "use": "firebase" }
            ```

            `carillon channels` lists all plugins with their settings.
            """
    )

    public static let unknownSetting = DiagnosticCode(
        "T0303",
        "unknown-setting",
        page: """
            A channel has a setting that its plugin doesn't take.

            Correct the name, or remove it. `carillon channels` lists the settings of each plugin.
            """
    )

    public static let missingSetting = DiagnosticCode(
        "T0304",
        "missing-setting",
        page: """
            A plugin needs a setting that the channel doesn't give.

            Add it to `settings`; the diagnostic shows a line. Secrets are only named: `{"$secret": "smtp-password"}`.
            """
    )

    public static let badSetting = DiagnosticCode(
        "T0305",
        "bad-setting",
        page: """
            A setting has a value that the plugin cannot use: another type, a number out of range, a word that isn't
            one of the possible ones, or two settings that exclude one another.

            The diagnostic says what it must be and shows an example.
            """
    )

    public static let literalSecret = DiagnosticCode(
        "T0306",
        "literal-secret",
        page: """
            A setting or key that is a secret stands there as text. Tenant files are read by many people and kept in
            histories; secrets in them are known to everybody.

            ```text
            "settings": { "accessToken": "abc123" }
            ```

            Write `{"$secret": "expo-access-token"}`, give the value to the operator, and replace the one that stood
            here by a new one.
            """
    )

    public static let plainSecret = DiagnosticCode(
        "T0307",
        "secret-in-plain-sight",
        page: """
            Something in the file looks like a key or a token: a PEM private key, a JSON web token, or a text that
            begins as the keys of a well-known service do.

            Remove it, name it as a secret where one is wanted, and treat this one as known to everybody: revoke it.
            """
    )

    public static let notASecret = DiagnosticCode(
        "T0308",
        "not-a-secret",
        page: """
            A setting that is no secret is given as one. The plugin needs its value when the profile is proven.

            ```text
            "port": { "$secret": "smtp-port" }
            ```

            Write the value itself: `"port": 587`.
            """
    )

    public static let channelCycle = DiagnosticCode(
        "T0309",
        "channel-cycle",
        page: """
            Channels are fallbacks for one another in a circle, or one is for itself.

            ```text
            "push": { "fallbackFor": ["email"] }, "email": { "fallbackFor": ["push"] }
            ```

            A fallback has an order: remove one of them.
            """
    )

    public static let skeletonNotTaken = DiagnosticCode(
        "T0310",
        "skeleton-not-taken",
        page: """
            A channel has a `message`, and its plugin has no provider's message that it could be merged into.

            Remove `message`. `carillon channels` says which plugins take one.
            """
    )

    public static let unknownAndroidChannel = DiagnosticCode(
        "T0311",
        "unknown-android-channel",
        page: """
            A category names an Android channel that `androidChannels` doesn't declare. Android shows nothing for a
            channel that the app never created.

            Correct the name, or declare the channel.
            """
    )

    public static let unknownCategory = DiagnosticCode(
        "T0312",
        "unknown-category",
        page: """
            An event or a preference names a category that `categories` doesn't declare.

            Correct the name, or declare the category.
            """
    )

    public static let missingCollectedText = DiagnosticCode(
        "T0313",
        "missing-collected-text",
        page: """
            A priority is `collected`, and there are no words for a window that collected several notifications.

            Declare an app text with the field `count` under `texts` in `events.json`, write its `title` and `body` in
            the templates, and name it: `"low": { "deliver": "collected", "text": "collected" }`.
            """
    )

    public static let unknownText = DiagnosticCode(
        "T0314",
        "unknown-text",
        page: """
            A priority names an app text that `texts` in `events.json` doesn't declare.

            Correct the name, or declare the text.
            """
    )

    public static let unknownRole = DiagnosticCode(
        "T0315",
        "unknown-role",
        page: """
            An event is limited to a role that no subscription ever has.

            Roles are those of `subscriptions.roles` in `profile.json`.
            """
    )

    public static let unfilledField = DiagnosticCode(
        "T0316",
        "unfilled-field",
        page: """
            The words for what is collected have a payload of more than the integer `count`. They go out in place of
            several notifications of any kind, and get nothing else: each such message would fail.

            ```text
            "collected": { "payload": { "count": { "type": "text" }, "name": { "type": "text" } } }
            ```

            Leave `{"count": {"type": "integer"}}`, and write the words with it.
            """
    )

    public static let skeletonOverrides = DiagnosticCode(
        "T0317",
        "skeleton-overrides",
        .warning,
        page: """
            A channel's `message`, or an event's, fixes what the profile states elsewhere in other words: the sound, the
            Android channel, the badge, the priority or the category. The message has the last word, so the other
            statement has no effect.

            ```text
            "message": { "android": { "notification": { "channel_id": "default" } } }
            "categories": { "deposit": { "androidChannel": "alerts" } }
            ```

            A block that is `null` takes away what stands in it: `"android": null` the Android channel and the priority. Only where
            the words are taken away as well, and data alone are left, nothing is told.

            Say it in one place. What a category, a priority or an event states goes to every channel by itself; leave to
            `message` what only the provider knows.
            """
    )
}
