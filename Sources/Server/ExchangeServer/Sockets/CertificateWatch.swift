internal import ExchangeCarrier
internal import Logging

/// Warns of a certificate that ends: at the start, after each reload, and daily.
struct CertificateWatch: Sendable {
    private static let pause = Duration.seconds(86_400)

    let settings: ServerSettings
    let clock: any RingClock
    let logger: Logger

    /// Returns when its task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let next = clock.now + Self.pause
            look()
            await clock.sleep(until: next)
        }
    }

    /// An exchange whose certificate has ended runs all the same: devices that do not look at it stay in their calls, and
    /// an exchange that does not start would serve none of them.
    func look() {
        guard let term = settings.tls?.term else { return }
        let metadata: Logger.Metadata = ["not_after": "\(term.notAfter)"]
        switch term.standing(at: clock.now.components.seconds) {
        case .good: break
        case .notYet:
            logger.error(
                "the TLS certificate is not good yet: devices refuse it. Is the clock right?", metadata: metadata)
        case .endsIn(let days):
            logger.warning(
                "the TLS certificate ends in \(days) days: renew it, then send SIGHUP", metadata: metadata)
        case .over:
            logger.critical(
                "the TLS certificate has EXPIRED: devices refuse it. Renew it, then send SIGHUP", metadata: metadata)
        }
    }
}
