// What the events of every tenant have in common: their values, the checks before sending, and their JSON.

package carillon.events

import java.math.BigDecimal
import java.time.Instant
import java.time.LocalDate

/** An event that was checked and can be sent: what the host gets, and nothing else. */
class CarillonEvent internal constructor(
    /** The tenant whose event it is. */
    val tenant: String,
    /** The sender's own id; the same id and source again create nothing. */
    val id: String,
    /** Who sends. */
    val source: String,
    /** The event type. */
    val type: String,
    private val head: String,
    private val recipients: CarillonRecipients,
    private val tail: String
) {
    /** The body of `POST /v1/{tenant}/events`, as `application/json`. */
    val json: String get() = "{" + head + "," + recipients.json() + tail + "}"

    /** The event as a structured CloudEvent 1.0, as `application/cloudevents+json`. */
    val cloudEventJson: String
        get() = "{\"specversion\":\"1.0\"," + head + "," + recipients.cloudEventJson() + tail + "}"

    /** Without the data, which may be sensitive. */
    override fun toString(): String = tenant + " " + type + " " + id
}

/** Who gets an event: 1 to 100 users, everybody subscribed to a topic, or those of the users who are. */
class CarillonRecipients private constructor(internal val users: List<CarillonRecipient>?, internal val topic: String?) {
    companion object {
        fun users(users: List<CarillonRecipient>): CarillonRecipients = CarillonRecipients(users, null)
        fun users(vararg ids: String): CarillonRecipients =
            CarillonRecipients(ids.map { CarillonRecipient(it) }, null)
        fun topic(topic: String): CarillonRecipients = CarillonRecipients(null, topic)
        fun subscribers(users: List<CarillonRecipient>, topic: String): CarillonRecipients =
            CarillonRecipients(users, topic)
    }

    internal fun json(): String = members(users?.joinToString(",", "[", "]") { it.json() })

    /** Ids in one text, where they can stand there: an attribute of a CloudEvent is no list. */
    internal fun cloudEventJson(): String {
        val list = users
        if (list == null || !list.all { it.isPlain() }) return json()
        return members(CarillonJson.text(list.joinToString(",") { it.id }))
    }

    private fun members(list: String?): String =
        listOfNotNull(list?.let { "\"recipients\":" + it }, topic?.let { "\"topic\":" + CarillonJson.text(it) })
            .joinToString(",")
}

/** A user, and what the host shall know of them from now on. */
data class CarillonRecipient(
    val id: String,
    val locale: String? = null,
    val timeZone: String? = null,
    val email: String? = null,
    val phone: String? = null
) {
    internal fun others(): List<Pair<String, String>> =
        listOf("locale" to locale, "timeZone" to timeZone, "email" to email, "phone" to phone)
            .mapNotNull { member -> member.second?.let { member.first to CarillonJson.text(it) } }

    internal fun json(): String {
        val others = others()
        if (others.isEmpty()) return CarillonJson.text(id)
        return CarillonJson.obj(listOf("id" to CarillonJson.text(id)) + others)
    }

    /** Whether it is an id that can stand in a list with commas. */
    internal fun isPlain(): Boolean =
        others().isEmpty() && id.all { it in '!'..'~' && it != ',' }
}

/** One thing that is wrong with an event, as the host would say it. */
data class CarillonFault(
    /** JSON pointer into the event, such as `/data/order_id`. */
    val pointer: String,
    /** The host's code, such as `too-long`. */
    val code: String,
    val message: String
)

/** Everything that is wrong with an event. */
class CarillonFaults(val faults: List<CarillonFault>) :
    Exception(faults.joinToString("; ") { it.pointer + " " + it.message + " (" + it.code + ")" })

/** What is the same for all events of a tenant. */
class CarillonTenant(
    val id: String,
    /** Whether the host takes markup and control characters out of texts, where it would refuse them otherwise. */
    val stripsTags: Boolean,
    /** The header by which the tenant's services prove who they are. */
    val header: String,
    /** What stands before the key in that header, such as `Bearer`. */
    val scheme: String?
)

