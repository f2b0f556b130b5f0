import CarillonModel

/// `inbox`: the web inbox that the host serves, and the style of its elements.
extension Shape {
    static let inbox = Shape.object(
        ObjectShape([
            MemberShape(
                "page",
                .text(.literalPath),
                isRequired: true,
                "Where the page is: at `/{tenant}` and this path, and at this path on the tenant's `hosts`.",
                example: "/notifications"
            ),
            MemberShape(
                "bellHref",
                .text(.literalPath),
                "Where a bell leads; the page when silent.",
                example: "/inbox"
            ),
            MemberShape(
                "order",
                .choice(InboxSettings.Order.allCases.map(\.rawValue)),
                "`time`, newest first, when silent; `priority`: what is high comes first.",
                example: "priority"
            ),
            MemberShape(
                "autoRead",
                .choice(InboxSettings.AutoRead.allCases.map(\.rawValue)),
                "`open`: what is shown when the page is opened counts as read; `visible`: each that was seen. `none` when silent.",
                example: "open"
            ),
            MemberShape(
                "theme",
                .object(ObjectShape(InboxThemeProperty.allCases.map(\.member))),
                "Values of the elements' custom properties, which are called `--carillon-` and the key.",
                example: ["accent": "#0B6E35"]
            ),
            MemberShape(
                "imageOrigins",
                .list(.text(.origin), count: 1...50),
                "Where pictures may be loaded from; none are when silent.",
                example: ["https://images.acme.example"]
            ),
        ])
    )
}

/// A custom property of the inbox's elements, without `--carillon-`.
enum InboxThemeProperty: String, CaseIterable {
    case accent
    case onAccent = "on-accent"
    case background
    case surface
    case text
    case muted
    case border
    case badge
    case onBadge = "on-badge"
    case unread
    case focus
    case danger
    case radius
    case font
    case fontSize = "font-size"
    case lineHeight = "line-height"
    case gap
    case iconSize = "icon-size"
    case panelWidth = "panel-width"
    case panelHeight = "panel-height"
    case shadow
    case motion

    /// The form of a value: nothing in it can end its declaration.
    var shape: TextShape {
        switch self {
        case .accent, .onAccent, .background, .surface, .text, .muted, .border, .badge, .onBadge, .unread, .focus,
            .danger:
            .themeColor
        case .radius, .fontSize, .gap, .iconSize, .panelWidth, .panelHeight: .cssLength
        case .lineHeight: .cssNumber
        case .font: .cssFonts
        case .shadow: .cssShadow
        case .motion: .cssTime
        }
    }

    var member: MemberShape {
        let (description, example) = about
        return MemberShape(rawValue, .text(shape), description, example: .string(example))
    }

    private var about: (description: String, example: String) {
        switch self {
        case .accent: ("Links, switches and the main button.", "#0B6E35")
        case .onAccent: ("Words on the accent.", "#FFFFFF")
        case .background: ("Behind the list.", "#F9FAFB")
        case .surface: ("Cards and panel.", "light-dark(#FFFFFF, #111827)")
        case .text: ("Titles and bodies.", "light-dark(#111827, #F9FAFB)")
        case .muted: ("Times and headings.", "#4B5563")
        case .border: ("Lines between cards.", "#E5E7EB")
        case .badge: ("Behind the number on the bell.", "#B91C1C")
        case .onBadge: ("The number on the bell.", "#FFFFFF")
        case .unread: ("The dot of what wasn't read.", "#3B82F6")
        case .focus: ("The ring around what the keyboard is at.", "#1D4ED8")
        case .danger: ("Errors, and buttons that destroy.", "#B91C1C")
        case .radius: ("Of corners.", "12px")
        case .font: ("Names of fonts, the best first.", "Inter, sans-serif")
        case .fontSize: ("Of bodies.", "1rem")
        case .lineHeight: ("A number of font sizes.", "1.5")
        case .gap: ("Between parts of a card.", "12px")
        case .iconSize: ("The width of a card's circle.", "40px")
        case .panelWidth: ("Of the bell's panel.", "24rem")
        case .panelHeight: ("The most that the panel takes.", "80vh")
        case .shadow: ("Of the panel.", "0 8px 24px #00000033")
        case .motion: ("How long movements take.", "150ms")
        }
    }
}

extension TextShape {
    /// A path of literal segments, without characters that have a meaning in HTML or in a header.
    static let literalPath = TextShape(
        "path",
        "a path such as `/notifications`, of letters, digits and `-._~`",
        code: .badPath,
        pattern: "^(/[A-Za-z0-9._~-]+)+$"
    ) { text in
        guard let path = PathTemplate(text), path.parameters.isEmpty else { return false }
        return text.utf8.allSatisfy { $0.isAlphanumeric || "/-._~".utf8.contains($0) }
    }

    fileprivate static let themeColor = css(
        "theme colour",
        "a colour such as `#0B6E35` or `#0B6E3580`, or two as `light-dark(#0B6E35, #4ADE80)`",
        "(\(CSS.color)|light-dark\\(\(CSS.color), ?\(CSS.color)\\))"
    )

    fileprivate static let cssLength = css("length", "a length such as `12px`, `1.5rem` or `0`", CSS.length)

    fileprivate static let cssNumber = css("number", "a number such as `1.5`", #"[0-9]{1,2}(\.[0-9]{1,3})?"#)

    fileprivate static let cssTime = css("time", "a time such as `150ms` or `0s`", #"[0-9]{1,4}(\.[0-9]{1,3})?m?s"#)

    fileprivate static let cssFonts = css(
        "fonts",
        "names of fonts with commas between them, such as `Inter, 'Source Sans 3', sans-serif`",
        "\(CSS.font)(, ?\(CSS.font)){0,9}"
    )

    fileprivate static let cssShadow = css(
        "shadow",
        "`none`, or a shadow such as `0 8px 24px #00000033`",
        "(none|-?\(CSS.length) -?\(CSS.length)( \(CSS.length)( -?\(CSS.length))?)? \(CSS.color))"
    )

    /// A CSS value that is used unchanged.
    ///
    /// - Parameter pattern: matches the whole value, in ASCII.
    private static func css(_ name: String, _ description: String, _ pattern: String) -> TextShape {
        TextShape(name, description, code: .badThemeValue, pattern: "^\(pattern)$") { text in
            text.utf8.count <= 200 && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
                && TextPattern(pattern)?.matches(text) == true
        }
    }
}

/// Patterns of CSS values.
private enum CSS {
    static let color = "#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?"
    static let length = #"(0|[0-9]{1,4}(\.[0-9]{1,3})?(px|rem|em|ch|vw|vh|%))"#
    static let font = "([A-Za-z][A-Za-z0-9-]*( [A-Za-z][A-Za-z0-9-]*){0,5}|'[A-Za-z0-9 -]{1,60}')"
}
