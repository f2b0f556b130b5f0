import Apps
import CarillonClient
import CarillonClientApple
import CarillonModel
import Foundation
import UserNotifications
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What the reader's app has.

var appGroup: URL { URL(fileURLWithPath: "/") }
var payload: JSONValue { .null }
var tables: JSONValue { .null }
let loadPicture: ServiceExtensionRunner.Loader = { _ in nil }
