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
/// Repeating an order has no further effect, because the exchange knows legs by their names. It carries out the commands
/// of ring sessions that live in the store just as those of its own ones.
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
            _ = runner.command(.hangUp(.leg(leg.leg), leg.reason), in: order.session)
        }
        let device = order.leg.map { deviceRegistry.gatewayDevice($0.device, of: $0.user) }
        let reply = runner.command(order.command, on: device, in: order.session)
        return CarrierReply(reply.result, events: reply.events)
    }
}

extension CarrierLegID {
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
