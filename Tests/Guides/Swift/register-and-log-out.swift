import Apps
import CarillonClient
import Foundation
import UIKit
import UserNotifications

// What the reader's app has.

struct Session { var token: String? }

struct Keychain {
    func set(_ text: String, for name: String) throws {}
    func text(for name: String) -> String? { nil }
    func remove(_ name: String) {}
}

let session = Session()
let keychain = Keychain()
let address = "https://api.escrow.example"
let transport: EndpointSender.Transport = { _ in EndpointReply(status: 200, body: []) }
let host = EndpointSender(host: address, token: { session.token }, transport: transport)

func showExplanation() {}
func forgetDevice() {}
func openSettings() {}
func showThatNothingComes() {}
func report(_ event: PermissionReducer.Event) {}
func report(_ event: RegistrationReducer.Event) {}
func carryOutTheRest(_ effect: RegistrationReducer.Effect) async throws {}
