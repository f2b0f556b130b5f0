// Written by Tests/Tools/embed-runtimes.py from the files in Runtimes; run it after a change there.
// swift-format-ignore-file

/// A file that generated code needs, the same for all tenants.
struct EmbeddedRuntime {
    let language: TargetLanguage
    let name: String
    let text: String

    /// Every file, by name.
    static let all: [EmbeddedRuntime] = [
        EmbeddedRuntime(
            language: .kotlin,
            name: "CarillonEvents.kt",
            text: ##"""
                // What the events of every tenant have in common: their values, the checks before sending, and their JSON.

                package carillon.events

                import java.io.IOException
                import java.math.BigDecimal
                import java.net.HttpURLConnection
                import java.net.URL
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
                            var wait = minOf(1L shl (attempt - 1), 60L) * 1000
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

                """##
        ),
        EmbeddedRuntime(
            language: .swift,
            name: "CarillonEvents.swift",
            text: ##"""
                // What the events of every tenant have in common: their values, the checks before sending, and their JSON.

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

                    fileprivate var others: [(String, String)] {
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
                    fileprivate let amount: (name: String, json: String)
                    fileprivate let isValid: Bool
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

                /// Reads values as the host would, and writes them as JSON.
                private struct CarillonCheck {
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

                private enum CarillonCharacter {
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

                private enum CarillonJSON {
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

                """##
        ),
        EmbeddedRuntime(
            language: .swift,
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
                            let wait = Duration.seconds(min(1 << (attempt - 1), 60))
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
            language: .typescript,
            name: "carillon-events.ts",
            text: ##"""
                // What the events of every tenant have in common: their values, the checks before sending, and their JSON.

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

                function formed<Name extends string>(kind: Name, test: (text: string) => boolean, wanted: string) {
                  return (text: string): Formed<Name> => {
                    if (!test(text)) throw new EventFaults([{ pointer: "", code: "bad-format", message: `must be ${wanted}` }]);
                    return text as Formed<Name>;
                  };
                }

                const slugText = /^[A-Za-z0-9_-]{1,128}$/;
                const wantedForms = {
                  uuid: "a UUID",
                  slug: "at most 128 letters, digits, - and _",
                  path: "1 to 8 slugs joined by slashes, such as offers/2026",
                  url: "an absolute http or https URL, percent-encoded",
                  email: "an e-mail address",
                  decimal: "a plain decimal of at most 38 digits",
                  instant: "a time as RFC 3339 writes it, such as 2026-02-25T12:00:00Z",
                  date: "a date such as 2026-02-25",
                } as const;

                const isForm: { readonly [Kind in keyof typeof wantedForms]: (text: string) => boolean } = {
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
                export const uuid = formed("uuid", isForm.uuid, wantedForms.uuid);
                /** Checks the form of a text from outside. Throws `EventFaults`. */
                export const slug = formed("slug", isForm.slug, wantedForms.slug);
                /** Checks the form of a text from outside. Throws `EventFaults`. */
                export const path = formed("path", isForm.path, wantedForms.path);
                /** Checks the form of a text from outside. Throws `EventFaults`. */
                export const webUrl = formed("url", isForm.url, wantedForms.url);
                /** Checks the form of a text from outside; what isn't ASCII is left to the host. Throws `EventFaults`. */
                export const email = formed("email", isForm.email, wantedForms.email);
                /** Checks the form of a text from outside. Throws `EventFaults`. */
                export const decimal = formed("decimal", isForm.decimal, wantedForms.decimal);

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

                function byteLength(text: string): number {
                  let length = 0;
                  for (const character of text) {
                    const code = character.codePointAt(0) ?? 0;
                    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
                  }
                  return length;
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
                      const value = Object.prototype.hasOwnProperty.call(values, name) ? values[name] : undefined;
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

                """##
        ),
    ]
}
