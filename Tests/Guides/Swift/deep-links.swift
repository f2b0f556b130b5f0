import Apps
import CarillonClient
import CarillonClientApple
import CarillonModel
import Foundation
import UserNotifications

// What the reader's app has.

let latestEscrow = "5d2a8f0e-8e55-4f3f-9d51-0a3f1f3d8b10"

func report(_ event: Router.Event) {}
func showDispute(_ dispute: String, of escrow: String) {}
func showEscrow(_ escrow: String) {}
func showHome() {}
func markAsRead(_ id: String) {}
func perform(_ action: String, on id: String) {}
func openBrowser(_ address: String) {}
func keep(_ delegate: NotificationCentreDelegate) {}
