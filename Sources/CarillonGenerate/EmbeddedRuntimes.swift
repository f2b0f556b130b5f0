// Written by Tests/Tools/embed-runtimes.py from the files in Runtimes, here and in CarillonClient; run it after a change there.
// swift-format-ignore-file

/// A file that generated code needs, the same for all tenants.
struct EmbeddedRuntime {
    let language: TargetLanguage
    let part: GeneratedPart
    let name: String
    let text: String

    /// Every file, by name.
    static let all: [EmbeddedRuntime] = [
        EmbeddedRuntime(
            language: .kotlin,
            part: .app,
            name: "CarillonClient.kt",
            text: ##"""
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

                """##
        ),
        EmbeddedRuntime(
            language: .kotlin,
            part: .app,
            name: "CarillonEndpoints.kt",
            text: #"""
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

                """#
        ),
        EmbeddedRuntime(
            language: .typescript,
            part: .app,
            name: "carillon-client.ts",
            text: ##"""
                // The client kit in TypeScript: what `CarillonClient` does in Swift, in one file without dependencies.
                //
                // Both pass the same scenario vectors. Reducers are pure functions: a state and an event make the next state and a list of
                // effects. Times are milliseconds since 1970-01-01T00:00:00Z. Only syntax that can be erased is used, so that engines that strip
                // types run the file as it is. It needs the library of ES2020, and syntax of ES2020 and private members, which compilers turn into
                // older ones.

                export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
                export type Texts = { readonly [name: string]: string };

                /** A reducer's step: the next state, and what is to be done, in this order. */
                export type Step<State, Effect> = readonly [State, readonly Effect[]];

                /** `Object.hasOwn`, which Safari before 15.4 and older versions of Hermes don't have. */
                const owns = (object: object, name: string): boolean => Object.prototype.hasOwnProperty.call(object, name);

                /** An object without a prototype, so that no name of a payload is one of its members already. */
                function texts(pairs: Iterable<readonly [string, string]>): { [name: string]: string } {
                  const object: { [name: string]: string } = Object.create(null);
                  for (const [name, text] of pairs) object[name] = text;
                  return object;
                }

                function members(value: Json | undefined): { readonly [name: string]: Json } | undefined {
                  return typeof value === "object" && value !== null && !Array.isArray(value)
                    ? (value as { readonly [name: string]: Json })
                    : undefined;
                }

                function member(value: Json | undefined, name: string): Json | undefined {
                  const object = members(value);
                  return object !== undefined && owns(object, name) ? object[name] : undefined;
                }

                function asText(value: Json | undefined): string | undefined {
                  return typeof value === "string" ? value : undefined;
                }

                function asList(value: Json | undefined): readonly Json[] {
                  return Array.isArray(value) ? value : [];
                }

                function asTexts(value: Json | undefined): string[] {
                  return asList(value).filter((element): element is string => typeof element === "string");
                }

                function asTextsByName(value: Json | undefined): Texts {
                  const pairs = Object.entries(members(value) ?? {});
                  return texts(pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
                }

                function asInteger(value: Json | undefined): number | undefined {
                  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
                }

                function asCount(value: Json | undefined): number {
                  return Math.max(0, asInteger(value) ?? 0);
                }

                // ---------------------------------------------------------------------------------------------------------------- waits

                /** A day: what a server may ask for at most, in milliseconds. */
                const longestWait = 86_400_000;

                function doublingWait(failures: number, first: number, limit: number, retryAfter?: number): number {
                  const doubled = first * 2 ** Math.min(Math.max(failures - 1, 0), 20);
                  return Math.max(Math.min(doubled, limit), Math.min(retryAfter ?? 0, longestWait));
                }

                /** A pause as it is to be kept: up to a fifth longer or shorter. `random` is from 0 up to 1. */
                export function spread(milliseconds: number, random: number): number {
                  return Math.trunc(milliseconds * (0.8 + 0.4 * Math.min(Math.max(random, 0), 1)));
                }

                /** What a request came to; status 0 where there was no answer. */
                export type Outcome = { readonly status: number; readonly retryAfter?: number };

                const isSuccess = (outcome: Outcome) => outcome.status >= 200 && outcome.status <= 299;
                /** A redirection is that of a network that wants a log-in first. */
                const isTemporary = ({ status }: Outcome) =>
                  status < 200 || (status >= 300 && status <= 399) || status === 408 || status === 429 || status >= 500;

                // ---------------------------------------------------------------------------------------------------------------- links

                export type LinkForm = "app" | "web" | "screen";
                export type ParameterType = "uuid" | "slug" | "path" | "integer" | "text";
                export type Destination = { readonly route: string; readonly values: Texts };

                /** Why a link isn't followed. */
                export type LinkFault =
                  | "empty" | "too-long" | "forbidden-character" | "fragment" | "scheme-relative" | "no-scheme" | "unknown-scheme"
                  | "user-info" | "foreign-origin" | "bad-escape" | "path-traversal" | "empty-segment" | "empty-parameter"
                  | "repeated-parameter" | "undeclared-parameter" | "missing-parameter" | "nested-link" | "bad-parameter" | "no-such-route";

                export class LinkError extends Error {
                  readonly fault: LinkFault;

                  constructor(fault: LinkFault) {
                    super(`this link isn't followed: ${fault}`);
                    this.fault = fault;
                  }
                }

                function refuse(fault: LinkFault): never {
                  throw new LinkError(fault);
                }

                type Piece = { readonly text: string } | { readonly name: string };

                /** The pieces of a template such as `shop://orders/{id}`, in which `{{` and `}}` stand for braces. */
                function piecesOf(template: string): Piece[] {
                  const pieces: Piece[] = [];
                  let literal = "";
                  let place = 0;
                  while (place < template.length) {
                    const two = template.slice(place, place + 2);
                    const close = template.indexOf("}", place);
                    if (two === "{{" || two === "}}") {
                      literal += two[0];
                      place += 2;
                    } else if (two[0] === "{" && close > 0) {
                      if (literal !== "") pieces.push({ text: literal });
                      literal = "";
                      pieces.push({ name: template.slice(place + 1, close) });
                      place = close + 1;
                    } else {
                      literal += two[0];
                      place += 1;
                    }
                  }
                  if (literal !== "") pieces.push({ text: literal });
                  return pieces;
                }

                function percentDecoded(text: string): string | undefined {
                  try {
                    return decodeURIComponent(text);
                  } catch {
                    return undefined;
                  }
                }

                function percentEncoded(text: string): string {
                  // Halves of pairs alone. A look behind is no way to find them: Safari reads none before 16.4.
                  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD")).replace(
                    /[!'()*]/g,
                    (character) => "%" + character.charCodeAt(0).toString(16).toUpperCase(),
                  );
                }

                const isSlug = (text: string) => /^[A-Za-z0-9_-]{1,128}$/.test(text);
                const control = /[\u0000-\u001F\u007F-\u009F]/;
                /** Control characters, and the backslash, which some readers take for a slash. */
                const forbidden = /[\u0000-\u001F\u007F-\u009F\\]/;

                /** Whether a value, decoded, is of a parameter's type. */
                export function accepts(type: ParameterType, value: string): boolean {
                  switch (type) {
                    case "uuid":
                      return /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(value);
                    case "slug":
                      return isSlug(value);
                    case "path":
                      return value.split("/").length <= 8 && value.split("/").every(isSlug);
                    case "integer": {
                      if (!/^-?[0-9]+$/.test(value)) return false;
                      const number = BigInt(value);
                      // Not by powers of two: some compilers make `Math.pow` of them, which takes no such numbers.
                      return BigInt.asIntN(64, number) === number;
                    }
                    case "text":
                      return [...value].length <= 256 && !control.test(value.replace(/[\t\n]/g, ""));
                  }
                }

                type LinkParts = { scheme?: string; authority: string; path: string; query?: string };

                function utf8Length(text: string): number {
                  let length = 0;
                  for (const character of text) {
                    const code = character.codePointAt(0) ?? 0;
                    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
                  }
                  return length;
                }

                function linkParts(text: string): LinkParts {
                  if (text === "") refuse("empty");
                  if (utf8Length(text) > 2048) refuse("too-long");
                  if (!/^[\x21-\x7E]*$/.test(text) || /[\\"<>^`{|}]/.test(text)) refuse("forbidden-character");
                  if (text.includes("#")) refuse("fragment");
                  const split = (rest: string) => {
                    const mark = rest.indexOf("?");
                    return mark < 0 ? { path: rest } : { path: rest.slice(0, mark), query: rest.slice(mark + 1) };
                  };
                  if (text.startsWith("/")) {
                    if (text.startsWith("//")) refuse("scheme-relative");
                    return { authority: "", ...split(text) };
                  }
                  const colon = text.indexOf(":");
                  const scheme = text.slice(0, colon);
                  if (colon < 0 || !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) refuse("no-scheme");
                  if (!text.startsWith("//", colon + 1)) refuse("unknown-scheme");
                  const hierarchy = text.slice(colon + 3);
                  const end = hierarchy.search(/[/?]/);
                  const authority = end < 0 ? hierarchy : hierarchy.slice(0, end);
                  if (authority.includes("@")) refuse("user-info");
                  return { scheme, authority, ...split(end < 0 ? "" : hierarchy.slice(end)) };
                }

                type QueryParameter = { readonly name: string; readonly value: string; readonly isText: boolean };
                type LinkShape = {
                  readonly base: string | undefined;
                  readonly segments: readonly string[];
                  readonly endsWithSlash: boolean;
                  readonly query: readonly QueryParameter[];
                };

                /** How deep escapes may hide in one another: nobody's link needs it, and each level costs a whole pass. */
                const deepestEscape = 8;

                /** A value, followed by what careless readers make of it that decode it again. */
                function readings(value: string): string[] {
                  const all = [value];
                  for (let last = value; ; ) {
                    const next = percentDecoded(last);
                    if (next === undefined || next === last) return all;
                    if (all.length > deepestEscape) refuse("bad-escape");
                    all.push(next);
                    last = next;
                  }
                }

                function decodedOnce(raw: string, alsoForbidden: RegExp): string {
                  const text = percentDecoded(raw) ?? refuse("bad-escape");
                  if (forbidden.test(text) || alsoForbidden.test(text)) refuse("bad-escape");
                  for (const deeper of readings(text).slice(1)) {
                    if (deeper === "." || deeper === "..") refuse("path-traversal");
                    if (forbidden.test(deeper) || deeper.includes("/")) refuse("bad-escape");
                  }
                  return text;
                }

                function decodedSegment(raw: string): string {
                  const text = decodedOnce(raw, /[/?#]/);
                  if (text === "." || text === "..") refuse("path-traversal");
                  return text;
                }

                const actingSchemes = ["javascript", "data", "vbscript", "file", "blob", "about", "intent"];

                function resemblesLink(written: string): boolean {
                  const value = written.replace(/[\n\t]/g, "").replace(/\\/g, "/");
                  if (value.startsWith("//") || value.includes("://")) return true;
                  const colon = value.indexOf(":");
                  return colon >= 0 && actingSchemes.includes(value.slice(0, colon).trimStart().toLowerCase());
                }

                function queryParameters(query: string | undefined): QueryParameter[] {
                  if (query === undefined) return [];
                  const parameters: QueryParameter[] = [];
                  const names = new Set<string>();
                  for (const pair of query.split("&")) {
                    const equals = pair.indexOf("=");
                    const name = decodedOnce(equals < 0 ? pair : pair.slice(0, equals), /[&=]/);
                    if (name === "") refuse("empty-parameter");
                    if (names.has(name)) refuse("repeated-parameter");
                    names.add(name);
                    const raw = equals < 0 ? "" : pair.slice(equals + 1).replace(/\+/g, "%20");
                    const value = percentDecoded(raw) ?? refuse("bad-escape");
                    if (control.test(value.replace(/[\t\n]/g, ""))) refuse("bad-escape");
                    const all = readings(value);
                    if (all.some(resemblesLink)) refuse("nested-link");
                    const isText = all.some((reading) => forbidden.test(reading)) ||
                      all.slice(1).some((reading) => reading.includes("/") || reading === "." || reading === "..");
                    parameters.push({ name, value, isText });
                  }
                  return parameters;
                }

                function linkShape(url: LinkParts, form: LinkForm): LinkShape {
                  if (form === "app") decodedSegment(url.authority);
                  const raw = url.path.split("/").slice(1);
                  const isRoot = raw.length === 1 && raw[0] === "" && form !== "app";
                  const endsEmpty = raw[raw.length - 1] === "";
                  const endsWithSlash = endsEmpty && !isRoot;
                  if (endsEmpty) raw.pop();
                  const segments = raw.map(decodedSegment);
                  if (segments.includes("") || (form === "app" && url.authority === "" && url.path !== "")) refuse("empty-segment");
                  const base = url.scheme === undefined ? undefined : `${url.scheme}://${url.authority}`;
                  return { base, segments, endsWithSlash, query: queryParameters(url.query) };
                }

                type Parameter = { readonly name: string; readonly type: ParameterType };
                type Pattern = { readonly prefix: string; readonly parameter: Parameter | undefined; readonly suffix: string };
                type LinkPattern = Omit<LinkShape, "segments" | "query"> & {
                  readonly segments: readonly Pattern[];
                  readonly query: readonly { readonly name: string; readonly pattern: Pattern }[];
                };
                type Route = {
                  readonly id: string;
                  readonly parameters: readonly Parameter[];
                  readonly templates: { readonly [form in LinkForm]?: string };
                  readonly patterns: { readonly [form in LinkForm]?: LinkPattern };
                };

                const forms: readonly LinkForm[] = ["app", "web", "screen"];
                const parameterTypes: readonly string[] = ["uuid", "slug", "path", "integer", "text"];
                const mark = (name: string) => `~~${name}~~`;

                function patternOf(text: string, parameters: readonly Parameter[]): Pattern {
                  for (const parameter of parameters) {
                    const place = text.indexOf(mark(parameter.name));
                    if (place < 0) continue;
                    return { prefix: text.slice(0, place), parameter, suffix: text.slice(place + mark(parameter.name).length) };
                  }
                  return { prefix: text, parameter: undefined, suffix: "" };
                }

                function linkPattern(template: string, parameters: readonly Parameter[], form: LinkForm): LinkPattern | undefined {
                  try {
                    const marked = piecesOf(template).map((piece) => ("name" in piece ? mark(piece.name) : piece.text)).join("");
                    const url = linkParts(marked);
                    if ((url.scheme === undefined) !== (form === "screen")) return undefined;
                    const shape = linkShape(url, form);
                    return {
                      base: shape.base,
                      endsWithSlash: shape.endsWithSlash,
                      segments: shape.segments.map((segment) => patternOf(segment, parameters)),
                      query: shape.query.map(({ name, value }) => ({ name, pattern: patternOf(value, parameters) })),
                    };
                  } catch (error) {
                    if (error instanceof LinkError) return undefined;
                    throw error;
                  }
                }

                function readInto(values: { [name: string]: string }, text: string, { prefix, parameter, suffix }: Pattern): void {
                  if (parameter === undefined) {
                    if (text !== prefix) refuse("no-such-route");
                    return;
                  }
                  if (text.length < prefix.length + suffix.length || !text.startsWith(prefix) || !text.endsWith(suffix)) {
                    refuse("no-such-route");
                  }
                  const value = text.slice(prefix.length, text.length - suffix.length);
                  if (!accepts(parameter.type, value)) refuse("bad-parameter");
                  // A parameter that occurs twice must have one value, else the link would lead to two places.
                  const former = values[parameter.name];
                  if (former !== undefined && former !== value) refuse("no-such-route");
                  values[parameter.name] = value;
                }

                function valuesOf(shape: LinkShape, pattern: LinkPattern, form: LinkForm): Texts {
                  const values = texts([]);
                  if (shape.base !== pattern.base) refuse("no-such-route");
                  let given = shape.segments;
                  const last = pattern.segments.length - 1;
                  if (pattern.segments[last]?.parameter?.type === "path" && given.length > pattern.segments.length) {
                    given = [...given.slice(0, last), given.slice(last).join("/")];
                  }
                  if (given.length !== pattern.segments.length) refuse("no-such-route");
                  pattern.segments.forEach((piece, index) => readInto(values, given[index] ?? "", piece));
                  for (const { name, pattern: piece } of pattern.query) {
                    const found = shape.query.find((parameter) => parameter.name === name) ?? refuse("missing-parameter");
                    if (found.isText && piece.parameter?.type !== "text") refuse("bad-escape");
                    readInto(values, found.value, piece);
                  }
                  if (shape.endsWithSlash !== pattern.endsWithSlash) refuse(pattern.endsWithSlash ? "no-such-route" : "empty-segment");
                  for (const parameter of shape.query) {
                    if (pattern.query.some(({ name }) => name === parameter.name)) continue;
                    if (form !== "web") refuse("undeclared-parameter");
                    if (parameter.isText) refuse("bad-escape");
                  }
                  return values;
                }

                /** The links that an app opens, from the member `deepLinks` of a client profile. As strict as the host. */
                export class AppLinks {
                  readonly schemes: readonly string[];
                  readonly origins: readonly string[];
                  readonly #routes: readonly Route[];

                  constructor(json: Json) {
                    this.schemes = asTexts(member(json, "schemes"));
                    this.origins = asTexts(member(json, "origins"));
                    this.#routes = asList(member(json, "routes")).flatMap((route) => AppLinks.#route(route));
                  }

                  static #route(json: Json): Route[] {
                    const id = asText(member(json, "id"));
                    const types = Object.entries(members(member(json, "params")) ?? {});
                    if (id === undefined || types.some(([, type]) => !parameterTypes.includes(type as string))) return [];
                    const parameters = types.map(([name, type]) => ({ name, type: type as ParameterType }));
                    const templates: { [form in LinkForm]?: string } = {};
                    const patterns: { [form in LinkForm]?: LinkPattern } = {};
                    for (const form of forms) {
                      const template = asText(member(json, form));
                      if (template === undefined) continue;
                      templates[form] = template;
                      const pattern = linkPattern(template, parameters, form);
                      if (pattern !== undefined) patterns[form] = pattern;
                    }
                    return [{ id, parameters, templates, patterns }];
                  }

                  /** Where a link leads. Throws a {@link LinkError} where it isn't followed. */
                  read(text: string): Destination {
                    const url = linkParts(text);
                    const form = this.#form(url);
                    const shape = linkShape(url, form);
                    let closest: LinkFault = "no-such-route";
                    for (const route of this.#routes) {
                      const pattern = route.patterns[form];
                      if (pattern === undefined) continue;
                      try {
                        return { route: route.id, values: valuesOf(shape, pattern, form) };
                      } catch (error) {
                        if (!(error instanceof LinkError)) throw error;
                        if (error.fault !== "no-such-route") closest = error.fault;
                      }
                    }
                    return refuse(closest);
                  }

                  /** The same, undefined where it isn't followed. */
                  find(text: string): Destination | undefined {
                    try {
                      return this.read(text);
                    } catch (error) {
                      if (error instanceof LinkError) return undefined;
                      throw error;
                    }
                  }

                  /** The link to a destination in one form; undefined where the route has none. Throws where a value isn't of its type. */
                  link(destination: Destination, form: LinkForm): string | undefined {
                    const route = this.#check(destination);
                    const template = route.templates[form];
                    if (template === undefined) return undefined;
                    const text = piecesOf(template).map((piece) => {
                      if (!("name" in piece)) return piece.text;
                      const value = destination.values[piece.name] ?? "";
                      const type = route.parameters.find(({ name }) => name === piece.name)?.type;
                      return type === "path" ? value : percentEncoded(value);
                    }).join("");
                    // What was made is read again: no value can change scheme, host or the shape of the path.
                    if (!isEqual(this.read(text).values, destination.values)) refuse("no-such-route");
                    return text;
                  }

                  /** Whether a destination could be reached by a link. */
                  isSound(destination: Destination): boolean {
                    try {
                      this.#check(destination);
                      return true;
                    } catch (error) {
                      if (error instanceof LinkError) return false;
                      throw error;
                    }
                  }

                  /** Whether a link that isn't the product's own may be opened in the browser. */
                  static isExternal(text: string): boolean {
                    try {
                      const url = linkParts(text);
                      return url.scheme === "https" && /^[A-Za-z0-9]/.test(url.authority);
                    } catch {
                      return false;
                    }
                  }

                  #check({ route: id, values }: Destination): Route {
                    const route = this.#routes.find((candidate) => candidate.id === id) ?? refuse("no-such-route");
                    for (const { name, type } of route.parameters) {
                      const value = owns(values, name) ? values[name] : undefined;
                      if (value === undefined) refuse("missing-parameter");
                      if (!accepts(type, value)) refuse("bad-parameter");
                    }
                    for (const name of Object.keys(values)) {
                      if (!route.parameters.some((parameter) => parameter.name === name)) refuse("undeclared-parameter");
                    }
                    return route;
                  }

                  #form({ scheme, authority }: LinkParts): LinkForm {
                    if (scheme === undefined) return "screen";
                    if (this.schemes.includes(scheme)) return authority.includes(":") ? refuse("foreign-origin") : "app";
                    if (!this.origins.some((origin) => origin.startsWith(scheme + "://"))) refuse("unknown-scheme");
                    return this.origins.includes(`${scheme}://${authority}`) ? "web" : refuse("foreign-origin");
                  }
                }

                /** Whether two JSON values are the same, whatever the order of their members. */
                function isEqual(left: unknown, right: unknown): boolean {
                  if (Object.is(left, right)) return true;
                  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
                  if (Array.isArray(left) !== Array.isArray(right)) return false;
                  const [names, others] = [Object.keys(left), Object.keys(right)];
                  return names.length === others.length && names.every((name) =>
                    owns(right, name) &&
                    isEqual((left as { [name: string]: unknown })[name], (right as { [name: string]: unknown })[name])
                  );
                }

                // --------------------------------------------------------------------------------------------------------------- pushes

                export type PushShape =
                  | "apns" | "fcm-apple" | "fcm-android" | "expo-apple" | "expo-android" | "expo-script" | "web-push";

                /** `open`, `dismiss`, or the id of a button. */
                export type TapAction = string;

                /**
                 * A push as it came, freed of what its provider put around it.
                 *
                 * One that `readPush` made shows no values in prints, consoles and JSON, because nobody here knows which of them are sensitive: its members
                 * are there, but not enumerable. A copy by `...` has none of them.
                 */
                export type ReceivedPush = {
                  data: { [name: string]: string };
                  title?: string;
                  body?: string;
                  badge?: number;
                  category?: string;
                  thread?: string;
                  picture?: string;
                  androidChannel?: string;
                  link?: string;
                  action?: TapAction;
                };

                /** The action from the name that the platform gives it. */
                export function tapAction(identifier: string): TapAction {
                  switch (identifier) {
                    case "":
                    case "com.apple.UNNotificationDefaultActionIdentifier":
                    case "expo.modules.notifications.actions.DEFAULT":
                      return "open";
                    case "com.apple.UNNotificationDismissActionIdentifier":
                      return "dismiss";
                    default:
                      return identifier;
                  }
                }

                const firebaseOwn = ["from", "fcm_options", "collapse_key", "message_type"];
                const isFirebase = (name: string) =>
                  name.startsWith("gcm.") || name.startsWith("google.") || firebaseOwn.includes(name);

                /** Reads a push. Never throws: from a payload that is cut, wrong or another app's comes what there is in it. */
                export function readPush(payload: Json, shape: PushShape): ReceivedPush {
                  const push: ReceivedPush = { data: texts([]) };
                  if (members(payload) === undefined) return printingNames(push, []);

                  const set = (name: Exclude<keyof ReceivedPush, "data" | "badge">, value: Json | undefined) => {
                    if (typeof value === "string") push[name] = value;
                  };
                  const setBadge = (value: Json | undefined) => {
                    const number = typeof value === "string" && /^[+-]?[0-9]+$/.test(value) ? Number(value) : value;
                    if (typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= 0x7FFF_FFFF) {
                      push.badge = number;
                    }
                  };
                  const take = (value: Json | undefined, isOurs: (name: string) => boolean = () => true) => {
                    for (const [name, content] of Object.entries(members(value) ?? {})) {
                      if (content === null || !isOurs(name)) continue;
                      push.data[name] = typeof content === "string" ? content : JSON.stringify(content);
                    }
                  };
                  const takeAlert = () => {
                    const aps = member(payload, "aps");
                    const alert = member(aps, "alert");
                    set("title", member(alert, "title"));
                    set("body", member(alert, "body") ?? alert);
                    setBadge(member(aps, "badge"));
                    set("category", member(aps, "category"));
                    set("thread", member(aps, "thread-id"));
                  };

                  switch (shape) {
                    case "apns":
                      takeAlert();
                      take(payload, (name) => name !== "aps");
                      break;
                    case "fcm-apple":
                      takeAlert();
                      set("picture", member(member(payload, "fcm_options"), "image"));
                      take(payload, (name) => name !== "aps" && !isFirebase(name));
                      break;
                    case "fcm-android": {
                      const data = member(payload, "data");
                      if (members(data) === undefined) {
                        take(payload, (name) => !isFirebase(name));
                        break;
                      }
                      take(data);
                      const notification = member(payload, "notification");
                      const android = member(notification, "android");
                      set("title", member(notification, "title"));
                      set("body", member(notification, "body"));
                      set("picture", member(notification, "image"));
                      set("picture", member(android, "imageUrl"));
                      set("androidChannel", member(android, "channelId"));
                      break;
                    }
                    case "expo-apple":
                      takeAlert();
                      take(member(payload, "body"));
                      break;
                    case "expo-android": {
                      const data = member(payload, "data");
                      const content = members(data) === undefined ? payload : data;
                      set("title", member(content, "title"));
                      set("body", member(content, "message"));
                      setBadge(member(content, "badge"));
                      set("androidChannel", member(content, "channelId"));
                      set("category", member(content, "categoryId"));
                      const body = member(content, "body");
                      try {
                        take(typeof body === "string" ? JSON.parse(body) : body);
                      } catch {
                        // No JSON: then there are no data.
                      }
                      break;
                    }
                    case "expo-script": {
                      const action = asText(member(payload, "actionIdentifier"));
                      if (action !== undefined) push.action = tapAction(action);
                      const notification = member(payload, "notification") ?? payload;
                      const request = member(notification, "request") ?? notification;
                      const content = member(request, "content") ?? request;
                      set("title", member(content, "title"));
                      set("body", member(content, "body"));
                      setBadge(member(content, "badge"));
                      set("category", member(content, "categoryIdentifier"));
                      take(member(content, "data"));
                      break;
                    }
                    case "web-push": {
                      const notification = member(payload, "notification");
                      set("title", member(notification, "title"));
                      set("body", member(notification, "body"));
                      setBadge(member(payload, "app_badge"));
                      set("thread", member(notification, "tag"));
                      set("picture", member(notification, "image"));
                      set("link", member(notification, "navigate"));
                      take(member(notification, "data") ?? member(payload, "data"));
                      break;
                    }
                  }
                  return printingNames(push, Object.keys(push.data));
                }

                /** The same object, whose members nothing shows that prints it: only the names of what came. */
                function printingNames<Value extends object>(value: Value, names: readonly string[]): Value {
                  const shown = { members: [...names].sort() };
                  for (const [name, content] of Object.entries(value)) {
                    Object.defineProperty(value, name, { value: content, enumerable: false });
                  }
                  const print = { value: () => shown, enumerable: false };
                  const text = { value: () => JSON.stringify(shown), enumerable: false };
                  const consoles = Symbol.for("nodejs.util.inspect.custom");
                  return Object.defineProperties(value, { toJSON: print, toString: text, [consoles]: print });
                }

                /** What hides in each of them: no member of its object, so that no console shows it. */
                const sensitiveValues = new WeakMap<Sensitive<unknown>, unknown>();

                /** A value that prints, consoles and JSON show as a placeholder; your own code asks for it by `reveal()`. */
                export class Sensitive<Value> {
                  constructor(value: Value) {
                    sensitiveValues.set(this, value);
                  }

                  reveal(): Value {
                    return sensitiveValues.get(this) as Value;
                  }

                  toString(): string {
                    return "‹hidden›";
                  }

                  toJSON(): string {
                    return "‹hidden›";
                  }

                  /** For Node's consoles. */
                  [Symbol.for("nodejs.util.inspect.custom")](): string {
                    return "‹hidden›";
                  }
                }

                /** Keeps a value out of prints. */
                export function sensitive<Value>(value: Value): Sensitive<Value> {
                  return new Sensitive(value);
                }

                /** A copy in which members of these names are there, but not shown by prints, consoles and JSON. */
                export function withHidden<Value extends object>(value: Value, ...names: readonly (keyof Value)[]): Value {
                  const copy = { ...value };
                  for (const name of names) Object.defineProperty(copy, name, { value: value[name], enumerable: false });
                  return copy;
                }

                type EventDefinition = {
                  readonly id: string;
                  readonly data: readonly { readonly name: string; readonly constant?: string; readonly field?: string }[];
                  readonly link?: { readonly route: string; readonly fields: Texts };
                  readonly identity: readonly string[];
                };

                /** What all pushes of an event type have. Prints, consoles and JSON show no values: nobody here knows which of them are sensitive. */
                export type RecognizedEvent = {
                  readonly kind: "event";
                  readonly event: string;
                  /** All event types whose pushes look like this one, the likeliest first. */
                  readonly possible: readonly string[];
                  readonly fields: Texts;
                  readonly notificationID: string | null;
                  /** What another push or stream item of the same event has as well, and no other; empty where nothing tells two apart. */
                  readonly identity: string;
                };

                export type Recognition =
                  | { readonly kind: "collected" }
                  | { readonly kind: "unknown"; readonly data: Texts }
                  | RecognizedEvent;

                /** The event types of a product, and how a push is recognized as one of them. */
                export class EventCatalogue {
                  readonly #events: readonly EventDefinition[];

                  constructor(json: Json) {
                    this.#events = asList(json).flatMap((event) => EventCatalogue.#definition(event));
                  }

                  static #definition(json: Json): EventDefinition[] {
                    const id = asText(member(json, "id"));
                    if (id === undefined) return [];
                    const data = Object.entries(asTextsByName(member(json, "data"))).map(([name, template]) => {
                      const pieces = piecesOf(template);
                      if (pieces.every((piece) => "text" in piece)) {
                        return { name, constant: pieces.map((piece) => ("text" in piece ? piece.text : "")).join("") };
                      }
                      const [piece] = pieces;
                      return pieces.length === 1 && piece !== undefined && "name" in piece
                        ? { name, field: piece.name.replace(/\?$/, "") } // A question mark: left out where the field is.
                        : { name };
                    });
                    const { route, ...fields } = asTextsByName(member(json, "link"));
                    const identity = asTexts(member(json, "identity"));
                    return [{ id, data, identity, ...(route === undefined ? {} : { link: { route, fields: texts(Object.entries(fields)) } }) }];
                  }

                  /** The event that a push tells of. */
                  recognize(push: ReceivedPush): Recognition {
                    const count = Object.keys(push.data).length;
                    if (count === 0) return { kind: "collected" };
                    const fitting = this.#events.flatMap((event) => {
                      const constants = event.data.filter(({ constant }) => constant !== undefined);
                      if (event.data.length === 0 || constants.some(({ name, constant }) => push.data[name] !== constant)) return [];
                      const present = event.data.filter(({ name }) => push.data[name] !== undefined).length;
                      const missing = event.data.length - present;
                      if (constants.length === 0 && missing > 0) return [];
                      return [{ event, constants: constants.length, missing, present }];
                    });
                    const exact = fitting.filter(({ missing, present }) => missing === 0 && present === count)
                      .sort((left, right) => right.constants - left.constants);
                    const byRank = [...fitting].sort((left, right) =>
                      right.constants - left.constants || left.missing - right.missing || right.present - left.present
                    );
                    const best = byRank[0];
                    const possible = exact.length > 0 ? exact : fitting.filter(({ constants, missing, present }) =>
                      constants === best?.constants && missing === best.missing && present === best.present
                    );
                    const first = possible[0];
                    if (first === undefined) return withHidden<Recognition & { kind: "unknown" }>({ kind: "unknown", data: push.data }, "data");
                    return EventCatalogue.#recognized(first.event, possible.map(({ event }) => event.id), push.data);
                  }

                  static #recognized(event: EventDefinition, possible: readonly string[], data: Texts): Recognition {
                    const fields: [string, string][] = [];
                    let notificationID: string | null = null;
                    for (const { name, field } of event.data) {
                      const text = data[name];
                      if (field === undefined || text === undefined) continue;
                      if (field === "notification.id") notificationID = text;
                      else if (!/^(?:link|slot|event|notification)\./.test(field)) fields.push([field, text]);
                    }
                    const names = event.identity.length > 0 ? event.identity : event.data.map(({ name }) => name);
                    const constants = new Set(event.data.filter(({ constant }) => constant !== undefined).map(({ name }) => name));
                    const identity = event.identity.length === 0 && notificationID !== null
                      ? notificationID
                      // What is the same in each of them, or empty, tells nothing.
                      : names.every((name) => constants.has(name) || !data[name])
                      ? ""
                      : JSON.stringify(names.map((name) => data[name] ?? null));
                    const recognized: RecognizedEvent = {
                      kind: "event", event: event.id, possible, fields: texts(fields), notificationID, identity,
                    };
                    return withHidden(recognized, "fields", "notificationID", "identity");
                  }

                  /** Where a push leads; undefined for nowhere, or for no place of the app. */
                  destination(push: ReceivedPush, links: AppLinks): Destination | undefined {
                    for (const { name, field } of this.#events.flatMap((event) => event.data)) {
                      const text = field?.startsWith("link.") ? push.data[name] : undefined;
                      const found = text === undefined ? undefined : links.find(text);
                      if (found !== undefined) return found;
                    }
                    const recognized = this.recognize(push);
                    if (recognized.kind === "event") {
                      const link = this.#events.find(({ id }) => id === recognized.event)?.link;
                      const values: [string, string][] = [];
                      for (const [parameter, field] of Object.entries(link?.fields ?? {})) {
                        const text = recognized.fields[field];
                        if (text !== undefined) values.push([parameter, text]);
                      }
                      if (link !== undefined && values.length === Object.keys(link.fields).length) {
                        const destination = { route: link.route, values: texts(values) };
                        if (links.isSound(destination)) return destination;
                      }
                    }
                    return push.link === undefined ? undefined : links.find(push.link);
                  }
                }

