// The client kit in Kotlin: reading pushes, links, taps and Android channels, as `CarillonClient` does in Swift, in one file
// without dependencies. It passes the same scenario vectors as far as it goes; the other machines are in Swift and TypeScript.
//
// JSON comes as Kotlin's own values: maps, lists, texts, numbers, booleans and null, which every JSON library makes. Times are
// milliseconds since 1970-01-01T00:00:00Z. Written for Kotlin 1.3 and later.

package carillon.client

import java.io.ByteArrayOutputStream
import java.math.BigDecimal
import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException

private fun member(value: Any?, name: String): Any? = (value as? Map<*, *>)?.get(name)

private fun texts(value: Any?): List<String> = (value as? List<*>)?.filterIsInstance<String>() ?: emptyList()

private fun textsByName(value: Any?): Map<String, String> {
    val found = LinkedHashMap<String, String>()
    for ((name, text) in (value as? Map<*, *>) ?: emptyMap<Any, Any>()) {
        if (name is String && text is String) found[name] = text
    }
    return found
}

private fun integer(value: Any?): Long? = when (value) {
    is Long -> value
    is Int -> value.toLong()
    else -> null
}

/** A time that every language of the kit keeps exactly, and that no difference exceeds; null for any other, as of a broken file. */
private fun keptTime(value: Any?): Long? = integer(value)?.takeIf { it > -(1L shl 53) && it < 1L shl 53 }

// ---------------------------------------------------------------------------------------------------------------- links

/** The three ways to write where a link leads: with the app's own scheme, on the product's site, a path within the app. */
enum class LinkForm(val key: String) { APP("app"), WEB("web"), SCREEN("screen") }

/** Why a link isn't followed. */
enum class LinkFault(val key: String) {
    EMPTY("empty"), TOO_LONG("too-long"), FORBIDDEN_CHARACTER("forbidden-character"), FRAGMENT("fragment"),
    SCHEME_RELATIVE("scheme-relative"), NO_SCHEME("no-scheme"), UNKNOWN_SCHEME("unknown-scheme"), USER_INFO("user-info"),
    FOREIGN_ORIGIN("foreign-origin"), BAD_ESCAPE("bad-escape"), PATH_TRAVERSAL("path-traversal"),
    EMPTY_SEGMENT("empty-segment"), EMPTY_PARAMETER("empty-parameter"), REPEATED_PARAMETER("repeated-parameter"),
    UNDECLARED_PARAMETER("undeclared-parameter"), MISSING_PARAMETER("missing-parameter"), NESTED_LINK("nested-link"),
    BAD_PARAMETER("bad-parameter"), NO_SUCH_ROUTE("no-such-route")
}

class LinkException(val fault: LinkFault) : Exception("this link isn't followed: ${fault.key}")

private fun refuse(fault: LinkFault): Nothing = throw LinkException(fault)

/** A place in the app: the route's id, and decoded values by parameter. */
data class Destination(val route: String, val values: Map<String, String> = emptyMap())

private data class Piece(val text: String, val isName: Boolean)

/** The pieces of a template such as `shop://orders/{id}`, in which `{{` and `}}` stand for braces. */
private fun piecesOf(template: String): List<Piece> {
    val pieces = ArrayList<Piece>()
    val literal = StringBuilder()
    var place = 0
    while (place < template.length) {
        val close = template.indexOf('}', place)
        if (template.startsWith("{{", place) || template.startsWith("}}", place)) {
            literal.append(template[place])
            place += 2
        } else if (template[place] == '{' && close > 0) {
            if (literal.isNotEmpty()) pieces.add(Piece(literal.toString(), false))
            literal.setLength(0)
            pieces.add(Piece(template.substring(place + 1, close), true))
            place = close + 1
        } else {
            literal.append(template[place])
            place += 1
        }
    }
    if (literal.isNotEmpty()) pieces.add(Piece(literal.toString(), false))
    return pieces
}

private fun isAlphanumeric(character: Char) =
    character in '0'..'9' || character in 'A'..'Z' || character in 'a'..'z'

/** Null for a `%` without two hexadecimal digits, and for bytes that are no UTF-8. */
private fun percentDecoded(text: String): String? {
    if (!text.contains('%')) return text
    val bytes = ByteArrayOutputStream()
    var place = 0
    while (place < text.length) {
        if (text[place] != '%') {
            val end = text.indexOf('%', place).let { if (it < 0) text.length else it }
            bytes.write(text.substring(place, end).toByteArray(Charsets.UTF_8))
            place = end
            continue
        }
        val digits = if (place + 3 <= text.length) text.substring(place + 1, place + 3) else return null
        if (!digits.all { it in '0'..'9' || it in 'A'..'F' || it in 'a'..'f' }) return null
        bytes.write(digits.toInt(16))
        place += 3
    }
    return try {
        Charsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString()
    } catch (error: CharacterCodingException) {
        null
    }
}

private fun percentEncoded(text: String): String {
    val encoded = StringBuilder()
    for (byte in text.toByteArray(Charsets.UTF_8)) {
        val character = (byte.toInt() and 0xFF).toChar()
        if (isAlphanumeric(character) || character in "-._~") encoded.append(character)
        else encoded.append(String.format("%%%02X", byte.toInt() and 0xFF))
    }
    return encoded.toString()
}

private fun isControl(character: Char) = character < ' ' || character in '\u007F'..'\u009F'

/** Control characters, and the backslash, which some readers take for a slash. */
private fun isForbidden(character: Char) = isControl(character) || character == '\\'

private fun isSlug(text: String) =
    text.length in 1..128 && text.all { isAlphanumeric(it) || it == '-' || it == '_' }

private val uuid = Regex("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")

