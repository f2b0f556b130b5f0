/// Regular expressions for JSON Schema that match what the readers of texts accept.
///
/// By ECMA 262, section 22.2; Python reads them alike.
public enum SchemaPattern {
    /// No character for which ``TextFormat/isControl(_:)`` is true.
    static let noControls = "^[^\(controls)]*$"

    /// Without anchors, like the next one.
    public static let slug = "[A-Za-z0-9_-]{1,\(PayloadType.slugLength)}"

    public static let path = "\(slug)(/\(slug)){0,\(PayloadType.pathSegments - 1)}"

    /// By the rules of ``TextFormat``, apart from the number of digits, which a pattern can't limit.
    static let decimal = #"^-?(0|[1-9][0-9]*)(\.[0-9]+)?$"#

    /// By the rules of ``TextFormat/isWebURL(_:)``, apart from the length of the host.
    public static let webURL = "^[Hh][Tt][Tt][Pp][Ss]?\(afterScheme)"

    /// The same, but https only.
    public static let secureWebURL = "^[Hh][Tt][Tt][Pp][Ss]\(afterScheme)"

    /// The same, with `https` in lower case.
    public static let secureURL = "^https\(afterScheme)"

    /// A text with at least one visible character, also after markup was removed.
    public static func visibleText(strippingTags stripsTags: Bool) -> String {
        guard stripsTags else { return "^[^\(controls)]*[^\(unseen)][^\(controls)]*$" }
        return "[^\(unseen)]"
    }

    private static let controls = #"\u0000-\u0008\u000B-\u001F\u007F-\u009F"#

    /// Blanks, control characters, and the usual invisible characters.
    private static let unseen =
        #"\s\u0000-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F"#
        + #"\uFE00-\uFE0F\uFEFF"#

    private static let afterScheme = #"://\#(label)(\.\#(label))*(:(\#(port)))?([/?#]\#(allowed)*)?$"#
    private static let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    private static let port = "[0-5]?[0-9]{1,4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]"
    private static let allowed = #"[!#-;=?-\[\]_a-z~]"#
}
