import CarillonProfiles

/// What a person at the keyboard wants.
enum DevKey {
    case end
    case again
    /// The window has another size, or what it showed is gone.
    case resized
    /// The program is to wait in the background. Whoever has the terminal does that, and then redraws.
    case stop
}

/// The world as `carillon dev` meets it: the tenants' folders, the clock, the terminal.
protocol DevSurroundings {
    /// Waits until somebody presses a key, or until it is time to look again.
    mutating func key() -> DevKey?
    func scan() -> FolderScan
    mutating func findings() -> Result<TenantsReport, UnreadablePath>
    var time: ScanTime { get }
    /// Has a host take up what was saved, where one is named.
    ///
    /// - Parameter tenants: those that are watched; nil where one of them has an error, and the host keeps what it has.
    /// - Returns: what became of it, a line each.
    mutating func tellHost(_ tenants: [LoadedTenant]?) -> [String]
    /// What a save will not do at that host, before there is one, a line each.
    func doubts(about tenants: [LoadedTenant]?) -> [String]
    mutating func show(_ screen: DevScreen)
}

/// Looks, checks and shows, until somebody ends it.
struct DevSession<Surroundings: DevSurroundings> {
    private(set) var surroundings: Surroundings
    private var state: DevState

    init(_ paths: [String], in surroundings: Surroundings) {
        self.surroundings = surroundings
        state = DevState(paths)
    }

    mutating func run() {
        while true {
            let scan = surroundings.scan()
            if state.isDue(scan) {
                let isFirst = state.screen == nil
                state.take(surroundings.findings(), after: scan, at: surroundings.time)
                let tenants = state.isSound ? state.tenants : nil
                state.host = isFirst ? surroundings.doubts(about: tenants) : surroundings.tellHost(tenants)
                show()
            }
            switch surroundings.key() {
            case .end: return
            case .again: state.checkAgain()
            case .resized, .stop: show()
            case nil: break
            }
        }
    }

    private mutating func show() {
        if let screen = state.screen { surroundings.show(screen) }
    }
}
