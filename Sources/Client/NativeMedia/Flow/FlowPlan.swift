import MediaEngine
import RTP
import SDP

/// What was agreed about the sound: the part of the negotiation the media clock needs.
struct FlowPlan: Hashable, Sendable {
    var send: AudioPayload
    var receivable: [AudioPayload]
    var sendEvent: TelephoneEventPayload?
    var receivableEvents: [TelephoneEventPayload]
    /// What packets that repeat earlier ones are sent and received with (RFC 2198).
    var sendRedundancy: UInt8?
    var receivableRedundancy: [UInt8]
    var remoteSends: Bool
    var multiplexesRTCP: Bool
    var abilities: RateController.Abilities

    init(_ media: NegotiatedMedia, _ encoding: EncodingOptions) {
        send = media.sendPayload
        receivable = media.receivablePayloads
        sendEvent = media.sendTelephoneEvent
        receivableEvents = media.receivableTelephoneEvents
        sendRedundancy = media.sendRedundancy
        receivableRedundancy = media.receivableRedundancy
        remoteSends = media.remoteDirection.sends
        multiplexesRTCP = media.multiplexesRTCP
        let isOpus = media.sendPayload.codec == .opus
        // A peer that names no limit has one length that it wants, or none.
        let longest = media.peerPacketMillisecondsMax ?? media.peerPacketMilliseconds ?? .max
        abilities = RateController.Abilities()
        abilities.bitsPerSecondMax = max(min(encoding.bitsPerSecond, media.peerBitRateMax ?? .max), 6000)
        abilities.takesCopies = isOpus && media.sendRedundancy != nil
        abilities.takesLongPackets = isOpus && longest >= 60
    }

    func codec(of payloadType: UInt8) -> AudioCodec? {
        receivable.first { $0.payloadType == payloadType }?.codec
    }

    var eventFormats: [TelephoneEventReceiver.Format] {
        receivableEvents.map { TelephoneEventReceiver.Format(payloadType: $0.payloadType, clockRate: $0.clockRate) }
    }
}
