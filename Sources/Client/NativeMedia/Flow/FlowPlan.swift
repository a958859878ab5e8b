import MediaEngine
import RTP
import SDP

/// What was agreed about the sound: the part of the negotiation the media clock needs.
struct FlowPlan: Hashable, Sendable {
    var send: AudioPayload
    var receivable: [AudioPayload]
    var sendEvent: TelephoneEventPayload?
    var receivableEvents: [TelephoneEventPayload]
    var remoteSends: Bool
    var multiplexesRTCP: Bool
    var bitRateMax: Int?

    init(_ media: NegotiatedMedia) {
        send = media.sendPayload
        receivable = media.receivablePayloads
        sendEvent = media.sendTelephoneEvent
        receivableEvents = media.receivableTelephoneEvents
        remoteSends = media.remoteDirection.sends
        multiplexesRTCP = media.multiplexesRTCP
        bitRateMax = media.peerBitRateMax
    }

    func codec(of payloadType: UInt8) -> AudioCodec? {
        receivable.first { $0.payloadType == payloadType }?.codec
    }

    var eventFormats: [TelephoneEventReceiver.Format] {
        receivableEvents.map { TelephoneEventReceiver.Format(payloadType: $0.payloadType, clockRate: $0.clockRate) }
    }
}