/** What a parameter of a route may hold, decoded. */
enum class ParameterType(val key: String) {
    UUID("uuid"), SLUG("slug"), PATH("path"), INTEGER("integer"), TEXT("text");

    fun accepts(value: String): Boolean = when (this) {
        UUID -> uuid.matches(value)
        SLUG -> isSlug(value)
        PATH -> value.split("/").let { it.size <= 8 && it.all(::isSlug) }
        INTEGER -> value.isNotEmpty() && value.removePrefix("-").let { digits ->
            digits.isNotEmpty() && digits.all { it in '0'..'9' }
        } && value.toLongOrNull() != null
        TEXT -> value.codePointCount(0, value.length) <= 256 &&
            value.none { isControl(it) && it != '\t' && it != '\n' }
    }
}

private class LinkParts(text: String) {
    val scheme: String?
    val authority: String
    val path: String
    val query: String?

    init {
        if (text == "") refuse(LinkFault.EMPTY)
        if (text.toByteArray(Charsets.UTF_8).size > 2048) refuse(LinkFault.TOO_LONG)
        if (text.any { it <= ' ' || it >= '\u007F' || it in "\\\"<>^`{|}" }) refuse(LinkFault.FORBIDDEN_CHARACTER)
        if (text.contains('#')) refuse(LinkFault.FRAGMENT)
        val rest: String
        if (text.startsWith("/")) {
            if (text.startsWith("//")) refuse(LinkFault.SCHEME_RELATIVE)
            scheme = null
            authority = ""
            rest = text
        } else {
            val colon = text.indexOf(':')
            val name = if (colon < 0) "" else text.substring(0, colon)
            if (!Regex("[A-Za-z][A-Za-z0-9+.-]*").matches(name)) refuse(LinkFault.NO_SCHEME)
            if (!text.startsWith("//", colon + 1)) refuse(LinkFault.UNKNOWN_SCHEME)
            val hierarchy = text.substring(colon + 3)
            val end = hierarchy.indexOfFirst { it == '/' || it == '?' }.let { if (it < 0) hierarchy.length else it }
            scheme = name
            authority = hierarchy.substring(0, end)
            if (authority.contains('@')) refuse(LinkFault.USER_INFO)
            rest = hierarchy.substring(end)
        }
        val mark = rest.indexOf('?')
        path = if (mark < 0) rest else rest.substring(0, mark)
        query = if (mark < 0) null else rest.substring(mark + 1)
    }
}

private class QueryParameter(val name: String, val value: String, val isText: Boolean)

private class LinkShape(url: LinkParts, form: LinkForm) {
    val base: String? = url.scheme?.let { "$it://${url.authority}" }
    val segments: List<String>
    val endsWithSlash: Boolean
    val query: List<QueryParameter>

    init {
        if (form == LinkForm.APP) segment(url.authority)
        val raw = url.path.split("/").drop(1).toMutableList()
        val isRoot = raw == listOf("") && form != LinkForm.APP
        endsWithSlash = raw.lastOrNull() == "" && !isRoot
        if (raw.lastOrNull() == "") raw.removeAt(raw.size - 1)
        segments = raw.map(::segment)
        if ("" in segments || form == LinkForm.APP && url.authority == "" && url.path != "") {
            refuse(LinkFault.EMPTY_SEGMENT)
        }
        query = parameters(url.query)
    }

    private fun segment(raw: String): String {
        val text = decoded(raw, "/?#")
        if (text == "." || text == "..") refuse(LinkFault.PATH_TRAVERSAL)
        return text
    }

    private fun parameters(query: String?): List<QueryParameter> {
        val parameters = ArrayList<QueryParameter>()
        val names = HashSet<String>()
        for (pair in query?.split("&") ?: return parameters) {
            val name = decoded(pair.substringBefore("="), "&=")
            if (name == "") refuse(LinkFault.EMPTY_PARAMETER)
            if (!names.add(name)) refuse(LinkFault.REPEATED_PARAMETER)
            val value = percentDecoded(pair.substringAfter("=", "").replace("+", "%20")) ?: refuse(LinkFault.BAD_ESCAPE)
            if (value.any { isControl(it) && it != '\t' && it != '\n' }) refuse(LinkFault.BAD_ESCAPE)
            val readings = readings(value)
            if (readings.any(::resemblesLink)) refuse(LinkFault.NESTED_LINK)
            val isText = readings.any { reading -> reading.any(::isForbidden) } ||
                readings.drop(1).any { it.contains('/') || it == "." || it == ".." }
            parameters.add(QueryParameter(name, value, isText))
        }
        return parameters
    }

    /** A value, followed by what careless readers make of it that decode it again; not deeper than anybody's link needs. */
    private fun readings(value: String): List<String> {
        val all = arrayListOf(value)
        while (true) {
            val next = percentDecoded(all.last())
            if (next == null || next == all.last()) return all
            if (all.size > 8) refuse(LinkFault.BAD_ESCAPE)
            all.add(next)
        }
    }

    private fun decoded(raw: String, alsoForbidden: String): String {
        val text = percentDecoded(raw) ?: refuse(LinkFault.BAD_ESCAPE)
        if (text.any { isForbidden(it) || it in alsoForbidden }) refuse(LinkFault.BAD_ESCAPE)
        for (deeper in readings(text).drop(1)) {
            if (deeper == "." || deeper == "..") refuse(LinkFault.PATH_TRAVERSAL)
            if (deeper.any { isForbidden(it) || it == '/' }) refuse(LinkFault.BAD_ESCAPE)
        }
        return text
    }

