// Stands in for Android's and Firebase's classes that the guide uses, as their documentation describes them.
package carillon.guides

class NotificationChannel(val id: String, val name: CharSequence, val importance: Int) {
    var description: String? = null
    var vibrationPattern: LongArray? = null
    var lightColor: Int = 0
    var lockscreenVisibility: Int = 0
    fun setShowBadge(shows: Boolean) = Unit
}

class NotificationManager {
    fun createNotificationChannel(channel: NotificationChannel) = Unit
}

class Bundle {
    fun keySet(): Set<String> = emptySet()
    fun getString(name: String): String? = null
}

class Intent(val dataString: String?, val extras: Bundle?)

class Alert(val title: String?, val body: String?)

class RemoteMessage(val data: Map<String, String>, val notification: Alert?)

open class FirebaseMessagingService {
    open fun onNewToken(token: String) = Unit
    open fun onMessageReceived(message: RemoteMessage) = Unit
}

class Editor {
    fun putString(name: String, text: String): Editor = this
    fun apply() = Unit
}

class SharedPreferences {
    fun edit(): Editor = Editor()
}

class JSONException : Exception()

class JSONArray {
    fun length(): Int = 0
    fun get(index: Int): Any = index
}

class JSONObject() {
    constructor(text: String) : this()
    constructor(values: Map<*, *>) : this()

    fun keys(): Iterator<String> = emptySet<String>().iterator()
    fun get(name: String): Any = name

    companion object {
        val NULL = Any()
    }
}
