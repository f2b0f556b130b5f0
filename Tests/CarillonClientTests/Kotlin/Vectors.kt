// Runs the scenario vectors that concern it against the Kotlin runtime: `VectorsKt FOLDER`. Ends with 1 where one fails.

package carillon.client

import java.io.File
import java.io.IOException
import kotlin.system.exitProcess

/** RFC 8259, for files that are known to be right. */
private class JSONReader(private val text: String) {
    private var place = 0

    fun document(): Any? {
        val value = value()
        space()
        require(place == text.length) { "text after the value at $place" }
        return value
    }

    private fun space() {
        while (place < text.length && text[place] in " \t\r\n") place += 1
    }

    private fun take(character: Char): Boolean {
        space()
        if (place >= text.length || text[place] != character) return false
        place += 1
        return true
    }

    private fun value(): Any? {
        space()
        require(place < text.length) { "the text ends too early" }
        return when (text[place]) {
            '{' -> members()
            '[' -> elements()
            '"' -> string()
            else -> word()
        }
    }

    private fun members(): Map<String, Any?> {
        place += 1
        val members = LinkedHashMap<String, Any?>()
        if (take('}')) return members
        do {
            space()
            val name = string()
            require(take(':')) { "no colon at $place" }
            members[name] = value()
        } while (take(','))
        require(take('}')) { "no brace at $place" }
        return members
    }

    private fun elements(): List<Any?> {
        place += 1
        val elements = ArrayList<Any?>()
        if (take(']')) return elements
        do elements.add(value()) while (take(','))
        require(take(']')) { "no bracket at $place" }
        return elements
    }

    private fun string(): String {
        require(text[place] == '"') { "no text at $place" }
        place += 1
        val content = StringBuilder()
        while (text[place] != '"') {
            if (text[place] != '\\') {
                content.append(text[place++])
                continue
            }
            val escape = text[place + 1]
            place += 2
            when (escape) {
                'n' -> content.append('\n')
                'r' -> content.append('\r')
                't' -> content.append('\t')
                'b' -> content.append('\b')
                'f' -> content.append('\u000C')
                'u' -> {
                    content.append(text.substring(place, place + 4).toInt(16).toChar())
                    place += 4
                }
                else -> content.append(escape)
            }
        }
        place += 1
        return content.toString()
    }

    private fun word(): Any? {
        val start = place
        while (place < text.length && text[place] !in ",]} \t\r\n") place += 1
        return when (val word = text.substring(start, place)) {
            "true" -> true
            "false" -> false
            "null" -> null
            else -> word.toLongOrNull() ?: word.toBigDecimal()
        }
    }
}

private fun parsed(text: String): Any? = try {
    JSONReader(text).document()
} catch (error: RuntimeException) {
    null
}

private typealias Members = Map<String, Any?>

@Suppress("UNCHECKED_CAST")
private fun Any?.members(): Members = this as Members

private fun Members.text(name: String) = getValue(name) as String
private fun Members.list(name: String) = getValue(name) as List<*>
private fun Members.texts(name: String): Map<String, String> =
    (this[name] as? Map<*, *>)?.entries?.associate { (key, value) -> key as String to value as String } ?: emptyMap()

private var count = 0
private val failures = ArrayList<String>()

private fun expect(actual: Any?, expected: Any?, what: String) {
    if (actual != expected) failures.add("$what\n  expected $expected\n  found    $actual")
}

private fun vectors(folder: File, file: String, check: (vector: Members, all: Members) -> Unit) {
    val all = JSONReader(File(folder, "$file.json").readText()).document().members()
    for (vector in all.list("vectors")) {
        count += 1
        val name = vector.members().text("name")
        try {
            check(vector.members(), all)
        } catch (error: Exception) {
            failures.add("$file: “$name” threw $error")
        }
    }
}

private fun Destination.json(): Members = mapOf("route" to route, "values" to values)

private fun destination(json: Any?): Destination? =
    (json as? Map<*, *>)?.let { Destination(it.members().text("route"), it.members().texts("values")) }