    private fun resemblesLink(written: String): Boolean {
        val value = written.replace("\n", "").replace("\t", "").replace('\\', '/')
        if (value.startsWith("//") || value.contains("://")) return true
        val colon = value.indexOf(':')
        val scheme = value.substring(0, maxOf(colon, 0)).trimStart { it.isWhitespace() || it == '\uFEFF' }
        return scheme.toLowerCaseASCII() in actingSchemes
    }
}

private val actingSchemes = setOf("javascript", "data", "vbscript", "file", "blob", "about", "intent")

/** A to Z in lower case and everything else as it is. */
private fun String.toLowerCaseASCII() = map { if (it in 'A'..'Z') it + 32 else it }.joinToString("")

private class Parameter(val name: String, val type: ParameterType)

private class Pattern(text: String, parameters: List<Parameter>) {
    val parameter: Parameter? = parameters.firstOrNull { text.contains(mark(it.name)) }
    private val prefix = if (parameter == null) text else text.substringBefore(mark(parameter.name))
    private val suffix = if (parameter == null) "" else text.substringAfter(mark(parameter.name))

    fun read(text: String, values: MutableMap<String, String>) {
        if (parameter == null) {
            if (text != prefix) refuse(LinkFault.NO_SUCH_ROUTE)
            return
        }
        if (text.length < prefix.length + suffix.length || !text.startsWith(prefix) || !text.endsWith(suffix)) {
            refuse(LinkFault.NO_SUCH_ROUTE)
        }
        val value = text.substring(prefix.length, text.length - suffix.length)
        if (!parameter.type.accepts(value)) refuse(LinkFault.BAD_PARAMETER)
        // A parameter that occurs twice must have one value, else the link would lead to two places.
        val former = values.put(parameter.name, value)
        if (former != null && former != value) refuse(LinkFault.NO_SUCH_ROUTE)
    }
}

private fun mark(name: String) = "~~$name~~"

private class LinkPattern(shape: LinkShape, parameters: List<Parameter>, private val form: LinkForm) {
    private val base = shape.base
    private val endsWithSlash = shape.endsWithSlash
    private val segments = shape.segments.map { Pattern(it, parameters) }
    private val query = shape.query.map { it.name to Pattern(it.value, parameters) }

    fun values(shape: LinkShape): Map<String, String> {
        val values = LinkedHashMap<String, String>()
        if (shape.base != base) refuse(LinkFault.NO_SUCH_ROUTE)
        var given = shape.segments
        val last = segments.size - 1
        if (segments.lastOrNull()?.parameter?.type == ParameterType.PATH && given.size > segments.size) {
            given = given.take(last) + given.drop(last).joinToString("/")
        }
        if (given.size != segments.size) refuse(LinkFault.NO_SUCH_ROUTE)
        segments.forEachIndexed { index, pattern -> pattern.read(given[index], values) }
        for ((name, pattern) in query) {
            val found = shape.query.firstOrNull { it.name == name } ?: refuse(LinkFault.MISSING_PARAMETER)
            if (found.isText && pattern.parameter?.type != ParameterType.TEXT) refuse(LinkFault.BAD_ESCAPE)
            pattern.read(found.value, values)
        }
        if (shape.endsWithSlash != endsWithSlash) {
            refuse(if (endsWithSlash) LinkFault.NO_SUCH_ROUTE else LinkFault.EMPTY_SEGMENT)
        }
        for (parameter in shape.query) {
            if (query.any { it.first == parameter.name }) continue
            if (form != LinkForm.WEB) refuse(LinkFault.UNDECLARED_PARAMETER)
            if (parameter.isText) refuse(LinkFault.BAD_ESCAPE)
        }
        return values
    }
}

/** The links that an app opens, from the member `deepLinks` of a client profile. As strict as the host. */
class AppLinks(json: Any?) {
    private val schemes = texts(member(json, "schemes"))
    private val origins = texts(member(json, "origins"))
    private val routes = ((member(json, "routes") as? List<*>) ?: emptyList<Any>()).mapNotNull { Route.from(it) }

    private class Route(
        val id: String,
        val parameters: List<Parameter>,
        val templates: Map<LinkForm, String>,
        val patterns: Map<LinkForm, LinkPattern>
    ) {
        companion object {
            fun from(json: Any?): Route? {
                val id = member(json, "id") as? String ?: return null
                val parameters = ((member(json, "params") as? Map<*, *>) ?: emptyMap<Any, Any>()).map { (name, type) ->
                    Parameter(name as String, ParameterType.values().firstOrNull { it.key == type } ?: return null)
                }
                val templates = LinkedHashMap<LinkForm, String>()
                val patterns = LinkedHashMap<LinkForm, LinkPattern>()
                for (form in LinkForm.values()) {
                    val template = member(json, form.key) as? String ?: continue
                    templates[form] = template
                    try {
                        val marked = piecesOf(template).joinToString("") { if (it.isName) mark(it.text) else it.text }
                        val url = LinkParts(marked)
                        if ((url.scheme == null) != (form == LinkForm.SCREEN)) continue
                        patterns[form] = LinkPattern(LinkShape(url, form), parameters, form)
                    } catch (error: LinkException) {
                        continue
                    }
                }
                return Route(id, parameters, templates, patterns)
            }
        }
    }

    /** Where a link leads. */
    @Throws(LinkException::class)
    fun read(text: String): Destination {
        val url = LinkParts(text)
        val form = form(url)
        val shape = LinkShape(url, form)
        var closest = LinkFault.NO_SUCH_ROUTE
        for (route in routes) {
            val pattern = route.patterns[form] ?: continue
            try {
                return Destination(route.id, pattern.values(shape))
            } catch (error: LinkException) {
                if (error.fault != LinkFault.NO_SUCH_ROUTE) closest = error.fault
            }
        }
        refuse(closest)
    }

