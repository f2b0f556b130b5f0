import CarillonModel

/// `profile.json`: channels, and Android's notification channels.
extension Shape {
    static let channel = Shape.object(
        ObjectShape([
            MemberShape(
                "use",
                .text(.pluginID),
                isRequired: true,
                "The plugin that serves it: see `carillon channels`.",
                example: "expo"
            ),
            MemberShape(
                "settings",
                .anyObject,
                "What the plugin takes; secrets as `{\"$secret\": name}`.",
                example: ["accessToken": ["$secret": "expo-access-token"]]
            ),
            MemberShape(
                "fallbackFor",
                .list(.text(.channelID), count: 1...20),
                "Channels for which this one stands in when they reach nobody.",
                example: ["push"]
            ),
            MemberShape(
                "message",
                .anyObject,
                "Laid over the provider's message as a JSON merge patch (RFC 7396).",
                example: ["android": ["priority": "high"]]
            ),
            MemberShape(
                "priorities",
                .list(priorityName, count: 1...3),
                "Only notifications of these priorities go here.",
                example: ["high"]
            ),
            MemberShape(
                "maxParts",
                .integer(1...20),
                "In how many parts an SMS should go out at most: a text that can take more is reported. What the channel takes when silent.",
                example: 2
            ),
        ])
    )

    static let androidChannel = Shape.object(
        ObjectShape([
            MemberShape(
                "name",
                localizedText,
                isRequired: true,
                "What the user sees in the system settings.",
                example: ["en": "Assignments"]
            ),
            MemberShape(
                "description",
                localizedText,
                "A line below the name.",
                example: "Work that is waiting for you"
            ),
            MemberShape(
                "importance",
                .choice(AndroidChannel.Importance.allCases.map(\.rawValue)),
                "By name: the numbers differ between Android and Expo.",
                example: "high"
            ),
            MemberShape(
                "vibration",
                .list(.integer(0...60000), count: 1...50),
                "Milliseconds: wait, buzz, wait, buzz.",
                example: [0, 250, 250, 250]
            ),
            MemberShape("lightColor", .text(.color), "Colour of the notification light.", example: "#FF6B35"),
            MemberShape(
                "sound",
                .text(.nonEmptyText),
                "`default`, or a file in the app. Android's own when left out, from importance `default` up.",
                example: "default"
            ),
            MemberShape("badge", .boolean, "Whether notifications show as a badge. True when silent.", example: false),
            MemberShape(
                "visibility",
                .choice(AndroidChannel.Visibility.allCases.map(\.rawValue)),
                "What a locked screen shows.",
                example: "public"
            ),
        ])
    )
}
