package import CarillonModel
import CarillonPluginKit

/// What a statement takes and a column holds, straight from and to the database's library: rows here are many, small and
/// hot, and boxing their values costs as much as storing them.
package protocol ColumnValue {
    static var columnType: ColumnType { get }
    func write(to statement: inout some PreparedStatement) throws
    /// - Parameter column: counted from 0; NULL is nothing where the type isn't optional.
    init(_ statement: some PreparedStatement, column: Int32)
}

/// What a column holds: SQLite takes any, PostgreSQL is told with the statement.
package enum ColumnType: Sendable {
    case number
    case text
    case truth
    case numbers
    case texts
    case truths
}

/// What may be in an array.
package protocol ArrayElement: ColumnValue {
    static var arrayType: ColumnType { get }
    var json: JSONValue { get }
}

extension Int64: ArrayElement {
    package static var columnType: ColumnType { .number }
    package static var arrayType: ColumnType { .numbers }
    package var json: JSONValue { JSONValue(self) }

    package func write(to statement: inout some PreparedStatement) throws { try statement.bind(self) }
    package init(_ statement: some PreparedStatement, column: Int32) { self = statement.number(column) }
}

extension Int: ColumnValue {
    package static var columnType: ColumnType { .number }

    package func write(to statement: inout some PreparedStatement) throws { try statement.bind(Int64(self)) }
    package init(_ statement: some PreparedStatement, column: Int32) { self.init(statement.number(column)) }
}

extension Bool: ArrayElement {
    package static var columnType: ColumnType { .truth }
    package static var arrayType: ColumnType { .truths }
    package var json: JSONValue { .boolean(self) }

    package func write(to statement: inout some PreparedStatement) throws { try statement.bind(self) }
    package init(_ statement: some PreparedStatement, column: Int32) { self = statement.truth(column) }
}

extension String: ArrayElement {
    package static var columnType: ColumnType { .text }
    package static var arrayType: ColumnType { .texts }
    package var json: JSONValue { .string(self) }

    package func write(to statement: inout some PreparedStatement) throws { try statement.bind(self) }
    package init(_ statement: some PreparedStatement, column: Int32) { self = statement.text(column) }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    package static var columnType: ColumnType { Wrapped.columnType }

    package func write(to statement: inout some PreparedStatement) throws {
        if let self { try self.write(to: &statement) } else { try statement.bindNull(of: Wrapped.columnType) }
    }

    package init(_ statement: some PreparedStatement, column: Int32) {
        self = statement.isNull(column) ? nil : Wrapped(statement, column: column)
    }
}

extension Optional: ArrayElement where Wrapped: ArrayElement {
    package static var arrayType: ColumnType { Wrapped.arrayType }
    package var json: JSONValue { self?.json ?? .null }
}

/// An array of one dimension; only given, never read.
extension Array: ColumnValue where Element: ArrayElement {
    package static var columnType: ColumnType { Element.arrayType }

    package func write(to statement: inout some PreparedStatement) throws { try statement.bind(self) }
    package init(_ statement: some PreparedStatement, column: Int32) { self = [] }
}

// MARK: - What is kept as a value of another type

extension ColumnValue where Self: StoredValue, Stored: ColumnValue {
    package static var columnType: ColumnType { Stored.columnType }

    package func write(to statement: inout some PreparedStatement) throws { try stored.write(to: &statement) }

    package init(_ statement: some PreparedStatement, column: Int32) {
        self.init(stored: Stored(statement, column: column))
    }
}

extension ArrayElement where Self: StoredValue, Stored: ArrayElement {
    package static var arrayType: ColumnType { Stored.arrayType }
    package var json: JSONValue { stored.json }
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
