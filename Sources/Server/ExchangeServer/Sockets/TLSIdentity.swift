internal import Clocks
internal import Foundation
internal import Logging
internal import NIOSSL

/// A certificate chain and its key, as TLS needs them.
struct TLSIdentity: Sendable {
    let context: NIOSSLContext
    let term: CertificateTerm

    /// Reads the files.
    ///
    /// - Throws: `ExchangeServerError` naming the file that cannot be used.
    init(_ files: TLSFiles) throws(ExchangeServerError) {
        for (key, path) in [("certificate", files.certificate), ("key", files.key)]
        where !FileManager.default.isReadableFile(atPath: path) {
            throw ExchangeServerError(.configuration, "tls.\(key): \(path) cannot be read")
        }
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
        } catch {
            throw ExchangeServerError(.tls, "\(files.certificate): no PEM certificates can be read from it")
        }
        do {
            let key = try NIOSSLPrivateKey(file: files.key, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            context = try NIOSSLContext(configuration: configuration)
        } catch {
            throw ExchangeServerError(
                .tls, "\(files.key): no PEM key that fits \(files.certificate) can be read from it")
        }
        term = CertificateTerm(
            notBefore: chain.map { Int64($0.notValidBefore) }.max() ?? .min,
            notAfter: chain.map { Int64($0.notValidAfter) }.min() ?? .max)
    }
}

/// The period in which a certificate chain is valid, in seconds since 1970.
package struct CertificateTerm: Hashable, Sendable {
    package enum Standing: Hashable, Sendable {
        case good
        case notYet
        /// Rounded down.
        case endsIn(days: Int64)
        case over
    }

    /// The log warns when fewer days remain. This is longer than any authority that renews automatically waits.
    static let warningDays: Int64 = 30

    /// The latest beginning in the chain.
    package var notBefore: Int64
    /// The earliest end in the chain.
    package var notAfter: Int64

    package init(notBefore: Int64, notAfter: Int64) {
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    package func standing(at now: Int64) -> Standing {
        if now > notAfter { return .over }
        if now < notBefore { return .notYet }
        let days = (notAfter - now) / 86_400
        return days < Self.warningDays ? .endsIn(days: days) : .good
    }
}

/// Warns in the log of a certificate that expires: at the start, after each reload, and daily.
struct CertificateWatch: Sendable {
    private static let pause = Duration.seconds(86_400)

    let settings: ServerSettings
    let clock: any TimeSource
    let logger: Logger

    /// Returns when its task is canceled.
    func run() async {
        while !Task.isCancelled {
            let next = clock.calendar + Self.pause
            look()
            await clock.sleep(untilCalendar: next)
        }
    }

    /// Logs the certificate's state. The exchange runs even if its certificate has expired: devices that do not check
    /// it can still call, and an exchange that does not start would serve none.
    func look() {
        guard let term = settings.tls?.term else { return }
        let metadata: Logger.Metadata = ["not_after": "\(term.notAfter)"]
        switch term.standing(at: clock.calendar.components.seconds) {
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
