// Calls of the host by apps, in Kotlin: typed code makes requests, and a thin sender sends them. Written for Kotlin 1.3 and later.

package carillon.client

import java.math.BigDecimal
import java.net.URLEncoder
import java.time.DateTimeException
import java.time.Instant
import java.time.OffsetDateTime

/** What proves who calls: the user's token, the same where there is one, or nothing. */
enum class EndpointAccess { USER, OPTIONAL_USER, NONE }

/** How a point in time is written. */
enum class InstantForm {
    RFC3339, EPOCH_MILLISECONDS, EPOCH_SECONDS;

    fun json(time: Instant): Any = when (this) {
        RFC3339 -> time.toString()
        EPOCH_MILLISECONDS -> time.toEpochMilli()
        EPOCH_SECONDS -> time.epochSecond
    }
}

/** A value that null may stand for, where null isn't the same as leaving it out. */
data class OrNull<T : Any>(val value: T?)

/** How long, large or many a value of a request may be; what else the host asks of it, it says itself. */
sealed class EndpointLimit {
    /** In Unicode code points. */
    class Text(internal val most: Int) : EndpointLimit()

    /** Of a number, or of one that is written as a text. */
    class Number(internal val least: Long?, internal val most: Long?) : EndpointLimit()

    class Items(internal val least: Int?, internal val most: Int?, internal val each: EndpointLimit? = null) : EndpointLimit()

    /** Members by their names; those that aren't named may have any value. */
    class Members(internal val limits: Map<String, EndpointLimit>) : EndpointLimit()

    /** What is too long, too large or too many in a value; a value of another kind is the host's to judge. */
    internal fun faults(value: Any?, field: String): List<EndpointFault> = when (this) {
        is Text -> if (value is String && value.codePointCount(0, value.length) > most) {
            listOf(EndpointFault(field, "too-long", "may have $most characters at most"))
        } else {
            emptyList()
        }
        is Number -> {
            val number = value?.toString()?.toBigDecimalOrNull()
            val isBeyond = number != null &&
                (least != null && number < BigDecimal(least) || most != null && number > BigDecimal(most))
            val bounds = listOfNotNull(least?.let { "at least $it" }, most?.let { "at most $it" })
            if (isBeyond) listOf(EndpointFault(field, "out-of-range", "must be " + bounds.joinToString(" and "))) else emptyList()
        }
        is Items -> if (value is List<*>) {
            val has = "has ${value.size} entries, at"
            val own = if (most != null && value.size > most) {
                listOf(EndpointFault(field, "too-many", "$has most $most are allowed"))
            } else if (least != null && value.size < least) {
                listOf(EndpointFault(field, "too-few", "$has least $least are needed"))
            } else {
                emptyList()
            }
            own + value.mapIndexed { place, element -> each?.faults(element, "$field.$place") ?: emptyList() }.flatten()
        } else {
            emptyList()
        }
        is Members -> limits.flatMap { (name, limit) ->
            (value as? Map<*, *>)?.get(name)?.let { limit.faults(it, "$field.$name") } ?: emptyList()
        }
    }
}

/** A value of a request that the host would refuse, found before anything is sent. */
data class EndpointFault(
    /** Where it stands and what it is called, such as `body.push_token`, `query.limit` or `body.items.0.name`. */
    val field: String,
    /** The host's, such as `too-long`. */
    val code: String,
    /** Names the limit, and never the value. */
    val message: String
)

/**
 * A value of a request as JSON: [steps] are names from the outside in, none for a whole body. One that isn't [isGiven] is left out.
 */
class EndpointParameter(
    internal val steps: List<String>,
    internal val value: Any?,
    internal val isGiven: Boolean = value != null,
    internal val separator: String? = null,
    private val limit: EndpointLimit? = null
) {
    /** In this part of a request, such as `body`. */
    internal fun faults(part: String): List<EndpointFault> =
        if (isGiven && limit != null) limit.faults(value, (listOf(part) + steps).joinToString(".")) else emptyList()

    internal fun pairs(): List<Pair<String, String>> {
        val name = steps.firstOrNull()
        if (!isGiven || name == null) return emptyList()
        val list = value as? List<*> ?: return listOf(name to asText(value))
        val texts = list.map { asText(it) }
        return if (separator == null) texts.map { name to it } else listOf(name to texts.joinToString(separator))
    }

    companion object {
        /** A number or a flag as a text, as some contracts write them. */
        fun asText(value: Any?): String = when (value) {
            null -> ""
            is String -> value
            else -> EndpointJson.write(value)
        }

        /** A whole value first, and the members over it. */
        fun body(parameters: List<EndpointParameter>): Any? {
            val whole = parameters.firstOrNull { it.isGiven && it.steps.isEmpty() }?.value
            val members = parameters.filter { it.isGiven && it.steps.isNotEmpty() }
            if (whole != null && members.isEmpty()) return whole
            return members.fold(whole) { body, member -> setting(body, member.steps, member.value) } ?: emptyMap<String, Any?>()
        }

        private fun setting(body: Any?, steps: List<String>, value: Any?): Any? {
            val step = steps.firstOrNull() ?: return value
            val members = LinkedHashMap<String, Any?>()
            for ((name, member) in body as? Map<*, *> ?: emptyMap<Any, Any>()) members[name.toString()] = member
            members[step] = setting(members[step], steps.drop(1), value)
            return members
        }
    }
}

