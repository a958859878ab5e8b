internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import PushDelivery

/// The state of deletion by age.
struct RetentionMetrics: Sendable {
    let isHeld: Bool
    let ahead: Duration
    let expiredUnheard: Int
    let pendingDeletions: Int

    init(_ gate: RetentionControl, pendingDeletions: Int) {
        (isHeld, ahead, expiredUnheard) = (gate.isHeld, gate.ahead, gate.expiredUnheard)
        self.pendingDeletions = pendingDeletions
    }
}

/// The metrics in Prometheus' text exposition format 0.0.4.
struct MetricsPage {
    private(set) var text = ""

    init(
        _ gateway: VertoGateway, _ admission: ConnectionAdmission, _ flushes: FlushQueue, _ rings: RingCounts,
        _ services: [(service: PushService, metrics: PushMetrics)], _ readings: Readings
    ) {
        let runner = gateway.runner
        let exchange = runner.exchange
        gauge("carillon_connections", "Connections of any kind that are open.", admission.count)
        gauge("carillon_sockets", "WebSockets that are open.", gateway.connections.count)
        gauge("carillon_registrations", "Devices that are logged in.", exchange.connectionCount)
        gauge("carillon_sessions", "Signaling sessions, with and without a connection.", exchange.sessionCount)
        gauge("carillon_calls_live", "Calls that ring or stand.", exchange.liveCallCount)
        gauge("carillon_timers", "Timers that run.", runner.timerCount)
        counters(
            "carillon_connections_refused_total", "Connections beyond a limit, by which.", "limit",
            [("connections", admission.refused), ("address", admission.refusedByAddress)])
        counter("carillon_sockets_opened_total", "WebSockets opened.", gateway.metrics.socketsOpened)
        counters(
            "carillon_sockets_closed_total", "WebSockets closed, by reason.", "reason",
            SocketCloseReason.allCases.map { ($0.rawValue, gateway.metrics.socketsClosed[$0] ?? 0) })
        counter("carillon_logins_total", "Logins that were accepted.", gateway.metrics.loginsAccepted)
        counter("carillon_logins_refused_total", "Logins that were refused.", gateway.metrics.loginsRefused)
        counter(
            "carillon_logins_not_heard_total", "Passwords refused unseen after too many wrong ones.",
            gateway.metrics.proofsThrottled)
        counter("carillon_calls_total", "Calls placed.", runner.metrics.callsCreated)
        counter("carillon_calls_answered_total", "Calls answered.", runner.metrics.callsClaimed)
        counters(
            "carillon_calls_ended_total", "Calls ended, by reason.", "reason",
            runner.metrics.callsEnded.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 })
        counters(
            "carillon_refusals_total", "Requests refused, by answer.", "reason",
            gateway.metrics.refusals.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        counter("carillon_messages_received_total", "Verto messages received.", gateway.metrics.messagesReceived)
        counter("carillon_messages_sent_total", "Verto messages sent.", gateway.metrics.messagesSent)
        counter("carillon_bytes_received_total", "Bytes of Verto messages received.", gateway.metrics.bytesReceived)
        counter("carillon_bytes_sent_total", "Bytes written to WebSockets.", flushes.bytesSent)
        counter("carillon_events_total", "Events the exchange decided.", runner.metrics.events)
        counter("carillon_journal_records_total", "Records handed to the journal.", runner.metrics.journalRecords)
        histogram(
            "carillon_journal_seconds", "From handing in records until they are stored.", runner.metrics.journalLatency)
        counter(
            "carillon_checkpoint_failures_total", "Times the database's log could not be copied into its file.",
            readings.checkpointFailures)
        counters("carillon_webhooks_total", "Webhooks of carriers, by result.", "fate", rings.webhooks)
        counters("carillon_pushes_total", "Pushes to devices, by result.", "outcome", rings.pushes)
        pushCounters(services)
        counters(
            "carillon_carrier_credentials_total", "Credentials of devices at carriers, by result.", "fate",
            rings.credentials)
        counters(
            "carillon_outbound_calls_total", "Calls to the public network, by decision.", "verdict",
            rings.callsOut)
        counter("carillon_ring_alarms_total", "Problems with rings that need attention.", rings.alarms)
        retention(rings, readings.retention)
        operations(gateway, rings, readings)
    }

    private mutating func retention(_ rings: RingCounts, _ retention: RetentionMetrics) {
        gauge(
            "carillon_retention_held", "1 while nothing is deleted by age, as the clock jumped.",
            retention.isHeld ? 1 : 0)
        gauge(
            "carillon_clock_ahead_seconds", "How far the clock is past the latest time that was believed.",
            Int(retention.ahead.components.seconds))
        gauge(
            "carillon_carrier_deletions_pending", "Recordings that carriers are to delete, after a grace.",
            retention.pendingDeletions)
        counter(
            "carillon_messages_expired_unheard_total", "Messages that grew too old before they were heard.",
            retention.expiredUnheard)
        counter(
            "carillon_messages_deleted_unheard_total",
            "Messages that were deleted with an account before they were heard.",
            rings.messagesDeletedUnheard)
    }

