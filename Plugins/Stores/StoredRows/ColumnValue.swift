public import CarillonModel
import CarillonPluginKit

/// What a statement takes and a column holds, straight from and to the database's library: rows here are many, small and
/// hot, and boxing their values costs as much as storing them.
public protocol ColumnValue {
    static var columnType: ColumnType { get }
    func write(to statement: inout some PreparedStatement) throws
    /// - Parameter column: counted from 0; NULL is nothing where the type isn't optional.
    init(_ statement: some PreparedStatement, column: Int32)
}

/// What a column holds: SQLite takes any, PostgreSQL is told with the statement.
public enum ColumnType: Sendable {
    case number
    case text
    case truth
    case numbers
    case texts
    case truths
}

/// What may be in an array.
public protocol ArrayElement: ColumnValue {
    static var arrayType: ColumnType { get }
    var json: JSONValue { get }
}

extension Int64: ArrayElement {
    public static var columnType: ColumnType { .number }
    public static var arrayType: ColumnType { .numbers }
    public var json: JSONValue { JSONValue(self) }

    public func write(to statement: inout some PreparedStatement) throws { try statement.bind(self) }
    public init(_ statement: some PreparedStatement, column: Int32) { self = statement.number(column) }
}

extension Int: ColumnValue {
    public static var columnType: ColumnType { .number }

    public func write(to statement: inout some PreparedStatement) throws { try statement.bind(Int64(self)) }
    public init(_ statement: some PreparedStatement, column: Int32) { self.init(statement.number(column)) }
}

extension Bool: ArrayElement {
    public static var columnType: ColumnType { .truth }
    public static var arrayType: ColumnType { .truths }
    public var json: JSONValue { .boolean(self) }

    public func write(to statement: inout some PreparedStatement) throws { try statement.bind(self) }
    public init(_ statement: some PreparedStatement, column: Int32) { self = statement.truth(column) }
}

extension String: ArrayElement {
    public static var columnType: ColumnType { .text }
    public static var arrayType: ColumnType { .texts }
    public var json: JSONValue { .string(self) }

    public func write(to statement: inout some PreparedStatement) throws { try statement.bind(self) }
    public init(_ statement: some PreparedStatement, column: Int32) { self = statement.text(column) }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    public static var columnType: ColumnType { Wrapped.columnType }

    public func write(to statement: inout some PreparedStatement) throws {
        if let self { try self.write(to: &statement) } else { try statement.bindNull(of: Wrapped.columnType) }
    }

    public init(_ statement: some PreparedStatement, column: Int32) {
        self = statement.isNull(column) ? nil : Wrapped(statement, column: column)
    }
}

extension Optional: ArrayElement where Wrapped: ArrayElement {
    public static var arrayType: ColumnType { Wrapped.arrayType }
    public var json: JSONValue { self?.json ?? .null }
}

/// An array of one dimension; only given, never read.
extension Array: ColumnValue where Element: ArrayElement {
    public static var columnType: ColumnType { Element.arrayType }

    public func write(to statement: inout some PreparedStatement) throws { try statement.bind(self) }
    public init(_ statement: some PreparedStatement, column: Int32) { self = [] }
}

// MARK: - What is kept as a value of another type

extension ColumnValue where Self: StoredValue, Stored: ColumnValue {
    public static var columnType: ColumnType { Stored.columnType }

    public func write(to statement: inout some PreparedStatement) throws { try stored.write(to: &statement) }

    public init(_ statement: some PreparedStatement, column: Int32) {
        self.init(stored: Stored(statement, column: column))
    }
}

extension ArrayElement where Self: StoredValue, Stored: ArrayElement {
    public static var arrayType: ColumnType { Stored.arrayType }
    public var json: JSONValue { stored.json }
}

extension Instant: ArrayElement {}
extension ChannelID: ArrayElement {}
extension EventTypeID: ArrayElement {}
extension PluginID: ColumnValue {}
extension Topic: ColumnValue {}
extension UserID: ArrayElement {}
extension Priority: ArrayElement {}
extension NotificationState: ArrayElement {}
extension DeliveryState: ArrayElement {}
extension NotificationStanding: ArrayElement {}
extension Ending: ColumnValue {}