                // ----------------------------------------------------------------------------------------------------------- foreground

                /** What is shown of a push while the app is open: a banner with its sound and a line in the list, that line alone, or nothing. */
                export type ForegroundDisplay = "banner" | "list" | "none";

                /** Says what is shown of a push while the app is open, as its category has it in the client profile; from memory alone. */
                export class ForegroundPolicy {
                  readonly #catalogue: EventCatalogue;
                  /** By category; undefined where it leaves that to the app. */
                  readonly #displays: ReadonlyMap<string, ForegroundDisplay | undefined>;
                  /** By event. */
                  readonly #categories: ReadonlyMap<string, string>;
                  readonly #otherwise: ForegroundDisplay;

                  /** - `otherwise`: where the category leaves it to the app, and for what has no category. */
                  constructor(profile: Json, otherwise: ForegroundDisplay = "banner") {
                    this.#catalogue = new EventCatalogue(memberOf(profile, "events"));
                    const named = (list: string, name: string) =>
                      asList(member(profile, list)).flatMap((element) => {
                        const id = asText(member(element, "id"));
                        return id === undefined ? [] : [[id, asText(member(element, name))] as const];
                      }).reverse(); // The first of a name counts.
                    const known = (text: string | undefined) => text === "banner" || text === "list" || text === "none" ? text : undefined;
                    this.#displays = new Map(named("categories", "foreground").map(([id, text]) => [id, known(text)] as const));
                    this.#categories = new Map(named("events", "category").flatMap(([id, text]) => text === undefined ? [] : [[id, text] as const]));
                    this.#otherwise = otherwise;
                  }

                  /**
                   * By the category that the message names, where the profile has it, else by that of the event that it tells of. Nothing of what
                   * `isKnown`, because it came already, as `noteSeen` says.
                   */
                  display(push: ReceivedPush, isKnown = false): ForegroundDisplay {
                    if (isKnown) return "none";
                    const recognized = this.#catalogue.recognize(push);
                    const own = recognized.kind === "event" ? this.#categories.get(recognized.event) : undefined;
                    const category = push.category !== undefined && this.#displays.has(push.category) ? push.category : own;
                    return (category === undefined ? undefined : this.#displays.get(category)) ?? this.#otherwise;
                  }
                }

                // --------------------------------------------------------------------------------------------------------------- values

                // What generated code reads data with: as strict as the host is with what it sends. A damaged value is nothing, and no other one.

                /** A whole number that is exact as one of JavaScript's. */
                export function numberOf(text: string | undefined): number | undefined {
                  const number = text !== undefined && /^-?[0-9]+$/.test(text) ? Number(text) : undefined;
                  return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
                }

                /** A whole number of 64 bits. */
                export function bigintOf(text: string | undefined): bigint | undefined {
                  const number = text !== undefined && /^-?[0-9]+$/.test(text) ? BigInt(text) : undefined;
                  return number !== undefined && BigInt.asIntN(64, number) === number ? number : undefined;
                }

                /** The text itself, where it is a decimal such as `-12.50`. */
                export function decimalOf(text: string | undefined): string | undefined {
                  return text !== undefined && /^-?[0-9]+(?:\.[0-9]+)?$/.test(text) ? text : undefined;
                }

                export function booleanOf(text: string | undefined): boolean | undefined {
                  return text === "true" ? true : text === "false" ? false : undefined;
                }

                /** What a text holds as JSON, such as a state that was kept or an event's data; null where it is none, or cut off. Never throws. */
                export function jsonOf(text: string | null | undefined): Json {
                  try {
                    return JSON.parse(text ?? "null") as Json;
                  } catch {
                    return null;
                  }
                }

                /** A part of a client profile; null where there is none. */
                export function memberOf(json: Json, name: string): Json {
                  return member(json, name) ?? null;
                }

                // ---------------------------------------------------------------------------------------------------------------- texts

                /** Formats Unicode MessageFormat 2, such as `new Intl.MessageFormat(locale, source).format(values)`. */
                export type MessageFormatter = (
                  source: string,
                  locale: string,
                  values: { readonly [name: string]: unknown },
                ) => string;

                /**
                 * A text that an app shows by itself, in the first of the reader's languages that has it; empty where the profile has no such text,
                 * and where it has arguments and there is no formatter.
                 *
                 * @param values by the name of the argument; an absent one is empty, so that a text can choose between its variants.
                 */
                export function appText(
                  profile: Json,
                  id: string,
                  slot: string,
                  locale: string,
                  values: { readonly [name: string]: unknown } = {},
                  format?: MessageFormatter,
                ): string {
                  const text = asList(member(profile, "texts")).find((text) => member(text, "id") === id);
                  const byLanguage = member(text, "words");
                  const names = asTexts(member(text, "arguments"));
                  for (const language of languageChain(member(profile, "locales"), locale)) {
                    const source = asText(member(member(byLanguage, language), slot));
                    if (source === undefined) continue;
                    // Those without arguments come ready to show.
                    if (names.length === 0) return source;
                    // Nobody is shown what only a formatter reads.
                    if (format === undefined) return "";
                    const given: { [name: string]: unknown } = Object.create(null);
                    for (const name of names) {
                      given[name] = values[name] ?? "";
                      given[`${name}.present`] = String(values[name] !== undefined);
                    }
                    return format(source, language, given);
                  }
                  return "";
                }

                /** The reader's own language, its truncations, the fallbacks of each of these, the product's. */
                function languageChain(locales: Json | undefined, requested: string): string[] {
                  const supported = asTexts(member(locales, "supported"));
                  const fallbacks = Object.entries(asTextsByName(member(locales, "fallbacks")));
                  const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();
                  const found: string[] = [];
                  const visited = new Set<string>();
                  // Apple's systems name a region or calendar of the reader's own behind it: `en_GB@rg=nozzzz`.
                  let next: string | undefined = requested.replace(/@.*$/s, "").replace(/_/g, "-");
                  while (next !== undefined && /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(next) && !visited.has(next.toLowerCase())) {
                    visited.add(next.toLowerCase());
                    const candidates = truncations(next);
                    for (const candidate of candidates) {
                      const language = supported.find((tag) => isSame(tag, candidate));
                      if (language !== undefined && !found.includes(language)) found.push(language);
                    }
                    next = candidates.flatMap((tag) => fallbacks.filter(([name]) => isSame(name, tag)).map(([, to]) => to))[0];
                  }
                  const standard = asText(member(locales, "default"));
                  if (standard !== undefined && !found.includes(standard)) found.push(standard);
                  return found;
                }

                /** `zh-Hant-TW`, `zh-Hant`, `zh`: a single letter goes together with what follows it (RFC 4647, section 3.4). */
                function truncations(tag: string): string[] {
                  const subtags = tag.split("-");
                  const tags: string[] = [];
                  while (subtags.length > 0) {
                    tags.push(subtags.join("-"));
                    subtags.pop();
                    while (subtags[subtags.length - 1]?.length === 1) subtags.pop();
                  }
                  return tags;
                }

                // ----------------------------------------------------------------------------------------------------- Android channels

                /** A channel with the profile's own names of importance and visibility: the numbers of Android, Expo and Notifee differ. */
                export type AndroidChannel = {
                  readonly id: string;
                  readonly name: string;
                  readonly description?: string;
                  readonly importance: "none" | "min" | "low" | "default" | "high" | "max";
                  readonly showsBadge: boolean;
                  /** Milliseconds off and on, by turns; empty for the system's own. */
                  readonly vibration: readonly number[];
                  /** Such as `#FF0000`. */
                  readonly lightColor?: string;
                  /** `default`, or the name of one of the app's sounds. */
                  readonly sound?: string;
                  /** On a locked screen; the system's own where it is left out. */
                  readonly visibility?: "public" | "private" | "secret";
                };

                const importances: readonly (string | undefined)[] = ["none", "min", "low", "default", "high", "max"];
                const visibilities: readonly (string | undefined)[] = ["public", "private", "secret"];

                /** The channels to make at every start, in the reader's language as texts have it; those that can't be read are left out. */
                export function androidChannels(profile: Json, locale: string): readonly AndroidChannel[] {
                  const languages = languageChain(member(profile, "locales"), locale);
                  const text = (value: Json | undefined) => languages.flatMap((language) => asText(member(value, language)) ?? [])[0];
                  return asList(member(profile, "androidChannels")).flatMap((channel): AndroidChannel[] => {
                    const [id, name] = [asText(member(channel, "id")), text(member(channel, "name"))];
                    const importance = asText(member(channel, "importance"));
                    if (id === undefined || name === undefined || !importances.includes(importance)) return [];
                    const [badge, description] = [member(channel, "badge"), text(member(channel, "description"))];
                    const [lightColor, sound] = [asText(member(channel, "lightColor")), asText(member(channel, "sound"))];
                    const visibility = asText(member(channel, "visibility"));
                    return [{
                      id,
                      name,
                      importance: importance as AndroidChannel["importance"],
                      showsBadge: typeof badge === "boolean" ? badge : true,
                      vibration: asList(member(channel, "vibration")).flatMap((milliseconds) => asInteger(milliseconds) ?? []),
                      ...(description === undefined ? {} : { description }),
                      ...(lightColor === undefined ? {} : { lightColor }),
                      ...(sound === undefined ? {} : { sound }),
                      ...(visibilities.includes(visibility) ? { visibility: visibility as "public" | "private" | "secret" } : {}),
                    }];
                  });
                }

                // ----------------------------------------------------------------------------------------------------------- duplicates

                export type SeenKey = { readonly key: string; readonly at: number };

                /** What came already, the latest last. Keep it over a restart: platforms hand out the last tap again. */
                export function readSeen(json: Json): readonly SeenKey[] {
                  return asList(json).flatMap((element) => {
                    const [key, at] = [asText(member(element, "key")), asInteger(member(element, "at"))];
                    return key === undefined || at === undefined ? [] : [{ key, at }];
                  }).slice(-50);
                }

                /**
                 * Notes a key. What is no id may come again after ten minutes; a clock that was set back counts as no time gone. An empty key is always
                 * the first: it tells nothing apart.
                 */
                export function noteSeen(
                  seen: readonly SeenKey[],
                  key: string,
                  at: number,
                  isID: boolean,
                ): { readonly isFirst: boolean; readonly seen: readonly SeenKey[] } {
                  if (key === "") return { isFirst: true, seen };
                  const index = seen.map((entry) => entry.key).lastIndexOf(key);
                  const former = seen[index];
                  if (former !== undefined && (isID || at - former.at < 600_000)) {
                    return { isFirst: false, seen: seen.map((entry) => (entry === former ? { key, at: Math.min(at, entry.at) } : entry)) };
                  }
                  const others = seen.filter((_, place) => place !== index);
                  return { isFirst: true, seen: [...others, { key, at }].slice(-50) };
                }

                // --------------------------------------------------------------------------------------------------------------- router

                export type Gate = "open" | "signed-in" | "unlocked";
                export type Waiting = {
                  readonly source: string;
                  readonly destination: Destination;
                  readonly context: Texts;
                  readonly user: string | null;
                  readonly at: number;
                };
                export type RouterParameters = {
                  readonly links: AppLinks;
                  readonly gates?: { readonly [route: string]: Gate };
                  readonly fallback?: Destination;
                };
                export type RouterState = {
                  readonly isReady: boolean;
                  readonly isLocked: boolean;
                  readonly user: string | null;
                  readonly lastUser: string | null;
                  readonly queue: readonly Waiting[];
                  readonly taps: readonly SeenKey[];
                };
                export type RouterEvent =
                  | {
                    readonly type: "tap";
                    readonly id: string;
                    /** False for an identity, which is the same for ten minutes; an id, as without it, never comes twice. */
                    readonly isID?: boolean;
                    readonly action?: string;
                    readonly destination?: Destination | null;
                    readonly address?: string;
                    readonly context?: Texts;
                    readonly user?: string;
                    readonly at: number;
                  }
                  | { readonly type: "link"; readonly link: string; readonly source: string; readonly at: number }
                  | { readonly type: "ready" | "unlocked"; readonly at: number }
                  | { readonly type: "signedIn"; readonly user: string; readonly at: number }
                  | { readonly type: "signedOut" | "locked" }
                  | { readonly type: "refused"; readonly destination: Destination };
                export type RouterEffect =
                  | { readonly type: "show"; readonly destination: Destination; readonly context: Texts }
                  | { readonly type: "openExternally"; readonly address: string }
                  | { readonly type: "markOpened"; readonly id: string }
                  | { readonly type: "perform"; readonly action: string; readonly id: string }
                  | { readonly type: "refuse"; readonly fault: LinkFault };

                /** A state from what was kept; the beginning from anything else. */
                export function routerState(kept: Json = null): RouterState {
                  const queue = asList(member(kept, "queue")).flatMap((waiting): Waiting[] => {
                    const [source, at] = [asText(member(waiting, "source")), asInteger(member(waiting, "at"))];
                    const route = asText(member(member(waiting, "destination"), "route"));
                    if (source === undefined || at === undefined || route === undefined) return [];
                    const destination = { route, values: asTextsByName(member(member(waiting, "destination"), "values")) };
                    const context = asTextsByName(member(waiting, "context"));
                    return [{ source, destination, context, user: asText(member(waiting, "user")) ?? null, at }];
                  });
                  const lastUser = asText(member(kept, "lastUser")) ?? null;
                  const taps = readSeen(member(kept, "taps") ?? null);
                  return { isReady: false, isLocked: false, user: null, lastUser, queue, taps };
                }

