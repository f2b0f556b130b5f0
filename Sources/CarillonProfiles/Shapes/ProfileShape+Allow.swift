import CarillonModel

/// `allow` of `profile.json`.
extension Shape {
    static let allow = Shape.list(.object(exemption), count: 0...1000)

    private static let exemption = ObjectShape([
        MemberShape(
            "code",
            .text(.warningCode),
            isRequired: true,
            "The warning's code. Errors can't be allowed, nor what may show a secret.",
            example: "T0904"
        ),
        MemberShape(
            "at",
            .text(.nonEmptyText),
            isRequired: true,
            "The file in this folder, and behind `#` the JSON pointer in it; what is below it counts, too. An element of a list "
                + "is named by its value (`=push`); `*` stands for any one name.",
            example: "templates/nb.json#/messages/order.paid"
        ),
        MemberShape(
            "reason",
            .text(.nonEmptyText),
            isRequired: true,
            "Why, for whoever reads this later.",
            example: "Only operators see it"
        ),
        MemberShape(
            "until",
            .text(.day),
            "The last day on which it is allowed, in UTC; for good when silent.",
            example: "2027-03-31"
        ),
    ])
}
