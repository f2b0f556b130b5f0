// Without an argument, prints the events of all samples and what is wrong with a wrong one; with a URL, sends them there.

package carillon.events

import carillon.client.places
import carillon.client.pushLines
import java.math.BigDecimal
import java.time.Instant
import java.time.LocalDate

fun wrongEvent(): CarillonEvent = OddEvents.Everything(
    text = "abcdef",
    integer = 8,
    longInteger = 0,
    decimal = BigDecimal("1".repeat(39)),
    money = CarillonMoney.of(BigDecimal("1"), "€"),
    boolean = true,
    uuid = "x",
    slug = "a b",
    path = "a//b",
    url = "ftp://x",
    email = "a@b",
    instant = Instant.parse("2026-02-25T12:00:00Z"),
    date = LocalDate.parse("2026-02-25"),
    list = listOf("a", "b", "c"),
    moneys = listOf(CarillonMoney.of(BigDecimal("1"), "A"), CarillonMoney.ofMinor(1, "usd")),
    map = mapOf("1a" to "x", "b" to "12345"),
    localized = OddEvents.LocalizedText(en = " ", nb = "1234567")
).event("", "a\u0007", CarillonRecipients.users(emptyList()))

fun main(arguments: Array<String>) {
    if (arguments.isEmpty()) {
        for (sample in sampleEvents()) println(sample.second.json)
        val plain = OddEvents.Everything(
            text = "a",
            integer = 1,
            longInteger = 1,
            decimal = BigDecimal(1),
            money = CarillonMoney.ofMinor(1, "NOK"),
            boolean = false,
            uuid = "0B54F7A8-8D3F-4F3E-9A56-8E4F0C6D2A11",
            slug = "a",
            path = "a",
            url = "http://a",
            email = "a@b.cd",
            instant = Instant.parse("2026-02-25T11:00:00.500Z"),
            date = LocalDate.parse("2026-02-25"),
            list = emptyList(),
            map = emptyMap(),
            localized = OddEvents.LocalizedText("a"),
            secret = "sesame"
        )
        val recipients = CarillonRecipients.subscribers(listOf(CarillonRecipient("a"), CarillonRecipient("b")), "t")
        val event = plain.event("1", "s", recipients)
        println(event.cloudEventJson.replace("2026-02-25T11:00:00.500Z", "2026-02-25 12:00:00.5+01:00"))
        val shown = plain.toString()
        val listed = listOf(plain).toString()
        println("${shown.contains("sesame")} ${event.toString().contains("sesame")} ${listed.contains("sesame")} ${shown.contains("‹hidden›")}")
        println(true)
        try {
            println(wrongEvent().json)
        } catch (faults: CarillonFaults) {
            for (fault in faults.faults) println(fault.pointer + " " + fault.code)
        }
        for (line in places()) println(line)
        for (line in pushLines()) println(line)
    } else {
        for (sample in sampleEvents()) {
            try {
                println(CarillonSender(sample.first, arguments[0], "key", pause = {}).send(sample.second).status)
            } catch (refused: CarillonRefused) {
                println("refused " + refused.answer.status)
            }
        }
    }
}
