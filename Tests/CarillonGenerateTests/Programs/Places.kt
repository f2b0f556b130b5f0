// Prints what the code for apps makes of links and names, line by line as the other languages do.

package carillon.client

fun places(): List<String?> {
    val id = "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90"
    val other = "7a1d4e62-0c9b-4f38-8e15-b6f2a7c3d410"
    val dispute = EscrowApp.Place.of(EscrowApp.links.read("escrow://escrows/$id/disputes/$other"))
    if (dispute != EscrowApp.Place.Dispute(escrow = id, dispute = other)) throw IllegalStateException("another place")
    val push = OddApp.Push.of(received("__proto__" to "secret", "m code" to "sesame", "m open" to "x"))
    if (push !is OddApp.Push.Secret) throw IllegalStateException("another push")
    val lost = OddApp.Push.of(received("m code" to "sesame"))
    if (lost !is OddApp.Push.Unknown || lost.data["m code"] != "sesame") throw IllegalStateException("another push")
    val kind = OddApp.Texts.CountOfLocale.A_B
    return listOf(
        dispute.link(LinkForm.WEB),
        OddApp.Place.of(OddApp.links.read("odd://class/a/b"))?.link(LinkForm.WEB),
        if (OddApp.Place.of(Destination("class", mapOf("self" to "x"))) == null) "no place" else "a place",
        attempt { OddApp.Place.Class(self = "a/b", `in` = "c").link(LinkForm.APP) },
        OddApp.Place.Destination_(value0 = "1", link = "2", values = "3", class_ = "4").link(LinkForm.APP),
        attempt { EscrowApp.links.read("https://evil.example/escrows/$id").route },
        WalletApp.Topic.safe("1", "0xab"),
        OddApp.Topic.u24OddU2a("1", "2"),
        OddApp.Topic.delete("d"),
        OddApp.Category.values().joinToString(",") { it.wire },
        OddApp.Action.values().joinToString(",") { it.wire },
        OddApp.AndroidChannel.values().joinToString(",") { it.wire },
        OddApp.Toggle.values().joinToString(",") { it.wire }
    ) + listOf("nb-NO", "nn", "", "en_GB").map { RemittanceApp.Texts.centerTitle(it) } +
        listOf("nb_NO", "zh-Hant-TW", "x").map { OddApp.Texts.all(it) } +
        listOf(
            "${"$push".contains("sesame")} ${"$push".contains("‹hidden›")}", "${"$lost".contains("sesame")}",
            "${push.code} ${push.open}"
        ) +
        RemittanceApp.Texts.bellLabel(3, "nn") { source, locale, values ->
            if (source == "") "" else "format: $locale ${values["count"]}"
        } +
        OddApp.Texts.countOfTitle(3, kind, null, java.time.Instant.EPOCH, "en") { _, locale, values ->
            "format: $locale ${values["locale"]}"
        } +
        RemittanceApp.Texts.centerTitle(
            "nb",
            mapOf(
                "locales" to mapOf("default" to "nb"),
                "texts" to listOf(mapOf("id" to "center.title", "words" to mapOf("nb" to mapOf("text" to "served"))))
            )
        )
}

private fun received(vararg data: Pair<String, Any?>) = ReceivedPush(mapOf(*data), PushShape.APNS) { null }

private fun attempt(action: () -> String?): String? = try {
    action()
} catch (refused: LinkException) {
    "refused"
}