/** An error that only its status, and perhaps its words, tell. */
class KnownError(internal val status: Int, internal val code: String, internal val message: String? = null)

/** Where an error's body says what went wrong: names from the outside in. */
class EndpointErrors(
    internal val code: List<String>?,
    internal val message: List<String>?,
    internal val retryAfter: List<String>?,
    internal val known: List<KnownError> = emptyList()
)

/**
 * A call of the host: what goes out, and what the answer means. The path is texts that always stand there and [EndpointParameter];
 * [prefix] stands before it at a host with several tenants.
 */
class EndpointRequest<Answer, Code>(
    /** What is asked, such as `devices.register`. */
    val name: String,
    val method: String,
    path: List<Any>,
    val prefix: String,
    val access: EndpointAccess,
    query: List<EndpointParameter>,
    headers: List<EndpointParameter>,
    body: List<EndpointParameter>?,
    private val errors: EndpointErrors,
    private val code: (String) -> Code,
    private val answer: (EndpointValue) -> Answer
) {
    private val segments = path.map { EndpointParameter.asText(if (it is EndpointParameter) it.value else it) }

    /** What the host would refuse: where there is any, nothing is sent. */
    val faults: List<EndpointFault> = path.filterIsInstance<EndpointParameter>().flatMap { it.faults("path") } +
        query.flatMap { it.faults("query") } + headers.flatMap { it.faults("header") } +
        (body ?: emptyList()).flatMap { it.faults("body") }

    /** Path and query, percent-encoded, behind the tenant's own name. */
    val target: String = segments.joinToString("") { "/" + encoded(it) } + query.flatMap { it.pairs() }
        .joinToString("&") { encoded(it.first) + "=" + encoded(it.second) }.let { if (it == "") "" else "?$it" }

    val headers: List<Pair<String, String>> = headers.flatMap { it.pairs() }

    /** JSON; null for none. */
    val body: String? = body?.let { EndpointJson.write(EndpointParameter.body(it)) }

    /** Whether no value makes the path another one. */
    val isSound: Boolean get() = segments.none { it == "" || it == "." || it == ".." }

    /** Without values: there are tokens among them. */
    override fun toString(): String = name

    /** What the reply says. */
    fun outcome(reply: EndpointReply): EndpointOutcome<Answer, Code> {
        if (reply.status !in 200..299) return refusal(reply)
        return try {
            val json = if (reply.body == "") null else EndpointJson.read(reply.body)
            EndpointOutcome.Answered(answer(EndpointValue(json, "")))
        } catch (fault: UnreadableAnswer) {
            EndpointOutcome.Unreadable(reply.status, fault.pointer)
        }
    }

    private fun refusal(reply: EndpointReply): EndpointOutcome<Answer, Code> {
        val body = try {
            EndpointJson.read(reply.body)
        } catch (fault: UnreadableAnswer) {
            null
        }
        fun at(steps: List<String>?): Any? = steps?.fold(body) { value, step -> (value as? Map<*, *>)?.get(step) }
        val message = at(errors.message) as? String
        val fitting = errors.known.firstOrNull { it.status == reply.status && (it.message == null || it.message == message) }
        val written = at(errors.code)?.let { EndpointParameter.asText(it) } ?: fitting?.code ?: ""
        val asked = at(errors.retryAfter) as? Long ?: reply.retryAfter?.takeIf(seconds::matches)?.toLongOrNull()
        return EndpointOutcome.Refused(reply.status, code(written), written, message, asked)
    }

    private companion object {
        // `toLongOrNull` takes other digits than those of ASCII.
        val seconds = Regex("-?[0-9]{1,18}")

        fun encoded(text: String): String = URLEncoder.encode(text, "UTF-8")
            .replace("+", "%20").replace("*", "%2A").replace("%7E", "~")
    }
}

