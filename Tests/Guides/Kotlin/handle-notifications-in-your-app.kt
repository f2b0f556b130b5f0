import carillon.client.*

// What the reader's app has.

class Session { val token: String? = null }
class Http { fun send(message: EndpointMessage): EndpointReply = EndpointReply(200, message.url) }

val session = Session()
val http = Http()
val token = "ExponentPushToken[a]"

fun forget(token: String) = Unit
fun parseJson(text: String): Any? = null
fun refreshBalance(asset: String) = Unit
val payload: Any? = null
