import CarillonModel
import CarillonPluginKit
import StoredRows

/// What a statement takes and a column holds, as PostgreSQL's text of it.
protocol ColumnValue {
    /// The number of the type in `pg_type`, which is the same in every database.
    static var typeNumber: UInt32 { get }
    /// Nil for NULL.
    func write(to text: inout ParameterText)
    /// - Parameter field: nil for NULL, which is nothing where the type isn't optional.
    init(_ field: Field?)
}

/// The text of a column in a row.
struct Field {
    let bytes: UnsafeBufferPointer<UInt8>
}

/// What may be in an array.
protocol ArrayElement: ColumnValue {
    static var arrayTypeNumber: UInt32 { get }
}

extension Int64: ArrayElement {
    static var typeNumber: UInt32 { 20 }
    static var arrayTypeNumber: UInt32 { 1016 }

    func write(to text: inout ParameterText) { text.append(self) }

    init(_ field: Field?) {
        guard let bytes = field?.bytes else {
            self = 0
            return
        }
        var value: Int64 = 0
        let isNegative = bytes.first == UInt8(ascii: "-")
        // Downwards, because the least number has no positive one.
        for byte in bytes where byte != UInt8(ascii: "-") { value = value &* 10 &- Int64(byte &- UInt8(ascii: "0")) }
        self = isNegative ? value : 0 &- value
    }
}

extension Int: ColumnValue {
    static var typeNumber: UInt32 { Int64.typeNumber }

    func write(to text: inout ParameterText) { text.append(Int64(self)) }
    init(_ field: Field?) { self.init(Int64(field)) }
}

extension Bool: ArrayElement {
    static var typeNumber: UInt32 { 16 }
    static var arrayTypeNumber: UInt32 { 1000 }

    func write(to text: inout ParameterText) { text.append(self ? "t" : "f") }
    init(_ field: Field?) { self = field?.bytes.first == UInt8(ascii: "t") }
}

extension String: ArrayElement {
    static var typeNumber: UInt32 { 25 }
    static var arrayTypeNumber: UInt32 { 1009 }

    func write(to text: inout ParameterText) { text.append(self) }
    init(_ field: Field?) { self = field.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "" }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    static var typeNumber: UInt32 { Wrapped.typeNumber }

    func write(to text: inout ParameterText) {
        if let self { self.write(to: &text) } else { text.appendNull() }
    }

    init(_ field: Field?) { self = field.map { Wrapped($0) } }
}

extension Optional: ArrayElement where Wrapped: ArrayElement {
    static var arrayTypeNumber: UInt32 { Wrapped.arrayTypeNumber }
}

/// An array of one dimension; only given, never read.
extension Array: ColumnValue where Element: ArrayElement {
    static var typeNumber: UInt32 { Element.arrayTypeNumber }

    func write(to text: inout ParameterText) {
        text.appendArray(self) { element, text in element.write(to: &text) }
    }

    init(_ field: Field?) { self = [] }
}

// MARK: - What is kept as a value of another type

extension ColumnValue where Self: StoredValue, Stored: ColumnValue {
    static var typeNumber: UInt32 { Stored.typeNumber }

    func write(to text: inout ParameterText) { stored.write(to: &text) }
    init(_ field: Field?) { self.init(stored: Stored(field)) }
}

extension ArrayElement where Self: StoredValue, Stored: ArrayElement {
    static var arrayTypeNumber: UInt32 { Stored.arrayTypeNumber }
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
