import Apps
import CarillonClient
import CarillonClientApple
import CarillonModel
import CryptoKit
import Foundation
import UserNotifications
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What the reader's app has.

var appGroup: URL { URL(fileURLWithPath: "/") }
var payload: JSONValue { .null }
struct Keychain: Sendable {
    func key(_ name: String?) -> SymmetricKey? { nil }
}

let keychain = Keychain()
var content: UNMutableNotificationContent { UNMutableNotificationContent() }
let handOver: @Sendable (UNNotificationContent) -> Void = { _ in }
var texts: AppTexts { AppTexts(WalletApp.profile) }
var tables: JSONValue { .null }
let loadPicture: ServiceExtensionRunner.Loader = { _ in nil }
