// Uses the calls that were generated for the five tenants; `endpoints.py` says with which host.

package carillon.client

import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse

private val given = (System.getenv("CARILLON_ENDPOINTS") ?: "").split(" ")
private val host = given[0]
private val user = given[1]

/** As it is by itself, it asks for HTTP/2 on each new connection (`Upgrade: h2c`). */
private val http = HttpClient.newHttpClient()

private fun transport(message: EndpointMessage): EndpointReply {
    val body = message.body?.let { HttpRequest.BodyPublishers.ofString(it) } ?: HttpRequest.BodyPublishers.noBody()
    val request = HttpRequest.newBuilder(URI.create(message.url)).method(message.method, body)
    for ((name, value) in message.headers) request.header(name, value)
    val reply = http.send(request.build(), HttpResponse.BodyHandlers.ofString())
    return EndpointReply(reply.statusCode(), reply.body(), reply.headers().firstValue("Retry-After").orElse(null))
}

private class Caller(private val sender: EndpointSender) {
    constructor(token: String?) : this(EndpointSender(host, true, { token }, ::transport))

    fun <Answer, Code> answer(request: EndpointRequest<Answer, Code>): Answer {
        val outcome = sender.send(request)
        if (outcome is EndpointOutcome.Answered) return outcome.answer
        throw IllegalStateException("$request came to $outcome")
    }

    fun <Answer, Code> refusal(request: EndpointRequest<Answer, Code>): String {
        val outcome = sender.send(request)
        if (outcome is EndpointOutcome.Invalid) return "invalid " + outcome.faults.joinToString(", ") { "${it.field} ${it.code}" }
        return if (outcome is EndpointOutcome.Refused) "refused ${outcome.status} ${outcome.written}" else "$outcome"
    }
}

private fun dossier(caller: Caller) {
    val token = "ExponentPushToken[$user-dossier]"
    val type = DossierEndpoints.DevicesRegister.DeviceType.IOS
    val locale = DossierEndpoints.DevicesRegister.Locale.EN
    val device = caller.answer(DossierEndpoints.devicesRegister(token, type, appVersion = "1", locale = locale))
    println("dossier registered ${device.status}")
    val page = caller.answer(DossierEndpoints.notificationsList(limit = 10))
    println("dossier listed ${page.notifications.size} unread ${page.unreadCount}")
    val ids = page.notifications.map { it.id }
    println("dossier marked ${caller.answer(DossierEndpoints.notificationsMark(ids)).updatedCount}")
    val later = caller.answer(DossierEndpoints.notificationsList())
    println("dossier listed ${later.notifications.size} unread ${later.unreadCount}")
    val wrong = DossierEndpoints.devicesRegister("none", type, appVersion = "1", locale = locale)
    println("dossier ${caller.refusal(wrong)}")
    val longer = "x".repeat(257)
    val long = DossierEndpoints.devicesRegister(longer, type, deviceName = longer, appVersion = "1", locale = locale)
    println("dossier ${caller.refusal(long)}")
    println("dossier ${caller.refusal(DossierEndpoints.notificationsMark(listOf("x".repeat(65)) + List(100) { "1" }))}")
    println("dossier unregistered ${caller.answer(DossierEndpoints.devicesUnregister(token)).status}")
}

private fun escrow(caller: Caller) {
    val token = "ExponentPushToken[$user-escrow]"
    val platform = EscrowEndpoints.DevicesRegister.Platform.IOS
    println("escrow registered ${caller.answer(EscrowEndpoints.devicesRegister(token, platform)).status}")
    val order = EscrowEndpoints.NotificationsList.Order.TIME
    val page = caller.answer(EscrowEndpoints.notificationsList(unread = true, order = order))
    println("escrow listed ${page.items.size} unread ${page.unreadCount}")
    val ids = page.items.map { it.id }
    println("escrow marked ${caller.answer(EscrowEndpoints.notificationsMark(ids)).updatedCount}")
    val later = caller.answer(EscrowEndpoints.notificationsList())
    println("escrow listed ${later.items.size} unread ${later.unreadCount}")
    println("escrow ${caller.refusal(EscrowEndpoints.notificationsMark(ids, true))}")
    println("escrow unregistered ${caller.answer(EscrowEndpoints.devicesUnregister(token)).status}")
}

