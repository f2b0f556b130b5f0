/// How a store's database words its SQL.
public enum Dialect: Sendable {
    case sqlite
    case postgreSQL

    /// A statement as this database takes it.
    ///
    /// PostgreSQL numbers every parameter, with `$`, and to it `user` is whoever is connected: the table and the columns of
    /// that name are called `usr` there. What stands between single quotes stays as it is.
    public func text(of sql: String) -> String {
        guard self == .postgreSQL else { return sql }
        var text = ""
        var rest = Substring(sql)
        var last = 0
        while let character = rest.first {
            switch character {
            case "'":
                let end = rest.dropFirst().firstIndex(of: "'").map(rest.index(after:)) ?? rest.endIndex
                text += rest[..<end]
                rest = rest[end...]
            case "?":
                let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
                last = Int(digits) ?? last + 1
                text += "$\(last)"
                rest = rest[digits.endIndex...]
            case _ where character.isWordPart:
                let word = rest.prefix(while: \.isWordPart)
                text += word == "user" ? "usr" : word
                rest = rest[word.endIndex...]
            default:
                text.append(character)
                rest.removeFirst()
            }
        }
        return text
    }
}

// Parts of statements; what is put together with them is a ``Wording``.
extension Dialect {
    /// Whether a column's value is in an array.
    ///
    /// - Parameter array: the number of the parameter.
    public func isIn(_ column: String, _ array: Int) -> String {
        switch self {
        case .sqlite: "\(column) IN (SELECT value FROM json_each(?\(array)))"
        case .postgreSQL: "\(column) = ANY(?\(array))"
        }
    }

    /// Whether it isn't.
    public func isNotIn(_ column: String, _ array: Int) -> String {
        switch self {
        case .sqlite: "\(column) NOT IN (SELECT value FROM json_each(?\(array)))"
        case .postgreSQL: "\(column) <> ALL(?\(array))"
        }
    }

    /// A row's number, or a parameter to compare it with, where a tenant's rows are read in their order.
    ///
    /// PostgreSQL's primary key has the rows of all tenants: read by it, a small tenant's last page goes through those of a large
    /// one. So the order is by an expression that only the index has which begins with the tenant. It is exact: numbers are below
    /// 2^53.
    package func place(_ row: String) -> String {
        switch self {
        case .sqlite: row
        case .postgreSQL: "float8(\(row))"
        }
    }

    /// Users, as `u`, with what is in their feeds: `unread`, `feed_count` and `feed_pending`.
    ///
    /// PostgreSQL has the counts in a table of their own, see its `Schema/feedCounts`.
    package var usersWithCounts: String {
        switch self {
        case .sqlite: "user u"
        case .postgreSQL:
            "user u CROSS JOIN LATERAL (\(Self.newestCounts("n.unread, n.feed_count, n.feed_pending", of: "u.row"))) counts"
        }
    }

    /// PostgreSQL's counts of a user's feed: the newest version is the first that the index has.
    ///
    /// - Parameters:
    ///   - columns: of `n`.
    ///   - user: the number of the user's row.
    package static func newestCounts(_ columns: String, of user: String) -> String {
        "SELECT \(columns) FROM carillon.feed_counts n WHERE n.usr = \(user) ORDER BY n.version DESC LIMIT 1"
    }

    /// A join from left to right: SQLite never reorders this one, and PostgreSQL knows better than we do.
    public var join: String {
        switch self {
        case .sqlite: "CROSS JOIN"
        case .postgreSQL: "JOIN"
        }
    }
}

extension Character {
    fileprivate var isWordPart: Bool { self == "_" || isASCII && (isLetter || isNumber) }
}

/// A statement, or a part of one, that each database must be told in its own way; put together once.
public struct Wording: Sendable {
    private let sqlite: String
    private let postgreSQL: String

    public init(sqlite: String, postgreSQL: String) {
        self.sqlite = sqlite
        self.postgreSQL = postgreSQL
    }

    /// - Parameter text: in one dialect.
    public init(_ text: (Dialect) -> String) {
        self.init(sqlite: text(.sqlite), postgreSQL: text(.postgreSQL))
    }

    public subscript(dialect: Dialect) -> String {
        switch dialect {
        case .sqlite: sqlite
        case .postgreSQL: postgreSQL
        }
    }
}

extension SQLConnection {
    /// As this database words it.
    public func sql(_ wording: Wording) -> String { wording[Self.dialect] }
}
