/// An RTCP packet we understand.
///
/// Source: RFC 3550 §6.4–§6.6.
public enum RTCPPacket: Hashable, Sendable {
    case senderReport(SenderReport)
    case receiverReport(ReceiverReport)
    case sourceDescription(SourceDescription)
    case goodbye(Goodbye)
}