private fun exchange(caller: Caller) {
    val session = "session-$user"
    val update = ExchangeEndpoints.sessionsUpdate(session, true, OrNull("$user-exchange"))
    println("exchange updated ${caller.answer(update).allowNotifications}")
    val page = caller.answer(ExchangeEndpoints.notificationsList())
    println("exchange listed ${page.items.size} unread ${page.unreadCount}")
    println("exchange marked ${caller.answer(ExchangeEndpoints.notificationsMark(all = true)).updatedCount}")
    val later = caller.answer(ExchangeEndpoints.notificationsList())
    println("exchange listed ${later.items.size} unread ${later.unreadCount}")
    println("exchange ${caller.refusal(ExchangeEndpoints.sessionsUpdate("a/b ü", false, OrNull(null)))}")
    caller.answer(ExchangeEndpoints.sessionsEnd(session))
    println("exchange ended")
    println("exchange ${caller.refusal(ExchangeEndpoints.sessionsEnd("x".repeat(257)))}")
    login(caller)
}

/** The product's own log-in, which the host passes on, and the session that it notes on the way. */
private fun login(caller: Caller) {
    val nobody = Caller(null as String?)
    fun request(password: String) =
        ExchangeEndpoints.sessionsLogin(true, OrNull("$user-login"), mapOf("email" to user, "password" to password))
    val session = (nobody.answer(request("sesame")) as Map<*, *>)["session_id"].toString()
    println("exchange logged in ${session == "login-$user"}")
    val update = ExchangeEndpoints.sessionsUpdate(session, fcmToken = OrNull("$user-rotated"))
    println("exchange rotated ${caller.answer(update).allowNotifications}")
    caller.answer(ExchangeEndpoints.sessionsEnd(session))
    println("exchange ${caller.refusal(update)}")
    println("exchange ${nobody.refusal(request("wrong"))}")
}

private fun remittance(caller: Caller) {
    val token = "ExpoPushToken[$user-remittance]"
    val platform = RemittanceEndpoints.DevicesRegister.Platform.ANDROID
    println("remittance registered ${caller.answer(RemittanceEndpoints.devicesRegister(token, platform)).data.status}")
    val page = caller.answer(RemittanceEndpoints.notificationsList())
    println("remittance listed ${page.data.size} unread ${page.unreadCount}")
    val marked = caller.answer(RemittanceEndpoints.notificationsMark(page.data.map { it.id }))
    println("remittance marked ${marked.data.updatedCount}")
    val later = caller.answer(RemittanceEndpoints.notificationsList(limit = 5, offset = 0))
    println("remittance listed ${later.data.size} unread ${later.unreadCount}")
    caller.answer(RemittanceEndpoints.preferencesSet(lowPriorityPushEnabled = false))
    val settings = caller.answer(RemittanceEndpoints.preferencesGet()).data
    println("remittance set ${settings.lowPriorityPushEnabled} ${settings.emailEnabled}")
    println("remittance ${Caller(null as String?).refusal(RemittanceEndpoints.preferencesGet())}")
    println("remittance unregistered ${caller.answer(RemittanceEndpoints.devicesUnregister(token)).status}")
}

private fun wallet(caller: Caller) {
    val types = WalletEndpoints.DevicesRegister.SafesNotificationTypes.values().toList()
    val address = "0x" + "ab".repeat(20)
    val safe = WalletEndpoints.DevicesRegister.SafesElement("1", address, types)
    val type = WalletEndpoints.DevicesRegister.DeviceType.IOS
    val device = caller.answer(WalletEndpoints.devicesRegister("$user-wallet", type, safes = listOf(safe))).deviceUuid
    println("wallet registered ${device.length == 36}")
    val page = caller.answer(WalletEndpoints.notificationsList())
    println("wallet listed ${page.items.size} unread ${page.unreadCount}")
    println("wallet ${caller.refusal(WalletEndpoints.notificationsList(limit = 0))}")
    println("wallet marked ${caller.answer(WalletEndpoints.notificationsMark(page.items.map { it.id })).updatedCount}")
    val later = caller.answer(WalletEndpoints.notificationsList())
    println("wallet listed ${later.items.size} unread ${later.unreadCount}")
    val heard = WalletEndpoints.subscriptionsList(chainId = "1", safeAddress = address, deviceUuid = device)
    println("wallet types ${caller.answer(heard).size}")
    val goodbye = WalletEndpoints.devicesUnregister(deviceUuid = device, chainId = "1")
    caller.answer(goodbye)
    println("wallet unregistered")
    println("wallet ${caller.refusal(goodbye)}")
}

fun main() {
    val callers = given.drop(2).map { Caller(it) }
    dossier(callers[0])
    escrow(callers[1])
    exchange(callers[2])
    remittance(callers[3])
    wallet(callers[4])
}
