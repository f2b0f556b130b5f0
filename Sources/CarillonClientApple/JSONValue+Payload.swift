public import CarillonModel
import Foundation

extension JSONValue {
    /// What a push carries, as Apple's frameworks hand it over; an empty object where it isn't JSON.
    public init(payload: [AnyHashable: Any]) {
        guard JSONSerialization.isValidJSONObject(payload),
            let data = try? JSONSerialization.data(withJSONObject: payload),
            let json = try? JSONValue(parsing: data)
        else {
            self = [:]
            return
        }
        self = json
    }
}