                /** Decides when the app goes where a tap or a link leads. */
                export function reduceRouter(
                  state: RouterState,
                  event: RouterEvent,
                  parameters: RouterParameters,
                ): Step<RouterState, RouterEffect> {
                  const isOpen = ({ destination }: { readonly destination: Destination }, at: RouterState) => {
                    const gates = parameters.gates ?? {};
                    const gate = owns(gates, destination.route) ? gates[destination.route] : undefined;
                    return gate === "open" || (at.user !== null && (gate !== "unlocked" || !at.isLocked));
                  };
                  const show = (from: RouterState, now: number): Step<RouterState, RouterEffect> => {
                    // By a clock that was set back further than that, nobody knows how long it has waited.
                    const queue = from.queue.filter(({ at }) => Math.abs(now - at) <= 600_000);
                    if (!from.isReady) return [{ ...from, queue }, []];
                    const open = queue.filter((waiting) => isOpen(waiting, from));
                    return [
                      { ...from, queue: queue.filter((waiting) => !isOpen(waiting, from)) },
                      open.map(({ destination, context }) => ({ type: "show", destination, context })),
                    ];
                  };
                  const enqueue = (waiting: Waiting, to: RouterState): RouterState => {
                    const others = to.queue.filter(({ source }) => source !== waiting.source);
                    const isForOther = waiting.user !== null && to.user !== null && waiting.user !== to.user;
                    return { ...to, queue: isForOther ? others : [...others, waiting] };
                  };

                  switch (event.type) {
                    case "tap": {
                      const action = tapAction(event.action ?? "");
                      const isID = event.isID !== false && event.id !== "";
                      const { isFirst, seen } = noteSeen(state.taps, JSON.stringify([event.id, action]), event.at, isID);
                      const next = { ...state, taps: seen };
                      if (!isFirst || action === "dismiss") return [next, []];
                      if (action !== "open") return [next, [{ type: "perform", action, id: event.id }]];
                      const opened: RouterEffect = { type: "markOpened", id: event.id };
                      if (event.destination) {
                        const [shown, effects] = show(
                          enqueue({
                            source: "tap",
                            destination: event.destination,
                            context: event.context ?? {},
                            user: event.user ?? state.lastUser,
                            at: event.at,
                          }, next),
                          event.at,
                        );
                        return [shown, [opened, ...effects]];
                      }
                      const isExternal = event.address !== undefined && AppLinks.isExternal(event.address);
                      return [next, isExternal ? [opened, { type: "openExternally", address: event.address ?? "" }] : [opened]];
                    }
                    case "link":
                      try {
                        const destination = parameters.links.read(event.link);
                        const waiting = { source: event.source, destination, context: {}, user: null, at: event.at };
                        return show(enqueue(waiting, state), event.at);
                      } catch (error) {
                        if (!(error instanceof LinkError)) throw error;
                        return [state, [{ type: "refuse", fault: error.fault }]];
                      }
                    case "ready":
                      return show({ ...state, isReady: true }, event.at);
                    case "signedIn": {
                      const queue = state.queue.filter(({ user }) => user === null || user === event.user);
                      return show({ ...state, queue, user: event.user, lastUser: event.user }, event.at);
                    }
                    case "signedOut":
                      return [{ ...state, user: null }, []];
                    case "locked":
                      return [{ ...state, isLocked: true }, []];
                    case "unlocked":
                      return show({ ...state, isLocked: false }, event.at);
                    case "refused": {
                      const { fallback } = parameters;
                      if (
                        fallback === undefined || isEqual(fallback, event.destination) || !isOpen({ destination: fallback }, state)
                      ) {
                        return [state, [{ type: "refuse", fault: "no-such-route" }]];
                      }
                      return [state, [{ type: "show", destination: fallback, context: {} }]];
                    }
                  }
                }

                // ----------------------------------------------------------------------------------------------------------- permission

                export type PermissionPhase =
                  | "not-determined" | "explaining" | "requesting" | "granted" | "active" | "disabled" | "denied" | "awaiting-settings";
                export type PermissionStatus = "not-determined" | "granted" | "provisional" | "denied";
                export type PermissionParameters = {
                  readonly platform: "apple" | "android" | "web";
                  /** How often the explanation is shown at most: 2 where left out. */
                  readonly attempts?: number;
                  /** Milliseconds between two explanations: 30 days where left out. */
                  readonly pause?: number;
                  readonly isProvisional?: boolean;
                  readonly keepsToken?: boolean;
                };
                export type PermissionState = {
                  readonly phase: PermissionPhase;
                  readonly attempts: number;
                  readonly lastAttempt: number | null;
                  readonly denials: number;
                  readonly isSwitchedOn: boolean;
                };
                export type PermissionEvent =
                  | { readonly type: "wantsPush" | "dismissed"; readonly at: number }
                  | { readonly type: "accepted"; readonly isGesture: boolean }
                  | { readonly type: "answered"; readonly status: PermissionStatus | null }
                  | { readonly type: "tokenRegistered" | "settingsTapped" }
                  | { readonly type: "switched"; readonly isOn: boolean }
                  | { readonly type: "foreground"; readonly status: PermissionStatus };
                export type PermissionEffect =
                  | { readonly type: "showExplanation" | "createChannels" | "register" | "unregister" | "openSettings" | "markDenied" }
                  | { readonly type: "request"; readonly isProvisional: boolean };

                const permissionPhases: readonly string[] = [
                  "not-determined", "granted", "active", "disabled", "denied", "awaiting-settings",
                ];

                /** A state from what was kept; a question that was open when the app ended is asked again another time. */
                export function permissionState(kept: Json = null): PermissionState {
                  const phase = asText(member(kept, "phase")) ?? "";
                  const isSwitchedOn = member(kept, "isSwitchedOn");
                  return {
                    phase: permissionPhases.includes(phase) ? (phase as PermissionPhase) : "not-determined",
                    attempts: asCount(member(kept, "attempts")),
                    lastAttempt: asInteger(member(kept, "lastAttempt")) ?? null,
                    denials: asCount(member(kept, "denials")),
                    isSwitchedOn: typeof isSwitchedOn === "boolean" ? isSwitchedOn : true,
                  };
                }

                const isGranted = (status: PermissionStatus | null) => status === "granted" || status === "provisional";

                /** Asks for permission to notify, and follows what people change in the settings. */
                export function reducePermission(
                  state: PermissionState,
                  event: PermissionEvent,
                  parameters: PermissionParameters,
                ): Step<PermissionState, PermissionEffect> {
                  const { platform, attempts = 2, pause = 2_592_000_000, isProvisional = false, keepsToken = false } = parameters;
                  const { phase } = state;
                  const stay: Step<PermissionState, PermissionEffect> = [state, []];
                  const request = (): Step<PermissionState, PermissionEffect> => [
                    { ...state, phase: "requesting" },
                    [
                      ...(platform === "android" ? [{ type: "createChannels" } as const] : []),
                      { type: "request", isProvisional: false },
                    ],
                  ];
                  const begin = (at: number): Step<PermissionState, PermissionEffect> => {
                    // A clock that was set back counts as no time gone.
                    const lastAttempt = state.lastAttempt === null ? null : Math.min(state.lastAttempt, at);
                    const isPaused = lastAttempt !== null && at - lastAttempt < pause;
                    if (state.attempts >= attempts || isPaused) return [{ ...state, lastAttempt }, []];
                    if (isProvisional && platform === "apple") {
                      return [{ ...state, lastAttempt, phase: "requesting" }, [{ type: "request", isProvisional: true }]];
                    }
                    return [{ ...state, lastAttempt, phase: "explaining" }, [{ type: "showExplanation" }]];
                  };
                  const grant = (): Step<PermissionState, PermissionEffect> => {
                    const registers = state.isSwitchedOn || keepsToken;
                    return [
                      { ...state, denials: 0, phase: registers ? "granted" : "disabled" },
                      registers ? [{ type: "register" }] : [],
                    ];
                  };
                  const deny = (effects: readonly PermissionEffect[] = []): Step<PermissionState, PermissionEffect> => [
                    { ...state, phase: "denied", denials: Math.max(2, state.denials) },
                    effects,
                  ];

                  switch (event.type) {
                    case "wantsPush":
                      if (phase === "denied" && state.denials >= (platform === "android" ? 2 : 1)) return stay;
                      return phase === "not-determined" || phase === "denied" ? begin(event.at) : stay;
                    case "accepted":
                      return phase === "explaining" && (platform !== "web" || event.isGesture) ? request() : stay;
                    case "dismissed":
                      if (phase !== "explaining") return stay;
                      return [{ ...state, phase: "not-determined", attempts: state.attempts + 1, lastAttempt: event.at }, []];
                    case "answered":
                      if (phase !== "requesting") return stay;
                      if (isGranted(event.status)) return grant();
                      // A question that wasn't shown is one that the system won't show any more.
                      return event.status === null ? deny() : [{ ...state, phase: "denied", denials: state.denials + 1 }, []];
                    case "tokenRegistered":
                      return phase === "granted" ? [{ ...state, phase: state.isSwitchedOn ? "active" : "disabled" }, []] : stay;
                    case "switched":
                      if (!event.isOn && (phase === "active" || phase === "granted")) {
                        const off = { ...state, isSwitchedOn: false, phase: "disabled" as const };
                        return [off, keepsToken ? [] : [{ type: "unregister" }]];
                      }
                      if (event.isOn && phase === "disabled") {
                        const on = { ...state, isSwitchedOn: true, phase: keepsToken ? "active" as const : "granted" as const };
                        return [on, keepsToken ? [] : [{ type: "register" }]];
                      }
                      return [{ ...state, isSwitchedOn: event.isOn }, []];
                    case "settingsTapped":
                      return phase === "denied" ? [{ ...state, phase: "awaiting-settings" }, [{ type: "openSettings" }]] : stay;
                    case "foreground":
                      switch (phase) {
                        case "requesting":
                          return stay;
                        case "awaiting-settings":
                          return isGranted(event.status) ? grant() : [{ ...state, phase: "denied" }, []];
                        case "not-determined":
                        case "explaining":
                          return isGranted(event.status) ? grant() : event.status === "denied" ? deny() : stay;
                        case "denied":
                          return isGranted(event.status) ? grant() : stay;
                        case "granted":
                        case "active":
                        case "disabled":
                          // Taken back by the system, or kept from another device by a backup: it would show its question.
                          return event.status === "not-determined"
                            ? [{ ...state, phase: "not-determined", attempts: 0, lastAttempt: null }, [{ type: "markDenied" }]]
                            : event.status === "denied"
                            ? deny([{ type: "markDenied" }])
                            : stay;
                      }
                  }
                }

                // --------------------------------------------------------------------------------------------------------- registration

                export type RegistrationPhase = "unknown" | "fetching" | "registering" | "registered" | "postponed" | "refused";
                export type Goodbye = {
                  /** Its own, however often it is sent. */
                  readonly request: number;
                  readonly token: string;
                  readonly user: string;
                  /** Names the sealed credentials that the request needs. */
                  readonly credentials: string;
                  readonly at: number;
                };
                /** What the server was asked to register. */
                export type Registration = {
                  readonly request: number;
                  readonly token: string;
                  readonly user: string;
                  readonly details: Texts;
                };
                export type RegistrationState = {
                  readonly phase: RegistrationPhase;
                  readonly user: string | null;
                  readonly token: string | null;
                  readonly details: Texts;
                  readonly isAllowed: boolean;
                  readonly confirmed: {
                    readonly token: string;
                    readonly user: string;
                    readonly details: Texts;
                    readonly at: number;
                  } | null;
                  readonly failures: number;
                  readonly notBefore: number | null;
                  readonly hasRefreshed: boolean;
                  readonly goodbyes: readonly Goodbye[];
                  /** The number of the goodbye that a log-out waits for. */
                  readonly leaving: number | null;
                  /** Registrations on their way, the latest last: also those whose token or user isn't the present one any more. */
                  readonly open: readonly Registration[];
                  /** The numbers of the registration that counts, and of the credentials that are being refreshed. */
                  readonly current: number | null;
                  readonly refreshing: number | null;
                  /** The number that was given last; a log-out doesn't set it back. */
                  readonly lastRequest: number;
                };
                export type RegistrationEvent =
                  | { readonly type: "launched"; readonly user: string | null; readonly at: number }
                  | { readonly type: "signedIn"; readonly user: string }
                  | { readonly type: "signedOut"; readonly credentials: string; readonly at: number }
                  | { readonly type: "permission"; readonly isAllowed: boolean }
                  | { readonly type: "token"; readonly token: string }
                  | { readonly type: "tokenFailed" | "reachable"; readonly at: number }
                  | { readonly type: "detailsChanged"; readonly details: Texts }
                  | ({ readonly type: "answered"; readonly isTokenFault?: boolean; readonly at: number } & Outcome & Answering)
                  | ({ readonly type: "credentialsRefreshed"; readonly isSuccess: boolean } & Answering)
                  | { readonly type: "timer" | "goodbyeTimedOut" }
                  | ({ readonly type: "goodbyeAnswered" } & Outcome & Answering);
                export type RegistrationEffect =
                  | {
                    readonly type: "fetchToken" | "dropCredentials" | "removeDelivered" | "clearBadge";
                  }
                  | ({ readonly type: "refreshCredentials" } & Answering)
                  | ({ readonly type: "register" } & Registration)
                  | { readonly type: "wait"; readonly milliseconds: number }
                  | ({
                    readonly type: "goodbye";
                    readonly token: string;
                    readonly user: string;
                    readonly credentials: string;
                  } & Answering);

                /** A state from what was kept; what was under way when the app ended begins anew. */
                export function registrationState(kept: Json = null): RegistrationState {
                  const phase = asText(member(kept, "phase")) ?? "";
                  const confirmed = member(kept, "confirmed");
                  const [token, user, at] = [
                    asText(member(confirmed, "token")), asText(member(confirmed, "user")), asInteger(member(confirmed, "at")),
                  ];
                  const isAllowed = member(kept, "isAllowed");
                  const goodbyes = asList(member(kept, "goodbyes")).flatMap((goodbye, index): Goodbye[] => {
                    const { token, user, credentials } = asTextsByName(goodbye);
                    const at = asInteger(member(goodbye, "at"));
                    // Those of former versions have no number.
                    const request = asInteger(member(goodbye, "request")) ?? index + 1;
                    return token === undefined || user === undefined || credentials === undefined || at === undefined
                      ? []
                      : [{ request, token, user, credentials, at }];
                  });
                  return {
                    phase: ["registered", "postponed", "refused"].includes(phase) ? (phase as RegistrationPhase) : "unknown",
                    user: asText(member(kept, "user")) ?? null,
                    token: asText(member(kept, "token")) ?? null,
                    details: asTextsByName(member(kept, "details")),
                    isAllowed: isAllowed === true,
                    confirmed: token === undefined || user === undefined || at === undefined
                      ? null
                      : { token, user, details: asTextsByName(member(confirmed, "details")), at },
                    failures: 0,
                    notBefore: asInteger(member(kept, "notBefore")) ?? null,
                    hasRefreshed: false,
                    goodbyes,
                    leaving: null,
                    open: [],
                    current: null,
                    refreshing: null,
                    lastRequest: Math.max(asCount(member(kept, "lastRequest")), ...goodbyes.map(({ request }) => request)),
                  };
                }

                type Registering = Step<RegistrationState, RegistrationEffect>;
                const idle = { failures: 0, notBefore: null, hasRefreshed: false } as const;
                /** Nothing that was asked and answered for whoever was signed in. */
                const forgotten = { ...idle, confirmed: null, current: null, refreshing: null } as const;
                const sayGoodbye = ({ request, token, user, credentials }: Goodbye): RegistrationEffect => ({
                  type: "goodbye", request, token, user, credentials,
                });

                function bid(state: RegistrationState, goodbye: Omit<Goodbye, "request">): Registering {
                  const given = { request: state.lastRequest + 1, ...goodbye };
                  return [{ ...state, lastRequest: given.request, goodbyes: [...state.goodbyes, given] }, [sayGoodbye(given)]];
                }

                /** The server knows this token now, and the former one no longer says anything. */
                function noteRegistered(state: RegistrationState, registered: Registration, at: number, forgets: boolean): Registering {
                  const { token, user, details } = registered;
                  const former = state.confirmed?.token;
                  const next = { ...state, confirmed: { token, user, details, at } };
                  if (!forgets || former === undefined || former === token) return [next, []];
                  return bid(next, { token: former, user, credentials: "", at });
                }

                function confirm(state: RegistrationState, registered: Registration, at: number, forgets: boolean): Registering {
                  // The device is this user's now, whoever's it was.
                  const goodbyes = state.goodbyes.filter(({ token }) => token !== registered.token);
                  const present = { ...state, ...idle, phase: "registered" as const, goodbyes };
                  const [next, effects] = noteRegistered(present, registered, at, forgets);
                  if (state.token === registered.token && isEqual(state.details, registered.details)) return [next, effects];
                  // Something has changed while it was on its way.
                  const [started, more] = startRegistering({ ...next, phase: "unknown" });
                  return [started, [...effects, ...more]];
                }

                /** The answer to a registration whose token or user has been replaced since: the server may have taken it all the same. */
                function takeLate(state: RegistrationState, late: Registration, event: Outcome & { at: number }, forgets: boolean): Registering {
                  if (!isSuccess(event)) return [state, []];
                  const isPresent = state.token === late.token;
                  if (state.user !== late.user) {
                    // Its goodbye may have come before it, and the device may be theirs again.
                    const again = state.goodbyes.filter(({ token, user }) => token === late.token && user === late.user).map(sayGoodbye);
                    const isTaken = isPresent && state.isAllowed && (state.phase === "registering" || state.phase === "registered");
                    const [next, effects] = isTaken ? register(state) : [state, []];
                    return [next, [...again, ...effects]];
                  }
                  if (isPresent) return [state, []];
                  if (state.phase !== "registered" && state.confirmed?.token !== state.token) {
                    // Until the present token is registered, this one is what reaches the device.
                    const goodbyes = state.goodbyes.filter(({ token, user }) => token !== late.token || user !== late.user);
                    return noteRegistered({ ...state, goodbyes }, late, event.at, forgets);
                  }
                  if (forgets) return bid(state, { token: late.token, user: late.user, credentials: "", at: event.at });
                  return state.phase === "registered" ? register(state) : [state, []];
                }

                function register(state: RegistrationState): Registering {
                  const { token, user, details } = state;
                  if (token === null || user === null) return [state, []];
                  const registration = { request: state.lastRequest + 1, token, user, details };
                  return [
                    {
                      ...state, phase: "registering", lastRequest: registration.request, current: registration.request, refreshing: null,
                      open: [...state.open.slice(-19), registration],
                    },
                    [{ type: "register", ...registration }],
                  ];
                }

                function startRegistering(state: RegistrationState): Registering {
                  if (!state.isAllowed || state.user === null) return [state, []];
                  return state.token === null ? [{ ...state, phase: "fetching" }, [{ type: "fetchToken" }]] : register(state);
                }

                function failRegistering(state: RegistrationState, at: number, retryAfter?: number): Registering {
                  const failures = state.failures + 1;
                  if (failures > 3) {
                    const notBefore = retryAfter === undefined ? null : at + Math.min(retryAfter, longestWait);
                    return [{ ...state, failures, phase: "postponed", notBefore }, []];
                  }
                  return [{ ...state, failures }, [{ type: "wait", milliseconds: doublingWait(failures, 1000, 4000, retryAfter) }]];
                }

                function sendGoodbyes(state: RegistrationState, now: number): Registering {
                  // A clock that was set back counts as no time gone.
                  const goodbyes = state.goodbyes.map((goodbye) => ({ ...goodbye, at: Math.min(goodbye.at, now) }))
                    .filter(({ at }) => now - at <= longestWait);
                  return [{ ...state, goodbyes }, goodbyes.map(sayGoodbye)];
                }

                /** Keeps the server's idea of this device true: whose it is, under which token, and whether it may be reached. */
                export function reduceRegistration(
                  state: RegistrationState,
                  event: RegistrationEvent,
                  parameters: { readonly forgetsFormerToken?: boolean } = {},
                ): Registering {
                  const stay: Registering = [state, []];
                  const forgets = parameters.forgetsFormerToken ?? true;
                  switch (event.type) {
                    case "launched": {
                      const [rest, goodbyes] = sendGoodbyes(state, event.at);
                      // A session that ended without a log-out: nothing may be registered for whoever that was.
                      if (event.user === null) {
                        const nobody = { user: null, confirmed: null, leaving: null, current: null, refreshing: null };
                        return [{ ...rest, ...nobody, phase: "unknown" }, goodbyes];
                      }
                      const age = state.confirmed === null ? -1 : event.at - state.confirmed.at;
                      const isFresh = age >= 0 && age < 3_600_000 && state.confirmed?.user === event.user &&
                        (state.token === null || state.token === state.confirmed.token);
                      const present = { ...rest, user: event.user, failures: 0, leaving: null };
                      if (!state.isAllowed) return [present, goodbyes];
                      return [{ ...present, phase: isFresh ? "registered" : "fetching" }, [...goodbyes, { type: "fetchToken" }]];
                    }
                    case "signedIn": {
                      // A goodbye of the same user that arrived late would end the new registration.
                      const goodbyes = state.goodbyes.filter(({ user }) => user !== event.user);
                      return startRegistering({ ...state, ...forgotten, goodbyes, user: event.user, leaving: null });
                    }
                    case "signedOut": {
                      const { user } = state;
                      if (user === null) return stay;
                      const present = state.phase === "registering" ? state.token : state.confirmed?.token ?? null;
                      // One may be on its way while another is registered: neither may reach whoever comes next.
                      const others = forgets && state.confirmed !== null ? [state.confirmed.token] : [];
                      const open = state.open.filter((registration) => registration.user === user).map(({ token }) => token);
                      const tokens = new Set([...(present === null ? [] : [present]), ...others, ...open]);
                      const rest: RegistrationEffect[] = [{ type: "removeDelivered" }, { type: "clearBadge" }];
                      let gone: RegistrationState = { ...state, ...forgotten, user: null, phase: "unknown" };
                      if (tokens.size === 0) return [gone, [{ type: "dropCredentials" }, ...rest]];
                      const goodbyes: RegistrationEffect[] = [];
                      const leaving = state.lastRequest + 1;
                      for (const token of tokens) {
                        const [next, effects] = bid(gone, { token, user, credentials: event.credentials, at: event.at });
                        gone = next;
                        goodbyes.push(...effects);
                      }
                      return [{ ...gone, leaving }, [...goodbyes, ...rest]];
                    }
                    case "permission": {
                      if (state.isAllowed === event.isAllowed) return stay;
                      const { phase } = state;
                      const next = { ...state, isAllowed: event.isAllowed };
                      if (!event.isAllowed) return [phase === "registered" ? next : { ...next, phase: "unknown" }, []];
                      return phase === "registered" ? [next, []] : startRegistering(next);
                    }
                    case "token": {
                      const isNew = state.token !== event.token;
                      const next = { ...state, token: event.token, failures: isNew ? 0 : state.failures };
                      if (!state.isAllowed || state.user === null) return [next, []];
                      if (!isNew && ["registered", "registering", "refused"].includes(state.phase)) return [next, []];
                      return register({ ...next, hasRefreshed: false });
                    }
                    case "tokenFailed":
                      return state.phase === "fetching" ? failRegistering(state, event.at) : stay;
                    case "detailsChanged": {
                      const next = { ...state, details: event.details };
                      const isKnown = isEqual(state.confirmed?.details, event.details);
                      return state.phase === "registered" && state.isAllowed && !isKnown ? register(next) : [next, []];
                    }
                    case "answered": {
                      const answered = state.open.find(({ request }) => request === event.request);
                      if (answered === undefined) return stay;
                      const rest = { ...state, open: state.open.filter((registration) => registration !== answered) };
                      if (state.current !== event.request) return takeLate(rest, answered, event, forgets);
                      const next = { ...rest, current: null };
                      // Permission may have been withdrawn since, and then the server has registered the device all the same.
                      if (isSuccess(event)) return confirm(next, answered, event.at, forgets);
                      if (state.phase !== "registering") return [next, []];
                      if (event.status === 401 && !state.hasRefreshed) {
                        const request = state.lastRequest + 1;
                        return [
                          { ...next, hasRefreshed: true, refreshing: request, lastRequest: request },
                          [{ type: "refreshCredentials", request }],
                        ];
                      }
                      if (isTemporary(event)) return failRegistering(next, event.at, event.retryAfter);
                      return [{ ...next, phase: "refused", token: event.isTokenFault === true ? null : state.token }, []];
                    }
                    case "credentialsRefreshed": {
                      if (state.refreshing !== event.request) return stay;
                      const next = { ...state, refreshing: null };
                      if (state.phase !== "registering") return [next, []];
                      return event.isSuccess ? register(next) : [{ ...next, phase: "refused" }, []];
                    }
                    case "timer":
                      if (state.failures === 0 || state.current !== null || state.refreshing !== null) return stay;
                      if (state.phase === "fetching") return [state, [{ type: "fetchToken" }]];
                      return state.phase === "registering" ? register(state) : stay;
                    case "reachable": {
                      const [rest, goodbyes] = sendGoodbyes(state, event.at);
                      // A clock that was set back by more than any pause says nothing of how long it has lasted.
                      const left = (state.notBefore ?? event.at) - event.at;
                      if (state.phase !== "postponed" || (left > 0 && left <= longestWait)) return [rest, goodbyes];
                      const [next, effects] = startRegistering({ ...rest, failures: 0 });
                      return [next, [...goodbyes, ...effects]];
                    }
                    case "goodbyeAnswered": {
                      const isOver = isSuccess(event) || !isTemporary(event);
                      const goodbyes = isOver ? state.goodbyes.filter(({ request }) => request !== event.request) : state.goodbyes;
                      const isLeaving = state.leaving === event.request;
                      return [
                        { ...state, goodbyes, leaving: isLeaving ? null : state.leaving },
                        isLeaving ? [{ type: "dropCredentials" }] : [],
                      ];
                    }
                    case "goodbyeTimedOut":
                      return state.leaving === null ? stay : [{ ...state, leaving: null }, [{ type: "dropCredentials" }]];
                  }
                }

