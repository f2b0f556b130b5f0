/// Asks for permission to notify: explains first, asks the system once it makes sense, and follows what people change in the
/// settings.
///
/// It never asks unasked: only ``Event/wantsPush(at:)`` begins, and settings open only on a tap. A system that has denied shows
/// nothing when it is asked again, so that isn't done. On Android a second denial is final; elsewhere the first is.
public struct PermissionReducer: Reducer {
    public let parameters: Parameters

    /// How the product asks.
    public struct Parameters: Sendable, Hashable {
        public var platform: PushPlatform
        /// How often the explanation is shown at most.
        public var attempts: Int
        /// Milliseconds between two explanations.
        public var pause: Int64
        /// Whether quiet delivery without any question is asked for; Apple's platforms only.
        public var isProvisional: Bool
        /// Whether the push token stays registered while the product's own switch is off.
        public var keepsToken: Bool

        /// - Parameters:
        ///   - platform: whose rules for asking count.
        ///   - attempts: how often the explanation is shown at most.
        ///   - pause: milliseconds between two explanations; 30 days.
        ///   - isProvisional: whether quiet delivery is asked for, without any question; Apple's platforms only.
        ///   - keepsToken: whether the push token stays registered while the product's own switch is off.
        public init(
            platform: PushPlatform,
            attempts: Int = 2,
            pause: Int64 = 30 * 86_400_000,
            isProvisional: Bool = false,
            keepsToken: Bool = false
        ) {
            self.platform = platform
            self.attempts = attempts
            self.pause = pause
            self.isProvisional = isProvisional
            self.keepsToken = keepsToken
        }
    }

    /// - Parameter parameters: how the product asks.
    public init(_ parameters: Parameters) {
        self.parameters = parameters
    }

    /// What is known of this device's permission; keep it over a restart.
    public struct State: Sendable, Hashable {
        public var phase = Phase.notDetermined
        /// How often the explanation was dismissed.
        public var attempts = 0
        public var lastAttempt: Int64?
        /// How often the system's question was answered with no.
        public var denials = 0
        /// The product's own switch.
        public var isSwitchedOn = true

        public init() {}
    }

