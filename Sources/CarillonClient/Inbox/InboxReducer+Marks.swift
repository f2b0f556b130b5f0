// What somebody marked: shown at once, sent one request at a time, and waited for where it isn't there yet.

extension InboxReducer {
    func mark(_ state: inout State, _ ids: [String], isRead: Bool, at now: Int64) -> [Effect] {
        guard state.user != nil else { return [] }
        let shown = Self.reading(state)
        var seen = Set<String>()
        let changing = ids.filter { shown[$0].map { $0 != isRead } ?? false && seen.insert($0).inserted }
        let hasWaiting = wait(&state, for: ids.filter { shown[$0] == nil }, isRead: isRead)
        guard !changing.isEmpty else { return hasWaiting ? [.save] : [] }
        append(&state, changing, isRead: isRead)
        return [.save] + send(&state, at: now)
    }

    /// Nobody but the server knows whether there is such a notification: it is marked once it is there.
    ///
    /// - Returns: whether that changes what is waited for.
    private func wait(_ state: inout State, for strange: [String], isRead: Bool) -> Bool {
        let before = state.awaited
        state.awaited.removeAll { strange.contains($0) }
        if isRead {
            for id in strange where !id.isEmpty && !state.awaited.contains(id) { state.awaited.append(id) }
            state.awaited.removeFirst(max(0, state.awaited.count - Self.chunk))
        }
        return state.awaited != before
    }

    /// Marks what was waited for and has come; it is sent as soon as the app says that it may be.
    func markAwaited(_ state: inout State) -> [Effect] {
        guard !state.awaited.isEmpty else { return [] }
        let shown = Self.reading(state)
        let unread = state.awaited.filter { shown[$0] == false }
        state.awaited.removeAll { shown[$0] != nil }
        guard !unread.isEmpty else { return [] }
        append(&state, unread, isRead: true)
        return state.isMarking ? [] : [.waitToMark(Wait(milliseconds: 0))]
    }

    private func append(_ state: inout State, _ changing: [String], isRead: Bool) {
        let seen = Set(changing)
        // What isn't on its way yet is taken back, not sent and reverted.
        let first = state.isMarking ? 1 : 0
        for index in state.pending.indices.dropFirst(first) {
            state.pending[index].ids.removeAll { seen.contains($0) }
        }
        state.pending = state.pending.enumerated().filter { $0.offset < first || !$0.element.ids.isEmpty }.map(
            \.element
        )
        let ahead = Self.reading(state)
        let needed = changing.filter { ahead[$0] != isRead }
        guard !needed.isEmpty else { return }
        if let last = state.pending.indices.dropFirst(first).last, state.pending[last].isRead == isRead {
            state.pending[last].ids += needed
        } else {
            state.pending.append(PendingMark(ids: needed, isRead: isRead))
        }
    }

    func send(_ state: inout State, at now: Int64) -> [Effect] {
        guard !state.isMarking, let next = state.pending.first else { return [] }
        // A clock that was set back counts as no time gone.
        state.nextMarkAt = min(state.nextMarkAt, now + state.markPause)
        guard now >= state.nextMarkAt else { return [.waitToMark(Wait(milliseconds: state.nextMarkAt - now))] }
        if next.ids.count > Self.chunk {
            state.pending[0].ids = Array(next.ids.prefix(Self.chunk))
            state.pending.insert(PendingMark(ids: Array(next.ids.dropFirst(Self.chunk)), isRead: next.isRead), at: 1)
        }
        state.isMarking = true
        state.markRequest = number(&state)
        return [.sendMark(ids: state.pending[0].ids, isRead: next.isRead, request: state.markRequest)]
    }

    func settleMark(_ state: inout State, _ outcome: RequestOutcome, at now: Int64) -> [Effect] {
        guard state.isMarking, let mark = state.pending.first else { return [] }
        state.isMarking = false
        if outcome.isTemporary || outcome.status == 401 {
            state.markFailures += 1
            let wait = Wait.doubling(
                after: state.markFailures,
                first: Self.markInterval,
                limit: 60000,
                retryAfter: outcome.retryAfter
            )
            state.markPause = wait.milliseconds
            state.nextMarkAt = now + state.markPause
            return [.waitToMark(wait)]
        }
        state.markFailures = 0
        state.markPause = Self.markInterval
        state.nextMarkAt = now + state.markPause
        state.pending.removeFirst()
        if outcome.isSuccess {
            let before = Self.unread(state.items)
            note(&state, mark.ids, isRead: mark.isRead)
            state.unreadCount = max(0, state.unreadCount + Self.unread(state.items) - before)
        }
        return [.save] + send(&state, at: now)
    }

    /// Whether each shown item is read, by id.
    private static func reading(_ state: State) -> [String: Bool] {
        Dictionary(shown(state).map { ($0.id, $0.isRead) }, uniquingKeysWith: { first, _ in first })
    }

    static func unread(_ items: [InboxItem]) -> Int { items.count { !$0.isRead } }
}
