internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangeStorage
internal import RingCore

/// The carriers of an exchange behind one port: whose a call is, its names tell.
struct Carriers: Carrier {
    let gateway: GatewayCarrier
    /// nil: none is configured.
    let telnyx: TelnyxCarrier?

    func perform(_ order: CarrierOrder) async -> CarrierReply {
        if order.parent.isOfGateway { return await gateway.perform(order) }
        // A call that an earlier run left, of a carrier that is configured no more.
        guard let telnyx else { return order.withoutCarrier }
        return await telnyx.perform(order)
    }

    /// At the gateway nobody counts.
    func countsDials(for parent: CarrierLegID) -> Bool { !parent.isOfGateway }

    /// Who calls at the gateway is in one of its calls.
    func countsCaller(of parent: CarrierLegID) -> Bool { parent.isOfGateway }

    func own(_ leg: CarrierLegID) async -> OwnLeg? { leg.isOfGateway ? nil : await telnyx?.own(leg) }
}

extension CarrierOrder {
    /// Nobody does it, and nobody has the leg.
    fileprivate var withoutCarrier: CarrierReply {
        if case .look(let leg) = command { return CarrierReply(.accepted(nil), news: [.looked(leg, .over)]) }
        return CarrierReply(.alreadyOver)
    }
}

extension Carriers: RecordingArchive {
    func sound(of source: RecordingSource, atMost bytesMax: Int) async throws(RecordingError) -> [UInt8] {
        // Whoever took the message is putting it there: only a crash in between keeps it from that.
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
