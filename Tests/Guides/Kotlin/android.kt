import carillon.client.*
import carillon.guides.*
import java.net.HttpURLConnection
import java.net.URL

// What the reader's app has.

val sessionId: String? = null
val sessionToken: String? = null
val host = EndpointSender("https://api.exchange.example", token = { sessionToken }) { EndpointReply(200, "") }
val preferences = SharedPreferences()
var state = RouterState()

fun refreshBalance(asset: String) = Unit
fun show(title: String?, body: String?) = Unit
fun carryOut(effect: RouterEffect) = Unit
fun showList(titles: List<String>) = Unit
fun showLater(seconds: Long?) = Unit