                // -------------------------------------------------------------------------------------------------------- subscriptions

                export type SubscriptionCall =
                  | { readonly type: "register"; readonly signer: string | null; readonly topics: readonly string[] }
                  | {
                    readonly type: "remove";
                    readonly removals: readonly { readonly topic: string; readonly signer: string | null }[];
                  };
                /** A call on its way, with the number that its answer brings back. */
                export type SubscriptionRequest = { readonly request: number; readonly call: SubscriptionCall };
                type TextsByName = { readonly [name: string]: readonly string[] };
                export type SubscriptionState = {
                  readonly isOn: boolean;
                  /** The signers by topic; none where the person only observes. */
                  readonly wanted: TextsByName;
                  /** What the server has confirmed: the topics by signer, "" for none. */
                  readonly confirmed: TextsByName;
                  readonly open: readonly SubscriptionRequest[];
                  /** The number that was given last; it goes on over a restart, so that no late answer is taken for another's. */
                  readonly lastRequest: number;
                  readonly failed: { readonly [topic: string]: number };
                };
                export type SubscriptionEvent =
                  | { readonly type: "want"; readonly topic: string; readonly signers: readonly string[] }
                  | { readonly type: "unwant"; readonly topic: string }
                  | { readonly type: "switched"; readonly isOn: boolean }
                  | ({ readonly type: "answered"; readonly request: number } & Outcome)
                  | { readonly type: "reachable" };
                /** Carry it out, and report `answered` with its number. */
                export type SubscriptionEffect = { readonly type: "call" } & SubscriptionRequest;

                const textsByName = (pairs: Iterable<readonly [string, Iterable<string>]>): TextsByName => {
                  const object: { [name: string]: readonly string[] } = Object.create(null);
                  for (const [name, list] of pairs) object[name] = [...new Set(list)].sort();
                  return object;
                };
                const without = <Value>(object: { readonly [name: string]: Value }, name: string): { [name: string]: Value } => {
                  const rest: { [name: string]: Value } = Object.assign(Object.create(null), object);
                  delete rest[name];
                  return rest;
                };

                /** A state from what was kept; calls that were open count as not made, and what failed is tried again. */
                export function subscriptionState(kept: Json = null): SubscriptionState {
                  const isOn = member(kept, "isOn");
                  const read = (name: string) =>
                    textsByName(Object.entries(members(member(kept, name)) ?? {}).map(([key, list]) => [key, asTexts(list)] as const));
                  return {
                    isOn: typeof isOn === "boolean" ? isOn : true,
                    wanted: read("wanted"),
                    confirmed: read("confirmed"),
                    open: [],
                    lastRequest: asCount(member(kept, "lastRequest")),
                    failed: Object.create(null),
                  };
                }

                function desired(state: SubscriptionState): Map<string, Set<string>> {
                  const bySigner = new Map<string, Set<string>>();
                  if (!state.isOn) return bySigner;
                  for (const [topic, signers] of Object.entries(state.wanted)) {
                    for (const signer of signers.length === 0 ? [""] : signers) {
                      bySigner.set(signer, (bySigner.get(signer) ?? new Set()).add(topic));
                    }
                  }
                  return bySigner;
                }

                /** What a screen shows of a topic: `failed 503` names the status of the answer, 0 for none. */
                export function subscriptionStatus(state: SubscriptionState, topic: string): string {
                  const status = owns(state.failed, topic) ? state.failed[topic] : undefined;
                  if (status !== undefined) return `failed ${status}`;
                  const wanted = [...desired(state)].filter(([, topics]) => topics.has(topic)).map(([signer]) => signer).sort();
                  const confirmed = Object.entries(state.confirmed).filter(([, topics]) => topics.includes(topic))
                    .map(([signer]) => signer).sort();
                  if (!isEqual(wanted, confirmed)) return "pending";
                  return confirmed.length === 0 ? "off" : confirmed.includes("") ? "observer" : "owner";
                }

                function subscriptionCalls(state: SubscriptionState): SubscriptionCall[] {
                  const wanted = desired(state);
                  const everywhere = new Set([...wanted.values()].flatMap((topics) => [...topics]));
                  const hasFailed = (topic: string) => owns(state.failed, topic);
                  const calls: SubscriptionCall[] = [];
                  const removals: { topic: string; signer: string | null }[] = [];
                  for (const signer of [...new Set([...wanted.keys(), ...Object.keys(state.confirmed)])].sort()) {
                    const topics = wanted.get(signer) ?? new Set<string>();
                    const known = new Set(state.confirmed[signer] ?? []);
                    const added = [...topics].filter((topic) => !known.has(topic));
                    // A registration leaves out, and so removes, what is wanted of somebody else only.
                    const moved = [...known].filter((topic) => !topics.has(topic) && everywhere.has(topic));
                    const isNeeded = [...added, ...moved].some((topic) => !hasFailed(topic));
                    if (topics.size > 0 && isNeeded) {
                      calls.push({ type: "register", signer: signer === "" ? null : signer, topics: [...topics].sort() });
                    } else if (topics.size === 0 && signer !== "") {
                      removals.push(...moved.filter((topic) => !hasFailed(topic)).map((topic) => ({ topic, signer })));
                    }
                  }
                  for (const topic of new Set(Object.values(state.confirmed).flat())) {
                    if (!everywhere.has(topic) && !hasFailed(topic)) removals.push({ topic, signer: null });
                  }
                  const key = ({ topic, signer }: { topic: string; signer: string | null }) => JSON.stringify([topic, signer ?? ""]);
                  removals.sort((left, right) => (key(left) < key(right) ? -1 : 1));
                  for (let place = 0; place < removals.length; place += 500) {
                    calls.push({ type: "remove", removals: removals.slice(place, place + 500) });
                  }
                  return calls;
                }

                function settleSubscription(state: SubscriptionState, call: SubscriptionCall, outcome: Outcome): SubscriptionState {
                  const failed: { [topic: string]: number } = Object.assign(Object.create(null), state.failed);
                  const confirmed = new Map(Object.entries(state.confirmed).map(([signer, topics]) => [signer, new Set(topics)]));
                  if (call.type === "register") {
                    const signer = call.signer ?? "";
                    const known = confirmed.get(signer) ?? new Set<string>();
                    if (!isSuccess(outcome)) {
                      for (const topic of call.topics) if (!known.has(topic)) failed[topic] = outcome.status;
                      for (const topic of known) if (!call.topics.includes(topic)) failed[topic] = outcome.status;
                      return { ...state, failed };
                    }
                    confirmed.set(signer, new Set(call.topics));
                    // An owner's subscription takes the place of an anonymous one.
                    if (call.signer !== null) for (const topic of call.topics) confirmed.get("")?.delete(topic);
                  } else {
                    if (!isSuccess(outcome) && outcome.status !== 404) {
                      for (const { topic } of call.removals) failed[topic] = outcome.status;
                      return { ...state, failed };
                    }
                    for (const { topic, signer } of call.removals) {
                      for (const one of signer === null ? confirmed.keys() : [signer]) confirmed.get(one)?.delete(topic);
                    }
                  }
                  return { ...state, confirmed: textsByName([...confirmed].filter(([, topics]) => topics.size > 0)) };
                }

                /** Brings the server's subscriptions of this device to what the person wants. */
                export function reduceSubscriptions(
                  state: SubscriptionState,
                  event: SubscriptionEvent,
                ): Step<SubscriptionState, SubscriptionEffect> {
                  let next = state;
                  switch (event.type) {
                    case "want": {
                      const wanted = textsByName([...Object.entries(state.wanted), [event.topic, event.signers]]);
                      next = { ...state, wanted, failed: without(state.failed, event.topic) };
                      break;
                    }
                    case "unwant":
                      next = {
                        ...state,
                        wanted: without(state.wanted, event.topic),
                        failed: without(state.failed, event.topic),
                      };
                      break;
                    case "switched":
                      next = { ...state, isOn: event.isOn, failed: Object.create(null) };
                      break;
                    case "answered": {
                      const answered = state.open.find(({ request }) => request === event.request);
                      if (answered === undefined) return [state, []];
                      const open = state.open.filter((one) => one !== answered);
                      next = settleSubscription({ ...state, open }, answered.call, event);
                      break;
                    }
                    case "reachable":
                      next = { ...state, failed: Object.create(null) };
                      break;
                  }
                  if (next.open.length > 0) return [next, []];
                  const open = subscriptionCalls(next).map((call, place) => ({ request: next.lastRequest + place + 1, call }));
                  const lastRequest = next.lastRequest + open.length;
                  return [{ ...next, open, lastRequest }, open.map((one) => ({ type: "call", ...one }))];
                }

                // ---------------------------------------------------------------------------------------------------------------- inbox

                /** A notification of the feed, as the host sends it. */
                export type InboxItem = {
                  readonly id: string;
                  readonly createdAt: string;
                  readonly isRead: boolean;
                  readonly [name: string]: Json;
                };
                export type PendingMark = { readonly ids: readonly string[]; readonly isRead: boolean };
                export type InboxState = {
                  readonly user: string | null;
                  readonly connection: "closed" | "connecting" | "live" | "waiting" | "ended";
                  readonly items: readonly InboxItem[];
                  readonly unreadCount: number;
                  readonly cursor: string | null;
                  readonly lastEventID: string | null;
                  readonly pending: readonly PendingMark[];
                  /** Ids that were marked as read before their notifications were there, as by a tap that started the app; the latest 100. */
                  readonly awaited: readonly string[];
                  readonly isMarking: boolean;
                  readonly nextMarkAt: number;
                  readonly markFailures: number;
                  readonly failures: number;
                  /** Whether a fresh token was asked for since the stream said something last. */
                  readonly hasRefreshed: boolean;
                  readonly needsPage: boolean;
                  readonly isInBackground: boolean;
                  readonly fetching: "first" | "next" | null;
                  /** How long the pause before `nextMarkAt` is: nobody waits longer, whatever the clock does. */
                  readonly markPause: number;
                  /** What the stream brought while the page was on its way; what was read or made unread then, and whether it counted. */
                  readonly arrived: readonly string[];
                  readonly changed: { readonly [id: string]: boolean };
                  readonly hasCounted: boolean;
                  readonly fetchFailures: number;
                  /** The number that was given last, which a log-out doesn't set back, and those of the latest stream, page and mark. */
                  readonly lastRequest: number;
                  readonly streamRequest: number;
                  readonly fetchRequest: number;
                  readonly markRequest: number;
                };
                /** Which effect an answer belongs to; one that isn't waited for any more changes nothing. */
                type Answering = { readonly request: number };
                export type InboxEvent =
                  | { readonly type: "opened"; readonly user: string; readonly cache: Json }
                  | ({
                    readonly type: "stream";
                    readonly name: string;
                    readonly data: Json;
                    readonly id?: string | null;
                    readonly at: number;
                  } & Answering)
                  | ({
                    readonly type: "connectionLost";
                    readonly retry?: number | null;
                    /** The status with which the stream was refused; left out or 0 where there was none. */
                    readonly status?: number;
                  } & Answering)
                  | ({
                    readonly type: "page";
                    readonly items: readonly Json[];
                    readonly unreadCount?: number | null;
                    readonly nextCursor?: string | null;
                  } & Answering)
                  | ({ readonly type: "pageFailed" } & Answering)
                  | { readonly type: "mark"; readonly ids: readonly string[]; readonly isRead: boolean; readonly at: number }
                  | ({ readonly type: "marked"; readonly at: number } & Outcome & Answering)
                  | { readonly type: "markTimer" | "foreground"; readonly at: number }
                  | {
                    readonly type:
                      | "fetchTimer" | "refresh" | "more" | "connectionTimer" | "tokenRefreshed" | "background" | "signedOut";
                  };
                export type InboxEffect =
                  | ({ readonly type: "openStream"; readonly lastEventID: string | null } & Answering)
                  | ({ readonly type: "fetchPage"; readonly cursor: string | null } & Answering)
                  | ({ readonly type: "sendMark"; readonly ids: readonly string[]; readonly isRead: boolean } & Answering)
                  | { readonly type: "waitToFetch" | "waitToMark" | "waitToConnect"; readonly milliseconds: number }
                  | { readonly type: "closeStream" | "refreshToken" | "save" | "erase" };
                type Inboxing = Step<InboxState, InboxEffect>;

                const save: InboxEffect = { type: "save" };
                const mostUnread = 0x7FFF_FFFF;
                const marksAtOnce = 100;

                /** The state before anybody is signed in. */
                export function inboxState(): InboxState {
                  return {
                    user: null, connection: "closed", items: [], unreadCount: 0, cursor: null, lastEventID: null, pending: [],
                    awaited: [], isMarking: false, nextMarkAt: 0, markFailures: 0, failures: 0, hasRefreshed: false, needsPage: true, isInBackground: false,
                    fetching: null, markPause: 0, arrived: [], changed: {}, hasCounted: false, fetchFailures: 0,
                    lastRequest: 0, streamRequest: 0, fetchRequest: 0, markRequest: 0,
                  };
                }

                /** The beginning, but for the numbers, so that no answer of before fits. */
                const cleared = ({ lastRequest }: InboxState): InboxState => ({ ...inboxState(), lastRequest });

                function inboxItem(json: Json): InboxItem[] {
                  const [id, createdAt] = [asText(member(json, "id")), asText(member(json, "createdAt"))];
                  if (!id || createdAt === undefined || Number.isNaN(timeOf(createdAt))) return [];
                  return [{ ...members(json), id, createdAt, isRead: member(json, "isRead") === true }];
                }

                function timeOf(text: string): number {
                  return /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : NaN;
                }

                /** What is kept over a restart: one file a user, replaced as a whole. */
                export function inboxCache(state: InboxState): Json {
                  return {
                    version: 1, user: state.user, items: state.items, unreadCount: state.unreadCount, cursor: state.cursor,
                    // Who goes on after an id without having the feed would never see what is in it.
                    lastEventID: state.needsPage ? null : state.lastEventID,
                    pending: state.pending, awaited: state.awaited,
                  };
                }

                /** The items with what was marked laid over them. */
                export function shownItems(state: InboxState): readonly InboxItem[] {
                  const marks = new Map(state.pending.flatMap(({ ids, isRead }) => ids.map((id) => [id, isRead] as const)));
                  return state.items.map((item) => withRead(item, marks.get(item.id) ?? item.isRead));
                }

                /** How many are unread, corrected by what was marked; never below 0. */
                export function shownUnreadCount(state: InboxState): number {
                  return Math.max(0, state.unreadCount + unread(shownItems(state)) - unread(state.items));
                }

                const unread = (items: readonly InboxItem[]) => items.filter(({ isRead }) => !isRead).length;
                const withRead = (item: InboxItem, isRead: boolean) => (item.isRead === isRead ? item : { ...item, isRead });

                /** Each once, the newer state winning; the newest first, and no more than 200. */
                function merged(newer: readonly InboxItem[], items: readonly InboxItem[]): InboxItem[] {
                  const byID = new Map([...items, ...newer].map((item) => [item.id, item]));
                  return [...byID.values()].sort((left, right) =>
                    timeOf(right.createdAt) - timeOf(left.createdAt) || (left.id > right.id ? -1 : 1)
                  ).slice(0, 200);
                }

                function connect(state: InboxState): Inboxing {
                  const lastEventID = state.needsPage ? null : state.lastEventID;
                  const request = state.lastRequest + 1;
                  return [
                    { ...state, connection: "connecting", lastRequest: request, streamRequest: request },
                    [{ type: "openStream", lastEventID, request }],
                  ];
                }

                function fetchFirst(state: InboxState): Inboxing {
                  return fetchPage({ ...state, needsPage: true }, "first", null);
                }

                function fetchPage(state: InboxState, fetching: "first" | "next", cursor: string | null): Inboxing {
                  const request = state.lastRequest + 1;
                  return [
                    {
                      ...state, fetching, lastRequest: request, fetchRequest: request, arrived: [], changed: {}, hasCounted: false,
                    },
                    [{ type: "fetchPage", cursor, request }],
                  ];
                }

                /** A next page is asked for again by who scrolls; without the first one there is nothing to scroll. */
                function failPage(state: InboxState): Inboxing {
                  const failed = { ...state, fetching: null };
                  // Without a connection the next one fetches it.
                  if (state.fetching !== "first" || state.connection !== "live") return [failed, []];
                  const fetchFailures = state.fetchFailures + 1;
                  return [
                    { ...failed, fetchFailures },
                    [{ type: "waitToFetch", milliseconds: doublingWait(fetchFailures, 1000, 60_000) }],
                  ];
                }

                /** What the server has read or unread now: also in a page that is on its way, and may be older than that. */
                function noteRead(state: InboxState, ids: readonly string[], isRead: boolean): InboxState {
                  const noted = new Set(ids);
                  const items = state.items.map((item) => (noted.has(item.id) ? withRead(item, isRead) : item));
                  if (state.fetching === null) return { ...state, items };
                  const changed = new Map(Object.entries(state.changed));
                  for (const id of ids) changed.set(id, isRead);
                  return { ...state, items, changed: Object.fromEntries(changed) };
                }

                function sendMark(state: InboxState, now: number): Inboxing {
                  const next = state.pending[0];
                  if (state.isMarking || next === undefined) return [state, []];
                  // A clock that was set back counts as no time gone.
                  const nextMarkAt = Math.min(state.nextMarkAt, now + state.markPause);
                  if (now < nextMarkAt) {
                    return [{ ...state, nextMarkAt }, [{ type: "waitToMark", milliseconds: nextMarkAt - now }]];
                  }
                  const ids = next.ids.slice(0, marksAtOnce);
                  const rest = next.ids.length > marksAtOnce ? [{ ...next, ids: next.ids.slice(marksAtOnce) }] : [];
                  const pending = [{ ...next, ids }, ...rest, ...state.pending.slice(1)];
                  const request = state.lastRequest + 1;
                  return [
                    { ...state, nextMarkAt, pending, isMarking: true, lastRequest: request, markRequest: request },
                    [{ type: "sendMark", ids, isRead: next.isRead, request }],
                  ];
                }

                function then(step: Inboxing, next: (state: InboxState) => Inboxing): Inboxing {
                  const [state, effects] = next(step[0]);
                  return [state, [...step[1], ...effects]];
                }

                function openInbox(state: InboxState, user: string, cache: Json): Inboxing {
                  const empty = { ...cleared(state), user };
                  const isOurs = member(cache, "version") === 1 && member(cache, "user") === user &&
                    Array.isArray(member(cache, "items"));
                  if (!isOurs) return connect(empty);
                  const lastEventID = asText(member(cache, "lastEventID")) ?? null;
                  return connect({
                    ...empty,
                    items: merged([], asList(member(cache, "items")).flatMap(inboxItem)),
                    unreadCount: Math.min(asCount(member(cache, "unreadCount")), mostUnread),
                    cursor: asText(member(cache, "cursor")) ?? null,
                    lastEventID,
                    needsPage: lastEventID === null,
                    pending: asList(member(cache, "pending")).flatMap((mark): PendingMark[] => {
                      const [ids, isRead] = [asTexts(member(mark, "ids")), member(mark, "isRead")];
                      return ids.length === 0 || typeof isRead !== "boolean" ? [] : [{ ids, isRead }];
                    }),
                    awaited: asTexts(member(cache, "awaited")).slice(-marksAtOnce),
                  });
                }

                type FeedEvent =
                  | { readonly kind: "notification"; readonly item: InboxItem }
                  | { readonly kind: "read"; readonly ids: readonly string[]; readonly isRead: boolean }
                  | { readonly kind: "badge"; readonly count: number }
                  | { readonly kind: "reset" }
                  | { readonly kind: "end"; readonly reason: string };

                function feedEvent(name: string, data: Json): FeedEvent | undefined {
                  switch (name) {
                    case "notification": {
                      const [item] = inboxItem(data);
                      return item === undefined ? undefined : { kind: "notification", item };
                    }
                    case "read": {
                      const [ids, isRead] = [member(data, "ids"), member(data, "isRead")];
                      if (!Array.isArray(ids) || typeof isRead !== "boolean") return undefined;
                      return { kind: "read", ids: asTexts(ids), isRead };
                    }
                    case "badge": {
                      const count = asInteger(member(data, "unreadCount"));
                      return count === undefined || count < 0 || count > mostUnread ? undefined : { kind: "badge", count };
                    }
                    case "reset":
                      return { kind: "reset" };
                    case "end":
                      return { kind: "end", reason: asText(member(data, "reason")) ?? "" };
                    default:
                      return undefined;
                  }
                }

                function endStream(state: InboxState, reason: string): Inboxing {
                  switch (reason) {
                    case "token-expired":
                      return [{ ...state, connection: "closed" }, [{ type: "refreshToken" }]];
                    case "removed":
                      return [{ ...state, connection: "ended" }, [{ type: "closeStream" }]];
                    case "erased":
                      return [
                        { ...cleared(state), user: state.user, connection: "ended" },
                        [{ type: "closeStream" }, { type: "erase" }],
                      ];
                    default:
                      return [{ ...state, connection: "waiting" }, [{ type: "waitToConnect", milliseconds: 1000 }]];
                  }
                }

                function takeStream(state: InboxState, event: FeedEvent, id: string | null, now: number): Inboxing {
                  if (state.connection !== "connecting" && state.connection !== "live") return [state, []];
                  const isFirst = state.connection === "connecting";
                  const heard: InboxState = { ...state, failures: 0, hasRefreshed: false, lastEventID: id ?? state.lastEventID };
                  if (event.kind === "end") return endStream(heard, event.reason);
                  const live: InboxState = { ...heard, connection: "live" };
                  if (event.kind === "reset") return fetchFirst(live);
                  // Who comes back with an id gets what they missed; who comes the first time fetches.
                  const fetched: Inboxing = isFirst && state.needsPage ? fetchFirst(live) : [live, []];
                  const applied = then(fetched, (next) => {
                    switch (event.kind) {
                      case "notification": {
                        const arrived = next.fetching !== null ? [...next.arrived, event.item.id] : next.arrived;
                        return [{ ...next, items: merged([event.item], next.items), arrived }, []];
                      }
                      case "read":
                        return [noteRead(next, event.ids, event.isRead), []];
                      case "badge":
                        return [{ ...next, unreadCount: event.count, hasCounted: fetched[1].length === 0 }, []];
                    }
                  });
                  const sent = isFirst ? then(applied, (next) => sendMark(next, now)) : applied;
                  return then([sent[0], [...sent[1], save]], markAwaited);
                }