    /** The same, null where it isn't followed. */
    fun find(text: String): Destination? = try {
        read(text)
    } catch (error: LinkException) {
        null
    }

    /** The link to a destination in one form; null where the route has none. */
    @Throws(LinkException::class)
    fun link(destination: Destination, form: LinkForm): String? {
        val route = check(destination)
        val template = route.templates[form] ?: return null
        val text = piecesOf(template).joinToString("") { piece ->
            val value = destination.values[piece.text] ?: ""
            val type = route.parameters.firstOrNull { it.name == piece.text }?.type
            if (!piece.isName) piece.text else if (type == ParameterType.PATH) value else percentEncoded(value)
        }
        // What was made is read again: no value can change scheme, host or the shape of the path.
        if (read(text).values != destination.values) refuse(LinkFault.NO_SUCH_ROUTE)
        return text
    }

    /** Whether a destination could be reached by a link. */
    fun isSound(destination: Destination): Boolean = try {
        check(destination)
        true
    } catch (error: LinkException) {
        false
    }

    private fun check(destination: Destination): Route {
        val route = routes.firstOrNull { it.id == destination.route } ?: refuse(LinkFault.NO_SUCH_ROUTE)
        for (parameter in route.parameters) {
            val value = destination.values[parameter.name] ?: refuse(LinkFault.MISSING_PARAMETER)
            if (!parameter.type.accepts(value)) refuse(LinkFault.BAD_PARAMETER)
        }
        if (destination.values.keys.any { name -> route.parameters.none { it.name == name } }) {
            refuse(LinkFault.UNDECLARED_PARAMETER)
        }
        return route
    }

    private fun form(url: LinkParts): LinkForm {
        val scheme = url.scheme ?: return LinkForm.SCREEN
        if (scheme in schemes) return if (url.authority.contains(':')) refuse(LinkFault.FOREIGN_ORIGIN) else LinkForm.APP
        if (origins.none { it.startsWith("$scheme://") }) refuse(LinkFault.UNKNOWN_SCHEME)
        return if ("$scheme://${url.authority}" in origins) LinkForm.WEB else refuse(LinkFault.FOREIGN_ORIGIN)
    }

