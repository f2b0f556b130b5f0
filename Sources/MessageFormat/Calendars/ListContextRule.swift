/// Languages in which the last conjunction depends on the item after it.
enum ListContextRule: UInt8 {
    case none = 0
    case spanish = 1
    case hebrew = 2
}
