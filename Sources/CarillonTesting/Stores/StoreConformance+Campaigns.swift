import CarillonModel
import CarillonPipeline
import CarillonProfiles

extension StoreConformance {
    static let campaigns: [Rule] = [
        Rule("a campaign is stored with its event, once, and listed with the latest first") { subject in
            let first = AcceptedEvent.campaign("spring", rate: RateLimit(count: 100, per: .seconds(1)))
            try requireEqual(await subject.tenant.accept(first), .accepted, "first")
            try requireEqual(
                await subject.tenant.accept(first),
                .duplicate(event: first.id, notifications: []),
                "again"
            )
            _ = try await subject.tenant.accept(.campaign("summer", topic: "news"))
            _ = try await subject.tenant.accept(.testing("plain"))
            let all = try await subject.tenant.campaigns(ListingPage(limit: 10))
            try requireEqual(all.map(\.id), ["summer", "spring"], "listed")
            let page = try await subject.tenant.campaigns(ListingPage(limit: 10, before: all.first?.row))
            try requireEqual(page.map(\.id), ["spring"], "the next page")
            let spring = try await requireValue(subject.tenant.campaign("spring"), "no campaign")
            try requireEqual(spring.plan, first.campaign, "plan")
            try requireEqual(spring.event, first.id, "event")
            try requireEqual(spring.topic, nil, "topic")
            try requireEqual(all.first?.topic, "news", "topic of the other")
            try requireEqual(spring.startsAt, .at(0), "start")
            try requireEqual(await subject.tenant.campaign("plain"), nil, "no campaign")
        },
        Rule("a campaign's pages are made at their times, after those of topics, and counted") { subject in
            _ = try await subject.tenant.accept(.campaign("later", startsAt: 60))
            _ = try await subject.tenant.accept(.campaign("now"))
            _ = try await subject.tenant.accept(.testing("topic", to: [], topic: "news"))
            try requireEqual(await subject.tenant.nextCampaignPage(), .at(0), "next page")
            let waiting = try await subject.tenant.unexpanded(at: .at(0), limit: 10)
            try requireEqual(waiting.map(\.event.externalID), ["topic", "now"], "waiting")
            try requireEqual(waiting.last?.campaign?.hasBegun, false, "begun")
            let page = ExpandedPage(
                event: "event-campaigns-now",
                from: 0,
                to: 7,
                into: [.campaign("n-1", to: "ada")],
                step: CampaignStep(nextAt: .at(5), expanded: 2, total: 9)
            )
            try requireEqual(await subject.tenant.expand(page), true, "page")
            try requireEqual(await subject.tenant.expand(page), false, "the same page")
            try requireEqual(await subject.tenant.unexpanded(at: .at(4), limit: 10).count, 1, "too early")
            try requireEqual(await subject.tenant.nextCampaignPage(), .at(5), "next page")
            let now = try await requireValue(subject.tenant.campaign("now"), "no campaign")
            try requireEqual([now.expanded, now.total ?? 0], [2, 9], "counts")
            let due = try await subject.tenant.unexpanded(at: .at(60), limit: 10)
            try requireEqual(due.map(\.event.externalID), ["topic", "now", "later"], "by the times of their pages")
            try requireEqual(due[1].campaign?.hasBegun, true, "begun")
            try requireEqual(due[1].cursor, 7, "cursor")
        },
        Rule("a paused campaign goes on where it was") { subject in
            _ = try await subject.tenant.accept(.campaign("now"))
            let paused = try await subject.tenant.change(campaign: "now", .pause, at: .at(1))
            try requireEqual(paused?.record.state(at: .at(1)), .paused, "state")
            try requireEqual(paused?.record.pausedAt, .at(1), "paused")
            try requireEqual(paused?.wakes, Wakes(lanes: [.home]), "whom it wakes")
            let again = try await subject.tenant.change(campaign: "now", .pause, at: .at(2))
            try requireEqual(again?.wakes, Wakes(), "whom it wakes again")
            try requireEqual(again?.record.pausedAt, .at(1), "paused once")
            try requireEqual(await subject.tenant.unexpanded(at: .at(9), limit: 10), [], "waiting")
            try requireEqual(await subject.tenant.nextCampaignPage(), nil, "next page")
            let page = ExpandedPage(
                event: "event-campaigns-now",
                from: 0,
                to: 1,
                into: [.campaign("n-1", to: "ada")],
                step: CampaignStep(nextAt: .at(5), expanded: 1, total: 2)
            )
            try requireEqual(await subject.tenant.expand(page), false, "a page that was read before")
            let resumed = try await subject.tenant.change(campaign: "now", .resume, at: .at(9))
            try requireEqual(resumed?.record.state(at: .at(9)), .running, "resumed")
            try requireEqual(await subject.tenant.unexpanded(at: .at(9), limit: 10).map(\.cursor), [0], "cursor")
            try requireEqual(await subject.tenant.expand(page), true, "the page again")
            try requireEqual(await subject.tenant.change(campaign: "none", .pause, at: .at(1)), nil, "no campaign")
        },
        Rule("a cancelled campaign takes up nobody, and what waits of it ends with the reason") { subject in
            _ = try await subject.tenant.accept(.campaign("now"))
            let planned: [PlannedNotification] = [
                .campaign("n-1", to: "ada"), .campaign("n-2", to: "ben"), .campaign("n-3", to: "cy", at: 60),
            ]
            _ = try await subject.tenant.expand(
                ExpandedPage(
                    event: "event-campaigns-now",
                    from: 0,
                    to: 3,
                    into: planned,
                    step: CampaignStep(nextAt: .at(0), expanded: 3, total: 9)
                )
            )
            let due = try await subject.tenant.due(at: .at(0), limit: 10)
            let plan = PlannedDelivery(channel: "email", address: "somewhere")
            let rows = try await subject.tenant.route(
                due.map { RoutedNotification(row: $0.row, decisions: [.routed], deliveries: [plan]) },
                at: .at(0)
            ).flatMap(\.self)
            _ = try await subject.tenant.markAttempted([rows[0]], at: .at(0))
            let cancelled = try await subject.tenant.change(campaign: "now", .cancel, at: .at(1))
            try requireEqual(cancelled?.record.state(at: .at(1)), .cancelled, "state")
            try requireEqual(await subject.tenant.unexpanded(at: .at(9), limit: 10), [], "waiting")
            try requireEqual(await subject.tenant.markAttempted(rows, at: .at(2)), [], "what may go out")
            try await subject.tenant.settle([Settlement(row: rows[0], result: .delivered(nil), at: .at(2))])
            let trace = try await requireValue(subject.tenant.trace(event: "event-campaigns-now"), "no trace")
            try requireEqual(trace.decisions, [.campaignCancelled], "of the whole")
            try requireEqual(trace.notifications.last?.decisions, [.campaignCancelled], "of one that wasn't routed")
            try requireEqual(
                trace.notifications[1].deliveries.first?.attempts.map(\.code),
                ["campaign-cancelled"],
                "of one that was"
            )
            let progress = try await requireValue(subject.tenant.progress(ofCampaign: "now"), "no progress")
            try requireEqual([progress.notifications, progress.delivered, progress.cancelled], [3, 1, 2], "progress")
            let resumed = try await subject.tenant.change(campaign: "now", .resume, at: .at(3))
            try requireEqual(resumed?.record.state(at: .at(3)), .cancelled, "after resuming")
        },
        Rule("a campaign is done when nothing of it waits, and counts each notification once") { subject in
            _ = try await subject.tenant.accept(.campaign("now"))
            var left = PlannedNotification.campaign("n-4", to: "dan")
            left.exclusion = .whole
            _ = try await subject.tenant.expand(
                ExpandedPage(
                    event: "event-campaigns-now",
                    from: 0,
                    to: nil,
                    into: [.campaign("n-1", to: "ada"), .campaign("n-2", to: "ben"), .campaign("n-3", to: "cy"), left],
                    step: CampaignStep(nextAt: .at(0), expanded: 4, total: 4)
                )
            )
            try requireEqual(await subject.tenant.nextCampaignPage(), nil, "next page")
            let due = try await subject.tenant.due(at: .at(0), limit: 10)
            let plans = ["push", "email"].map { PlannedDelivery(channel: $0, address: "somewhere") }
            let rows = try await subject.tenant.route(
                due.map { RoutedNotification(row: $0.row, decisions: [.routed], deliveries: plans) },
                at: .at(0)
            ).flatMap(\.self)
            var settlements = rows.map { Settlement(row: $0, result: .delivered(nil), at: .at(1)) }
            settlements[1].result = .failed(.slowDown)
            settlements[2].result = .failed(.slowDown)
            settlements[3].result = .failed(.slowDown)
            try await subject.tenant.settle(Array(settlements.dropLast()))
            let open = try await requireValue(subject.tenant.campaign("now"), "no campaign")
            try requireEqual(open.state(at: .at(1)), .running, "with one delivery open")
            var progress = try await requireValue(subject.tenant.progress(ofCampaign: "now"), "no progress")
            try requireEqual(
                [progress.pending, progress.delivered, progress.failed, progress.skipped],
                [1, 1, 1, 1],
                "with one open"
            )
            try await subject.tenant.settle(Array(settlements.suffix(1)))
            progress = try await requireValue(subject.tenant.progress(ofCampaign: "now"), "no progress")
            try requireEqual([progress.pending, progress.delivered], [0, 2], "at the end")
            try requireEqual(progress.deliveries["email"], [.delivered: 1, .failed: 2], "by channel")
            for _ in 0..<2 {
                let listed = try await subject.tenant.campaigns(ListingPage(limit: 1))
                try requireEqual(listed.map { $0.state(at: .at(1)) }, [.done], "state")
            }
            let cancelled = try await subject.tenant.change(campaign: "now", .cancel, at: .at(3))
            try requireEqual(cancelled?.record.state(at: .at(3)), .done, "after cancelling")
        },
        Rule("everyone is every user once, newcomers last, and devices of nobody where asked for") { subject in
            let device = try await subject.tenant.register(.testing("token-1", of: nil), at: .at(0))
            let nobody = UserID.anonymous(device: device.id)
            try await subject.tenant.put(UserAttributes(locale: "en"), of: "ada", at: .at(0))
            _ = try await subject.tenant.accept(.testing("1", to: ["ada", nobody]))
            _ = try await subject.tenant.register(.testing("token-2", of: "ben"), at: .at(0))
            let first = try await subject.tenant.everyone(after: 0, limit: 10, withDevicesOfNobody: false)
            try requireEqual(first.map(\.recipient), ["ada", "ben"], "users")
            try requireEqual(first.map(\.device), [nil, nil], "devices")
            try await subject.tenant.put(UserAttributes(locale: "en"), of: "aaron", at: .at(0))
            var found: [AudienceMember] = []
            var cursor: Int64 = 0
            while let member = try await subject.tenant.everyone(
                after: cursor,
                limit: 1,
                withDevicesOfNobody: true
            ).first {
                found.append(member)
                cursor = member.row
            }
            try requireEqual(found.map(\.recipient), ["ada", "ben", "aaron", nobody], "one by one")
            try requireEqual(found.last?.device, device.id, "device")
            let counts = try await [
                subject.tenant.audienceCount(of: nil, withDevicesOfNobody: false),
                subject.tenant.audienceCount(of: nil, withDevicesOfNobody: true),
                subject.tenant.audienceCount(of: "news", withDevicesOfNobody: true),
            ]
            try requireEqual(counts, [3, 4, 0], "counts")
        },
        Rule("a campaign stays when its only recipient is erased, and goes with its time") { subject in
            _ = try await subject.tenant.accept(.campaign("now"))
            _ = try await subject.tenant.expand(
                ExpandedPage(
                    event: "event-campaigns-now",
                    from: 0,
                    to: nil,
                    into: [.campaign("n-1", to: "ada")],
                    step: CampaignStep(nextAt: .at(0), expanded: 1, total: 1)
                )
            )
            _ = try await subject.tenant.erase("ada")
            try requireEqual(await subject.tenant.campaign("now")?.state(at: .at(1)), .done, "state")
            try requireEqual(await subject.tenant.sweep(acceptedBefore: .at(1), limit: 10), 1, "swept")
            try requireEqual(await subject.tenant.campaign("now"), nil, "after the sweep")
        },
        Rule("a clock that goes back neither stops a campaign nor hurries one for later") { subject in
            _ = try await subject.tenant.accept(.campaign("now", startsAt: 100))
            _ = try await subject.tenant.expand(
                ExpandedPage(
                    event: "event-campaigns-now",
                    from: 0,
                    to: 1,
                    into: [],
                    step: CampaignStep(nextAt: .at(3700), expanded: 1, total: 2)
                )
            )
            _ = try await subject.tenant.accept(.campaign("later", startsAt: 5000))
            try await subject.tenant.clockWentBack(from: .at(3600), to: .at(0))
            try requireEqual(await subject.tenant.nextCampaignPage(), .at(100), "the pace")
            let later = try await subject.tenant.unexpanded(at: .at(4999), limit: 10)
            try requireEqual(later.map(\.event.externalID), ["now"], "for later")
        },
    ]
}

extension AcceptedEvent {
    /// A campaign to everyone, or to a topic.
    static func campaign(
        _ id: String,
        topic: Topic? = nil,
        startsAt: Int64 = 0,
        rate: RateLimit? = nil
    ) -> AcceptedEvent {
        var event = testing(id, to: [], source: "campaigns", topic: topic)
        event.source = CampaignPlan.source
        event.times = [PlannedTime(dueAt: .at(startsAt), priority: .normal)]
        event.campaign = CampaignPlan(name: "Sale", isForEveryone: topic == nil, rate: rate)
        event.startsAt = .at(startsAt)
        return event
    }
}

extension PlannedNotification {
    static func campaign(_ id: String, to recipient: UserID, at second: Int64 = 0) -> PlannedNotification {
        PlannedNotification(id: id, recipient: recipient, priority: .normal, dueAt: .at(second))
    }
}
