import CallModel
package import CarillonRTC
import MediaEngine
package import PhoneCore
import Redaction

/// One signaling call, and the tasks that read its events.
@MainActor
final class Line {
    let id: LineID
    let registration: RegistrationID
    let call: Call
    /// Why media was negotiated over another path, until a report of quality has told it.
    var restart: RestartReason?
    /// Whether no relay gave a candidate, until a report of quality has told it.
    var relaysUnavailable = false
    private var listeners: [Task<Void, Never>] = []

    init(_ id: LineID, _ registration: RegistrationID, _ call: Call) {
        self.id = id
        self.registration = registration
        self.call = call
    }

    /// Reads events and quality from now on, and calls the handlers in order. The tasks do not keep the line alive.
    func listen(
        events: @escaping @MainActor (Call.Event) -> Void, quality: @escaping @MainActor (CallQuality) -> Void
    ) {
        let all = call.events
        let measured = call.quality
        listeners = [
            Task { for await event in all { events(event) } },
            Task { for await report in measured { quality(report) } },
        ]
    }

    /// The measured quality, with what happened to the line since the former report.
    func takeReport(_ quality: CallQuality) -> QualityReport {
        var report = QualityReport(quality)
        report.restart = restart?.rawValue
        report.relaysUnavailable = relaysUnavailable
        restart = nil
        relaysUnavailable = false
        return report
    }

    deinit {
        for listener in listeners { listener.cancel() }
    }
}

nonisolated extension LineOrder {
    /// The line that the order concerns.
    var line: LineID {
        switch self {
        case .dial(let line, _, _), .answer(let line), .decline(let line, _), .hangUp(let line), .hold(let line, _),
            .mute(let line, _), .digits(let line, _), .transfer(let line, _), .restartMedia(let line):
            line
        }
    }

    /// The operation on an existing call; `nil` for `dial`, which makes a call.
    var operation: CallOperation? {
        switch self {
        case .dial: nil
        case .answer: .answer
        case .decline(_, let isBusy): .decline(busy: isBusy)
        case .hangUp: .hangUp
        case .hold(_, let isHeld): isHeld ? .hold : .resume
        case .mute(_, let isMuted): .setMuted(isMuted)
        case .digits(_, let digits): .sendTones(digits)
        case .transfer(_, let target): .transfer(target)
        case .restartMedia: .restartMedia
        }
    }

    /// The failure that the phone is told if the order fails; `nil` where the phone does not wait for a result.
    var failure: LineFailure? {
        switch self {
        case .dial: .dial
        case .answer: .answer
        case .hold(_, let isHeld): isHeld ? .hold : .resume
        case .digits: .digits
        case .transfer: .transfer
        case .decline, .hangUp, .mute, .restartMedia: nil
        }
    }
}

extension DialOptions {
    /// The options of a call that the phone places.
    init(_ settings: DialSettings) {
        self.init()
        headers = settings.headers.map { CallHeader($0.name, $0.value) }
        clientState = settings.clientState
        preferredCodecs = settings.codecs.map { codec in
            switch codec {
            case .opus: .opus
            case .pcmu: .pcmu
            case .pcma: .pcma
            }
        }
        replaces = settings.replaces?.description
        callerName = settings.callerName?.revealed
        callerNumber = settings.callerID?.revealed
    }
}

extension IncomingInvite {
    /// The invitation of an incoming call over the connection of a registration.
    init(_ call: Call, _ registration: RegistrationID, _ names: CallIDSource) {
        var session: String?
        var vendor: VendorCallID?
        var round: RingRound?
        switch names {
        case .own: session = call.names.sessionID
        case .vendor(let header):
            session = call.header(header)
            round = RingRound(text: call.header(CarrierHeader.round))
            vendor = VendorCallID(text: call.id)
        }
        self.init(
            registration, session: session.flatMap { CallSessionID($0) }, round: round ?? .first, vendor: vendor,
            display: CallDisplay(call))
    }
}

extension Call {
    /// The value of a header of the INVITE; the case of its name is ignored.
    fileprivate func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value.revealed
    }
}

extension CallDisplay {
    fileprivate init(_ call: Call) {
        let name = call.peerName.flatMap { $0.revealed.isEmpty ? nil : $0 }
        self.init(call.peerNumber.map(CallHandle.init(party:)) ?? .generic(Redacted("")), name: name)
    }
}

extension QualityReport {
    /// The measured quality in the phone's terms.
    package init(_ quality: CallQuality) {
        self.init(
            score: quality.meanOpinionScore.flatMap(OpinionScore.init(_:)),
            jitter: Self.duration(quality.jitterMilliseconds),
            roundTrip: quality.roundTripMilliseconds.flatMap(Self.duration),
            lossHundredths: Self.hundredths(quality.lossFraction),
            gap: quality.statistics.longestGapMilliseconds.flatMap(Self.duration),
            route: quality.statistics.localCandidateKind, relay: quality.statistics.relay,
            concealed: .milliseconds(20) * min(quality.statistics.framesConcealed, 1 << 40))
    }

    /// Bounds the value, so that a wrong measurement does no harm.
    private static func duration(_ milliseconds: Double) -> Duration? {
        guard milliseconds.isFinite, milliseconds >= 0 else { return nil }
        return .milliseconds(min(milliseconds, 60_000))
    }

    /// The fraction in hundredths of a percent, bounded likewise.
    private static func hundredths(_ fraction: Double) -> UInt16? {
        guard fraction.isFinite else { return nil }
        return UInt16((min(max(fraction, 0), 1) * 10_000).rounded())
    }
}