    companion object {
        /** Whether a link that isn't the product's own may be opened in the browser. */
        fun isExternal(text: String): Boolean = try {
            val url = LinkParts(text)
            url.scheme == "https" && url.authority.firstOrNull()?.let(::isAlphanumeric) == true
        } catch (error: LinkException) {
            false
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- pushes

/** Where a provider and a platform put what the host sent. */
enum class PushShape(val key: String) {
    APNS("apns"), FCM_APPLE("fcm-apple"), FCM_ANDROID("fcm-android"), EXPO_APPLE("expo-apple"),
    EXPO_ANDROID("expo-android"), EXPO_SCRIPT("expo-script"), WEB_PUSH("web-push")
}

/** `open`, `dismiss`, or the id of a button, from the name that the platform gives it. */
fun tapAction(identifier: String): String = when (identifier) {
    "", "com.apple.UNNotificationDefaultActionIdentifier", "expo.modules.notifications.actions.DEFAULT" -> "open"
    "com.apple.UNNotificationDismissActionIdentifier" -> "dismiss"
    else -> identifier
}

/**
 * A push as it came, freed of what its provider put around it. Reading never fails.
 *
 * @param parseJSON reads a JSON text, null where it is none: Expo's data are one on Android.
 */
class ReceivedPush(payload: Any?, shape: PushShape, private val parseJSON: (String) -> Any?) {
    /** What the event type's `data` made, every value as its text. */
    val data: Map<String, String> get() = members
    var title: String? = null
        private set
    var body: String? = null
        private set
    var badge: Int? = null
        private set
    var category: String? = null
        private set
    var thread: String? = null
        private set
    var picture: String? = null
        private set
    var androidChannel: String? = null
        private set
    var link: String? = null
        private set
    var action: String? = null
        private set

    private val members = LinkedHashMap<String, String>()

    init {
        if (payload is Map<*, *>) when (shape) {
            PushShape.APNS -> {
                takeAlert(payload)
                take(payload) { it != "aps" }
            }
            PushShape.FCM_APPLE -> {
                takeAlert(payload)
                picture = member(member(payload, "fcm_options"), "image") as? String
                take(payload) { it != "aps" && !isFirebase(it) }
            }
            PushShape.FCM_ANDROID -> takeRemoteMessage(payload)
            PushShape.EXPO_APPLE -> {
                takeAlert(payload)
                take(member(payload, "body"))
            }
            PushShape.EXPO_ANDROID -> takeExpoData(member(payload, "data") as? Map<*, *> ?: payload)
            PushShape.EXPO_SCRIPT -> takeExpoScript(payload)
            PushShape.WEB_PUSH -> takeWebPush(payload)
        }
    }

    private fun takeAlert(payload: Any?) {
        val aps = member(payload, "aps")
        val alert = member(aps, "alert")
        title = member(alert, "title") as? String
        body = member(alert, "body") as? String ?: alert as? String
        badge = count(member(aps, "badge"))
        category = member(aps, "category") as? String
        thread = member(aps, "thread-id") as? String
    }

    private fun takeRemoteMessage(payload: Map<*, *>) {
        val data = member(payload, "data") as? Map<*, *>
        if (data == null) {
            take(payload) { !isFirebase(it) }
            return
        }
        take(data)
        val notification = member(payload, "notification")
        val android = member(notification, "android")
        title = member(notification, "title") as? String
        body = member(notification, "body") as? String
        picture = member(android, "imageUrl") as? String ?: member(notification, "image") as? String
        androidChannel = member(android, "channelId") as? String
    }

    private fun takeExpoData(content: Map<*, *>) {
        title = member(content, "title") as? String
        body = member(content, "message") as? String
        badge = count(member(content, "badge"))
        androidChannel = member(content, "channelId") as? String
        category = member(content, "categoryId") as? String
        val data = member(content, "body")
        take(if (data is String) parseJSON(data) else data)
    }

    private fun takeExpoScript(payload: Any?) {
        action = (member(payload, "actionIdentifier") as? String)?.let(::tapAction)
        val notification = member(payload, "notification") ?: payload
        val request = member(notification, "request") ?: notification
        val content = member(request, "content") ?: request
        title = member(content, "title") as? String
        body = member(content, "body") as? String
        badge = count(member(content, "badge"))
        category = member(content, "categoryIdentifier") as? String
        take(member(content, "data"))
    }

    private fun takeWebPush(payload: Any?) {
        val notification = member(payload, "notification")
        title = member(notification, "title") as? String
        body = member(notification, "body") as? String
        badge = count(member(payload, "app_badge"))
        thread = member(notification, "tag") as? String
        picture = member(notification, "image") as? String
        link = member(notification, "navigate") as? String
        take(member(notification, "data") ?: member(payload, "data"))
    }

    private fun take(value: Any?, isOurs: (String) -> Boolean = { true }) {
        for ((name, content) in (value as? Map<*, *>) ?: return) {
            if (name is String && content != null && isOurs(name)) members[name] = text(content)
        }
    }

    private fun text(value: Any): String = if (value is String) value else json(value)

    private fun count(value: Any?): Int? {
        val number = if (value is String) value.toLongOrNull() else integer(value)
        return if (number != null && number in 0..Int.MAX_VALUE) number.toInt() else null
    }

    private fun isFirebase(name: String) =
        name.startsWith("gcm.") || name.startsWith("google.") ||
            name in setOf("from", "fcm_options", "collapse_key", "message_type")
}

/** Compact JSON of Kotlin's own values. */
internal fun json(value: Any?): String = when (value) {
    null -> "null"
    is String -> value.map { character ->
        when {
            character == '"' || character == '\\' -> "\\$character"
            character == '\n' -> "\\n"
            character == '\r' -> "\\r"
            character == '\t' -> "\\t"
            character < ' ' -> String.format("\\u%04x", character - '\u0000')
            else -> character.toString()
        }
    }.joinToString("", "\"", "\"")
    is Map<*, *> -> value.entries.joinToString(",", "{", "}") { (name, content) -> "${json(name.toString())}:${json(content)}" }
    is List<*> -> value.joinToString(",", "[", "]") { json(it) }
    else -> value.toString()
}

/** A JSON object, from names and values by turns. */
internal fun objectOf(vararg parts: Any?): Map<String, Any?> {
    val members = LinkedHashMap<String, Any?>()
    for (place in parts.indices step 2) members[parts[place] as String] = parts[place + 1]
    return members
}

/** What a push turned out to be. */
sealed class Recognition {
    /** Without data: one message that stands for several, or a silent one. */
    object Collected : Recognition()

    /** Of none of the event types: newer than the app, or another sender's. */
    data class Unknown(val data: Map<String, String>) : Recognition() {
        /** Without values: nobody here knows which of them are sensitive. */
        override fun toString(): String = "Unknown(" + data.keys.joinToString(", ") + ")"
    }

    data class Event(
        val id: String,
        /** All event types whose pushes look like this one, the likeliest first. */
        val possible: List<String>,
        val fields: Map<String, String>,
        val notificationID: String?,
        /** What another push or stream item of the same event has as well, and no other. */
        val identity: String
    ) : Recognition() {
        /** Without values: nobody here knows which of them are sensitive. */
        override fun toString(): String = "Event(" + possible.joinToString(", ") + ")"
    }
}

/** The event types of a product, from the member `events` of a client profile. */
class EventCatalogue(json: Any?) {
    private class Member(val name: String, val constant: String?, val field: String?)

    private class Definition(
        val id: String,
        val data: List<Member>,
        val route: String?,
        val arguments: Map<String, String>,
        val identity: List<String>
    )

    private class Fit(val definition: Definition, val constants: Int, val missing: Int, val present: Int)

    private val definitions = ((json as? List<*>) ?: emptyList<Any>()).mapNotNull { event ->
        val id = member(event, "id") as? String ?: return@mapNotNull null
        val data = textsByName(member(event, "data")).map { (name, template) ->
            val pieces = piecesOf(template)
            val constant = if (pieces.none { it.isName }) pieces.joinToString("") { it.text } else null
            // A question mark says that the member is left out where the field is.
            Member(name, constant, pieces.singleOrNull()?.takeIf { it.isName }?.text?.removeSuffix("?"))
        }
        val link = textsByName(member(event, "link"))
        Definition(id, data, link["route"], link - "route", texts(member(event, "identity")))
    }

    /** The event that a push tells of. */
    fun recognize(push: ReceivedPush): Recognition {
        val data = push.data
        if (data.isEmpty()) return Recognition.Collected
        val fitting = definitions.mapNotNull { definition ->
            val constants = definition.data.filter { it.constant != null }
            if (definition.data.isEmpty() || constants.any { data[it.name] != it.constant }) return@mapNotNull null
            val present = definition.data.count { it.name in data }
            val missing = definition.data.size - present
            if (constants.isEmpty() && missing > 0) null else Fit(definition, constants.size, missing, present)
        }
        val exact = fitting.filter { it.missing == 0 && it.present == data.size }.sortedByDescending { it.constants }
        val rank = compareBy<Fit>({ it.constants }, { -it.missing }, { it.present })
        val best = fitting.sortedWith(rank).lastOrNull()
        val possible = if (exact.isNotEmpty()) exact else fitting.filter { best != null && rank.compare(it, best) == 0 }
        val first = possible.firstOrNull()?.definition ?: return Recognition.Unknown(data)
        val fields = LinkedHashMap<String, String>()
        var notificationID: String? = null
        for (part in first.data) {
            val text = data[part.name] ?: continue
            val field = part.field ?: continue
            if (field == "notification.id") notificationID = text
            else if (hostsFields.none { field.startsWith(it) }) fields[field] = text
        }
        val names = if (first.identity.isEmpty()) first.data.map { it.name } else first.identity
        val id = notificationID
        val constants = first.data.filter { it.constant != null }.map { it.name }.toSet()
        val identity = when {
            first.identity.isEmpty() && id != null -> id
            // What is the same in each of them, or empty, tells nothing.
            names.all { it in constants || data[it].isNullOrEmpty() } -> ""
            else -> json(names.map { data[it] })
        }
        return Recognition.Event(first.id, possible.map { it.definition.id }, fields, notificationID, identity)
    }

    /** Where a push leads; null for nowhere, or for no place of the app. */
    fun destination(push: ReceivedPush, links: AppLinks): Destination? {
        for (part in definitions.flatMap { it.data }) {
            if (part.field?.startsWith("link.") != true) continue
            push.data[part.name]?.let(links::find)?.let { return it }
        }
        val event = recognize(push) as? Recognition.Event
        val definition = definitions.firstOrNull { it.id == event?.id }
        val route = definition?.route
        if (event != null && definition != null && route != null) {
            val values = definition.arguments.mapNotNull { (name, field) -> event.fields[field]?.let { name to it } }.toMap()
            val destination = Destination(route, values)
            if (values.size == definition.arguments.size && links.isSound(destination)) return destination
        }
        return push.link?.let(links::find)
    }

    private companion object {
        /** Names that the host fills, and no sender. */
        val hostsFields = listOf("link.", "slot.", "event.", "notification.")
    }
}

// --------------------------------------------------------------------------------------------------------------- values

// What generated code reads data with: as strict as the host is with what it sends. A damaged value is nothing, and no other one.

/** A whole number of 64 bits. */
fun integerOf(text: String?): Long? = if (text == null || text.startsWith("+")) null else text.toLongOrNull()

private val decimal = Regex("-?[0-9]+(\\.[0-9]+)?")

/** Exact, such as -12.50. */
fun decimalOf(text: String?): BigDecimal? = if (text != null && decimal.matches(text)) BigDecimal(text) else null

fun booleanOf(text: String?): Boolean? = when (text) {
    "true" -> true
    "false" -> false
    else -> null
}

// ---------------------------------------------------------------------------------------------------------------- texts

/** Formats Unicode MessageFormat 2, as ICU4J's `MessageFormatter` does: the message, the language, the values by name. */
typealias MessageFormatter = (source: String, locale: String, values: Map<String, Any>) -> String

/**
 * A text that an app shows by itself, in the first of the reader's languages that has it; empty where the profile has no such text,
 * and where it has arguments and there is no formatter.
 *
 * @param values by the name of the argument; an absent one is empty, so that a text can choose between its variants.
 */
fun appText(
    profile: Any?,
    id: String,
    slot: String,
    locale: String,
    values: Map<String, Any?> = emptyMap(),
    format: MessageFormatter? = null
): String {
    val text = (member(profile, "texts") as? List<*>)?.firstOrNull { member(it, "id") == id }
    val byLanguage = member(text, "words")
    val names = texts(member(text, "arguments"))
    for (language in languageChain(member(profile, "locales"), locale)) {
        val source = member(member(byLanguage, language), slot) as? String ?: continue
        // Those without arguments come ready to show.
        if (names.isEmpty()) return source
        // Nobody is shown what only a formatter reads.
        if (format == null) return ""
        val given = LinkedHashMap<String, Any>()
        for (name in names) {
            given[name] = values[name] ?: ""
            given["$name.present"] = (values[name] != null).toString()
        }
        return format(source, language, given)
    }
    return ""
}

private val languageTag = Regex("[A-Za-z0-9]+(-[A-Za-z0-9]+)*")

/** The reader's own language, its truncations, the fallbacks of each of these, the product's. */
private fun languageChain(locales: Any?, requested: String): List<String> {
    val supported = texts(member(locales, "supported"))
    val fallbacks = textsByName(member(locales, "fallbacks"))
    val found = LinkedHashSet<String>()
    val visited = HashSet<String>()
    // Apple's systems name a region or calendar of the reader's own behind it: `en_GB@rg=nozzzz`.
    var next: String? = requested.substringBefore('@').replace('_', '-')
    while (next != null && languageTag.matches(next) && visited.add(next.toLowerCaseASCII())) {
        val candidates = truncations(next)
        for (candidate in candidates) supported.firstOrNull { it.equals(candidate, true) }?.let { found.add(it) }
        next = candidates.flatMap { tag -> fallbacks.filterKeys { it.equals(tag, true) }.values }.firstOrNull()
    }
    (member(locales, "default") as? String)?.let { found.add(it) }
    return found.toList()
}

/** `zh-Hant-TW`, `zh-Hant`, `zh`: a single letter goes together with what follows it (RFC 4647, section 3.4). */
private fun truncations(tag: String): List<String> {
    var subtags = tag.split("-")
    val tags = ArrayList<String>()
    while (subtags.isNotEmpty()) {
        tags.add(subtags.joinToString("-"))
        subtags = subtags.dropLast(1).dropLastWhile { it.length == 1 }
    }
    return tags
}

// --------------------------------------------------------------------------------------------------------------- router

/** A key that came already, and when. */
data class SeenKey(val key: String, val at: Long)

/** What must be true before a route is shown. */
enum class Gate(val key: String) { OPEN("open"), SIGNED_IN("signed-in"), UNLOCKED("unlocked") }

data class Waiting(
    val source: String,
    val destination: Destination,
    val context: Map<String, String>,
    /** Whom it is meant for; null for anybody. */
    val user: String?,
    val at: Long
)

data class RouterState(
    val isReady: Boolean = false,
    val isLocked: Boolean = false,
    val user: String? = null,
    val lastUser: String? = null,
    val queue: List<Waiting> = emptyList(),
    /** The latest last; keep them over a restart, because platforms hand out the last tap again. */
    val taps: List<SeenKey> = emptyList()
)

/** A state from what [kept] gave; an app that starts again isn't ready, and nobody is signed in yet. */
fun routerState(json: Any?): RouterState = RouterState(
    lastUser = member(json, "lastUser") as? String,
    queue = ((member(json, "queue") as? List<*>) ?: emptyList<Any>()).mapNotNull { waiting ->
        val place = member(waiting, "destination")
        val source = member(waiting, "source") as? String
        val route = member(place, "route") as? String
        val at = keptTime(member(waiting, "at"))
        if (source == null || route == null || at == null) return@mapNotNull null
        val destination = Destination(route, textsByName(member(place, "values")))
        Waiting(source, destination, textsByName(member(waiting, "context")), member(waiting, "user") as? String, at)
    },
    taps = ((member(json, "taps") as? List<*>) ?: emptyList<Any>()).mapNotNull { tap ->
        val key = member(tap, "key") as? String
        val at = keptTime(member(tap, "at"))
        if (key == null || at == null) null else SeenKey(key, at)
    }.takeLast(50)
)

/** What is kept of a state over a restart, as JSON's values. */
fun RouterState.kept(): Map<String, Any?> = mapOf(
    "lastUser" to lastUser,
    "queue" to queue.map {
        mapOf(
            "source" to it.source, "destination" to mapOf("route" to it.destination.route, "values" to it.destination.values),
            "context" to it.context, "user" to it.user, "at" to it.at
        )
    },
    "taps" to taps.map { mapOf("key" to it.key, "at" to it.at) }
)

sealed class RouterEvent {
    data class Tap(
        val id: String,
        /** False for an identity, which is the same for ten minutes; an id never comes twice. */
        val isID: Boolean = true,
        val action: String = "",
        val destination: Destination?,
        val address: String? = null,
        val context: Map<String, String> = emptyMap(),
        val user: String? = null,
        val at: Long
    ) : RouterEvent()

    data class Link(val link: String, val source: String, val at: Long) : RouterEvent()
    data class Ready(val at: Long) : RouterEvent()
    data class SignedIn(val user: String, val at: Long) : RouterEvent()
    object SignedOut : RouterEvent()
    object Locked : RouterEvent()
    data class Unlocked(val at: Long) : RouterEvent()
    data class Refused(val destination: Destination) : RouterEvent()
}

sealed class RouterEffect {
    data class Show(val destination: Destination, val context: Map<String, String>) : RouterEffect()
    data class OpenExternally(val address: String) : RouterEffect()
    data class MarkOpened(val id: String) : RouterEffect()
    data class Perform(val action: String, val id: String) : RouterEffect()
    data class Refuse(val fault: LinkFault) : RouterEffect()
}

/** Decides when the app goes where a tap or a link leads; what comes too early waits, for ten minutes at most. */
class Router(
    private val links: AppLinks,
    private val gates: Map<String, Gate> = emptyMap(),
    private val fallback: Destination? = null
) {
    fun reduce(state: RouterState, event: RouterEvent): Pair<RouterState, List<RouterEffect>> = when (event) {
        is RouterEvent.Tap -> take(state, event)
        is RouterEvent.Link -> try {
            show(enqueue(state, Waiting(event.source, links.read(event.link), emptyMap(), null, event.at)), event.at)
        } catch (error: LinkException) {
            state to listOf(RouterEffect.Refuse(error.fault))
        }
        is RouterEvent.Ready -> show(state.copy(isReady = true), event.at)
        is RouterEvent.SignedIn -> {
            val queue = state.queue.filter { it.user == null || it.user == event.user }
            show(state.copy(queue = queue, user = event.user, lastUser = event.user), event.at)
        }
        RouterEvent.SignedOut -> state.copy(user = null) to emptyList()
        RouterEvent.Locked -> state.copy(isLocked = true) to emptyList()
        is RouterEvent.Unlocked -> show(state.copy(isLocked = false), event.at)
        is RouterEvent.Refused -> state to listOf(
            if (fallback == null || fallback == event.destination || !isOpen(fallback, state)) RouterEffect.Refuse(LinkFault.NO_SUCH_ROUTE)
            else RouterEffect.Show(fallback, emptyMap())
        )
    }

    private fun take(state: RouterState, tap: RouterEvent.Tap): Pair<RouterState, List<RouterEffect>> {
        val action = tapAction(tap.action)
        val key = json(listOf(tap.id, action))
        val former = state.taps.lastOrNull { it.key == key }
        if (former != null && ((tap.isID && tap.id != "") || tap.at - former.at < 600_000)) {
            // A clock that was set back counts as no time gone.
            val taps = state.taps.map { if (it === former) SeenKey(key, minOf(it.at, tap.at)) else it }
            return state.copy(taps = taps) to emptyList()
        }
        val next = state.copy(taps = (state.taps.filter { it !== former } + SeenKey(key, tap.at)).takeLast(50))
        if (action == "dismiss") return next to emptyList()
        if (action != "open") return next to listOf(RouterEffect.Perform(action, tap.id))
        val opened = listOf<RouterEffect>(RouterEffect.MarkOpened(tap.id))
        if (tap.destination != null) {
            val waiting = Waiting("tap", tap.destination, tap.context, tap.user ?: state.lastUser, tap.at)
            val (shown, effects) = show(enqueue(next, waiting), tap.at)
            return shown to opened + effects
        }
        if (tap.address == null || !AppLinks.isExternal(tap.address)) return next to opened
        return next to opened + RouterEffect.OpenExternally(tap.address)
    }

    private fun enqueue(state: RouterState, waiting: Waiting): RouterState {
        val others = state.queue.filter { it.source != waiting.source }
        val isForOther = waiting.user != null && state.user != null && waiting.user != state.user
        return state.copy(queue = if (isForOther) others else others + waiting)
    }

    private fun show(state: RouterState, now: Long): Pair<RouterState, List<RouterEffect>> {
        // By a clock that was set back further than that, nobody knows how long it has waited.
        val queue = state.queue.filter { kotlin.math.abs(now - it.at) <= 600_000 }
        if (!state.isReady) return state.copy(queue = queue) to emptyList()
        val (open, closed) = queue.partition { isOpen(it.destination, state) }
        return state.copy(queue = closed) to open.map { RouterEffect.Show(it.destination, it.context) }
    }

    private fun isOpen(destination: Destination, state: RouterState) = when (gates[destination.route]) {
        Gate.OPEN -> true
        Gate.UNLOCKED -> state.user != null && !state.isLocked
        Gate.SIGNED_IN, null -> state.user != null
    }
}

// ----------------------------------------------------------------------------------------------------------- foreground

/** What is shown of a push while the app is open: a banner with its sound and a line in the list, that line alone, or nothing. */
enum class ForegroundDisplay(val key: String) { BANNER("banner"), LIST("list"), NOTHING("none") }

/**
 * Says what is shown of a push while the app is open, as its category has it in the client profile; from memory alone. [otherwise] counts
 * where the category leaves it to the app, and for what has no category.
 */
class ForegroundPolicy(profile: Any?, private val otherwise: ForegroundDisplay = ForegroundDisplay.BANNER) {
    private val catalogue = EventCatalogue(member(profile, "events"))
    private val displays = named(profile, "categories", "foreground")
        .mapValues { (_, key) -> ForegroundDisplay.values().firstOrNull { it.key == key } }
    private val categories = named(profile, "events", "category")

    /**
     * By the category that the message names, where the profile has it, else by that of the event that it tells of. Nothing of what
     * [isKnown], because it came already.
     */
    fun display(push: ReceivedPush, isKnown: Boolean = false): ForegroundDisplay {
        if (isKnown) return ForegroundDisplay.NOTHING
        val own = (catalogue.recognize(push) as? Recognition.Event)?.let { categories[it.id] }
        val category = push.category?.takeIf { it in displays } ?: own
        return displays[category] ?: otherwise
    }

    private fun named(profile: Any?, list: String, name: String): Map<String?, String?> {
        val found = LinkedHashMap<String?, String?>()
        for (element in (member(profile, list) as? List<*>) ?: emptyList<Any>()) {
            val id = member(element, "id") as? String ?: continue
            // The first of a name counts.
            if (id !in found) found[id] = member(element, name) as? String
        }
        return found
    }
}

// ------------------------------------------------------------------------------------------------------ Android channels

/** A channel as `NotificationChannel` takes it; its numbers are Android's own, which aren't those of Expo. */
data class AndroidChannel(
    val id: String,
    val name: String,
    val description: String?,
    /** `NotificationManager.IMPORTANCE_…`. */
    val importance: Int,
    val showsBadge: Boolean,
    /** Milliseconds off and on, by turns; empty for the system's own. */
    val vibration: List<Long>,
    /** `0xAARRGGBB`; null for none. */
    val lightColor: Int?,
    /** `default`, or the name of one of the app's sounds; null for none. */
    val sound: String?,
    /** `Notification.VISIBILITY_…`; null for the system's own. */
    val lockscreenVisibility: Int?
)

/** The channels to make at every start, in the reader's language as texts have it; those that can't be read are left out. */
fun androidChannels(profile: Any?, locale: String): List<AndroidChannel> {
    val languages = languageChain(member(profile, "locales"), locale)
    fun text(value: Any?): String? {
        val byLocale = textsByName(value)
        return languages.mapNotNull { byLocale[it] }.firstOrNull()
    }
    return ((member(profile, "androidChannels") as? List<*>) ?: emptyList<Any>()).mapNotNull { channel ->
        val id = member(channel, "id") as? String
        val name = text(member(channel, "name"))
        val importance = importances[member(channel, "importance") as? String]
        if (id == null || name == null || importance == null) return@mapNotNull null
        AndroidChannel(
            id = id,
            name = name,
            description = text(member(channel, "description")),
            importance = importance,
            showsBadge = member(channel, "badge") as? Boolean ?: true,
            vibration = ((member(channel, "vibration") as? List<*>) ?: emptyList<Any>()).mapNotNull(::integer),
            lightColor = (member(channel, "lightColor") as? String)?.removePrefix("#")?.toLongOrNull(16)
                ?.let { (it or 0xFF000000).toInt() },
            sound = member(channel, "sound") as? String,
            lockscreenVisibility = visibilities[member(channel, "visibility") as? String]
        )
    }
}

/** Source: android.app.NotificationManager, `IMPORTANCE_…`; `max` is the same as `high` there. */
private val importances = mapOf("none" to 0, "min" to 1, "low" to 2, "default" to 3, "high" to 4, "max" to 4)

/** Source: android.app.Notification, `VISIBILITY_…`. */
private val visibilities = mapOf("public" to 1, "private" to 0, "secret" to -1)
