import APNsPush
public import CarillonPluginKit
import ExpoPush
import FCMPush
import InAppChannel
import LogChannel
import SMTPChannel
import WebPush
import WebhookChannel

extension ChannelRegistry {
    /// Every channel there is: the one place that names them all.
    ///
    /// A new one in Swift is one name here, and one that is a file a folder in `Plugins/Providers`.
    public static let standard = ChannelRegistry(
        [
            APNsChannel.self,
            DevelopmentLog.self,
            ExpoChannel.self,
            FCMChannel.self,
            InAppFeed.self,
            SMTPMail.self,
            WebPushChannel.self,
            Webhooks.self,
        ],
        library: ProviderPack.library
    )
}
