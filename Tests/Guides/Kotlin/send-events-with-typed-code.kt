import carillon.events.*
import java.math.BigDecimal

// What the reader's service has.

class Payout {
    val escrow = ""
    val id = ""
    val number = 1
    val bank = ""
    val owner = ""
}

val payout = Payout()
val key = ""