private fun checkPush(vector: Members, all: Members) {
    val name = vector.text("name")
    val product = all.getValue("products").members().getValue(vector.text("product")).members()
    val shape = PushShape.values().first { it.key == vector.text("shape") }
    val push = ReceivedPush(vector["payload"], shape, ::parsed)
    val found = linkedMapOf<String, Any?>(
        "data" to push.data, "title" to push.title, "body" to push.body, "badge" to push.badge?.toLong(),
        "category" to push.category, "thread" to push.thread, "picture" to push.picture,
        "androidChannel" to push.androidChannel, "link" to push.link, "action" to push.action
    ).filterValues { it != null }
    expect(found, vector["push"], "“$name” push")
    val catalogue = EventCatalogue(product["events"])
    val recognized: Members = when (val recognition = catalogue.recognize(push)) {
        Recognition.Collected -> mapOf("kind" to "collected")
        is Recognition.Unknown -> mapOf("kind" to "unknown")
        is Recognition.Event -> mapOf(
            "kind" to "event", "event" to recognition.id, "possible" to recognition.possible,
            "fields" to recognition.fields, "notificationID" to recognition.notificationID,
            "identity" to recognition.identity
        )
    }
    for (member in listOf("kind", "event", "possible", "fields", "notificationID", "identity")) {
        if (member in vector) expect(recognized[member], vector[member], "“$name” $member")
    }
    val links = AppLinks(product["deepLinks"])
    expect(catalogue.destination(push, links)?.json(), vector["destination"], "“$name” destination")
}

private fun checkLink(vector: Members, all: Members) {
    val (name, link) = vector.text("name") to vector.text("link")
    val links = AppLinks(all["deepLinks"])
    try {
        val found = links.read(link)
        expect(found.json(), vector["destination"], "“$name”")
        val form = LinkForm.values().first { it.key == vector["form"] }
        val printed = links.link(found, form)
        expect(printed == link, vector["isPrinted"], "“$name” printed")
        expect(printed?.let(links::read), found, "“$name” printed and read")
    } catch (error: LinkException) {
        expect(error.fault.key, vector["fault"], "“$name”")
    }
}

private fun routerEvent(event: Members): RouterEvent {
    val at = event["at"] as? Long ?: 0
    return when (val type = event.text("type")) {
        "tap" -> RouterEvent.Tap(
            event.text("id"), event["isID"] as? Boolean ?: true, event["action"] as? String ?: "", destination(event["destination"]),
            event["address"] as? String, event.texts("context"), event["user"] as? String, at
        )
        "link" -> RouterEvent.Link(event.text("link"), event.text("source"), at)
        "ready" -> RouterEvent.Ready(at)
        "signedIn" -> RouterEvent.SignedIn(event.text("user"), at)
        "signedOut" -> RouterEvent.SignedOut
        "locked" -> RouterEvent.Locked
        "unlocked" -> RouterEvent.Unlocked(at)
        "refused" -> RouterEvent.Refused(destination(event["destination"])!!)
        else -> throw IllegalArgumentException(type)
    }
}

private fun describe(effect: RouterEffect): Members = when (effect) {
    is RouterEffect.Show ->
        mapOf("type" to "show", "destination" to effect.destination.json(), "context" to effect.context)
    is RouterEffect.OpenExternally -> mapOf("type" to "openExternally", "address" to effect.address)
    is RouterEffect.MarkOpened -> mapOf("type" to "markOpened", "id" to effect.id)
    is RouterEffect.Perform -> mapOf("type" to "perform", "action" to effect.action, "id" to effect.id)
    is RouterEffect.Refuse -> mapOf("type" to "refuse", "fault" to effect.fault.key)
}