/** What came of a call. */
sealed class EndpointOutcome<out Answer, out Code> {
    data class Answered<Answer>(val answer: Answer) : EndpointOutcome<Answer, Nothing>()

    /** The host says no; [written] is the code as it came, empty where there is none, and [retryAfter] is in seconds. */
    data class Refused<Code>(
        val status: Int,
        val code: Code,
        val written: String,
        val message: String?,
        val retryAfter: Long?
    ) : EndpointOutcome<Nothing, Code>()

    /** It answered something else than the call promises, at this JSON pointer. */
    data class Unreadable(val status: Int, val pointer: String) : EndpointOutcome<Nothing, Nothing>()

    /** Values are too long, too large or too many, so nothing went out. */
    data class Invalid(val faults: List<EndpointFault>) : EndpointOutcome<Nothing, Nothing>()

    /** A value can't stand in a path, so nothing went out. */
    object Unsendable : EndpointOutcome<Nothing, Nothing>()
}

/**
 * What a call came to, for whatever decides what comes next: [status] is HTTP's, 0 where there was no answer, and [retryAfter] is how long
 * the host asks to wait, in milliseconds and a day at most.
 */
data class RequestOutcome(val status: Int, val retryAfter: Long? = null) {
    companion object {
        private const val DAY = 86_400L

        /**
         * Of none, where the transport threw. What can't be read counts as no answer, whatever its status: it is that of a network that
         * wants a log-in first, not the host's. What can't be sent as it is counts as refused, with 422.
         */
        fun of(outcome: EndpointOutcome<*, *>?): RequestOutcome = when (outcome) {
            is EndpointOutcome.Answered<*> -> RequestOutcome(200)
            is EndpointOutcome.Refused<*> ->
                RequestOutcome(outcome.status, outcome.retryAfter?.let { it.coerceIn(0, DAY) * 1000 })
            is EndpointOutcome.Unreadable, null -> RequestOutcome(0)
            is EndpointOutcome.Invalid, EndpointOutcome.Unsendable -> RequestOutcome(422)
        }
    }
}

/** A request as it goes out. */
class EndpointMessage(val method: String, val url: String, val headers: Map<String, String>, val body: String?)

class EndpointReply(val status: Int, val body: String, val retryAfter: String? = null)

/**
 * Sends an app's calls; it decides nothing. [isShared] hosts have several tenants at this name, so that a contract's paths begin with the
 * tenant's. [transport] sends one request, without cookies and without following redirections, and throws as it likes.
 */
class EndpointSender(
    host: String,
    private val isShared: Boolean = false,
    private val token: () -> String?,
    private val transport: (EndpointMessage) -> EndpointReply
) {
    private val host = host.removeSuffix("/")

    fun <Answer, Code> send(request: EndpointRequest<Answer, Code>): EndpointOutcome<Answer, Code> {
        if (request.faults.isNotEmpty()) return EndpointOutcome.Invalid(request.faults)
        if (!request.isSound) return EndpointOutcome.Unsendable
        val headers = LinkedHashMap<String, String>()
        headers["Accept"] = "application/json"
        for ((name, value) in request.headers) headers[name] = value
        if (request.body != null) headers["Content-Type"] = "application/json"
        val token = if (request.access == EndpointAccess.NONE) null else token()
        if (token != null) headers["Authorization"] = "Bearer $token"
        val url = host + (if (isShared) request.prefix else "") + request.target
        return request.outcome(transport(EndpointMessage(request.method, url, headers, request.body)))
    }
}

/** That an answer isn't what its call promises. */
class UnreadableAnswer(val pointer: String) : Exception("the answer isn't what it should be at $pointer")

/** A value of an answer, and where it stands. */
class EndpointValue(val json: Any?, private val pointer: String) {
    private fun fault(): Nothing = throw UnreadableAnswer(pointer)

    fun member(name: String): EndpointValue {
        val members = json as? Map<*, *> ?: fault()
        if (!members.containsKey(name)) throw UnreadableAnswer("$pointer/$name")
        return EndpointValue(members[name], "$pointer/$name")
    }

    /** Null where it isn't there, or null. */
    fun optional(name: String): EndpointValue? =
        (json as? Map<*, *>)?.get(name)?.let { EndpointValue(it, "$pointer/$name") }

    fun text(): String = json as? String ?: fault()

    fun integer(): Long = json as? Long ?: fault()

    fun boolean(): Boolean = json as? Boolean ?: fault()

    fun list(): List<EndpointValue> =
        (json as? List<*> ?: fault()).mapIndexed { place, element -> EndpointValue(element, "$pointer/$place") }

