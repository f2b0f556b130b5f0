// Stands in for Apple's framework of this name, as far as the guides use it.

@MainActor public final class UIApplication {
    public static let shared = UIApplication()

    public func registerForRemoteNotifications() {}
}
