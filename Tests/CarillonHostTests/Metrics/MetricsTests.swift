import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonTesting
import Foundation
import Testing

@testable import CarillonHost

struct MetricsTests {
    @Test func `a send that is posted again counts as a duplicate, as an event does`() async throws {
        let host = await TestHost.start()
        await host.registerDevice()
        let body: JSONValue = ["userId": "ada", "type": "order.shipped", "payload": ["order": "A-1"]]
        for _ in 1...2 {
            let key = [(name: "idempotency-key", value: "k-1")]
            let answer = await host.send("POST", "/v1/shop/send", bearer: TestHost.serviceKey, headers: key, json: body)
            #expect(answer.status == 200)
        }
        let page = try await host.metricsPage()
        #expect(page.value("carillon_events_accepted_total", ["tenant": "shop"]) == 1)
        #expect(page.value("carillon_events_duplicate_total", ["tenant": "shop"]) == 1)
        await host.stop()
    }

    @Test func `what is accepted, delivered and posted again is counted by tenant and channel`() async throws {
        let host = await TestHost.start()
        await host.registerDevice()
        for id in ["1", "2", "2"] {
            _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event(id))
        }
        await host.settled.wait(for: 4)
        let page = try await host.metricsPage()
        #expect(page.value("carillon_events_accepted_total", ["tenant": "shop"]) == 2)
        #expect(page.value("carillon_events_duplicate_total", ["tenant": "shop"]) == 1)
        #expect(page.value("carillon_notifications_accepted_total", ["tenant": "shop"]) == 2)
        for channel in ["push", "in-app"] {
            let labels = ["tenant": "shop", "channel": channel]
            #expect(page.value("carillon_deliveries_rendered_total", labels) == 2)
            #expect(page.value("carillon_deliveries_delivered_total", labels) == 2)
            #expect(page.value("carillon_delivery_wait_seconds_count", labels) == 2)
            #expect(page.value("carillon_channel_paused", labels) == 0)
        }
        #expect(page.value("carillon_tenant_up", ["tenant": "other"]) == 1)
        #expect(page.value("carillon_queue_depth", ["tenant": "shop", "state": "due"]) == 0)
        await host.stop()
    }

    @Test(arguments: [
        ("127.0.0.1:9090", nil, 200), ("localhost", nil, 200), ("LOCALHOST:9090", nil, 200), ("[::1]:9090", nil, 200),
        ("192.0.2.1", nil, 200), ("evil.example", nil, 403), ("evil.example:9090", nil, 403),
        ("localhost.evil.example", nil, 403), ("127.0.0.1.evil.example", nil, 403), ("[::1].evil.example", nil, 403),
        ("", nil, 403), ("metrics.example", TestHost.operatorKey, 200), ("evil.example", "guess", 403),
    ])
    func `a page whose name leads to this machine doesn't read the metrics`(
        name: String,
        key: String?,
        status: Int
    ) async throws {
        let host = await TestHost.start(withWorkers: false)
        var request = APIRequest("GET", path: ["metrics"], headers: [("host", name)])
        if let key { request.headers.append(("authorization", "Bearer \(key)")) }
        let resolved = AdminSurface(api: host.api, metrics: host.page).resolve(request)
        #expect(await resolved.respond(to: request).status == status)
        #expect(resolved.template == "/metrics")
        await host.stop()
    }

    @Test(arguments: [
        ("127.0.0.1", HTTP10Compatibility.unnamed, 200), ("::1", HTTP10Compatibility.unnamed, 200),
        ("192.0.2.7", HTTP10Compatibility.unnamed, 403), ("127.0.0.1", "evil.example", 403),
    ])
    func `who names no host reads the metrics from this machine only`(from: String, name: String, status: Int) async {
        let host = await TestHost.start(withWorkers: false)
        let request = APIRequest("GET", path: ["metrics"], headers: [("host", name)], clientAddress: from)
        #expect(await AdminSurface(api: host.api, metrics: host.page).respond(to: request).status == status)
        await host.stop()
    }

    @Test func `HTTP 1.0 needs no Host for the metrics`() async throws {
        let host = await TestHost.start(withWorkers: false)
        try await withHTTPService(AdminSurface(api: host.api, metrics: host.page)) { port in
            let old = try await RawClient(port: port).exchange(["GET /metrics HTTP/1.0\r\n\r\n"])
            #expect(old.contains(" 200 ") && old.contains("# TYPE "))
            let named = "GET /metrics HTTP/1.0\r\nHost: evil.example\r\n\r\n"
            #expect(try await RawClient(port: port).exchange([named]).contains(" 403 "))
        }
        await host.stop()
    }

    @Test func `log-ins of which no session could be made are counted by tenant`() async throws {
        let host = await TestHost.start(withWorkers: false)
        MetricsObserver(metrics: host.metrics).observe(.loginNotNoted("shop", reason: "no session"))
        let page = try await host.metricsPage()
        #expect(page.value("carillon_logins_not_noted_total", ["tenant": "shop"]) == 1)
        await host.stop()
    }

    @Test(.onEmbeddedStore) func `what waits is reported with its age, and a paused channel with what it holds`()
        async throws
    {
        let host = await TestHost.start { _ in .answer(401, #"{"errors":[{"code":"UNAUTHORIZED","message":"no"}]}"#) }
        await host.registerDevice()
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event())
        await host.settled.wait(for: 2)
        await host.stop()
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event("2"))
        host.clock.advance(by: .seconds(90))
        let page = try await host.metricsPage()
        #expect(page.value("carillon_channel_paused", ["tenant": "shop", "channel": "push"]) == 1)
        #expect(page.value("carillon_held_deliveries", ["tenant": "shop", "channel": "push"]) == 1)
        #expect(page.value("carillon_deliveries_held_total", ["tenant": "shop", "channel": "push"]) == 1)
        #expect(page.value("carillon_queue_depth", ["tenant": "shop", "state": "due"]) == 1)
        #expect(page.value("carillon_queue_oldest_due_seconds", ["tenant": "shop"]) == 90)
    }

    @Test func `requests are counted by their route's template, and guessed paths make no new series`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let handler = MeasuredHandler(handler: host.api, metrics: host.metrics)
        for target in ["/v1/shop/events/1", "/v1/shop/events/2", "/v1/nobody/events/1", "/x/1", "/health/2"] {
            let (path, _) = try #require(APIRequest.parse(target: target))
            _ = await handler.respond(to: APIRequest("GET", path: path))
        }
        _ = await handler.respond(to: APIRequest("BREW", path: ["y"]))
        let page = try await host.metricsPage()
        let requests = page.samples.filter { $0.name == "carillon_http_requests_total" }
        let expected: Set<PrometheusPage.Sample> = [
            .request("GET", "/v1/{tenant}/events/{id}", "401", 2),
            .request("GET", "/v1/{tenant}/events/{id}", "404", 1),
            .request("GET", "unmatched", "404", 2),
            .request("other", "unmatched", "404", 1),
        ]
        #expect(Set(requests) == expected)
        #expect(
            page.value("carillon_http_request_seconds_count", ["method": "GET", "route": "/v1/{tenant}/events/{id}"])
                == 3
        )
    }

    @Test func `what operators ask is counted by its route too, let in or not`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let surface = AdminSurface(api: host.api, metrics: host.page)
        let handler = MeasuredHandler(handler: surface, metrics: host.metrics)
        for (method, target) in [
            ("GET", "/v1/tenants/shop/users/ada"), ("GET", "/v1/tenants/x/y"), ("PUT", "/v1/tenants"),
        ] {
            let (path, _) = try #require(APIRequest.parse(target: target))
            var request = APIRequest(method, path: path)
            request.headers = [("authorization", "Bearer wrong")]
            _ = await handler.respond(to: request)
        }
        let requests = try await host.metricsPage().samples.filter { $0.name == "carillon_http_requests_total" }
        let expected: Set<PrometheusPage.Sample> = [
            .request("GET", "/v1/tenants/{tenant}/users/{id}", "401", 1), .request("GET", "unmatched", "401", 1),
            .request("PUT", "unmatched", "401", 1),
        ]
        #expect(Set(requests) == expected)
    }

    @Test func `what hasn't happened yet is 0, so that the first time it does is a rise`() async throws {
        // Where several share a store, what waits is in the metrics of the host that works for the tenant.
        let host = await TestHost.start()
        let page = try await host.metricsPage()
        for name in ["events_accepted", "leases_lost", "events_swept"] {
            #expect(page.value("carillon_\(name)_total", ["tenant": "shop"]) == 0)
        }
        for name in ["deliveries_delivered_total", "deliveries_held_total", "addresses_gone_total", "held_deliveries"] {
            #expect(page.value("carillon_\(name)", ["tenant": "shop", "channel": "push"]) == 0)
        }
        for kind in ["full", "readOnly", "corrupted", "newer", "locked", "unavailable"] {
            #expect(page.value("carillon_store_failures_total", ["tenant": "other", "kind": kind]) == 0)
        }
        #expect(page.value("carillon_reloads_total", ["tenant": "shop", "result": "rejected"]) == 0)
        await host.stop()
    }

    @Test func `label values are escaped, and a provider's codes stay bounded`() throws {
        let counter = Counter("a_total", "Back\\slash\nand line", labels: ["tenant", "reason"], limitOfLast: 2)
        counter.add(1, "shop", "a \"quoted\\\nreason")
        counter.add(1, "shop", "b")
        for number in 0..<50 { counter.add(1, "shop", "guess-\(number)") }
        counter.add(1, "shop", "b")
        var text = PrometheusText()
        text.add(counter.description, counter.samples)
        #expect(
            text.text == #"""
                # HELP a_total Back\\slash\nand line
                # TYPE a_total counter
                a_total{tenant="shop",reason="a \"quoted\\\nreason"} 1
                a_total{tenant="shop",reason="b"} 2
                a_total{tenant="shop",reason="other"} 50

                """#
        )
    }

    @Test func `a histogram's buckets are cumulative and end with everything`() throws {
        let histogram = Histogram("wait_seconds", "Time.", labels: ["tenant"], bounds: [0.1, 1])
        histogram.add([.milliseconds(50), .milliseconds(100), .milliseconds(500), .seconds(7)], "shop")
        var text = PrometheusText()
        text.add(histogram.description, histogram.samples)
        let page = try PrometheusPage(text.text)
        #expect(page.value("wait_seconds_bucket", ["tenant": "shop", "le": "0.1"]) == 2)
        #expect(page.value("wait_seconds_bucket", ["tenant": "shop", "le": "1"]) == 3)
        #expect(page.value("wait_seconds_bucket", ["tenant": "shop", "le": "+Inf"]) == 4)
        #expect(abs((page.value("wait_seconds_sum", ["tenant": "shop"]) ?? 0) - 7.65) < 1e-9)
    }

    @Test func `the process tells of its memory, time and files`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let page = try await host.metricsPage()
        #expect(page.value("process_start_time_seconds") == 1_772_020_800)
        #expect(try #require(page.value("process_cpu_seconds_total")) > 0)
        #if os(Linux)
        #expect(try #require(page.value("process_resident_memory_bytes")) > 1_000_000)
        #endif
        #expect(try #require(page.value("process_open_fds")) > 2)
    }

    @Test func `a tenant that is gone leaves no series behind`() async throws {
        let metrics = HostMetrics()
        metrics.events.add(1, "shop")
        metrics.events.add(1, "other")
        metrics.wait.add([.seconds(1)], "shop", "push")
        metrics.forget(tenant: "shop")
        var text = PrometheusText()
        metrics.write(to: &text)
        #expect(!text.text.contains("shop") && text.text.contains("other"))
    }

    @Test func `the reference tells of every metric and of no other`() async throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/reference/metrics.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let rows = text.matches(of: #/\n\| `(\w+)` \| (\w+) \| ([^|]*) \|/#)
        let listed = Set(rows.map { "\($0.1) \($0.2) \($0.3)" })
        let host = await TestHost.start(withWorkers: false)
        let exposed = host.page.descriptions.map { metric in
            let labels = metric.labels.map { "`\($0)`" }.joined(separator: ", ")
            return "\(metric.name) \(metric.kind.rawValue) \(labels.isEmpty ? "–" : labels)"
        }
        #expect(listed == Set(exposed))
    }
}

extension TestHost {
    var page: MetricsPage {
        MetricsPage(
            metrics: metrics,
            gauges: Gauges(tenants: directory, clock: clock),
            process: ProcessFigures(startTime: clock.now)
        )
    }

    func metricsPage() async throws -> PrometheusPage {
        let answer = await page.response()
        #expect(answer.headers.first?.value == "text/plain; version=0.0.4; charset=utf-8")
        return try PrometheusPage(String(decoding: answer.bytes, as: UTF8.self))
    }
}

extension PrometheusPage.Sample {
    fileprivate static func request(_ method: String, _ route: String, _ status: String, _ count: Double) -> Self {
        Self(
            name: "carillon_http_requests_total",
            labels: ["method": method, "route": route, "status": status],
            value: count
        )
    }
}