                function takePage(state: InboxState, page: InboxEvent & { type: "page" }): Inboxing {
                  if (state.fetching === null) return [state, []];
                  const isFirst = state.fetching === "first";
                  const given = page.items.flatMap(inboxItem);
                  const items = given.map((item) =>
                    owns(state.changed, item.id) ? withRead(item, state.changed[item.id] ?? item.isRead) : item
                  );
                  // As the server counted it, which may have been before what has changed since.
                  const counted = page.unreadCount == null || state.hasCounted
                    ? state.unreadCount
                    : Math.min(Math.max(page.unreadCount, 0), mostUnread) + unread(items) - unread(given);
                  const known = new Set(state.items.map(({ id }) => id));
                  const all = isFirst
                    ? merged(state.items.filter(({ id }) => state.arrived.includes(id)), items)
                    : merged(items.filter(({ id }) => !known.has(id)), state.items);
                  const taken: InboxState = {
                    ...state,
                    items: all,
                    unreadCount: Math.max(0, counted),
                    // Beyond what is kept there is nothing to scroll to.
                    cursor: all.length < 200 ? page.nextCursor ?? null : null,
                    needsPage: isFirst ? false : state.needsPage,
                    fetchFailures: isFirst ? 0 : state.fetchFailures,
                    fetching: null,
                    arrived: [],
                    changed: {},
                    hasCounted: false,
                  };
                  return then([taken, [save]], markAwaited);
                }

                function markItems(state: InboxState, given: readonly string[], isRead: boolean, now: number): Inboxing {
                  if (state.user === null) return [state, []];
                  const before = reading(state);
                  const changing = [...new Set(given)].filter((id) => before.get(id) === !isRead);
                  // Nobody but the server knows whether there is such a notification: it is marked once it is there.
                  const strange = [...new Set(given)].filter((id) => !before.has(id) && id !== "");
                  const kept = state.awaited.filter((id) => !strange.includes(id));
                  const awaited = (isRead ? [...kept, ...strange] : kept).slice(-marksAtOnce);
                  const waiting = isEqual(awaited, state.awaited) ? state : { ...state, awaited };
                  if (changing.length === 0) return [waiting, waiting === state ? [] : [save]];
                  return then([addMarks(waiting, changing, isRead), [save]], (next) => sendMark(next, now));
                }

                /** Marks what was waited for and has come; it is sent as soon as the app says that it may be. */
                function markAwaited(state: InboxState): Inboxing {
                  if (state.awaited.length === 0) return [state, []];
                  const shown = reading(state);
                  const awaited = state.awaited.filter((id) => !shown.has(id));
                  const due = state.awaited.filter((id) => shown.get(id) === false);
                  if (due.length === 0) return [{ ...state, awaited }, []];
                  return [
                    addMarks({ ...state, awaited }, due, true),
                    state.isMarking ? [] : [{ type: "waitToMark", milliseconds: 0 }],
                  ];
                }

                /** Whether each shown item is read. */
                const reading = (state: InboxState) => new Map(shownItems(state).map((item) => [item.id, item.isRead]));

                function addMarks(state: InboxState, changing: readonly string[], isRead: boolean): InboxState {
                  // What isn't on its way yet is taken back, not sent and reverted.
                  const first = state.isMarking ? 1 : 0;
                  const waiting = state.pending.slice(first)
                    .map((mark) => ({ ...mark, ids: mark.ids.filter((id) => !changing.includes(id)) }))
                    .filter(({ ids }) => ids.length > 0);
                  const onItsWay = state.pending.slice(0, first);
                  const ahead = reading({ ...state, pending: [...onItsWay, ...waiting] });
                  const needed = changing.filter((id) => ahead.get(id) !== isRead);
                  const last = waiting[waiting.length - 1];
                  const added = needed.length === 0
                    ? waiting
                    : last?.isRead === isRead
                    ? [...waiting.slice(0, -1), { ids: [...last.ids, ...needed], isRead }]
                    : [...waiting, { ids: needed, isRead }];
                  return { ...state, pending: [...onItsWay, ...added] };
                }

                function settleMark(state: InboxState, outcome: Outcome, now: number): Inboxing {
                  const sent = state.pending[0];
                  if (!state.isMarking || sent === undefined) return [state, []];
                  if (isTemporary(outcome) || outcome.status === 401) {
                    const markFailures = state.markFailures + 1;
                    const milliseconds = doublingWait(markFailures, 2000, 60_000, outcome.retryAfter);
                    return [
                      { ...state, isMarking: false, markFailures, markPause: milliseconds, nextMarkAt: now + milliseconds },
                      [{ type: "waitToMark", milliseconds }],
                    ];
                  }
                  const noted = isSuccess(outcome) ? noteRead(state, sent.ids, sent.isRead) : state;
                  const settled = {
                    ...noted,
                    unreadCount: Math.max(0, state.unreadCount + unread(noted.items) - unread(state.items)),
                    pending: state.pending.slice(1),
                    isMarking: false,
                    markFailures: 0,
                    markPause: 2000,
                    nextMarkAt: now + 2000,
                  };
                  return then([settled, [save]], (next) => sendMark(next, now));
                }

                /** The list of notifications, as the app shows it. */
                export function reduceInbox(state: InboxState, event: InboxEvent): Inboxing {
                  const stay: Inboxing = [state, []];
                  switch (event.type) {
                    case "opened":
                      return openInbox(state, event.user, event.cache);
                    case "stream": {
                      const read = feedEvent(event.name, event.data);
                      return read === undefined || event.request !== state.streamRequest ? stay : takeStream(state, read, event.id ?? null, event.at);
                    }
                    case "connectionLost": {
                      if (event.request !== state.streamRequest) return stay;
                      if (state.connection !== "connecting" && state.connection !== "live") return stay;
                      // Once: who is refused with a fresh token as well waits as after any other failure.
                      if (event.status === 401 && !state.hasRefreshed) {
                        return [{ ...state, connection: "closed", hasRefreshed: true }, [{ type: "refreshToken" }]];
                      }
                      const failures = state.failures + 1;
                      const milliseconds = doublingWait(failures, 1000, 60_000, event.retry ?? undefined);
                      return [{ ...state, connection: "waiting", failures }, [{ type: "waitToConnect", milliseconds }]];
                    }
                    case "page":
                      return event.request === state.fetchRequest ? takePage(state, event) : stay;
                    case "pageFailed":
                      return event.request === state.fetchRequest && state.fetching !== null ? failPage(state) : stay;
                    case "fetchTimer":
                      return state.needsPage && state.fetching === null && state.connection === "live" ? fetchFirst(state) : stay;
                    case "refresh":
                      return state.fetching === null && state.user !== null ? fetchFirst(state) : stay;
                    case "more":
                      if (state.fetching !== null || state.cursor === null) return stay;
                      return fetchPage(state, "next", state.cursor);
                    case "mark":
                      return markItems(state, event.ids, event.isRead, event.at);
                    case "marked":
                      return event.request === state.markRequest ? settleMark(state, event, event.at) : stay;
                    case "markTimer":
                      return sendMark(state, event.at);
                    case "connectionTimer":
                      return state.connection === "waiting" ? connect(state) : stay;
                    case "tokenRefreshed":
                      return state.connection === "closed" && state.user !== null && !state.isInBackground ? connect(state) : stay;
                    case "background": {
                      const next = { ...state, isInBackground: true };
                      if (state.connection === "closed" || state.connection === "ended") return [next, []];
                      return [{ ...next, connection: "closed" }, [{ type: "closeStream" }, save]];
                    }
                    case "foreground": {
                      const next = { ...state, isInBackground: false };
                      if (state.user === null || (state.connection !== "closed" && state.connection !== "waiting")) return [next, []];
                      return then(connect({ ...next, failures: 0, fetchFailures: 0, hasRefreshed: false }), (connecting) => sendMark(connecting, event.at));
                    }
                    case "signedOut":
                      return [cleared(state), [{ type: "closeStream" }, { type: "erase" }]];
                  }
                }

                // --------------------------------------------------------------------------------------------------------------- centre

                /** How many seconds the reader's clock is ahead of UTC at an instant, such as `-new Date(instant).getTimezoneOffset() * 60`. */
                export type ZoneOffset = (instant: number) => number;

                const dayLength = 86_400_000;

                function localDay(instant: number, offset: ZoneOffset): number {
                  return Math.floor((instant + offset(instant) * 1000) / dayLength);
                }

                const dateOf = (day: number) => new Date(day * dayLength).toISOString().slice(0, 10);

                /** NaN for what is no day; engines take the 30th of February for the 2nd of March. */
                function dayOf(date: string): number {
                  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) / dayLength : NaN;
                  return Number.isNaN(day) || dateOf(day) !== date ? NaN : day;
                }

                /** The day that the reader's calendar shows, such as `2026-02-25`. */
                export function readerDay(instant: number, offset: ZoneOffset): string {
                  return dateOf(localDay(instant, offset));
                }

                /** The instant at which the next day begins: where clocks change at midnight, the first with the new date. */
                export function nextReaderDay(now: number, offset: ZoneOffset): number {
                  const midnight = (localDay(now, offset) + 1) * dayLength;
                  // By the clock of now, and by that of then: the earlier one that has the new date.
                  const asNow = midnight - offset(now) * 1000;
                  const asThen = midnight - offset(asNow) * 1000;
                  const found = [asNow, asThen].filter((instant) => localDay(instant, offset) * dayLength >= midnight);
                  return found.length > 0 ? Math.min(...found) : Math.max(asNow, asThen);
                }

                /** A text of the client profile, and what it is filled with: for `appText`. */
                export type Label = {
                  readonly text: string;
                  readonly values: { readonly [name: string]: string | number | boolean };
                };
                export type CentreCard = {
                  readonly item: InboxItem;
                  /** `center.time` with `at`. */
                  readonly time: Label;
                  /** What a screen reader says for the dot: `card.label` with `read`. */
                  readonly dot: Label;
                };
                export type CentreGroup = {
                  readonly day: string;
                  /** `group.today`, `group.yesterday`, or `group.date` with `date`. */
                  readonly heading: Label;
                  readonly cards: readonly CentreCard[];
                };
                /** The notification centre as a screen shows it; groups and cards the newest first. */
                export type Centre = {
                  readonly title: Label;
                  /** What a screen reader says for the bell: `bell.label` with `count`. */
                  readonly bell: Label;
                  readonly unreadCount: number;
                  /** What stands there instead of a list; null while there is one, or nobody knows yet whether there is one. */
                  readonly empty: Label | null;
                  readonly groups: readonly CentreGroup[];
                };

                /** The bell's label, also while the centre is closed. */
                export function bellLabel(inbox: InboxState): Label {
                  return { text: "bell.label", values: { count: shownUnreadCount(inbox) } };
                }

                /**
                 * The inbox grouped by the reader's day. What came after `today`, by a clock that is ahead, counts as today's. Where `today` is no day, no
                 * group is today's.
                 */
                export function centreOf(inbox: InboxState, today: string, offset: ZoneOffset): Centre {
                  const last = dayOf(today);
                  const items = shownItems(inbox);
                  const groups: { day: string; heading: Label; cards: CentreCard[] }[] = [];
                  for (const item of items) {
                    const at = timeOf(item.createdAt);
                    const received = localDay(at, offset);
                    const index = received > last ? last : received;
                    const day = dateOf(index);
                    const card: CentreCard = {
                      item,
                      time: { text: "center.time", values: { at } },
                      dot: { text: "card.label", values: { read: item.isRead } },
                    };
                    const group = groups[groups.length - 1];
                    if (group?.day === day) {
                      group.cards.push(card);
                      continue;
                    }
                    const heading: Label = index === last
                      ? { text: "group.today", values: {} }
                      : index === last - 1
                      ? { text: "group.yesterday", values: {} }
                      : { text: "group.date", values: { date: day } };
                    groups.push({ day, heading, cards: [card] });
                  }
                  return {
                    title: { text: "center.title", values: {} },
                    bell: bellLabel(inbox),
                    unreadCount: shownUnreadCount(inbox),
                    empty: items.length === 0 && !inbox.needsPage ? { text: "center.empty", values: {} } : null,
                    groups,
                  };
                }

                /** What counts as today; null while the centre is closed. */
                export type CentreState = { readonly today: string | null };
                export type CentreEvent =
                  | { readonly type: "opened"; readonly unread: readonly string[]; readonly at: number }
                  | { readonly type: "closed" }
                  | { readonly type: "woke" | "resumed"; readonly at: number };
                export type CentreEffect =
                  | { readonly type: "show"; readonly today: string }
                  | { readonly type: "wake"; readonly at: number }
                  | { readonly type: "cancelWake" }
                  | { readonly type: "mark"; readonly ids: readonly string[] };
                /**
                 * A state from what was kept, for a centre that was open when the system ended the app; closed from anything else. Report `resumed` then:
                 * midnight may have passed.
                 */
                export function centreState(kept: Json = null): CentreState {
                  const today = asText(member(kept, "today"));
                  return { today: today === undefined || Number.isNaN(dayOf(today)) ? null : today };
                }

                export type CentreParameters = { readonly offset: ZoneOffset; readonly marksOnOpening?: boolean };

                /** Keeps an open centre true to the reader's calendar: at midnight “today” becomes “yesterday”. */
                export function reduceCentre(
                  state: CentreState,
                  event: CentreEvent,
                  { offset, marksOnOpening }: CentreParameters,
                ): Step<CentreState, CentreEffect> {
                  switch (event.type) {
                    case "opened": {
                      const today = readerDay(event.at, offset);
                      const marks: CentreEffect[] = marksOnOpening === true && event.unread.length > 0
                        ? [{ type: "mark", ids: event.unread }]
                        : [];
                      return [{ today }, [{ type: "show", today }, { type: "wake", at: nextReaderDay(event.at, offset) }, ...marks]];
                    }
                    case "closed":
                      return state.today === null ? [state, []] : [{ today: null }, [{ type: "cancelWake" }]];
                    case "woke":
                    case "resumed": {
                      if (state.today === null) return [state, []];
                      const today = readerDay(event.at, offset);
                      const shown: CentreEffect[] = today === state.today ? [] : [{ type: "show", today }];
                      return [{ today }, [...shown, { type: "wake", at: nextReaderDay(event.at, offset) }]];
                    }
                  }
                }

                // --------------------------------------------------------------------------------------------------------------- stream

                export type StreamEvent = { readonly name: string; readonly data: string; readonly id: string | null };

                /** Reads Server-Sent Events from bytes that come in any pieces. Source: WHATWG HTML, section 9.2.6. */
                export class EventStreamReader {
                  /** Milliseconds to wait before connecting again, where the stream has said so; at most an hour. */
                  retry: number | null = null;
                  /** Of the last event that came whole: what a stream goes on after. */
                  lastEventID: string | null;
                  /** The id that the next event has, once its blank line comes. */
                  #nextID: string | null;
                  readonly #limit: number;
                  #line: number[] = [];
                  #isLineCut = false;
                  #name = "";
                  #data: string[] = [];
                  /** Of the lines that the event has so far, in bytes: a sign of life uses nothing up. */
                  #size = 0;
                  #isEventCut = false;
                  #followsReturn = false;
                  #isFirstLine = true;

                  constructor(lastEventID: string | null = null, limit = 1_048_576) {
                    this.lastEventID = lastEventID;
                    this.#nextID = lastEventID;
                    this.#limit = limit;
                  }

                  /** Takes the next bytes, and returns the events that are complete now. */
                  read(bytes: Iterable<number>): StreamEvent[] {
                    const events: StreamEvent[] = [];
                    for (const byte of bytes) {
                      const endsPair = this.#followsReturn && byte === 0x0A;
                      this.#followsReturn = byte === 0x0D;
                      if (endsPair) continue;
                      if (byte === 0x0A || byte === 0x0D) {
                        const event = this.#endLine();
                        if (event !== undefined) events.push(event);
                      } else if (this.#size + this.#line.length < this.#limit) {
                        this.#line.push(byte);
                      } else {
                        this.#isLineCut = true;
                      }
                    }
                    return events;
                  }

                  #endLine(): StreamEvent | undefined {
                    const size = this.#line.length;
                    const isCut = this.#isLineCut;
                    let line = this.#line;
                    this.#line = [];
                    this.#isLineCut = false;
                    const [first, second, third] = line;
                    if (this.#isFirstLine && first === 0xEF && second === 0xBB && third === 0xBF) line = line.slice(3);
                    this.#isFirstLine = false;
                    if (isCut) {
                      // Nobody knows what it would have said, unless it is a comment.
                      this.#isEventCut = this.#isEventCut || line[0] !== 0x3A;
                      return undefined;
                    }
                    if (line.length === 0) return this.#dispatch();
                    const text = utf8Decoded(line);
                    const colon = text.indexOf(":");
                    const field = colon < 0 ? text : text.slice(0, colon);
                    const value = colon < 0 ? "" : text.slice(colon + 1).replace(/^ /, "");
                    if (field === "event") this.#name = value;
                    else if (field === "data") this.#data.push(value);
                    else if (field === "id" && !value.includes("\0")) this.#nextID = value;
                    else if (field === "retry" && /^[0-9]+$/.test(value)) this.retry = Math.min(Number(value), 3_600_000);
                    if (field === "event" || field === "data") this.#size += size;
                    return undefined;
                  }

                  #dispatch(): StreamEvent | undefined {
                    const isComplete = this.#data.length > 0 && !this.#isEventCut;
                    this.lastEventID = this.#nextID;
                    const event = { name: this.#name || "message", data: this.#data.join("\n"), id: this.lastEventID };
                    this.#name = "";
                    this.#data = [];
                    this.#size = 0;
                    this.#isEventCut = false;
                    return isComplete ? event : undefined;
                  }
                }

