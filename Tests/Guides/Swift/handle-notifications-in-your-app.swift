import Apps
import CarillonClient
import CarillonModel

// What the reader's app has.

struct Session { var token: String? }

let session = Session()
let token = "ExponentPushToken[a]"
let transport: EndpointSender.Transport = { _ in EndpointReply(status: 200, body: []) }
var payload: JSONValue { .null }
var profile: JSONValue { .null }

func forget(_ token: String) {}
func showDispute(_ dispute: String) {}
func refreshBalance(_ asset: String) {}
func openWindow(_ text: String) {}
