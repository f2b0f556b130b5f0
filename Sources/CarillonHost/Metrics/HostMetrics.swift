import CarillonPipeline

/// Everything the host counts and measures as it happens.
///
/// A registry of our own rather than swift-metrics' global one: what a host counts belongs to that host, also where several
/// of them live in one process. Values that are read on each request of the page, such as the depth of the queues, are in ``Gauges``.
final class HostMetrics: Sendable {
    let events = Counter("carillon_events_accepted_total", "Events accepted and committed.", labels: ["tenant"])
    let duplicates = Counter(
        "carillon_events_duplicate_total",
        "Events posted again with a source and id that were accepted before.",
        labels: ["tenant"]
    )
    let notifications = Counter(
        "carillon_notifications_accepted_total",
        "Notifications made as events were accepted.",
        labels: ["tenant"]
    )
    let expanded = Counter(
        "carillon_notifications_expanded_total",
        "Notifications made afterwards, of events for topics and of campaigns.",
        labels: ["tenant"]
    )
    let imported = Counter(
        "carillon_import_lines_total",
        "Lines of bulk imports, by result: accepted, unchanged or refused.",
        labels: ["tenant", "result"]
    )
    let routed = Counter(
        "carillon_notifications_routed_total",
        "Notifications that were due and for which channels and devices were chosen.",
        labels: ["tenant"]
    )
    let rendered = Counter(
        "carillon_deliveries_rendered_total",
        "Deliveries whose words were made, counted at each try.",
        labels: ["tenant", "channel"]
    )
    let delivered = Counter(
        "carillon_deliveries_delivered_total",
        "Deliveries taken by the provider, or put into the feed.",
        labels: ["tenant", "channel"]
    )
    let deferred = Counter(
        "carillon_deliveries_deferred_total",
        "Tries that ended with a later one.",
        labels: ["tenant", "channel"]
    )
    let uncertain = Counter(
        "carillon_deliveries_uncertain_total",
        "Tries whose answer was lost.",
        labels: ["tenant", "channel"]
    )
    let held = Counter(
        "carillon_deliveries_held_total",
        "Deliveries kept back because their channel is paused or can't be used.",
        labels: ["tenant", "channel"]
    )
    let refused = Counter(
        "carillon_deliveries_refused_total",
        "Deliveries that ended without arriving, by the code of the reason; at most 40 codes a channel, then other.",
        labels: ["tenant", "channel", "reason"],
        limitOfLast: 40
    )
    let unrendered = Counter(
        "carillon_render_failures_total",
        "Deliveries whose message could not be made of a proven profile; more than 0 is a fault of Carillon.",
        labels: ["tenant", "channel"]
    )
    let gone = Counter(
        "carillon_addresses_gone_total",
        "Addresses forgotten because the provider calls them dead.",
        labels: ["tenant", "channel"]
    )
    let receipts = Counter(
        "carillon_receipts_total",
        "Late answers of providers: confirmed, unconfirmed, failed, retry, held, or later where there was none yet.",
        labels: ["tenant", "channel", "outcome"]
    )
    let leasesLost = Counter(
        "carillon_leases_lost_total",
        "Deliveries taken back because nobody worked on them; more than 0 is a fault of the host.",
        labels: ["tenant"]
    )
    let loginsNotNoted = Counter(
        "carillon_logins_not_noted_total",
        "Log-ins passed on that went well, and of which no session or no device could be kept; the log says why.",
        labels: ["tenant"]
    )
    let limitsReached = Counter(
        "carillon_limits_reached_total",
        "Devices and subscriptions beyond what the profile lets callers have kept, by limit.",
        labels: ["tenant", "limit"]
    )
    let swept = Counter(
        "carillon_events_swept_total",
        "Events removed because their time of retention was over.",
        labels: ["tenant"]
    )
    let storeFailures = Counter(
        "carillon_store_failures_total",
        "Operations of the store that failed, by kind.",
        labels: ["tenant", "kind"]
    )
    let wait = Histogram(
        "carillon_delivery_wait_seconds",
        "From when a notification was due (accepted, unless it was scheduled) until its first try went to the provider.",
        labels: ["tenant", "channel"],
        bounds: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300]
    )
    let call = Histogram(
        "carillon_provider_call_seconds",
        "How long a provider took to answer a batch.",
        labels: ["tenant", "channel"],
        bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
    )
    let lookUps = Counter(
        "carillon_name_lookups_total",
        "Names looked up for what a tenant sends or passes on, by outcome: found, missing, unanswered or crowded.",
        labels: ["tenant", "outcome"]
    )
    let requests = Counter(
        "carillon_http_requests_total",
        "HTTP requests answered, by method, template of the route (unmatched where none is) and status.",
        labels: ["method", "route", "status"]
    )
    let requestTimes = Histogram(
        "carillon_http_request_seconds",
        "From when a request was read until its answer was made.",
        labels: ["method", "route"],
        bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
    )
    let refusedConnections = Counter(
        "carillon_connections_refused_total",
        "Connections, and requests of clients behind a proxy, beyond a limit, by the code they are told.",
        labels: ["reason"]
    )
    let cutConnections = Counter(
        "carillon_connections_cut_total",
        "Connections that were cut because of their client, by reason: slow-reader, who doesn't take an answer.",
        labels: ["reason"]
    )
    let refusedStreams = Counter(
        "carillon_streams_refused_total",
        "Streams beyond a limit, by the code they are told.",
        labels: ["tenant", "reason"]
    )
    let reloads = Counter(
        "carillon_reloads_total",
        "Reloads of a tenant's folder, by result: started, reloaded, stopped or rejected.",
        labels: ["tenant", "result"]
    )

    let alertsSent = Counter(
        "carillon_alerts_sent_total",
        "Tries to hand an alert to an operator, by outcome: delivered, deferred, failed or dropped.",
        labels: ["kind", "sink", "outcome"]
    )

    private var counters: [Counter] {
        [
            events, duplicates, notifications, expanded, imported, routed, rendered, delivered, deferred, uncertain,
            held, refused, unrendered, gone, receipts, leasesLost, loginsNotNoted, limitsReached, swept, storeFailures,
            lookUps, requests, refusedConnections, cutConnections, refusedStreams, reloads, alertsSent,
        ]
    }

    private var histograms: [Histogram] { [wait, call, requestTimes] }

    var descriptions: [MetricDescription] { counters.map(\.description) + histograms.map(\.description) }

    func write(to page: inout PrometheusText) {
        for counter in counters { page.add(counter.description, counter.samples) }
        for histogram in histograms { page.add(histogram.description, histogram.samples) }
    }

    /// Shows 0 where nothing was counted yet, of what belongs to no tenant.
    func begin() {
        for code in [Problem.Code.tooManyConnections, .connectionsExhausted] { refusedConnections.begin([code.name]) }
        cutConnections.begin(["slow-reader"])
    }

    /// Shows 0 where nothing was counted yet, for all labels that are known beforehand.
    func begin(_ tenant: String, channels: [String]) {
        for counter in [events, duplicates, notifications, expanded, routed, leasesLost, loginsNotNoted, swept] {
            counter.begin([tenant])
        }
        for channel in channels {
            for counter in [rendered, delivered, deferred, uncertain, held, unrendered, gone] {
                counter.begin([tenant, channel])
            }
        }
        for code in [Problem.Code.tooManyStreams, .streamsExhausted] { refusedStreams.begin([tenant, code.name]) }
        for result in ["accepted", "unchanged", "refused"] { imported.begin([tenant, result]) }
        for limit in StorageLimit.allCases { limitsReached.begin([tenant, limit.rawValue]) }
        for outcome in NameResolver.Outcome.allCases { lookUps.begin([tenant, outcome.rawValue]) }
        for kind in StoreFailure.Kind.allCases { storeFailures.begin([tenant, "\(kind)"]) }
        for change in TenantReload.Change.allCases { reloads.begin([tenant, change.rawValue]) }
    }

    /// Removes the series of a tenant that is no longer served.
    func forget(tenant: String) {
        for counter in counters { counter.forget(tenant: tenant) }
        for histogram in histograms { histogram.forget(tenant: tenant) }
    }
}
