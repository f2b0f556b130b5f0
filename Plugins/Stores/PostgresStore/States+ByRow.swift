import StoredRows

// In SQL: `row = ANY($1) AND status \(byRow: DeliveryState.leased)`, for rows that are named.
//
// Where `status = 1` stands beside a row's number, the partial index of that state is another way to the row, and a plan that was
// made when there was little in that state takes it: from then on each statement reads all there is. An index isn't
// known to hold for a range, even if that is of one number.
extension DefaultStringInterpolation {
    mutating func appendInterpolation(byRow state: DeliveryState) { append(only: state.rawValue) }
    mutating func appendInterpolation(byRow state: NotificationState) { append(only: state.rawValue) }

    private mutating func append(only number: Int64) { appendLiteral("BETWEEN \(number) AND \(number)") }
}