/** The payload of an event type. */
abstract class CarillonPayload {
    protected abstract val carillonTenant: CarillonTenant
    protected abstract val carillonType: String

    /** The fields by their names in JSON, in the order of the tenant's file. */
    protected abstract fun carillonMembers(): List<CarillonMember>

    /**
     * Checks everything that can be checked without the host, and throws [CarillonFaults], all at once.
     *
     * [id] is the sender's own id of what happened: sent again with the same one, an event creates nothing; so it must not be made
     * anew for each attempt. [source] is who sends, such as a URL of the service. [time] is when it happened, [scheduledAt] when it
     * goes out: at once where it is left out.
     */
    fun event(
        id: String,
        source: String,
        recipients: CarillonRecipients,
        time: Instant? = null,
        scheduledAt: Instant? = null
    ): CarillonEvent {
        val check = CarillonCheck(carillonTenant.stripsTags)
        check.name(id, "/id")
        check.name(source, "/source")
        val users = recipients.users
        if (users != null) {
            if (users.isEmpty() && recipients.topic == null) {
                check.found("/recipients", "too-few", "must name at least one")
            }
            check.counted(users.size, 100, "/recipients")
            users.forEachIndexed { index, user ->
                check.name(user.id, "/recipients/" + index + (if (user.others().isEmpty()) "" else "/id"))
            }
        }
        recipients.topic?.let { check.name(it, "/topic") }
        val head = listOf("id" to id, "source" to source, "type" to carillonType)
            .map { it.first to CarillonJson.text(it.second) } +
            listOfNotNull(time?.let { "time" to CarillonJson.text(it.toString()) })
        val data = carillonMembers().mapNotNull { member ->
            member.value?.let { member.name to it.json(check, "/data/" + member.name) }
        }
        var tail = ""
        if (scheduledAt != null) tail += ",\"scheduledAt\":" + CarillonJson.text(scheduledAt.toString())
        tail += ",\"data\":" + CarillonJson.obj(data)
        if (check.faults.isNotEmpty()) throw CarillonFaults(check.faults)
        return CarillonEvent(
            carillonTenant.id, id, source, carillonType, CarillonJson.members(head), recipients, tail
        )
    }
}

/** A field of a payload; without a value it is left out. */
class CarillonMember(val name: String, val value: CarillonValue?)

/** An amount: exact, in units or in the currency's smallest ones. */
class CarillonMoney private constructor(
    private val value: BigDecimal?,
    private val minor: Long?,
    /** Three letters of ISO 4217, or the ticker of an asset. */
    val currency: String
) {
    companion object {
        fun of(value: BigDecimal, currency: String): CarillonMoney = CarillonMoney(value, null, currency)
        fun ofMinor(minor: Long, currency: String): CarillonMoney = CarillonMoney(null, minor, currency)
    }

    internal fun json(check: CarillonCheck, pointer: String): String {
        if (!Regex("[A-Za-z0-9][A-Za-z0-9._-]{0,23}").matches(currency)) {
            check.found(
                pointer + "/currency",
                "bad-format",
                "must be the code of a currency or an asset, 1 to 24 letters, digits, ., - and _"
            )
        } else if (minor != null && !Regex("[A-Z]{3}").matches(currency)) {
            check.found(
                pointer + "/currency",
                "bad-format",
                "must be a currency of ISO 4217 when the amount is in minor units"
            )
        }
        val amount = if (value != null) {
            if (!CarillonForm.isDecimal(value.toPlainString())) {
                check.found(pointer + "/value", "bad-format", "must be a decimal written as a string")
            }
            "value" to CarillonJson.text(value.toPlainString())
        } else {
            "minor" to minor.toString()
        }
        return CarillonJson.obj(listOf(amount, "currency" to CarillonJson.text(currency)))
    }
}