    fun instant(form: InstantForm): Instant = try {
        when (form) {
            InstantForm.RFC3339 -> OffsetDateTime.parse(text()).toInstant()
            InstantForm.EPOCH_MILLISECONDS -> Instant.ofEpochMilli(integer())
            InstantForm.EPOCH_SECONDS -> Instant.ofEpochSecond(integer())
        }
    } catch (fault: DateTimeException) {
        fault()
    }
}

/** JSON as Kotlin's own values: maps, lists, texts, [Long] or [BigDecimal], flags and null. */
object EndpointJson {
    private const val DEEPEST = 64

    /** Throws [UnreadableAnswer] for what is no JSON. */
    fun read(text: String): Any? {
        val reader = Reader(text)
        val value = reader.value(0)
        reader.end()
        return value
    }

    fun write(value: Any?): String = StringBuilder().also { write(value, it) }.toString()

    private fun write(value: Any?, text: StringBuilder) {
        when (value) {
            null, is Boolean, is Int, is Long -> text.append(value)
            is BigDecimal -> text.append(value.toPlainString())
            is Double -> text.append(BigDecimal(value.toString()).toPlainString())
            is Map<*, *> -> {
                var mark = '{'
                for ((name, member) in value) {
                    text.append(mark)
                    quote(name.toString(), text)
                    text.append(':')
                    write(member, text)
                    mark = ','
                }
                text.append(if (value.isEmpty()) "{}" else "}")
            }
            is List<*> -> {
                text.append('[')
                value.forEachIndexed { place, element ->
                    if (place > 0) text.append(',')
                    write(element, text)
                }
                text.append(']')
            }
            else -> quote(value.toString(), text)
        }
    }

    private fun quote(value: String, text: StringBuilder) {
        text.append('"')
        for (character in value) {
            when {
                character == '"' || character == '\\' -> text.append('\\').append(character)
                character < ' ' -> text.append(String.format("\\u%04x", character - '\u0000'))
                else -> text.append(character)
            }
        }
        text.append('"')
    }

    private class Reader(private val text: String) {
        private var place = 0

        private fun fault(): Nothing = throw UnreadableAnswer("")

        private fun skip() {
            while (place < text.length && text[place] in " \t\r\n") place += 1
        }

        private fun next(): Char = if (place < text.length) text[place] else fault()

        private fun take(sign: Char): Boolean {
            skip()
            if (place >= text.length || text[place] != sign) return false
            place += 1
            return true
        }

        private fun expect(sign: Char) {
            if (!take(sign)) fault()
        }

        fun end() {
            skip()
            if (place != text.length) fault()
        }

        fun value(depth: Int): Any? {
            if (depth > DEEPEST) fault()
            skip()
            return when (next()) {
                '{' -> members(depth)
                '[' -> elements(depth)
                '"' -> string()
                't' -> word("true", true)
                'f' -> word("false", false)
                'n' -> word("null", null)
                else -> number()
            }
        }

        private fun word(word: String, value: Any?): Any? {
            if (!text.startsWith(word, place)) fault()
            place += word.length
            return value
        }

        private fun members(depth: Int): Any? {
            expect('{')
            val members = LinkedHashMap<String, Any?>()
            if (take('}')) return members
            do {
                skip()
                val name = string()
                expect(':')
                members[name] = value(depth + 1)
            } while (take(','))
            expect('}')
            return members
        }

        private fun elements(depth: Int): Any? {
            expect('[')
            val elements = ArrayList<Any?>()
            if (take(']')) return elements
            do elements.add(value(depth + 1)) while (take(','))
            expect(']')
            return elements
        }

        private fun string(): String {
            expect('"')
            val string = StringBuilder()
            while (true) {
                val character = next()
                place += 1
                when {
                    character == '"' -> return string.toString()
                    character < ' ' -> fault()
                    character != '\\' -> string.append(character)
                    else -> string.append(escape())
                }
            }
        }

        private fun escape(): Char {
            val character = next()
            place += 1
            if (character == 'u') {
                val digits = if (place + 4 <= text.length) text.substring(place, place + 4) else fault()
                if (!digits.all { it in '0'..'9' || it in 'a'..'f' || it in 'A'..'F' }) fault()
                place += 4
                return digits.toInt(16).toChar()
            }
            val at = "\"\\/bfnrt".indexOf(character)
            return if (at < 0) fault() else "\"\\/\b\u000C\n\r\t"[at]
        }

        private fun number(): Any? {
            val match = NUMBER.find(text, place)
            if (match == null || match.range.first != place) fault()
            place = match.range.last + 1
            return match.value.toLongOrNull() ?: BigDecimal(match.value)
        }

        private companion object {
            val NUMBER = Regex("-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,4})?")
        }
    }
}
