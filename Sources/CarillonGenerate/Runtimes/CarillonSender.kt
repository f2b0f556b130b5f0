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