/** A value with its limits. */
class CarillonValue private constructor(internal val json: (CarillonCheck, String) -> String) {
    companion object {
        fun text(text: String, most: Int) = CarillonValue { check, pointer -> check.text(text, most, pointer) }

        fun integer(number: Long, least: Long, most: Long) = CarillonValue { check, pointer ->
            if (number < least || number > most) {
                check.found(pointer, "out-of-range", "must be from " + least + " to " + most)
            }
            number.toString()
        }

        fun decimal(number: BigDecimal) = CarillonValue { check, pointer ->
            check.formed(number.toPlainString(), pointer, "a plain decimal of at most 38 digits", CarillonForm::isDecimal)
        }

        fun money(money: CarillonMoney) = CarillonValue { check, pointer -> money.json(check, pointer) }
        fun boolean(value: Boolean) = CarillonValue { _, _ -> value.toString() }
        fun choice(value: String) = CarillonValue { _, _ -> CarillonJson.text(value) }

        fun uuid(text: String) = CarillonValue { check, pointer ->
            check.formed(text, pointer, "a UUID", CarillonForm::isUuid)
        }

        fun slug(text: String) = CarillonValue { check, pointer ->
            check.formed(text, pointer, "at most 128 letters, digits, - and _", CarillonForm::isSlug)
        }

        fun path(text: String) = CarillonValue { check, pointer ->
            check.formed(text, pointer, "1 to 8 slugs joined by slashes, such as offers/2026", CarillonForm::isPath)
        }

        fun url(text: String, most: Int) = CarillonValue { check, pointer ->
            val length = text.toByteArray().size
            if (length > most) {
                check.found(pointer, "too-long", "has " + length + " bytes, at most " + most + " are allowed")
                "null"
            } else {
                check.formed(text, pointer, "an absolute http or https URL, percent-encoded", CarillonForm::isUrl)
            }
        }

        fun email(text: String) = CarillonValue { check, pointer ->
            check.formed(text, pointer, "an e-mail address", CarillonForm::isEmail)
        }

        fun instant(time: Instant) = CarillonValue { _, _ -> CarillonJson.text(time.toString()) }
        fun date(day: LocalDate) = CarillonValue { _, _ -> CarillonJson.text(day.toString()) }

        fun list(values: List<CarillonValue>, most: Int) = CarillonValue { check, pointer ->
            check.counted(values.size, most, pointer)
            values.mapIndexed { index, value -> value.json(check, pointer + "/" + index) }.joinToString(",", "[", "]")
        }

        fun map(texts: Map<String, String>, most: Int, textMost: Int) = CarillonValue { check, pointer ->
            check.counted(texts.size, most, pointer)
            CarillonJson.obj(
                texts.toSortedMap().map { entry ->
                    val place = pointer + "/" + entry.key
                    if (!Regex("[A-Za-z_][A-Za-z0-9_.-]{0,39}").matches(entry.key)) {
                        check.found(
                            place,
                            "bad-format",
                            "must be named by a letter or _ and then letters, digits, _, - and ."
                        )
                    }
                    entry.key to check.text(entry.value, textMost, place)
                }
            )
        }

        /** Texts by language. */
        fun localized(texts: List<Pair<String, String?>>, most: Int) = CarillonValue { check, pointer ->
            CarillonJson.obj(
                texts.mapNotNull { entry ->
                    entry.second?.let { text ->
                        val place = pointer + "/" + entry.first
                        if (text.isBlank()) check.found(place, "bad-format", "must be words")
                        entry.first to check.text(text, most, place)
                    }
                }
            )
        }
    }
}

/** Reads values as the host would. */
internal class CarillonCheck(private val stripsTags: Boolean) {
    val faults = mutableListOf<CarillonFault>()

    fun found(pointer: String, code: String, message: String) {
        faults.add(CarillonFault(pointer, code, message))
    }

    fun counted(count: Int, most: Int, pointer: String) {
        if (count > most) found(pointer, "too-many", "has " + count + " entries, at most " + most + " are allowed")
    }

    /** A name of the request itself. */
    fun name(text: String, pointer: String) {
        val length = text.codePointCount(0, text.length)
        if (length == 0 || length > 256 || text.any { it.isISOControl() }) {
            found(pointer, "bad-format", "must be 1 to 256 characters, none of them a control character")
        }
    }