private fun checkRouter(vector: Members) {
    val name = vector.text("name")
    val parameters = vector.getValue("parameters").members()
    val gates = parameters.texts("gates").mapValues { (_, gate) -> Gate.values().first { it.key == gate } }
    val router = Router(AppLinks(parameters["deepLinks"]), gates, destination(parameters["fallback"]))
    var state = routerState(vector["given"])
    vector.list("steps").forEachIndexed { index, step ->
        val (next, effects) = router.reduce(state, routerEvent(step.members().getValue("event").members()))
        state = next
        expect(effects.map(::describe), step.members()["effects"], "“$name” effects of step $index")
        val description = next.kept() +
            mapOf("isReady" to next.isReady, "isLocked" to next.isLocked, "user" to next.user)
        for ((member, value) in (step.members()["state"] as? Map<*, *>) ?: emptyMap<Any, Any>()) {
            expect(description[member], value, "“$name” $member after step $index")
        }
        val restored = routerState(next.kept())
        expect(restored.kept(), next.kept(), "“$name” kept after step $index")
    }
}

private fun checkChannels(vector: Members, all: Members) {
    val found = androidChannels(all["profile"], vector.text("locale")).map { channel ->
        mapOf(
            "id" to channel.id, "name" to channel.name, "description" to channel.description,
            "importance" to channel.importance.toLong(), "showsBadge" to channel.showsBadge,
            "vibration" to channel.vibration, "lightColor" to channel.lightColor?.toLong(), "sound" to channel.sound,
            "lockscreenVisibility" to channel.lockscreenVisibility?.toLong()
        )
    }
    expect(found, vector["channels"], "“${vector.text("name")}”")
}

private fun checkForeground(vector: Members, all: Members) {
    val otherwise = ForegroundDisplay.values().firstOrNull { it.key == vector["otherwise"] } ?: ForegroundDisplay.BANNER
    val shape = PushShape.values().first { it.key == vector.text("shape") }
    val display = ForegroundPolicy(all["profile"], otherwise)
        .display(ReceivedPush(vector["payload"], shape, ::parsed), vector["isKnown"] as Boolean? ?: false)
    expect(display.key, vector["display"], "“${vector.text("name")}”")
}

private fun checkJson(vector: Members) {
    val found = try {
        EndpointJson.read(vector["text"] as String? ?: "null")
    } catch (fault: UnreadableAnswer) {
        null
    }
    expect(found, vector["value"], "“${vector.text("name")}”")
}

private fun checkOutcome(vector: Members) {
    val request = EndpointRequest(
        "things.rename", "POST", listOf("things", EndpointParameter(listOf("id"), vector["id"] ?: "a")), "",
        EndpointAccess.NONE, emptyList(), emptyList(),
        listOf(EndpointParameter(listOf("title"), vector["title"] ?: "abc", limit = EndpointLimit.Text(3))),
        EndpointErrors(listOf("error", "code"), null, listOf("error", "retry_after")), { it },
        { it.member("ok").boolean() }
    )
    val sender = EndpointSender("https://api.example", token = { null }) {
        val reply = (vector["reply"] ?: throw IOException("unreached")).members()
        EndpointReply((reply["status"] as Long).toInt(), reply.text("body"), reply["retryAfter"] as String?)
    }
    val outcome = RequestOutcome.of(
        try {
            sender.send(request)
        } catch (error: IOException) {
            null
        }
    )
    val found = mapOf("status" to outcome.status.toLong(), "retryAfter" to outcome.retryAfter).filterValues { it != null }
    expect(found, vector["outcome"], "“${vector.text("name")}”")
}

fun main(arguments: Array<String>) {
    val folder = File(arguments[0])
    vectors(folder, "pushes", ::checkPush)
    vectors(folder, "links", ::checkLink)
    vectors(folder, "router") { vector, _ -> checkRouter(vector) }
    vectors(folder, "channels", ::checkChannels)
    vectors(folder, "foreground", ::checkForeground)
    vectors(folder, "json") { vector, _ -> checkJson(vector) }
    vectors(folder, "outcomes") { vector, _ -> checkOutcome(vector) }
    for (failure in failures) System.err.println(failure)
    println("$count scenarios, ${failures.size} differences")
    if (failures.isNotEmpty() || count < 250) exitProcess(1)
}