    /// Values that are read off the event loop.
    struct Readings: Sendable {
        var checkpointFailures: Int
        /// By kind, with the age of the oldest item in seconds.
        var outbox: [(kind: String, count: Int, age: Double)]
        var latencies: [(operation: String, histogram: Histogram)]
        /// Seconds since 1970; nil without TLS.
        var certificateEnd: Int64?
        var retention: RetentionMetrics
    }

    private mutating func operations(_ gateway: VertoGateway, _ rings: RingCounts, _ readings: Readings) {
        counters(
            "carillon_ring_sessions", "Calls to numbers that are not over, by stage.", "stage", rings.stages,
            kind: "gauge")
        counters(
            "carillon_outbox_items", "Decisions of ring sessions whose result is not known yet, by kind.", "kind",
            readings.outbox.map { ($0.kind, $0.count) }, kind: "gauge")
        head("carillon_outbox_oldest_age_seconds", "Seconds since the oldest such decision, by kind.", "gauge")
        for item in readings.outbox {
            text += "carillon_outbox_oldest_age_seconds{kind=\"\(item.kind)\"} \(item.age)\n"
        }
        histogram(
            "carillon_event_loop_lag_seconds", "How late the event loop runs due tasks.", gateway.lag.histogram)
        head("carillon_api_request_duration_seconds", "Requests of the API, by operation.", "histogram")
        for (operation, histogram) in readings.latencies {
            lines(
                of: histogram, "carillon_api_request_duration_seconds",
                labels: "operation=\"\(Self.escaped(operation))\"")
        }
        let passwords = gateway.passwords.counts
        gauge("carillon_password_checks_running", "Slow checks of passwords that are running.", passwords.running)
        gauge("carillon_password_checks_waiting", "Slow checks of passwords that wait.", passwords.waiting)
        counters(
            "carillon_password_checks_total", "Checks of passwords of people, by result.", "fate",
            [
                ("computed", passwords.computed), ("remembered", passwords.remembered),
                ("refused", passwords.refused),
            ])
        if let end = readings.certificateEnd {
            gauge(
                "carillon_tls_certificate_expiry_timestamp_seconds",
                "When the first certificate of the chain ends, since 1970.", Int(clamping: end))
        }
    }

    /// The work of handing pushes over, by service.
    private mutating func pushCounters(_ services: [(service: PushService, metrics: PushMetrics)]) {
        let figures: [(String, String, KeyPath<PushMetrics, UInt64>)] = [
            ("attempts", "Requests to push services, first and further ones.", \.attempts),
            ("retries", "Requests after the first of a push.", \.retries),
            ("connections_opened", "Connections to push services.", \.connectionsOpened),
            ("connections_lost", "Connections to push services that ended without being asked to.", \.connectionsLost),
            ("go_aways", "Times a push service asked for another connection.", \.goAways),
            ("tokens_made", "Provider and access tokens made.", \.tokensMade),
            ("slowed", "Times a push service called for fewer pushes.", \.slowed),
        ]
        guard !services.isEmpty else { return }
        for (name, help, path) in figures {
            counters(
                "carillon_push_\(name)_total", help, "service",
                services.map { ($0.service.rawValue, Int(clamping: $0.metrics[keyPath: path])) })
        }
    }

    private mutating func head(_ name: String, _ help: String, _ kind: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    private mutating func gauge(_ name: String, _ help: String, _ value: Int) {
        head(name, help, "gauge")
        text += "\(name) \(value)\n"
    }

    private mutating func counter(_ name: String, _ help: String, _ value: Int) {
        head(name, help, "counter")
        text += "\(name) \(value)\n"
    }

    private mutating func counters(
        _ name: String, _ help: String, _ label: String, _ values: [(String, Int)], kind: String = "counter"
    ) {
        head(name, help, kind)
        for (key, value) in values { text += "\(name){\(label)=\"\(Self.escaped(key))\"} \(value)\n" }
    }

    private mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
        head(name, help, "histogram")
        lines(of: histogram, name)
    }

    /// - Parameter labels: the labels of every line.
    private mutating func lines(of histogram: Histogram, _ name: String, labels: String = "") {
        let (before, set) = (labels.isEmpty ? "" : labels + ",", labels.isEmpty ? "" : "{\(labels)}")
        var count: UInt64 = 0
        for (bound, inBucket) in zip(Histogram.bounds, histogram.counts) {
            count += inBucket
            text += "\(name)_bucket{\(before)le=\"\(bound)\"} \(count)\n"
        }
        text +=
            "\(name)_bucket{\(before)le=\"+Inf\"} \(histogram.count)\n\(name)_sum\(set) \(histogram.sum)\n\(name)_count\(set) \(histogram.count)\n"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}

extension OutboxKind {
    var metricName: String {
        switch self {
        case .command: "command"
        case .dial: "dial"
        case .push: "push"
        }
    }
}