    fun formed(text: String, pointer: String, wanted: String, isValid: (String) -> Boolean): String {
        if (!isValid(text)) found(pointer, "bad-format", "must be " + wanted)
        return CarillonJson.text(text)
    }

    fun text(text: String, most: Int, pointer: String): String {
        val hasControls = text.any { it.isISOControl() && it != '\t' && it != '\n' }
        val length = text.codePointCount(0, text.length)
        if (stripsTags && (hasControls || text.any { it == '<' || it in '\u2000'..'\u2FFF' })) {
            // How long it is then, only the host knows.
        } else if (hasControls) {
            found(pointer, "control-character", "must not hold control characters other than line feed and tab")
        } else if (length > most) {
            found(pointer, "too-long", "has " + length + " characters, at most " + most + " are allowed")
        }
        return CarillonJson.text(text)
    }
}

private object CarillonForm {
    private val uuid = Regex("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
    private val slug = Regex("[A-Za-z0-9_-]{1,128}")
    private val decimal = Regex("-?(0|[1-9][0-9]*)([.][0-9]+)?")
    private val urlCharacters = Regex("[!#-;=?-\\[\\]_a-z~]*")
    private val url = Regex("https?://([^/?:]*)(:([0-9]{1,5}))?([/?].*)?", RegexOption.IGNORE_CASE)
    private val label = Regex("[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
    private val atom = Regex("([A-Za-z0-9!#\$%&'*+\\-/=?^_`{|}~]|[^\\u0000-\\u007F])+")

    fun isUuid(text: String): Boolean = uuid.matches(text)
    fun isSlug(text: String): Boolean = slug.matches(text)
    fun isPath(text: String): Boolean = text.split("/").let { it.size <= 8 && it.all(::isSlug) }
    fun isDecimal(text: String): Boolean = decimal.matches(text) && text.count { it in '0'..'9' } <= 38

    fun isUrl(text: String): Boolean {
        val address = text.substringBefore("#")
        if (!urlCharacters.matches(text) || address.length > 2048) return false
        val parts = url.matchEntire(address)?.groupValues ?: return false
        return isHost(parts[1], 1) && (parts[3] == "" || parts[3].toInt() <= 65535)
    }

    /** What isn't ASCII is left to the host. */
    fun isEmail(text: String): Boolean {
        val parts = text.split("@")
        if (parts.size != 2 || text.toByteArray().size > 254 || parts[0].toByteArray().size > 64) return false
        return parts[0].split(".").all { atom.matches(it) } && (parts[1].any { it > '\u007F' } || isHost(parts[1], 2))
    }

    private fun isHost(host: String, minimumLabels: Int): Boolean {
        val labels = host.split(".")
        return host.length <= 253 && labels.size >= minimumLabels && labels.all { label.matches(it) }
    }
}

internal object CarillonJson {
    fun obj(members: List<Pair<String, String>>): String = "{" + members(members) + "}"

    fun members(members: List<Pair<String, String>>): String =
        members.joinToString(",") { text(it.first) + ":" + it.second }

    fun text(text: String): String {
        val json = StringBuilder("\"")
        text.forEachIndexed { index, unit ->
            when (unit) {
                '"' -> json.append("\\\"")
                '\\' -> json.append("\\\\")
                '\n' -> json.append("\\n")
                '\r' -> json.append("\\r")
                '\t' -> json.append("\\t")
                '\b' -> json.append("\\b")
                '\u000C' -> json.append("\\f")
                else -> if (unit < ' ' || isLone(text, index)) {
                    json.append("\\u").append(String.format("%04x", unit - '\u0000'))
                } else {
                    json.append(unit)
                }
            }
        }
        return json.append('"').toString()
    }

    /** Half of a character, which UTF-8 can't hold. */
    private fun isLone(text: String, index: Int): Boolean {
        val unit = text[index]
        return when {
            unit.isHighSurrogate() -> text.getOrNull(index + 1)?.isLowSurrogate() != true
            unit.isLowSurrogate() -> text.getOrNull(index - 1)?.isHighSurrogate() != true
            else -> false
        }
    }
}