                /** Text from UTF-8; a byte that belongs to no character is U+FFFD. Not every engine has a TextDecoder. */
                function utf8Decoded(bytes: readonly number[]): string {
                  let text = "";
                  for (let place = 0; place < bytes.length;) {
                    const lead = bytes[place] ?? 0;
                    const length = lead < 0x80 ? 1 : lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3
                      : lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
                    const rest = bytes.slice(place + 1, place + length);
                    const isWhole = length > 0 && rest.length === length - 1 && rest.every((byte) => (byte & 0xC0) === 0x80);
                    const code = rest.reduce((sum, byte) => (sum << 6) | (byte & 0x3F), length === 1 ? lead : lead & (0x7F >> length));
                    const isSound = isWhole && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) &&
                      code >= ([0, 0, 0x80, 0x800, 0x10000][length] ?? 0);
                    text += isSound ? String.fromCodePoint(code) : "\uFFFD";
                    place += isSound ? length : 1;
                  }
                  return text;
                }

                // ---------------------------------------------------------------------------------------------------------------- badge

                export type BadgePolicy = "server" | "unread" | "count" | "cleared" | "none";
                export type BadgeState = { readonly shown: number };
                export type BadgeEvent =
                  | { readonly type: "received"; readonly badge?: number | null }
                  | { readonly type: "unread"; readonly count: number }
                  | { readonly type: "foreground" | "opened" | "signedOut" };
                export type BadgeEffect = { readonly type: "setBadge"; readonly count: number };

                /** A state from what was kept; the beginning from anything else. */
                export function badgeState(kept: Json = null): BadgeState {
                  return { shown: asCount(member(kept, "shown")) };
                }

                function badgeAfter(policy: BadgePolicy, state: BadgeState, event: BadgeEvent): number | undefined {
                  switch (event.type) {
                    case "signedOut":
                      return 0;
                    case "received":
                      if (policy === "server" || policy === "cleared") return event.badge ?? undefined;
                      return policy === "count" ? state.shown + 1 : undefined;
                    case "foreground":
                      return policy === "cleared" ? 0 : undefined;
                    case "opened":
                      return policy === "count" || policy === "server" ? 0 : undefined;
                    case "unread":
                      return policy === "unread" ? event.count : undefined;
                  }
                }

                /** Keeps the number on the app's icon. */
                export function reduceBadge(
                  state: BadgeState,
                  event: BadgeEvent,
                  policy: BadgePolicy,
                ): Step<BadgeState, BadgeEffect> {
                  const number = badgeAfter(policy, state, event);
                  if (number === undefined) return [state, []];
                  const shown = Math.max(0, number);
                  // What a push carries, the system has set by itself.
                  const isSetElsewhere = event.type === "received" && policy !== "count";
                  return [{ shown }, shown !== state.shown && !isSetElsewhere ? [{ type: "setBadge", count: shown }] : []];
                }

                """##
        ),
        EmbeddedRuntime(
            language: .typescript,
            part: .app,
            name: "carillon-endpoints.ts",
            text: #"""
                // Calls of the host by apps, in TypeScript: typed code makes requests, and a thin sender sends them. One file without dependencies.
                //
                // Only syntax that can be erased is used, so that engines that strip types run the file as it is. It needs the library of ES2020, and
                // syntax of ES2020 and private members, which compilers turn into older ones.

                export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

                /** `Object.hasOwn`, which Safari before 15.4 and older versions of Hermes don't have. */
                const owns = (object: object, name: string): boolean => Object.prototype.hasOwnProperty.call(object, name);

                /** What proves who calls: the user's token, the same where there is one, or nothing. */
                export type Access = "user" | "optionalUser" | "none";

                /** How long (in Unicode scalars), large or many a value may be; what else the host asks of it, it says itself. */
                export type Limit =
                  | { readonly is: "text"; readonly most: number }
                  | { readonly is: "number"; readonly least?: number; readonly most?: number }
                  | { readonly is: "list"; readonly least?: number; readonly most?: number; readonly each?: Limit }
                  | { readonly is: "object"; readonly members: readonly (readonly [string, Limit])[] };

                /** A value of a request: names from the outside in, none for a whole body; undefined is left out. */
                export type Parameter = readonly [
                  steps: readonly string[],
                  value: Json | undefined,
                  separator?: string | undefined,
                  limit?: Limit,
                ];

                /** A value of a request that the host would refuse, found before anything is sent. */
                export type EndpointFault = {
                  /** Where it stands and what it is called, such as `body.push_token`, `query.limit` or `body.items.0.name`. */
                  readonly field: string;
                  /** The host's, such as `too-long`. */
                  readonly code: string;
                  /** Names the limit, and never the value. */
                  readonly message: string;
                };

                /** How a point in time is written. */
                export type InstantForm = "rfc3339" | "epochMilliseconds" | "epochSeconds";

                /** What an answer is: the members of an object with their names in code, their names in JSON, and whether they may be absent. */
                export type Shape =
                  | { readonly is: "text" | "integer" | "boolean" | "json" | "nothing" }
                  | { readonly is: "instant"; readonly form: InstantForm }
                  | { readonly is: "list"; readonly of: Shape }
                  | { readonly is: "object"; readonly members: readonly (readonly [string, string, Shape, boolean])[] };

                /** Where an error's body says what went wrong; `known` are those that only their status, and perhaps their words, tell. */
                export type Errors = {
                  readonly code?: readonly string[];
                  readonly message?: readonly string[];
                  readonly retryAfter?: readonly string[];
                  readonly known?: readonly { readonly status: number; readonly code: string; readonly message?: string }[];
                };

                export type RequestParts = {
                  readonly prefix: string;
                  readonly access: Access;
                  readonly query?: readonly Parameter[];
                  readonly headers?: readonly Parameter[];
                  readonly body?: readonly Parameter[];
                  readonly errors: Errors;
                  readonly answer: Shape;
                };

                /** A number or a flag as a text, as some contracts write them. */
                export function asText(value: Json): string {
                  return typeof value === "string" ? value : JSON.stringify(value);
                }

                /** An object without the members that are left out. */
                export function objectOf(members: readonly (readonly [string, Json | undefined])[]): Json {
                  const object: { [name: string]: Json } = Object.create(null);
                  for (const [name, value] of members) if (value !== undefined) object[name] = value;
                  return object;
                }

                /** A point in time: a text is taken as it is where the host reads RFC 3339. */
                export function time(value: string | Date, form: InstantForm): Json {
                  if (typeof value === "string" && form === "rfc3339") return value;
                  const milliseconds = typeof value === "string" ? Date.parse(value) : value.getTime();
                  if (form === "rfc3339") return new Date(milliseconds).toISOString();
                  return form === "epochSeconds" ? Math.floor(milliseconds / 1000) : milliseconds;
                }

                /** What is written of a value, where there is one. */
                export function given<Value, Written extends Json>(
                  value: Value | undefined,
                  write: (value: Value) => Written,
                ): Written | undefined {
                  return value === undefined ? undefined : write(value);
                }

                /** The same, where null is a value of its own. */
                export function givenOrNull<Value, Written extends Json>(
                  value: Value | null | undefined,
                  write: (value: Value) => Written,
                ): Written | null | undefined {
                  if (value === undefined) return undefined;
                  return value === null ? null : write(value);
                }

                function pairs([steps, value, separator]: Parameter): (readonly [string, string])[] {
                  const name = steps[0];
                  if (value === undefined || name === undefined) return [];
                  if (!Array.isArray(value)) return [[name, value === null ? "" : asText(value)]];
                  const texts = (value as readonly Json[]).map(asText);
                  return separator === undefined ? texts.map((text) => [name, text] as const) : [[name, texts.join(separator)]];
                }

                /** What is too long, too large or too many in a value; a value of another kind is the host's to judge. */
                function faultsOf(value: Json | undefined, limit: Limit, field: string): EndpointFault[] {
                  switch (limit.is) {
                    case "text":
                      if (typeof value !== "string" || [...value].length <= limit.most) return [];
                      return [{ field, code: "too-long", message: `may have ${limit.most} characters at most` }];
                    case "number": {
                      const isNumber = typeof value === "number" || (typeof value === "string" && value.trim() !== "");
                      const [number, least, most] = [isNumber ? Number(value) : NaN, limit.least, limit.most];
                      const isBeyond = (least !== undefined && number < least) || (most !== undefined && number > most);
                      const bounds = [least === undefined ? [] : `at least ${least}`, most === undefined ? [] : `at most ${most}`].flat();
                      return isBeyond ? [{ field, code: "out-of-range", message: `must be ${bounds.join(" and ")}` }] : [];
                    }
                    case "list": {
                      if (!Array.isArray(value)) return [];
                      const elements = value as readonly Json[];
                      const { least, most, each } = limit;
                      const has = `has ${elements.length} entries, at`;
                      const faults: EndpointFault[] = [];
                      if (most !== undefined && elements.length > most) {
                        faults.push({ field, code: "too-many", message: `${has} most ${most} are allowed` });
                      } else if (least !== undefined && elements.length < least) {
                        faults.push({ field, code: "too-few", message: `${has} least ${least} are needed` });
                      }
                      if (each === undefined) return faults;
                      return [...faults, ...elements.flatMap((element, place) => faultsOf(element, each, `${field}.${place}`))];
                    }
                    case "object": {
                      if (!isObject(value)) return [];
                      return limit.members.flatMap(([name, inner]) =>
                        owns(value, name) ? faultsOf(value[name], inner, `${field}.${name}`) : [],
                      );
                    }
                  }
                }

                /** In one part of a request, such as its body. */
                function faultsIn(part: string, parameters: readonly Parameter[]): EndpointFault[] {
                  return parameters.flatMap(([steps, value, , limit]) =>
                    limit === undefined ? [] : faultsOf(value, limit, [part, ...steps].join(".")),
                  );
                }

                type Members = { [name: string]: Json };

                function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
                  return typeof value === "object" && value !== null && !Array.isArray(value);
                }

                /** A whole value first, and the members over it. */
                function bodyOf(parameters: readonly Parameter[]): Json {
                  const whole = parameters.find(([steps, value]) => steps.length === 0 && value !== undefined)?.[1];
                  const members = parameters.filter(([steps, value]) => steps.length > 0 && value !== undefined);
                  if (whole !== undefined && members.length === 0) return whole;
                  const body: Members = Object.assign(Object.create(null), isObject(whole) ? whole : {});
                  for (const [steps, value] of members) {
                    let place = body;
                    for (const step of steps.slice(0, -1)) {
                      const inner: Json | undefined = place[step];
                      const copy: Members = Object.assign(Object.create(null), isObject(inner) ? inner : {});
                      place[step] = copy;
                      place = copy;
                    }
                    const name = steps[steps.length - 1];
                    if (name !== undefined && value !== undefined) place[name] = value;
                  }
                  return body;
                }

                /** Encodes every byte that isn't unreserved. */
                function encoded(text: string): string {
                  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => "%" + sign.charCodeAt(0).toString(16).toUpperCase());
                }

                /** A call of the host: what goes out, and what the answer means. */
                export class EndpointRequest<Answer, Code extends string> {
                  /** What is asked, such as `devices.register`. */
                  readonly name: string;
                  readonly method: string;
                  readonly access: Access;
                  /** What stands before the path at a host that has several tenants; empty for the host's own routes. */
                  readonly prefix: string;
                  /** What isn't shown when it is printed: there are tokens among the values. */
                  readonly #sent: { readonly target: string; readonly headers: readonly (readonly [string, string])[]; readonly body?: string };
                  readonly #isSound: boolean;
                  /** What the host would refuse: where there is any, nothing is sent. */
                  readonly faults: readonly EndpointFault[];
                  readonly #errors: Errors;
                  readonly #answer: Shape;
                  /** Never there: what the types of answers and codes hang on. */
                  readonly answers?: Answer;
                  readonly codes?: Code;

                  /** - `path`: texts that always stand there, and values. */
                  constructor(name: string, method: string, path: readonly (string | Parameter)[], parts: RequestParts) {
                    const segments = path.map((part) => (typeof part === "string" ? part : asText(part[1] ?? null)));
                    const query = (parts.query ?? []).flatMap(pairs).map(([key, value]) => `${encoded(key)}=${encoded(value)}`);
                    this.name = name;
                    this.method = method;
                    this.access = parts.access;
                    this.prefix = parts.prefix;
                    this.#isSound = segments.every((segment) => !["", ".", ".."].includes(segment));
                    this.#sent = {
                      target: segments.map((segment) => `/${encoded(segment)}`).join("") + (query.length === 0 ? "" : `?${query.join("&")}`),
                      headers: (parts.headers ?? []).flatMap(pairs),
                      ...(parts.body === undefined ? {} : { body: JSON.stringify(bodyOf(parts.body)) }),
                    };
                    this.faults = [
                      ...faultsIn("path", path.flatMap((part) => (typeof part === "string" ? [] : [part]))),
                      ...faultsIn("query", parts.query ?? []),
                      ...faultsIn("header", parts.headers ?? []),
                      ...faultsIn("body", parts.body ?? []),
                    ];
                    this.#errors = parts.errors;
                    this.#answer = parts.answer;
                  }

                  /** Path and query, percent-encoded, behind the tenant's own name. */
                  get target(): string {
                    return this.#sent.target;
                  }

                  get headers(): readonly (readonly [string, string])[] {
                    return this.#sent.headers;
                  }

                  /** JSON; undefined for none. */
                  get body(): string | undefined {
                    return this.#sent.body;
                  }

                  /** Whether no value makes the path another one. */
                  get isSound(): boolean {
                    return this.#isSound;
                  }

                  toString(): string {
                    return this.name;
                  }

                  /** What the reply says. */
                  outcome(reply: EndpointReply): Outcome<Answer, Code> {
                    if (reply.status < 200 || reply.status > 299) return this.#refusal(reply);
                    try {
                      const json = this.#answer.is === "nothing" ? null : (JSON.parse(reply.body) as Json);
                      return { kind: "answered", answer: read(json, this.#answer, "") as Answer };
                    } catch (error) {
                      const pointer = error instanceof Unreadable ? error.pointer : "";
                      return { kind: "unreadable", status: reply.status, pointer };
                    }
                  }

                  #refusal(reply: EndpointReply): Outcome<Answer, Code> {
                    let body: Json = null;
                    try {
                      body = JSON.parse(reply.body) as Json;
                    } catch {
                      // Not the host's own, or cut off: its status says what there is to say.
                    }
                    const at = (steps: readonly string[] | undefined): Json | undefined => {
                      if (steps === undefined) return undefined;
                      let value: Json | undefined = body;
                      for (const step of steps) value = isObject(value) && owns(value, step) ? value[step] : undefined;
                      return value;
                    };
                    const words = at(this.#errors.message);
                    const message = typeof words === "string" ? words : undefined;
                    const fitting = (this.#errors.known ?? []).find(
                      (known) => known.status === reply.status && (known.message === undefined || known.message === message),
                    );
                    const code = at(this.#errors.code);
                    const asked = at(this.#errors.retryAfter);
                    // A header may also be a date, which says nothing to a phone whose clock is wrong.
                    const written = /^-?[0-9]{1,15}$/.test(reply.retryAfter ?? "") ? Number(reply.retryAfter) : undefined;
                    const retryAfter = Number.isInteger(asked) ? (asked as number) : written;
                    return {
                      kind: "refused",
                      status: reply.status,
                      code: (code === undefined || code === null ? fitting?.code ?? "" : asText(code)) as Code,
                      ...(message === undefined ? {} : { message }),
                      ...(retryAfter === undefined ? {} : { retryAfter }),
                    };
                  }
                }

                /** That an answer isn't what its call promises. */
                class Unreadable extends Error {
                  readonly pointer: string;

                  constructor(pointer: string) {
                    super(`the answer isn't what it should be at ${pointer}`);
                    this.pointer = pointer;
                  }
                }

                function read(value: Json, shape: Shape, pointer: string): unknown {
                  const need = (fits: boolean): unknown => {
                    if (!fits) throw new Unreadable(pointer);
                    return value;
                  };
                  switch (shape.is) {
                    case "nothing":
                      return undefined;
                    case "json":
                      return value;
                    case "text":
                      return need(typeof value === "string");
                    case "integer":
                      return need(Number.isInteger(value));
                    case "boolean":
                      return need(typeof value === "boolean");
                    case "instant":
                      return need(
                        shape.form === "rfc3339" ? typeof value === "string" && !Number.isNaN(Date.parse(value)) : Number.isInteger(value),
                      );
                    case "list":
                      if (!Array.isArray(value)) throw new Unreadable(pointer);
                      return (value as readonly Json[]).map((element, place) => read(element, shape.of, `${pointer}/${place}`));
                    case "object": {
                      if (!isObject(value)) throw new Unreadable(pointer);
                      const object: { [name: string]: unknown } = {};
                      for (const [name, written, inner, mayBeAbsent] of shape.members) {
                        const member = owns(value, written) ? value[written] : undefined;
                        if (mayBeAbsent && (member === undefined || member === null)) continue;
                        if (member === undefined) throw new Unreadable(`${pointer}/${written}`);
                        object[name] = read(member, inner, `${pointer}/${written}`);
                      }
                      return object;
                    }
                  }
                }

                /**
                 * What came of a call. `retryAfter` is in seconds. `invalid` are values that are too long, too large or too many, and `unsendable` is one
                 * that can't stand in a path: nothing went out.
                 */
                export type Outcome<Answer, Code extends string> =
                  | { readonly kind: "answered"; readonly answer: Answer }
                  | {
                      readonly kind: "refused";
                      readonly status: number;
                      readonly code: Code;
                      readonly message?: string;
                      readonly retryAfter?: number;
                    }
                  | { readonly kind: "unreadable"; readonly status: number; readonly pointer: string }
                  | { readonly kind: "invalid"; readonly faults: readonly EndpointFault[] }
                  | { readonly kind: "unsendable" };

                export type EndpointReply = { readonly status: number; readonly body: string; readonly retryAfter?: string };

                /**
                 * What a call came to, for the reducers; of none, where `fetch` threw. `retryAfter` is in milliseconds.
                 *
                 * What can't be read counts as no answer, whatever its status: it is that of a network that wants a log-in first, not the host's. What
                 * can't be sent as it is counts as refused, with 422.
                 */
                export function requestOutcome<Answer, Code extends string>(
                  outcome?: Outcome<Answer, Code>,
                ): { readonly status: number; readonly retryAfter?: number } {
                  switch (outcome?.kind) {
                    case "answered":
                      return { status: 200 };
                    case "refused":
                      if (outcome.retryAfter === undefined) return { status: outcome.status };
                      return { status: outcome.status, retryAfter: Math.min(Math.max(outcome.retryAfter, 0), 86_400) * 1000 };
                    case "unreadable":
                    case undefined:
                      return { status: 0 };
                    case "invalid":
                    case "unsendable":
                      return { status: 422 };
                  }
                }

                /** The part of `fetch` that calls need. */
                export type Fetch = (
                  url: string,
                  request: {
                    method: string;
                    headers: { [name: string]: string };
                    body?: string;
                    credentials: "omit";
                    redirect: "manual";
                  },
                ) => Promise<{ readonly status: number; readonly headers: { get(name: string): string | null }; text(): Promise<string> }>;

                /** Sends an app's calls. It decides nothing: what may be tried again is the caller's to say. */
                export class EndpointSender {
                  readonly #host: string;
                  readonly #isShared: boolean;
                  readonly #token: () => string | undefined | Promise<string | undefined>;
                  readonly #fetch: Fetch;

                  /**
                   * - `host`: such as `https://api.acme.example`.
                   * - `isShared`: the host has several tenants at this name, so that a contract's paths begin with the tenant's.
                   * - `token`: the user's; undefined where nobody is signed in.
                   */
                  constructor(options: {
                    readonly host: string;
                    readonly isShared?: boolean;
                    readonly token: () => string | undefined | Promise<string | undefined>;
                    readonly fetch: Fetch;
                  }) {
                    this.#host = options.host.replace(/\/$/, "");
                    this.#isShared = options.isShared ?? false;
                    this.#token = options.token;
                    this.#fetch = options.fetch;
                  }

                  /** Throws what `fetch` throws. */
                  async send<Answer, Code extends string>(request: EndpointRequest<Answer, Code>): Promise<Outcome<Answer, Code>> {
                    if (request.faults.length > 0) return { kind: "invalid", faults: request.faults };
                    if (!request.isSound) return { kind: "unsendable" };
                    const headers: { [name: string]: string } = { Accept: "application/json" };
                    for (const [name, value] of request.headers) headers[name] = value;
                    if (request.body !== undefined) headers["Content-Type"] = "application/json";
                    const token = request.access === "none" ? undefined : await this.#token();
                    if (token !== undefined) headers["Authorization"] = `Bearer ${token}`;
                    const url = this.#host + (this.#isShared ? request.prefix : "") + request.target;
                    const reply = await this.#fetch(url, {
                      method: request.method,
                      headers,
                      ...(request.body === undefined ? {} : { body: request.body }),
                      // A cookie of somebody else would make an anonymous call theirs, and a redirection carry the token elsewhere.
                      credentials: "omit",
                      redirect: "manual",
                    });
                    const retryAfter = reply.headers.get("Retry-After");
                    return request.outcome({
                      status: reply.status,
                      body: await reply.text(),
                      ...(retryAfter === null ? {} : { retryAfter }),
                    });
                  }
                }

                """#
        ),
        EmbeddedRuntime(
            language: .swift,
            part: .service,
            name: "CarillonCheck.swift",
            text: #"""
                // The checks of events before they are sent, and their JSON.

                /// Reads values as the host would, and writes them as JSON.
                struct CarillonCheck {
                    let stripsTags: Bool
                    var faults: [CarillonFaults.Fault] = []

                    init(stripsTags: Bool) {
                        self.stripsTags = stripsTags
                    }

                    mutating func json(_ value: CarillonValue, at pointer: String) -> String {
                        switch value {
                        case .text(let text, let most): return written(text, most: most, at: pointer)
                        case .integer(let number, let range):
                            if !range.contains(number) {
                                found(pointer, "out-of-range", "must be from \(range.lowerBound) to \(range.upperBound)")
                            }
                            return String(number)
                        case .decimal(let decimal): return formed(decimal, at: pointer)
                        case .money(let money): return written(money, at: pointer)
                        case .boolean(let value): return value ? "true" : "false"
                        case .choice(let value): return CarillonJSON.text(value)
                        case .uuid(let uuid): return formed(uuid, at: pointer)
                        case .slug(let slug): return formed(slug, at: pointer)
                        case .path(let path): return formed(path, at: pointer)
                        case .url(let url, let most):
                            if url.text.utf8.count > most {
                                found(pointer, "too-long", "has \(url.text.utf8.count) bytes, at most \(most) are allowed")
                                return "null"
                            }
                            return formed(url, at: pointer)
                        case .email(let email): return formed(email, at: pointer)
                        case .instant(let instant): return formed(instant, at: pointer)
                        case .date(let date): return formed(date, at: pointer)
                        case .list(let values, let most):
                            counted(values.count, most: most, at: pointer)
                            return "["
                                + values.enumerated().map { json($1, at: "\(pointer)/\($0)") }.joined(separator: ",") + "]"
                        case .map(let texts, let most, let textMost):
                            counted(texts.count, most: most, at: pointer)
                            let members = texts.sorted { $0.key < $1.key }
                                .map { name, text in
                                    let place = "\(pointer)/\(name)"
                                    if !CarillonCharacter.isName(name) {
                                        let wanted = "must be named by a letter or _ and then letters, digits, _, - and ."
                                        found(place, "bad-format", wanted)
                                    }
                                    return (name, written(text, most: textMost, at: place))
                                }
                            return CarillonJSON.object(members)
                        case .localized(let texts, let most):
                            let members = texts.compactMap { language, text in
                                text.map { text in
                                    let place = "\(pointer)/\(language)"
                                    if text.allSatisfy(\.isWhitespace) { found(place, "bad-format", "must be words") }
                                    return (language, written(text, most: most, at: place))
                                }
                            }
                            return CarillonJSON.object(members)
                        }
                    }

                    /// A name of the request itself.
                    mutating func name(_ text: String, at pointer: String) {
                        let hasControls = text.unicodeScalars.contains { CarillonCharacter.isControl($0, andLines: true) }
                        if text.isEmpty || hasControls || text.unicodeScalars.count > 256 {
                            found(pointer, "bad-format", "must be 1 to 256 characters, none of them a control character")
                        }
                    }

                    mutating func recipients(_ users: [CarillonRecipient]?, topic: String?) {
                        if let users {
                            if users.isEmpty, topic == nil { found("/recipients", "too-few", "must name at least one") }
                            counted(users.count, most: 100, at: "/recipients")
                            for (index, user) in users.enumerated() {
                                name(user.id, at: "/recipients/\(index)" + (user.others.isEmpty ? "" : "/id"))
                            }
                        }
                        if let topic { name(topic, at: "/topic") }
                    }

                    private mutating func found(_ pointer: String, _ code: String, _ message: String) {
                        faults.append(CarillonFaults.Fault(pointer: pointer, code: code, message: message))
                    }

                    private mutating func counted(_ count: Int, most: Int, at pointer: String) {
                        if count > most { found(pointer, "too-many", "has \(count) entries, at most \(most) are allowed") }
                    }

                    private mutating func formed<Text: CarillonText>(_ text: Text, at pointer: String) -> String {
                        if !Text.isValid(text.text) { found(pointer, "bad-format", "must be \(Text.wanted)") }
                        return CarillonJSON.text(text.text)
                    }

                    private mutating func written(_ text: String, most: Int, at pointer: String) -> String {
                        let hasControls = text.unicodeScalars.contains { CarillonCharacter.isControl($0, andLines: false) }
                        let length = text.unicodeScalars.count
                        if stripsTags, hasControls || text.utf8.contains(UInt8(ascii: "<")) || text.utf8.contains(0xE2) {
                            // How long it is then, only the host knows.
                        } else if hasControls {
                            found(pointer, "control-character", "must not hold control characters other than line feed and tab")
                        } else if length > most {
                            found(pointer, "too-long", "has \(length) characters, at most \(most) are allowed")
                        }
                        return CarillonJSON.text(text)
                    }

                    private mutating func written(_ money: CarillonMoney, at pointer: String) -> String {
                        let bytes = money.currency.utf8
                        let isMinor = money.amount.name == "minor"
                        if !(1...24).contains(bytes.count) || !CarillonCharacter.isAlphanumeric(bytes.first ?? 0)
                            || !bytes.allSatisfy({ CarillonCharacter.isAlphanumeric($0) || ".-_".utf8.contains($0) })
                        {
                            found(
                                "\(pointer)/currency",
                                "bad-format",
                                "must be the code of a currency or an asset, 1 to 24 letters, digits, ., - and _"
                            )
                        } else if isMinor, bytes.count != 3 || !bytes.allSatisfy({ (65...90).contains($0) }) {
                            found(
                                "\(pointer)/currency",
                                "bad-format",
                                "must be a currency of ISO 4217 when the amount is in minor units"
                            )
                        } else if !money.isValid {
                            found("\(pointer)/value", "bad-format", "must be a decimal written as a string")
                        }
                        return CarillonJSON.object([money.amount, ("currency", CarillonJSON.text(money.currency))])
                    }
                }

                /// What texts are made of.
                enum CarillonCharacter {
                    static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
                    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || (97...122).contains(byte | 0x20) }
                    static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }

                    static func isControl(_ scalar: Unicode.Scalar, andLines: Bool) -> Bool {
                        switch scalar.value {
                        case 0x09, 0x0A: andLines
                        case 0..<0x20, 0x7F...0x9F: true
                        default: false
                        }
                    }

                    static func isName(_ text: String) -> Bool {
                        guard (1...40).contains(text.utf8.count), let first = text.utf8.first, !isDigit(first) else { return false }
                        return (isAlphanumeric(first) || first == UInt8(ascii: "_"))
                            && text.utf8.allSatisfy { isAlphanumeric($0) || "_-.".utf8.contains($0) }
                    }

                    static func isHost(_ bytes: ArraySlice<UInt8>, minimumLabels: Int) -> Bool {
                        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                        return bytes.count <= 253 && labels.count >= minimumLabels
                            && labels.allSatisfy { label in
                                (1...63).contains(label.count) && label.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
                                    && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                            }
                    }
                }

                /// JSON as it is sent.
                enum CarillonJSON {
                    static func object(_ members: [(String, String)]) -> String { "{\(Self.members(members))}" }

                    static func members(_ members: [(String, String)]) -> String {
                        members.map { "\(text($0)):\($1)" }.joined(separator: ",")
                    }

                    static func text(_ text: String) -> String {
                        var json = "\""
                        for scalar in text.unicodeScalars {
                            switch scalar {
                            case "\"": json += "\\\""
                            case "\\": json += "\\\\"
                            case "\n": json += "\\n"
                            case "\r": json += "\\r"
                            case "\t": json += "\\t"
                            case "\u{8}": json += "\\b"
                            case "\u{C}": json += "\\f"
                            case ..<" ":
                                let digits = String(scalar.value, radix: 16)
                                json += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
                            default: json.unicodeScalars.append(scalar)
                            }
                        }
                        return json + "\""
                    }
                }

                """#
        ),
        EmbeddedRuntime(
            language: .kotlin,
            part: .service,
            name: "CarillonEvents.kt",
            text: ##"""
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

                """##
        ),
        EmbeddedRuntime(
            language: .swift,
            part: .service,
            name: "CarillonEvents.swift",
            text: #"""
                // What the events of every tenant have in common: the events themselves, and who gets them.

                /// An event that was checked and can be sent: what the host gets, and nothing else.
                public struct CarillonEvent: Sendable, Hashable {
                    /// The tenant whose event it is.
                    public let tenant: String
                    /// The sender's own id; the same id and source again create nothing.
                    public let id: String
                    /// Who sends.
                    public let source: String
                    /// The event type.
                    public let type: String
                    /// The members of the request before and after `recipients`, as JSON.
                    fileprivate let head: String
                    fileprivate let tail: String
                    fileprivate let recipients: CarillonRecipients

                    /// The body of `POST /v1/{tenant}/events`, as `application/json`.
                    public var json: String { "{\(head),\(recipients.json)\(tail)}" }

                    /// The event as a structured CloudEvent 1.0, as `application/cloudevents+json`.
                    public var cloudEventJSON: String { "{\"specversion\":\"1.0\",\(head),\(recipients.cloudEventJSON)\(tail)}" }
                }

                extension CarillonEvent: CustomStringConvertible, CustomReflectable {
                    /// Without the data, which may be sensitive.
                    public var description: String { "\(tenant) \(type) \(id)" }
                    public var customMirror: Mirror { Mirror(self, children: ["tenant": tenant, "type": type, "id": id]) }
                }

                /// Who gets an event.
                public enum CarillonRecipients: Sendable, Hashable {
                    /// 1 to 100 users.
                    case users([CarillonRecipient])
                    /// Everybody subscribed.
                    case topic(String)
                    /// Those of the users who are subscribed.
                    case subscribers([CarillonRecipient], of: String)

                    public static func user(_ id: String) -> CarillonRecipients { .users([CarillonRecipient(id: id)]) }

                    fileprivate var users: [CarillonRecipient]? {
                        switch self {
                        case .users(let users), .subscribers(let users, _): users
                        case .topic: nil
                        }
                    }

                    fileprivate var topic: String? {
                        switch self {
                        case .users: nil
                        case .topic(let topic), .subscribers(_, let topic): topic
                        }
                    }

                    fileprivate var json: String { members(users.map { "[" + $0.map(\.json).joined(separator: ",") + "]" }) }

                    /// Ids in one text, where they can stand there: an attribute of a CloudEvent is no list.
                    fileprivate var cloudEventJSON: String {
                        guard let users, users.allSatisfy(\.isPlain) else { return json }
                        return members(CarillonJSON.text(users.map(\.id).joined(separator: ",")))
                    }

                    private func members(_ users: String?) -> String {
                        [users.map { "\"recipients\":\($0)" }, topic.map { "\"topic\":\(CarillonJSON.text($0))" }]
                            .compactMap { $0 }.joined(separator: ",")
                    }
                }

                /// A user, and what the host shall know of them from now on.
                public struct CarillonRecipient: Sendable, Hashable, ExpressibleByStringLiteral {
                    public var id: String
                    public var locale: String?
                    public var timeZone: String?
                    public var email: String?
                    public var phone: String?

                    public init(
                        id: String,
                        locale: String? = nil,
                        timeZone: String? = nil,
                        email: String? = nil,
                        phone: String? = nil
                    ) {
                        self.id = id
                        self.locale = locale
                        self.timeZone = timeZone
                        self.email = email
                        self.phone = phone
                    }

                    public init(stringLiteral id: String) {
                        self.init(id: id)
                    }

                    var others: [(String, String)] {
                        [("locale", locale), ("timeZone", timeZone), ("email", email), ("phone", phone)]
                            .compactMap { name, value in value.map { (name, CarillonJSON.text($0)) } }
                    }

                    fileprivate var json: String {
                        guard !others.isEmpty else { return CarillonJSON.text(id) }
                        return CarillonJSON.object([("id", CarillonJSON.text(id))] + others)
                    }

                    /// Whether it is an id that can stand in a list with commas.
                    fileprivate var isPlain: Bool {
                        others.isEmpty && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ",") }
                    }
                }

                /// What is wrong with an event, as the host would say it.
                public struct CarillonFaults: Error, Sendable, Hashable, CustomStringConvertible {
                    public struct Fault: Sendable, Hashable {
                        /// JSON pointer into the event, such as `/data/order_id`.
                        public let pointer: String
                        /// The host's code, such as `too-long`.
                        public let code: String
                        /// What it must be.
                        public let message: String
                    }

                    /// Never empty.
                    public let faults: [Fault]

                    public var description: String {
                        faults.map { "\($0.pointer) \($0.message) (\($0.code))" }.joined(separator: "; ")
                    }
                }

                /// The payload of an event type.
                public protocol CarillonPayload: Sendable, Hashable {
                    static var carillonTenant: CarillonTenant { get }
                    /// The event type's id.
                    static var carillonType: String { get }
                    /// The fields by their names in JSON, in the order of the tenant's file.
                    func carillonMembers() -> [CarillonMember]
                }

                extension CarillonPayload {
                    /// Checks everything that can be checked without the host.
                    ///
                    /// - Parameters:
                    ///   - id: the sender's own id of what happened. Sent again with the same one, an event creates nothing; so it must not be
                    ///     made anew for each attempt.
                    ///   - source: who sends, such as a URL of the service.
                    ///   - time: when it happened.
                    ///   - scheduledAt: when it goes out; nil for at once.
                    /// - Throws: ``CarillonFaults``, all at once.
                    public func event(
                        id: String,
                        source: String,
                        recipients: CarillonRecipients,
                        time: CarillonInstant? = nil,
                        scheduledAt: CarillonInstant? = nil
                    ) throws -> CarillonEvent {
                        let tenant = Self.carillonTenant
                        var check = CarillonCheck(stripsTags: tenant.stripsTags)
                        check.name(id, at: "/id")
                        check.name(source, at: "/source")
                        check.recipients(recipients.users, topic: recipients.topic)
                        var head = [
                            ("id", CarillonJSON.text(id)), ("source", CarillonJSON.text(source)),
                            ("type", CarillonJSON.text(Self.carillonType)),
                        ]
                        if let time { head.append(("time", check.json(.instant(time), at: "/time"))) }
                        var tail = ""
                        if let scheduledAt { tail += ",\"scheduledAt\":\(check.json(.instant(scheduledAt), at: "/scheduledAt"))" }
                        let data = carillonMembers().compactMap { member in
                            member.value.map { (member.name, check.json($0, at: "/data/\(member.name)")) }
                        }
                        tail += ",\"data\":\(CarillonJSON.object(data))"
                        guard check.faults.isEmpty else { throw CarillonFaults(faults: check.faults) }
                        return CarillonEvent(
                            tenant: tenant.id,
                            id: id,
                            source: source,
                            type: Self.carillonType,
                            head: CarillonJSON.members(head),
                            tail: tail,
                            recipients: recipients
                        )
                    }
                }

                /// What is the same for all events of a tenant.
                public struct CarillonTenant: Sendable, Hashable {
                    public let id: String
                    /// Whether the host takes markup and control characters out of texts, where it would refuse them otherwise.
                    public let stripsTags: Bool
                    /// The header by which the tenant's services prove who they are.
                    public let header: String
                    /// What stands before the key in that header, such as `Bearer`.
                    public let scheme: String?

                    public init(id: String, stripsTags: Bool, header: String, scheme: String?) {
                        self.id = id
                        self.stripsTags = stripsTags
                        self.header = header
                        self.scheme = scheme
                    }
                }

                /// A field of a payload.
                public struct CarillonMember: Sendable {
                    public let name: String
                    /// Nil: left out.
                    public let value: CarillonValue?

                    public init(_ name: String, _ value: CarillonValue?) {
                        self.name = name
                        self.value = value
                    }
                }

                """#
        ),
        EmbeddedRuntime(
            language: .kotlin,
            part: .service,
            name: "CarillonSender.kt",
            text: #"""
                // Sends events to a host.

                package carillon.events

                import java.io.IOException
                import java.net.HttpURLConnection
                import java.net.URL

                /** What the host answered: `status` 202, and the body as it came. */
                class CarillonAnswer(val status: Int, val body: String)

                /** The host won't take the event, however often it is sent. */
                class CarillonRefused(val answer: CarillonAnswer) : Exception("the host answered " + answer.status)

                /**
                 * Sends events; what may succeed later is tried again with the same id. It blocks the thread that calls it.
                 *
                 * [host] is the host's origin, such as `https://notify.example`, [key] the tenant's service key; [attempts] is how often an event is
                 * sent at most, and [pause] waits between attempts, for so many milliseconds.
                 */
                class CarillonSender(
                    private val tenant: CarillonTenant,
                    private val host: String,
                    private val key: String,
                    private val attempts: Int = 4,
                    private val pause: (Long) -> Unit = { Thread.sleep(it) }
                ) {
                    /** Throws [CarillonRefused] for what sending again can't help, and the last failure of the network. */
                    fun send(event: CarillonEvent): CarillonAnswer {
                        var attempt = 1
                        while (true) {
                            var wait = minOf(1L shl minOf(attempt - 1, 6), 60L) * 1000
                            try {
                                val connection = URL(host.trimEnd('/') + "/v1/" + event.tenant + "/events").openConnection()
                                    as HttpURLConnection
                                val answer = answer(connection, event)
                                if (answer.status in 200..299) return answer
                                if ((answer.status != 429 && answer.status < 500) || attempt >= attempts) throw CarillonRefused(answer)
                                val asked = connection.getHeaderField("Retry-After")?.toLongOrNull()
                                if (asked != null) wait = asked.coerceIn(1, 60) * 1000
                            } catch (failure: IOException) {
                                if (attempt >= attempts) throw failure
                            }
                            pause(wait)
                            attempt += 1
                        }
                    }

                    private fun answer(connection: HttpURLConnection, event: CarillonEvent): CarillonAnswer {
                        connection.requestMethod = "POST"
                        connection.doOutput = true
                        connection.connectTimeout = 10_000
                        connection.readTimeout = 30_000
                        connection.setRequestProperty("Content-Type", "application/json")
                        connection.setRequestProperty(tenant.header, if (tenant.scheme == null) key else tenant.scheme + " " + key)
                        connection.outputStream.use { it.write(event.json.toByteArray()) }
                        val status = connection.responseCode
                        val stream = if (status < 400) connection.inputStream else connection.errorStream
                        return CarillonAnswer(status, stream?.use { String(it.readBytes()) } ?: "")
                    }
                }

                """#
        ),
        EmbeddedRuntime(
            language: .swift,
            part: .service,
            name: "CarillonSender.swift",
            text: #"""
                // Sends events to a host.

                #if canImport(Foundation)
                import Foundation
                #if canImport(FoundationNetworking)
                import FoundationNetworking
                #endif

                /// Sends events; what may succeed later is tried again with the same id.
                public struct CarillonSender: Sendable {
                    /// What the host answered.
                    public struct Answer: Sendable {
                        /// 202 where it took the event, also when it had it already.
                        public let status: Int
                        /// As it came: JSON.
                        public let body: Data
                    }

                    /// The host won't take the event, however often it is sent.
                    public struct Refused: Error {
                        public let answer: Answer
                    }

                    private let host: URL
                    private let tenant: CarillonTenant
                    private let key: String
                    private let session: URLSession
                    private let attempts: Int
                    private let pause: @Sendable (Duration) async throws -> Void

                    /// - Parameters:
                    ///   - tenant: whose events it sends.
                    ///   - host: the host's origin, such as `https://notify.example`.
                    ///   - key: the tenant's service key.
                    ///   - attempts: how often an event is sent at most.
                    ///   - pause: waits between attempts.
                    public init(
                        _ tenant: CarillonTenant,
                        host: URL,
                        key: String,
                        session: URLSession = .shared,
                        attempts: Int = 4,
                        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
                    ) {
                        self.tenant = tenant
                        self.host = host
                        self.key = key
                        self.session = session
                        self.attempts = attempts
                        self.pause = pause
                    }

                    /// - Throws: ``Refused`` for what sending again can't help, else the last failure of the network.
                    @discardableResult
                    public func send(_ event: CarillonEvent) async throws -> Answer {
                        var request = URLRequest(url: host.appendingPathComponent("v1/\(event.tenant)/events"))
                        request.httpMethod = "POST"
                        request.httpBody = Data(event.json.utf8)
                        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                        request.setValue(tenant.scheme.map { "\($0) \(key)" } ?? key, forHTTPHeaderField: tenant.header)
                        var attempt = 1
                        while true {
                            let wait = Duration.seconds(min(1 << min(attempt - 1, 6), 60))
                            let answered: (Data, URLResponse)
                            do {
                                answered = try await session.data(for: request)
                            } catch {
                                guard attempt < attempts, !(error is CancellationError), !Task.isCancelled else { throw error }
                                try await pause(wait)
                                attempt += 1
                                continue
                            }
                            let (body, response) = answered
                            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                            let answer = Answer(status: status, body: body)
                            if (200..<300).contains(status) { return answer }
                            guard status == 429 || status >= 500, attempt < attempts else { throw Refused(answer: answer) }
                            let asked = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
                            try await pause(asked.map { .seconds(min(max($0, 1), 60)) } ?? wait)
                            attempt += 1
                        }
                    }
                }

                extension CarillonInstant {
                    /// A point in time, to the millisecond.
                    public init(_ date: Date) {
                        self.init(stringLiteral: date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
                    }
                }

                extension CarillonUUID {
                    public init(_ uuid: UUID) {
                        self.init(stringLiteral: uuid.uuidString.lowercased())
                    }
                }

                extension CarillonURL {
                    /// The URL as it is written; the event's check finds one that the host would refuse.
                    public init(_ url: URL) {
                        self.init(stringLiteral: url.absoluteString)
                    }
                }
                #endif

                """#
        ),
        EmbeddedRuntime(
            language: .swift,
            part: .service,
            name: "CarillonValues.swift",
            text: ##"""
                // Values of events: texts of known forms, exact amounts, and the limits that each is held to.

                /// A value with its limits.
                public indirect enum CarillonValue: Sendable {
                    case text(String, most: Int)
                    case integer(Int64, in: ClosedRange<Int64>)
                    case decimal(CarillonDecimal)
                    case money(CarillonMoney)
                    case boolean(Bool)
                    case choice(String)
                    case uuid(CarillonUUID)
                    case slug(CarillonSlug)
                    case path(CarillonPath)
                    case url(CarillonURL, most: Int)
                    case email(CarillonEmail)
                    case instant(CarillonInstant)
                    case date(CarillonDate)
                    case list([CarillonValue], most: Int)
                    case map([String: String], most: Int, textMost: Int)
                    /// Texts by language.
                    case localized([(String, String?)], most: Int)
                }

                /// A text of a known form: checked when it is made of any text, and at the latest when the event is made of it.
                public protocol CarillonText: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible
                where StringLiteralType == String {
                    var text: String { get }
                    /// Takes the text as it is; the event's check finds what is wrong with it.
                    init(stringLiteral text: String)
                    /// What it must be, with an article.
                    static var wanted: String { get }
                    static func isValid(_ text: String) -> Bool
                }

                extension CarillonText {
                    /// - Throws: ``CarillonFaults`` where the text hasn't this form.
                    public init(_ text: String) throws {
                        guard Self.isValid(text) else {
                            let fault = CarillonFaults.Fault(pointer: "", code: "bad-format", message: "must be \(Self.wanted)")
                            throw CarillonFaults(faults: [fault])
                        }
                        self.init(stringLiteral: text)
                    }

                    public var description: String { text }
                }

                public struct CarillonUUID: CarillonText {
                    public let text: String
                    public init(stringLiteral text: String) { self.text = text }
                    public static let wanted = "a UUID"

                    public static func isValid(_ text: String) -> Bool {
                        text.utf8.count == 36
                            && text.utf8.enumerated().allSatisfy { place, byte in
                                switch place {
                                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                                default: CarillonCharacter.isDigit(byte) || (97...102).contains(byte | 0x20)
                                }
                            }
                    }
                }

                /// Letters, digits, `-` and `_`, at most 128.
                public struct CarillonSlug: CarillonText {
                    public let text: String
                    public init(stringLiteral text: String) { self.text = text }
                    public static let wanted = "at most 128 letters, digits, - and _"

                    public static func isValid(_ text: String) -> Bool {
                        (1...128).contains(text.utf8.count)
                            && text.utf8.allSatisfy { CarillonCharacter.isAlphanumeric($0) || "-_".utf8.contains($0) }
                    }
                }

                /// 1 to 8 slugs joined by slashes.
                public struct CarillonPath: CarillonText {
                    public let text: String
                    public init(stringLiteral text: String) { self.text = text }
                    public static let wanted = "1 to 8 slugs joined by slashes, such as offers/2026"

                    public static func isValid(_ text: String) -> Bool {
                        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
                        return segments.count <= 8 && segments.allSatisfy { CarillonSlug.isValid(String($0)) }
                    }
                }

                /// An absolute http or https URL.
                public struct CarillonURL: CarillonText {
                    public let text: String
                    public init(stringLiteral text: String) { self.text = text }
                    public static let wanted = "an absolute http or https URL, percent-encoded"

                    public static func isValid(_ text: String) -> Bool {
                        let bytes = Array(text.utf8)
                        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\\\"<>^`{|}".utf8.contains($0) }) else { return false }
                        let url = bytes.prefix { $0 != UInt8(ascii: "#") }
                        let schemes = ["https://", "http://"].filter { scheme in
                            url.prefix(scheme.utf8.count).map { CarillonCharacter.lowercased($0) }.elementsEqual(scheme.utf8)
                        }
                        guard url.count <= 2048, let scheme = schemes.first else { return false }
                        let authority = url.dropFirst(scheme.utf8.count).prefix { !"/?".utf8.contains($0) }
                        let name = authority.prefix { $0 != UInt8(ascii: ":") }
                        let port = authority.dropFirst(name.count + 1)
                        return CarillonCharacter.isHost(name, minimumLabels: 1)
                            && (name.count == authority.count
                                || (1...5).contains(port.count) && port.allSatisfy(CarillonCharacter.isDigit)
                                    && port.reduce(0) { $0 * 10 + Int($1 - 48) } <= 65535)
                    }
                }

                public struct CarillonEmail: CarillonText {
                    public let text: String
                    public init(stringLiteral text: String) { self.text = text }
                    public static let wanted = "an e-mail address"

                    /// What isn't ASCII is left to the host.
                    public static func isValid(_ text: String) -> Bool {
                        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
                        guard parts.count == 2, text.utf8.count <= 254, (1...64).contains(parts[0].count) else { return false }
                        let atoms = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                        let isAtom = { (byte: UInt8) in
                            byte >= 0x80 || CarillonCharacter.isAlphanumeric(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
                        }
                        return atoms.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtom) }
                            && (parts[1].contains { $0 >= 0x80 } || CarillonCharacter.isHost(Array(parts[1])[...], minimumLabels: 2))
                    }
                }

                /// A plain decimal of at most 38 digits, exact.
                public struct CarillonDecimal: CarillonText, ExpressibleByIntegerLiteral {
                    public let text: String
                    public init(stringLiteral text: String) { self.text = text }
                    public init(integerLiteral value: Int64) { text = String(value) }
                    public static let wanted = "a plain decimal of at most 38 digits"

                    public static func isValid(_ text: String) -> Bool {
                        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
                        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                        return (1...2).contains(parts.count) && parts.reduce(0) { $0 + $1.count } <= 38
                            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(CarillonCharacter.isDigit) }
                            && (parts[0].count == 1 || parts[0].first != UInt8(ascii: "0"))
                    }
                }

                /// A point in time as RFC 3339 writes it, such as `2026-02-25T12:00:00Z`.
                public struct CarillonInstant: CarillonText {
                    public let text: String
                    public init(stringLiteral text: String) { self.text = text }
                    public static let wanted = "a time as RFC 3339 writes it, such as 2026-02-25T12:00:00Z"

                    public static func isValid(_ text: String) -> Bool {
                        guard CarillonDate.isValid(String(text.prefix(10))) else { return false }
                        let bytes = Array(text.utf8)
                        func number(at place: Int, below limit: Int) -> Bool {
                            guard place + 2 <= bytes.count, bytes[place..<place + 2].allSatisfy(CarillonCharacter.isDigit)
                            else { return false }
                            return Int(bytes[place] - 48) * 10 + Int(bytes[place + 1] - 48) < limit
                        }
                        func has(_ characters: String, at place: Int) -> Bool {
                            place < bytes.count && characters.utf8.contains(bytes[place])
                        }
                        guard has("Tt ", at: 10), number(at: 11, below: 24), has(":", at: 13), number(at: 14, below: 60),
                            has(":", at: 16), number(at: 17, below: 61)
                        else { return false }
                        var place = 19
                        if has(".", at: place) {
                            let digits = bytes[(place + 1)...].prefix(while: CarillonCharacter.isDigit)
                            guard !digits.isEmpty else { return false }
                            place += 1 + digits.count
                        }
                        if has("Zz", at: place) { return place + 1 == bytes.count }
                        return has("+-", at: place) && number(at: place + 1, below: 24) && has(":", at: place + 3)
                            && number(at: place + 4, below: 60) && place + 6 == bytes.count
                    }
                }

                /// A day such as `2026-02-25`.
                public struct CarillonDate: CarillonText {
                    public let text: String
                    public init(stringLiteral text: String) { self.text = text }
                    public static let wanted = "a date such as 2026-02-25"

                    public static func isValid(_ text: String) -> Bool {
                        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
                        guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(CarillonCharacter.isDigit) })
                        else { return false }
                        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 48) } }
                        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
                        guard year >= 1, (1...12).contains(month) else { return false }
                        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
                        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
                        return (1...days).contains(day)
                    }
                }

                /// An amount: exact, in units or in the currency's smallest ones.
                public struct CarillonMoney: Sendable, Hashable {
                    let amount: (name: String, json: String)
                    let isValid: Bool
                    /// Three letters of ISO 4217, or the ticker of an asset.
                    public let currency: String

                    /// An amount such as `"12.50"`.
                    public init(value: CarillonDecimal, currency: String) {
                        amount = ("value", CarillonJSON.text(value.text))
                        isValid = CarillonDecimal.isValid(value.text)
                        self.currency = currency
                    }

                    /// An amount in the smallest units of a currency of ISO 4217, such as cents.
                    public init(minor: Int64, currency: String) {
                        amount = ("minor", String(minor))
                        isValid = true
                        self.currency = currency
                    }

                    public static func == (left: Self, right: Self) -> Bool {
                        left.amount == right.amount && left.currency == right.currency
                    }

                    public func hash(into hasher: inout Hasher) {
                        hasher.combine(amount.name)
                        hasher.combine(amount.json)
                        hasher.combine(currency)
                    }
                }

                """##
        ),
        EmbeddedRuntime(
            language: .typescript,
            part: .service,
            name: "carillon-events.ts",
            text: #"""
                // What the events of every tenant have in common: what they are made of, the checks before sending, and their JSON.

                import { byteLength, EventFaults, isForm, Sensitive, wantedForms } from "./carillon-values.js";
                import type { EventFault, Money } from "./carillon-values.js";

                export { EventSender, SendingRefused } from "./carillon-sender.js";
                export type { Fetch, SendingAnswer } from "./carillon-sender.js";
                export { decimal, email, EventFaults, path, Sensitive, sensitive, slug, uuid, webUrl } from "./carillon-values.js";
                export type {
                  CalendarDate,
                  Decimal,
                  Email,
                  EventFault,
                  Formed,
                  Instant,
                  Money,
                  Path,
                  Slug,
                  Uuid,
                  WebUrl,
                } from "./carillon-values.js";

                /** Who gets an event: 1 to 100 users, everybody subscribed to a topic, or those of the users who are. */
                export type Recipients =
                  | { readonly users: readonly (string | Recipient)[]; readonly topic?: string }
                  | { readonly users?: never; readonly topic: string };

                /** A user, and what the host shall know of them from now on. */
                export interface Recipient {
                  readonly id: string;
                  readonly locale?: string;
                  readonly timeZone?: string;
                  readonly email?: string;
                  readonly phone?: string;
                }

                /** What an event has beside its data. */
                export interface EventOptions {
                  /**
                   * The sender's own id of what happened. Sent again with the same one, an event creates nothing; so it must not be made anew for
                   * each attempt.
                   */
                  readonly id: string;
                  /** Who sends, such as a URL of the service. */
                  readonly source: string;
                  readonly recipients: Recipients;
                  /** When it happened. */
                  readonly time?: string | Date;
                  /** When it goes out; at once where it is left out. */
                  readonly scheduledAt?: string | Date;
                }

                /** What a field holds, with its limits. */
                export type FieldType =
                  | { readonly kind: "text"; readonly most: number }
                  | { readonly kind: "integer"; readonly least: bigint; readonly most: bigint }
                  | { readonly kind: "money" | "boolean" }
                  | { readonly kind: "enum"; readonly values: readonly string[] }
                  | { readonly kind: "uuid" | "slug" | "path" | "email" | "decimal" | "instant" | "date" }
                  | { readonly kind: "url"; readonly most: number }
                  | { readonly kind: "list"; readonly most: number; readonly of: FieldType }
                  | { readonly kind: "map"; readonly most: number; readonly textMost: number }
                  | { readonly kind: "localizedText"; readonly most: number; readonly locales: readonly string[] };

                /** A field: its name in code, its name in JSON, its type, and whether it may be left out. */
                export type FieldSpecification = readonly [string, string, FieldType, boolean];

                /** What is the same for all events of a tenant. */
                export interface TenantSpecification {
                  readonly id: string;
                  /** Whether the host takes markup and control characters out of texts, where it would refuse them otherwise. */
                  readonly stripsTags: boolean;
                  /** The header by which the tenant's services prove who they are. */
                  readonly header: string;
                  /** What stands before the key in that header, such as `Bearer`. */
                  readonly scheme?: string;
                }

                /** An event that was checked and can be sent: what the host gets, and nothing else. */
                export class CarillonEvent {
                  readonly tenant: string;
                  readonly id: string;
                  readonly source: string;
                  readonly type: string;
                  readonly #parts: readonly [string, string, string, string];

                  constructor(tenant: string, options: EventOptions, type: string, parts: readonly [string, string, string, string]) {
                    this.tenant = tenant;
                    this.id = options.id;
                    this.source = options.source;
                    this.type = type;
                    this.#parts = parts;
                  }

                  /** The body of `POST /v1/{tenant}/events`, as `application/json`. */
                  get json(): string {
                    const [head, recipients, , tail] = this.#parts;
                    return `{${head},${recipients}${tail}}`;
                  }

                  /** The event as a structured CloudEvent 1.0, as `application/cloudevents+json`. */
                  get cloudEventJson(): string {
                    const [head, , recipients, tail] = this.#parts;
                    return `{"specversion":"1.0",${head},${recipients}${tail}}`;
                  }

                  /** Without the data, which may be sensitive; printing the event shows no more. */
                  toString(): string {
                    return `${this.tenant} ${this.type} ${this.id}`;
                  }
                }

                /** An event type: makes events of its data. */
                export class EventType<Data> {
                  readonly tenant: TenantSpecification;
                  readonly type: string;
                  readonly #fields: readonly FieldSpecification[];

                  constructor(tenant: TenantSpecification, type: string, fields: readonly FieldSpecification[]) {
                    this.tenant = tenant;
                    this.type = type;
                    this.#fields = fields;
                  }

                  /** Checks everything that can be checked without the host. Throws `EventFaults`, all at once. */
                  event(options: EventOptions, data: Data): CarillonEvent {
                    const check = new Check(this.tenant.stripsTags);
                    check.name(options.id, "/id");
                    check.name(options.source, "/source");
                    const users = options.recipients.users;
                    const topic = options.recipients.topic;
                    if (users !== undefined) {
                      if (users.length === 0 && topic === undefined) check.found("/recipients", "too-few", "must name at least one");
                      check.counted(users.length, 100, "/recipients");
                      users.forEach((user, index) => {
                        if (recipient(user).startsWith("{")) check.name((user as Recipient).id, `/recipients/${index}/id`);
                        else check.name(typeof user === "string" ? user : user.id, `/recipients/${index}`);
                      });
                    }
                    if (topic !== undefined) check.name(topic, "/topic");
                    let head = members([
                      ["id", JSON.stringify(options.id)],
                      ["source", JSON.stringify(options.source)],
                      ["type", JSON.stringify(this.type)],
                    ]);
                    if (options.time !== undefined) head += `,"time":${check.json(options.time, { kind: "instant" }, "/time")}`;
                    let tail = "";
                    if (options.scheduledAt !== undefined) {
                      tail += `,"scheduledAt":${check.json(options.scheduledAt, { kind: "instant" }, "/scheduledAt")}`;
                    }
                    const values = data as unknown as { readonly [name: string]: unknown };
                    const written: [string, string][] = [];
                    for (const [name, wireName, type, isOptional] of this.#fields) {
                      const given = Object.prototype.hasOwnProperty.call(values, name) ? values[name] : undefined;
                      const value = given instanceof Sensitive ? (given.reveal() as unknown) : given;
                      const place = `/data/${wireName}`;
                      if (value !== undefined && value !== null) {
                        written.push([wireName, check.json(value, type, place)]);
                      } else if (!isOptional) {
                        check.found(place, "missing", "is required");
                      }
                    }
                    tail += `,"data":{${members(written)}}`;
                    if (check.faults.length > 0) throw new EventFaults(check.faults);
                    const topics: [string, string][] = topic === undefined ? [] : [["topic", JSON.stringify(topic)]];
                    const named = (text: string | undefined) =>
                      members([...(text === undefined ? [] : [["recipients", text] as [string, string]]), ...topics]);
                    const list = users === undefined ? undefined : `[${users.map(recipient).join(",")}]`;
                    return new CarillonEvent(this.tenant.id, options, this.type, [head, named(list), named(plainIds(users) ?? list), tail]);
                  }
                }

                function recipient(user: string | Recipient): string {
                  if (typeof user === "string") return JSON.stringify(user);
                  const others: [string, string][] = [];
                  for (const name of ["locale", "timeZone", "email", "phone"] as const) {
                    const value = user[name];
                    if (value !== undefined) others.push([name, JSON.stringify(value)]);
                  }
                  if (others.length === 0) return JSON.stringify(user.id);
                  return `{${members([["id", JSON.stringify(user.id)], ...others])}}`;
                }

                /** Ids in one text, where they can stand there: an attribute of a CloudEvent is no list. */
                function plainIds(users: readonly (string | Recipient)[] | undefined): string | undefined {
                  const written = users?.map((user) => JSON.parse(recipient(user)) as unknown) ?? [];
                  const isPlain = written.every((user) => typeof user === "string" && /^[!-+.-~\-]+$/.test(user));
                  return users !== undefined && isPlain ? JSON.stringify(written.join(",")) : undefined;
                }

                function members(list: readonly (readonly [string, string])[]): string {
                  return list.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",");
                }

                /** Reads values as the host would, and writes them as JSON. */
                class Check {
                  readonly faults: EventFault[] = [];
                  readonly #stripsTags: boolean;

                  constructor(stripsTags: boolean) {
                    this.#stripsTags = stripsTags;
                  }

                  found(pointer: string, code: string, message: string): void {
                    this.faults.push({ pointer, code, message });
                  }

                  counted(count: number, most: number, pointer: string): void {
                    if (count > most) this.found(pointer, "too-many", `has ${count} entries, at most ${most} are allowed`);
                  }

                  /** A name of the request itself. */
                  name(text: string, pointer: string): void {
                    const length = [...text].length;
                    if (length === 0 || length > 256 || /[\u0000-\u001F\u007F-\u009F]/.test(text)) {
                      this.found(pointer, "bad-format", "must be 1 to 256 characters, none of them a control character");
                    }
                  }

                  json(value: unknown, type: FieldType, pointer: string): string {
                    switch (type.kind) {
                      case "text":
                        return this.#text(value, type.most, pointer);
                      case "integer": {
                        if (typeof value !== "bigint" && !(typeof value === "number" && Number.isSafeInteger(value))) {
                          this.found(pointer, typeof value === "number" ? "bad-format" : "wrong-type", "must be an integer");
                          return "null";
                        }
                        const number = BigInt(value);
                        if (number < type.least || number > type.most) {
                          this.found(pointer, "out-of-range", `must be from ${type.least} to ${type.most}`);
                        }
                        return number.toString();
                      }
                      case "boolean":
                        if (typeof value !== "boolean") this.found(pointer, "wrong-type", "must be true or false");
                        return value === true ? "true" : "false";
                      case "enum":
                        if (typeof value !== "string" || !type.values.includes(value)) {
                          this.found(pointer, "not-allowed", `must be one of ${type.values.join(", ")}`);
                        }
                        return JSON.stringify(String(value));
                      case "money":
                        if (!this.#isObject(value, pointer)) return "null";
                        return this.#money(value as Money, pointer);
                      case "url":
                        if (typeof value === "string" && byteLength(value) > type.most) {
                          this.found(pointer, "too-long", `has ${byteLength(value)} bytes, at most ${type.most} are allowed`);
                          return "null";
                        }
                        return this.#formed(value, "url", pointer);
                      case "instant":
                        if (value instanceof Date && !Number.isNaN(value.getTime())) return JSON.stringify(value.toISOString());
                        return this.#formed(value, "instant", pointer);
                      case "list": {
                        if (!Array.isArray(value)) {
                          this.found(pointer, "wrong-type", "must be an array");
                          return "null";
                        }
                        const list = value as readonly unknown[];
                        this.counted(list.length, type.most, pointer);
                        return `[${list.map((element, index) => this.json(element, type.of, `${pointer}/${index}`)).join(",")}]`;
                      }
                      case "map": {
                        if (!this.#isObject(value, pointer)) return "null";
                        const map = value as { readonly [name: string]: string };
                        const names = Object.keys(map).sort();
                        this.counted(names.length, type.most, pointer);
                        const written = names.map((name): [string, string] => {
                          const place = `${pointer}/${name}`;
                          if (!/^[A-Za-z_][A-Za-z0-9_.-]{0,39}$/.test(name)) {
                            this.found(place, "bad-format", "must be named by a letter or _ and then letters, digits, _, - and .");
                          }
                          return [name, this.#text(map[name], type.textMost, place)];
                        });
                        return `{${members(written)}}`;
                      }
                      case "localizedText": {
                        if (!this.#isObject(value, pointer)) return "null";
                        const texts = value as { readonly [language: string]: string | undefined };
                        const written: [string, string][] = [];
                        for (const language of type.locales) {
                          const text = texts[language];
                          if (text === undefined) continue;
                          if (text.trim() === "") this.found(`${pointer}/${language}`, "bad-format", "must be words");
                          written.push([language, this.#text(text, type.most, `${pointer}/${language}`)]);
                        }
                        return `{${members(written)}}`;
                      }
                      default:
                        return this.#formed(value, type.kind, pointer);
                    }
                  }

                  #isObject(value: unknown, pointer: string): boolean {
                    if (typeof value === "object" && value !== null && !Array.isArray(value)) return true;
                    this.found(pointer, "wrong-type", "must be an object");
                    return false;
                  }

                  #formed(value: unknown, kind: keyof typeof wantedForms, pointer: string): string {
                    if (typeof value !== "string") this.found(pointer, "wrong-type", "must be a string");
                    else if (!isForm[kind](value)) this.found(pointer, "bad-format", `must be ${wantedForms[kind]}`);
                    return JSON.stringify(String(value));
                  }

                  #text(value: unknown, most: number, pointer: string): string {
                    if (typeof value !== "string") {
                      this.found(pointer, "wrong-type", "must be a string");
                      return "null";
                    }
                    const hasControls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/.test(value);
                    const length = [...value].length;
                    if (this.#stripsTags && (hasControls || /[<\u2000-\u2FFF]/.test(value))) {
                      // How long it is then, only the host knows.
                    } else if (hasControls) {
                      this.found(pointer, "control-character", "must not hold control characters other than line feed and tab");
                    } else if (length > most) {
                      this.found(pointer, "too-long", `has ${length} characters, at most ${most} are allowed`);
                    }
                    return JSON.stringify(value);
                  }

                  #money(money: Money, pointer: string): string {
                    const currency = money.currency;
                    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,23}$/.test(currency)) {
                      this.found(
                        `${pointer}/currency`,
                        "bad-format",
                        "must be the code of a currency or an asset, 1 to 24 letters, digits, ., - and _",
                      );
                    } else if (money.minor !== undefined && !/^[A-Z]{3}$/.test(currency)) {
                      this.found(
                        `${pointer}/currency`,
                        "bad-format",
                        "must be a currency of ISO 4217 when the amount is in minor units",
                      );
                    }
                    if (money.minor !== undefined) {
                      const minor = this.json(
                        money.minor,
                        { kind: "integer", least: -9223372036854775808n, most: 9223372036854775807n },
                        `${pointer}/minor`,
                      );
                      return `{${members([["minor", minor], ["currency", JSON.stringify(currency)]])}}`;
                    }
                    if (!isForm.decimal(money.value)) this.found(`${pointer}/value`, "bad-format", "must be a decimal written as a string");
                    return `{${members([["value", JSON.stringify(money.value)], ["currency", JSON.stringify(currency)]])}}`;
                  }
                }

                """#
        ),
        EmbeddedRuntime(
            language: .typescript,
            part: .service,
            name: "carillon-sender.ts",
            text: #"""
                // Sends events to a host.

                import type { CarillonEvent, TenantSpecification } from "./carillon-events.js";

                /** What the host answered: `status` 202, and the body as it came. */
                export interface SendingAnswer {
                  readonly status: number;
                  readonly body: string;
                }

                /** The host won't take the event, however often it is sent. */
                export class SendingRefused extends Error {
                  readonly answer: SendingAnswer;

                  constructor(answer: SendingAnswer) {
                    super(`the host answered ${answer.status}`);
                    this.name = "SendingRefused";
                    this.answer = answer;
                  }
                }

                /** The part of `fetch` that sending needs. */
                export type Fetch = (
                  url: string,
                  request: { method: string; headers: { [name: string]: string }; body: string },
                ) => Promise<{ readonly status: number; readonly headers: { get(name: string): string | null }; text(): Promise<string> }>;

                /** What every platform has: declared here, so that neither the DOM's types nor those of Node are needed. */
                const platform = globalThis as unknown as {
                  readonly fetch: Fetch;
                  setTimeout(action: () => void, milliseconds: number): unknown;
                };

                /** Sends events; what may succeed later is tried again with the same id. */
                export class EventSender {
                  readonly #host: string;
                  readonly #key: string;
                  readonly #tenant: TenantSpecification;
                  readonly #fetch: Fetch;
                  readonly #pause: (milliseconds: number) => Promise<void>;
                  readonly #attempts: number;

                  /**
                   * - `host`: the host's origin, such as `https://notify.example`.
                   * - `key`: the tenant's service key.
                   * - `attempts`: how often an event is sent at most.
                   * - `fetch`, `pause`: the platform's own, unless others are given.
                   */
                  constructor(
                    tenant: TenantSpecification,
                    options: {
                      readonly host: string;
                      readonly key: string;
                      readonly attempts?: number;
                      readonly fetch?: Fetch;
                      readonly pause?: (milliseconds: number) => Promise<void>;
                    },
                  ) {
                    this.#tenant = tenant;
                    this.#host = options.host.replace(/\/+$/, "");
                    this.#key = options.key;
                    this.#fetch = options.fetch ?? ((url, request) => platform.fetch(url, request));
                    this.#pause = options.pause ?? ((time) => new Promise((done) => platform.setTimeout(done, time)));
                    this.#attempts = options.attempts ?? 4;
                  }

                  /** Throws `SendingRefused` for what sending again can't help, and the last failure of the network. */
                  async send(event: CarillonEvent): Promise<SendingAnswer> {
                    const scheme = this.#tenant.scheme;
                    const headers = {
                      "Content-Type": "application/json",
                      [this.#tenant.header]: scheme === undefined ? this.#key : `${scheme} ${this.#key}`,
                    };
                    for (let attempt = 1; ; attempt += 1) {
                      const wait = Math.min(2 ** (attempt - 1), 60) * 1000;
                      let answer: Awaited<ReturnType<Fetch>>;
                      let body: string;
                      try {
                        answer = await this.#fetch(`${this.#host}/v1/${event.tenant}/events`, { method: "POST", headers, body: event.json });
                        body = await answer.text();
                      } catch (error) {
                        if (attempt >= this.#attempts) throw error;
                        await this.#pause(wait);
                        continue;
                      }
                      if (answer.status >= 200 && answer.status < 300) return { status: answer.status, body };
                      const isPassing = answer.status === 429 || answer.status >= 500;
                      if (!isPassing || attempt >= this.#attempts) throw new SendingRefused({ status: answer.status, body });
                      const asked = Number(answer.headers.get("Retry-After") ?? "");
                      await this.#pause(asked > 0 ? Math.min(asked, 60) * 1000 : wait);
                    }
                  }
                }

                """#
        ),
        EmbeddedRuntime(
            language: .typescript,
            part: .service,
            name: "carillon-values.ts",
            text: ##"""
                // Values of events: texts of known forms, exact amounts, what must not be shown, and what can be wrong with them.

                /** One thing that is wrong with an event, as the host would say it. */
                export interface EventFault {
                  /** JSON pointer into the event, such as `/data/order_id`. */
                  readonly pointer: string;
                  /** The host's code, such as `too-long`. */
                  readonly code: string;
                  readonly message: string;
                }

                /** Everything that is wrong with an event. */
                export class EventFaults extends Error {
                  readonly faults: readonly EventFault[];

                  constructor(faults: readonly EventFault[]) {
                    super(faults.map((fault) => `${fault.pointer} ${fault.message} (${fault.code})`).join("; "));
                    this.name = "EventFaults";
                    this.faults = faults;
                  }
                }

                declare const form: unique symbol;
                /** A text whose form was checked. */
                export type Formed<Name extends string> = string & { readonly [form]: Name };
                export type Uuid = Formed<"uuid">;
                /** Letters, digits, `-` and `_`, at most 128. */
                export type Slug = Formed<"slug">;
                /** 1 to 8 slugs joined by slashes. */
                export type Path = Formed<"path">;
                export type WebUrl = Formed<"url">;
                export type Email = Formed<"email">;
                /** A plain decimal of at most 38 digits, exact. */
                export type Decimal = Formed<"decimal">;
                /** An amount in units, or in the smallest ones of a currency of ISO 4217. */
                export type Money =
                  | { readonly value: Decimal; readonly currency: string; readonly minor?: never }
                  | { readonly minor: bigint | number; readonly currency: string; readonly value?: never };
                /** A point in time as RFC 3339 writes it, or as a `Date`. */
                export type Instant = string | Date;
                /** A day such as `2026-02-25`. */
                export type CalendarDate = string;

                function formed<Name extends string>(test: (text: string) => boolean, wanted: string) {
                  return (text: string): Formed<Name> => {
                    if (!test(text)) throw new EventFaults([{ pointer: "", code: "bad-format", message: `must be ${wanted}` }]);
                    return text as Formed<Name>;
                  };
                }

                const slugText = /^[A-Za-z0-9_-]{1,128}$/;
                /** How each form is put in words. */
                export const wantedForms = {
                  uuid: "a UUID",
                  slug: "at most 128 letters, digits, - and _",
                  path: "1 to 8 slugs joined by slashes, such as offers/2026",
                  url: "an absolute http or https URL, percent-encoded",
                  email: "an e-mail address",
                  decimal: "a plain decimal of at most 38 digits",
                  instant: "a time as RFC 3339 writes it, such as 2026-02-25T12:00:00Z",
                  date: "a date such as 2026-02-25",
                } as const;

                /** Whether a text is of a form. */
                export const isForm: { readonly [Kind in keyof typeof wantedForms]: (text: string) => boolean } = {
                  uuid: (text) => /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(text),
                  slug: (text) => slugText.test(text),
                  path: (text) => {
                    const segments = text.split("/");
                    return segments.length <= 8 && segments.every((segment) => slugText.test(segment));
                  },
                  url: (text) => {
                    if (!/^[!#-;=?-\[\]_a-z~]*$/.test(text)) return false;
                    const url = text.split("#", 1)[0] ?? "";
                    const parts = /^https?:\/\/([^/?:]*)(?::([0-9]{1,5}))?(?:[/?].*)?$/i.exec(url);
                    return url.length <= 2048 && parts !== null && isHost(parts[1] ?? "", 1) && Number(parts[2] ?? "0") <= 65535;
                  },
                  email: (text) => {
                    const [local, domain, ...rest] = text.split("@");
                    if (local === undefined || domain === undefined || rest.length > 0) return false;
                    if (byteLength(text) > 254 || byteLength(local) > 64) return false;
                    return (
                      local.split(".").every((atom) => /^(?:[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]|[^\u0000-\u007F])+$/.test(atom)) &&
                      (/[^\u0000-\u007F]/.test(domain) || isHost(domain, 2))
                    );
                  },
                  decimal: (text) => /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(text) && text.replace(/[^0-9]/g, "").length <= 38,
                  instant: (text) => {
                    const parts =
                      /^(.{10})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))$/.exec(text);
                    if (parts === null || !isDate(parts[1] ?? "")) return false;
                    const [hour, minute, second, hours, minutes] = parts.slice(2).map((part) => Number(part ?? "0"));
                    return (
                      (hour ?? 0) < 24 && (minute ?? 0) < 60 && (second ?? 0) <= 60 && (hours ?? 0) < 24 && (minutes ?? 0) < 60
                    );
                  },
                  date: isDate,
                };

                /** Checks the form of a text from outside. Throws `EventFaults`. */
                export const uuid = formed<"uuid">(isForm.uuid, wantedForms.uuid);
                /** Checks the form of a text from outside. Throws `EventFaults`. */
                export const slug = formed<"slug">(isForm.slug, wantedForms.slug);
                /** Checks the form of a text from outside. Throws `EventFaults`. */
                export const path = formed<"path">(isForm.path, wantedForms.path);
                /** Checks the form of a text from outside. Throws `EventFaults`. */
                export const webUrl = formed<"url">(isForm.url, wantedForms.url);
                /** Checks the form of a text from outside; what isn't ASCII is left to the host. Throws `EventFaults`. */
                export const email = formed<"email">(isForm.email, wantedForms.email);
                /** Checks the form of a text from outside. Throws `EventFaults`. */
                export const decimal = formed<"decimal">(isForm.decimal, wantedForms.decimal);

                function isDate(text: string): boolean {
                  const parts = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
                  if (parts === null) return false;
                  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
                  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
                  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
                  return year >= 1 && days !== undefined && day >= 1 && day <= days;
                }

                function isHost(host: string, minimumLabels: number): boolean {
                  const labels = host.split(".");
                  return (
                    host.length <= 253 &&
                    labels.length >= minimumLabels &&
                    labels.every((label) => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label))
                  );
                }

                /** In UTF-8. */
                export function byteLength(text: string): number {
                  let length = 0;
                  for (const character of text) {
                    const code = character.codePointAt(0) ?? 0;
                    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
                  }
                  return length;
                }

                /** What hides in each of them: no member of its object, so that no console shows it. */
                const sensitiveValues = new WeakMap<Sensitive<unknown>, unknown>();

                /** A value that prints, consoles and JSON show as a placeholder; events carry the value itself. */
                export class Sensitive<Value> {
                  constructor(value: Value) {
                    sensitiveValues.set(this, value);
                  }

                  reveal(): Value {
                    return sensitiveValues.get(this) as Value;
                  }

                  toString(): string {
                    return "‹hidden›";
                  }

                  toJSON(): string {
                    return "‹hidden›";
                  }

                  /** For Node's consoles. */
                  [Symbol.for("nodejs.util.inspect.custom")](): string {
                    return "‹hidden›";
                  }
                }

                /** Keeps a value out of prints. */
                export function sensitive<Value>(value: Value): Sensitive<Value> {
                  return new Sensitive(value);
                }

                """##
        ),
    ]
}
