import Events
import Foundation

// What the reader's service has.

struct Payout {
    var escrow = ""
    var id = ""
    var number = 1
    var bank = ""
    var owner = ""
}

let payout = Payout()
let key = ""
