import Apps
import CarillonClient
import CarillonClientApple
import CarillonModel
import Foundation

// What the reader's app has.

final class Label { var text = "" }

func now() -> Int64 { 0 }
func report(_ event: InboxReducer.Event) {}
func refreshAndSave() async -> Bool { true }
func show(_ push: ReceivedPush) {}
func header(_ text: String) {}
var folder: URL { URL(fileURLWithPath: "/") }
var payload: JSONValue { .null }
var state: InboxReducer.State { .init() }
var today: ReaderDay { ReaderDay(daysSince1970: 0) }
var texts: AppTexts { AppTexts(RemittanceApp.profile) }
var badge: Label { Label() }
nonisolated(unsafe) var seen = Duplicates()
