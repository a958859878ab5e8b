internal import CallModel
internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangeStorage
internal import NIOCore
internal import RingCore

/// The exchange's carriers behind one port. The name of a call's leg shows which carrier has the call.
struct Carriers: Carrier {
    let gateway: GatewayCarrier
    /// nil when none is configured.
    let telnyx: TelnyxCarrier?

    func perform(_ order: CarrierOrder) async -> CarrierReply {
        if order.parent.isOfGateway { return await gateway.perform(order) }
        // An earlier run left this call, and its carrier is no longer configured.
        guard let telnyx else { return order.withoutCarrier }
        return await telnyx.perform(order)
    }

    /// Dials at the gateway do not count against an account.
    func countsDials(for parent: CarrierLegID) -> Bool { !parent.isOfGateway }

    /// The exchange knows that a caller at the gateway is in a call.
    func countsCaller(of parent: CarrierLegID) -> Bool { parent.isOfGateway }

    func own(_ leg: CarrierLegID) async -> OwnLeg? { leg.isOfGateway ? nil : await telnyx?.own(leg) }
}

extension CarrierOrder {
    /// The reply when no carrier has the leg or can carry out the order.
    fileprivate var withoutCarrier: CarrierReply {
        if case .look(let leg) = command { return CarrierReply(.accepted(nil), events: [.looked(leg, .over)]) }
        return CarrierReply(.alreadyOver)
    }
}

extension Carriers: RecordingArchive {
    func sound(of source: RecordingSource, atMost bytesMax: Int) async throws(RecordingError) -> [UInt8] {
        // The process that took the message stores its sound itself; only a crash can prevent that.
        if source.recording.isOfGateway { throw .missing }
        guard let telnyx else { throw .unavailable }
        return try await telnyx.sound(of: source, atMost: bytesMax)
    }

    func open(
        _ source: RecordingSource, part: ByteRange?, atMost bytesMax: Int
    ) async throws(RecordingError) -> RecordingStream {
        if source.recording.isOfGateway { throw .missing }
        guard let telnyx else { throw .unavailable }
        return try await telnyx.open(source, part: part, atMost: bytesMax)
    }

    func delete(_ source: RecordingSource, by permit: PurgePermit) async throws(RecordingError) {
        if source.recording.isOfGateway { return }
        guard let telnyx else { throw .unavailable }
        try await telnyx.delete(source, by: permit)
    }
}

/// The exchange's own gateway as a carrier: devices call numbers, and ring, over their sockets.
///
/// Repeating an order has no further effect, because the exchange knows legs by their names. The gateway refuses orders
/// it cannot carry out. Sound passes only between the phones, so nothing can be played or recorded except by the
/// attendant, who greets and takes the message in one step.
struct GatewayCarrier: Carrier {
    let eventLoop: any EventLoop
    let gateway: NIOLoopBound<VertoGateway>
    let deviceRegistry: DeviceRegistry

    func perform(_ order: CarrierOrder) async -> CarrierReply {
        let reply = eventLoop.submit { [self] in perform(order, gateway.value.runner) }
        return (try? await reply.get()) ?? CarrierReply(.unavailable)
    }

    /// Every leg is reported with its session, so no leg needs to be looked up.
    func own(_ leg: CarrierLegID) async -> OwnLeg? { nil }

    private func perform(_ order: CarrierOrder, _ runner: ExchangeRunner) -> CarrierReply {
        for leg in order.departing {
            _ = runner.command(.hangUp(leg.leg, Ending(leg.reason)), in: order.session)
        }
        let caller = LegID.caller(of: order.session)
        func command(_ command: CallCommand, named leg: LegID? = nil) -> CarrierReply {
            CarrierReply(CommandResult(runner.command(command, in: order.session), leg))
        }
        switch order.command {
        case .dial(let leg, _):
            guard let rung = order.leg else { return CarrierReply(.refused) }
            let device = deviceRegistry.device(rung.device)?.name ?? rung.device
            return command(.ring(leg, user: rung.user, device: device), named: leg)
        case .bridge(let leg, _): return command(.join(leg))
        case .hangUp(.leg(let leg), let reason): return command(.hangUp(leg, Ending(reason)))
        case .hangUp(.parent, let reason), .reject(let reason): return command(.hangUp(caller, Ending(reason)))
        case .answer(.parent):
            // The caller hears nothing until it is joined to a device; until then its own device plays the ringing.
            guard runner.exchange.isLive(caller, of: order.session) else { return CarrierReply(.alreadyOver) }
            return CarrierReply(.accepted(nil), events: [.answered(.parent)])
        case .look(let ref):
            let leg = if case .leg(let leg) = ref { leg } else { caller }
            let isLive = runner.exchange.isLive(leg, of: order.session)
            return CarrierReply(.accepted(nil), events: [.looked(ref, isLive ? .alive : .over)])
        case .play(.playGreeting), .play(.speakGreeting): return command(.recordMessage)
        case .recordMessage: return record(order, runner)
        case .play(.playRingback), .stopPlayback, .stopRecording:
            // A device plays its ringing itself until its call is answered, and the attendant's work ends with the
            // call.
            let isLive = runner.exchange.isLive(caller, of: order.session)
            return CarrierReply(isLive ? .accepted(nil) : .alreadyOver)
        case .answer(.leg), .confirm, .play, .rebridge, .consult, .barge, .recordConversation, .pauseRecording,
            .resumeRecording:
            return CarrierReply(.refused)
        }
    }

    /// The attendant records right after greeting. Its result is reported even if the caller has hung up since.
    private func record(_ order: CarrierOrder, _ runner: ExchangeRunner) -> CarrierReply {
        if runner.exchange.isAttended(order.session) { return CarrierReply(.accepted(nil)) }
        let isLive = runner.exchange.isLive(.caller(of: order.session), of: order.session)
        return CarrierReply(isLive ? .refused : .alreadyOver)
    }
}

extension CommandResult {
    /// - Parameter leg: the leg that the command was to make.
    fileprivate init(_ result: CallCommandResult, _ leg: LegID?) {
        switch result {
        case .done: self = .accepted(leg.map { CarrierLegID(ofGateway: $0) })
        case .callOver, .legOver: self = .alreadyOver
        case .notAnswered: self = .conflict
        case .refused: self = .refused
        }
    }
}

/// The gateway names legs to ring sessions by their own names, with a mark.
extension CarrierLegID {
    private static let mark = "gateway:"

    init(ofGateway leg: LegID) { self.init(Self.mark + leg.description) }

    /// Whether the gateway has the leg, and not a carrier of the public network.
    var isOfGateway: Bool { rawValue.hasPrefix(Self.mark) }

    /// Who sends a device the INVITE of a call whose caller has this leg, as pushes, status and events name it.
    var provider: String { isOfGateway ? SignalingProviderName.exchange : SignalingProviderName.carrier }
}

/// The names of the parties that may have a call and send its INVITE.
enum SignalingProviderName {
    /// This exchange, at its own gateway.
    static let exchange = "exchange"
    /// The carrier of public calls.
    static let carrier = "carrier"
    static let all = [exchange, carrier]
}

extension RecordingID {
    private static let mark = "gateway:"

    /// The message that the attendant took in a call.
    init(ofGateway session: CallSessionID) { self.init(Self.mark + session.description) }

    var isOfGateway: Bool { rawValue.hasPrefix(Self.mark) }
}

extension LegID {
    /// The caller's leg of a call at the gateway.
    static func caller(of session: CallSessionID) -> LegID { LegID(session: session, ordinal: 0) }
}
