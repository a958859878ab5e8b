// is refused: has different argument labels from those required
import Foundation
import WebRTC

final class Hearer: NSObject, RTCRtpReceiverDelegate {
    func rtpReceiver(_ rtpReceiver: RTCRtpReceiver, didReceiveFirstPacket mediaType: RTCRtpMediaType) {}
}