    /// Where asking stands.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        case notDetermined = "not-determined"
        /// The product's own words are shown: the texts `permission.request`.
        case explaining
        /// The system's question is shown.
        case requesting
        /// Allowed; no token is registered yet.
        case granted
        /// Allowed, registered, and switched on.
        case active
        /// Allowed, but switched off in the app.
        case disabled
        case denied
        /// The system's settings are open.
        case awaitingSettings = "awaiting-settings"
    }

    /// What the system says.
    public enum Status: String, Sendable, Hashable {
        case notDetermined = "not-determined"
        case granted
        /// Quietly.
        case provisional
        case denied

        var isGranted: Bool { self == .granted || self == .provisional }
    }

    /// What the person, the system and the app's own switch say.
    public enum Event: Sendable, Hashable {
        /// Something happened for which notifications make sense, such as a first order.
        case wantsPush(at: Int64)
        /// The explanation was agreed to. A browser asks only within such a tap.
        case accepted(isGesture: Bool)
        case dismissed(at: Int64)
        /// The system's answer; nil where it showed no question.
        case answered(Status?)
        case tokenRegistered
        case switched(isOn: Bool)
        case settingsTapped
        /// The app came to the foreground, and the system says this.
        case foreground(Status)
    }

    /// What the app does about it.
    public enum Effect: Sendable, Hashable {
        case showExplanation
        /// Android 13 shows its question only to apps that have a channel.
        case createChannels
        case request(isProvisional: Bool)
        case register
        case unregister
        case openSettings
        /// Show that nothing will come; nothing is unregistered by guess.
        case markDenied
    }

    public func reduce(_ state: inout State, _ event: Event) -> [Effect] {
        switch (state.phase, event) {
        case (.notDetermined, .wantsPush(let at)): return begin(&state, at: at)
        case (.denied, .wantsPush(let at)) where !isFinal(state): return begin(&state, at: at)
        case (.explaining, .accepted(let isGesture)):
            return parameters.platform == .web && !isGesture ? [] : request(&state, isProvisional: false)
        case (.explaining, .dismissed(let at)):
            state.phase = .notDetermined
            state.attempts += 1
            state.lastAttempt = at
            return []
        case (.requesting, .answered(let status)): return answer(status, &state)
        case (.granted, .tokenRegistered):
            state.phase = state.isSwitchedOn ? .active : .disabled
            return []
        case (.active, .switched(isOn: false)), (.granted, .switched(isOn: false)):
            state.isSwitchedOn = false
            state.phase = .disabled
            return parameters.keepsToken ? [] : [.unregister]
        case (.disabled, .switched(isOn: true)):
            state.isSwitchedOn = true
            state.phase = parameters.keepsToken ? .active : .granted
            return parameters.keepsToken ? [] : [.register]
        case (_, .switched(let isOn)):
            state.isSwitchedOn = isOn
            return []
        case (.denied, .settingsTapped):
            state.phase = .awaitingSettings
            return [.openSettings]
        case (_, .foreground(let status)): return see(status, &state)
        default: return []
        }
    }

    /// Nothing that could still be asked: only the settings help.
    public func isFinal(_ state: State) -> Bool {
        state.phase == .denied && state.denials >= (parameters.platform == .android ? 2 : 1)
    }

    private func begin(_ state: inout State, at now: Int64) -> [Effect] {
        // A clock that was set back counts as no time gone.
        state.lastAttempt = state.lastAttempt.map { min($0, now) }
        guard state.attempts < parameters.attempts,
            state.lastAttempt.map({ now - $0 >= parameters.pause }) ?? true
        else { return [] }
        if parameters.isProvisional, parameters.platform == .apple { return request(&state, isProvisional: true) }
        state.phase = .explaining
        return [.showExplanation]
    }

    private func request(_ state: inout State, isProvisional: Bool) -> [Effect] {
        state.phase = .requesting
        let channels: [Effect] = parameters.platform == .android ? [.createChannels] : []
        return channels + [.request(isProvisional: isProvisional)]
    }

    private func answer(_ status: Status?, _ state: inout State) -> [Effect] {
        guard let status, status.isGranted else {
            state.phase = .denied
            // A question that wasn't shown is one that the system won't show any more.
            state.denials = status == nil ? max(2, state.denials) : state.denials + 1
            return []
        }
        return grant(&state)
    }

    private func grant(_ state: inout State) -> [Effect] {
        state.denials = 0
        let registers = state.isSwitchedOn || parameters.keepsToken
        state.phase = registers ? .granted : .disabled
        return registers ? [.register] : []
    }

    /// What the system says may differ from what it said before: people change it in the settings.
    private func see(_ status: Status, _ state: inout State) -> [Effect] {
        switch (state.phase, status) {
        // The system's question itself sends the app to the background and back.
        case (.requesting, _): return []
        case (.notDetermined, .granted), (.notDetermined, .provisional), (.explaining, .granted),
            (.explaining, .provisional), (.denied, .granted), (.denied, .provisional), (.awaitingSettings, .granted),
            (.awaitingSettings, .provisional):
            return grant(&state)
        case (.awaitingSettings, _):
            state.phase = .denied
            return []
        case (.notDetermined, .denied), (.explaining, .denied):
            state.phase = .denied
            state.denials = max(2, state.denials)
            return []
        case (.granted, .denied), (.active, .denied), (.disabled, .denied):
            state.phase = .denied
            state.denials = max(2, state.denials)
            return [.markDenied]
        // Taken back by the system, or kept from another device by a backup: it would show its question.
        case (.granted, .notDetermined), (.active, .notDetermined), (.disabled, .notDetermined):
            state.phase = .notDetermined
            (state.attempts, state.lastAttempt) = (0, nil)
            return [.markDenied]
        default: return []
        }
    }
}

/// The families of platforms that differ in how they ask.
public enum PushPlatform: String, Sendable, Hashable, CaseIterable {
    case apple
    case android
    case web
}
