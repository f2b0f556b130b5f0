// Prints what pushes tell, line by line as the other languages do.

package carillon.client

import java.math.BigDecimal

fun line(tenant: String, event: Recognition.Event, values: List<Pair<String, Any?>>): String {
    val members = values.joinToString(",", "{", "}") { (name, value) ->
        val text = if (value is BigDecimal) value.toPlainString() else value?.toString()
        "${json(name)}:${json(text)}"
    }
    return "[${json(tenant)},${json(event.id)},${json(event.possible)},$members]"
}

fun other(tenant: String, kind: String, count: Int): String = json(listOf(tenant, kind, count))
