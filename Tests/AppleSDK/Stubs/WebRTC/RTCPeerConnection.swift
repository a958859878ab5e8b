public import AVFAudio
public import Foundation

/// Header-shaped: what `WebRTCMedia` uses of `WebRTC.framework`. Completion handlers carry no `@Sendable`, as in the
/// headers; optional requirements that are used are required here, so that a name almost right is an error.
public enum RTCSdpType: Int, Sendable { case offer, prAnswer, answer, rollback }
public enum RTCSignalingState: Int, Sendable {
    case stable, haveLocalOffer, haveLocalPrAnswer, haveRemoteOffer, haveRemotePrAnswer, closed
}
public enum RTCIceConnectionState: Int, Sendable {
    case new, checking, connected, completed, failed, disconnected, closed, count
}
public enum RTCIceGatheringState: Int, Sendable { case new, gathering, complete }
public enum RTCPeerConnectionState: Int, Sendable { case new, connecting, connected, disconnected, failed, closed }
public enum RTCRtpMediaType: Int, Sendable { case audio, video, data, unsupported, any }
public enum RTCRtpTransceiverDirection: Int, Sendable { case sendRecv, sendOnly, recvOnly, inactive, stopped }
public enum RTCSdpSemantics: Int, Sendable { case planB, unifiedPlan }
public enum RTCBundlePolicy: Int, Sendable { case balanced, maxCompat, maxBundle }
public enum RTCRtcpMuxPolicy: Int, Sendable { case negotiate, require }
public enum RTCContinualGatheringPolicy: Int, Sendable { case gatherOnce, gatherContinually }
public enum RTCIceTransportPolicy: Int, Sendable { case none, relay, noHost, all }

open class RTCConfiguration: NSObject {
    open var sdpSemantics = RTCSdpSemantics.unifiedPlan
    open var bundlePolicy = RTCBundlePolicy.balanced
    open var rtcpMuxPolicy = RTCRtcpMuxPolicy.require
    open var continualGatheringPolicy = RTCContinualGatheringPolicy.gatherOnce
    open var iceTransportPolicy = RTCIceTransportPolicy.all
    open var iceServers: [RTCIceServer] = []
    public override init() {}
}

open class RTCIceServer: NSObject {
    public convenience init(urlStrings: [String]) { self.init(urlStrings: urlStrings, username: nil, credential: nil) }
    public init(urlStrings: [String], username: String?, credential: String?) {}
}

open class RTCMediaConstraints: NSObject {
    public init(mandatoryConstraints mandatory: [String: String]?, optionalConstraints optional: [String: String]?) {}
}

open class RTCSessionDescription: NSObject {
    open var type: RTCSdpType { .offer }
    open var sdp: String { "" }
    public init(type: RTCSdpType, sdp: String) {}
}

open class RTCIceCandidate: NSObject {
    open var sdpMid: String? { nil }
    open var sdpMLineIndex: Int32 { 0 }
    open var sdp: String { "" }
    open var serverUrl: String? { nil }
    public init(sdp: String, sdpMLineIndex: Int32, sdpMid: String?) {}
}

open class RTCMediaStream: NSObject {}
open class RTCDataChannel: NSObject {}
open class RTCMediaSource: NSObject {}
open class RTCAudioSource: RTCMediaSource {}
open class RTCMediaStreamTrack: NSObject { open var isEnabled = true }
open class RTCAudioTrack: RTCMediaStreamTrack {}

public protocol RTCDtmfSender: NSObjectProtocol {
    var canInsertDtmf: Bool { get }
    func insertDtmf(_ tones: String, duration: TimeInterval, interToneGap: TimeInterval) -> Bool
}

public protocol RTCRtpReceiverDelegate: NSObjectProtocol {
    func rtpReceiver(_ rtpReceiver: RTCRtpReceiver, didReceiveFirstPacketFor mediaType: RTCRtpMediaType)
}

open class RTCRtpReceiver: NSObject {
    open var track: RTCMediaStreamTrack? { nil }
    open weak var delegate: (any RTCRtpReceiverDelegate)?
}

open class RTCRtpTransceiver: NSObject {
    open var mediaType: RTCRtpMediaType { .audio }
    open var mid: String { "" }
    open var sender: RTCRtpSender { RTCRtpSender() }
    open var receiver: RTCRtpReceiver { RTCRtpReceiver() }
    open var direction: RTCRtpTransceiverDirection { .inactive }
    open func setDirection(_ direction: RTCRtpTransceiverDirection, error: UnsafeMutablePointer<NSError?>?) {}
    open func stopInternal() {}
}

open class RTCRtpSender: NSObject {
    open var track: RTCMediaStreamTrack?
    open var dtmfSender: (any RTCDtmfSender)? { nil }
}

open class RTCStatistics: NSObject {
    open var id: String { "" }
    open var type: String { "" }
    open var values: [String: FoundationObject] { [:] }
}

open class RTCStatisticsReport: NSObject {
    open var statistics: [String: RTCStatistics] { [:] }
}

public protocol RTCPeerConnectionDelegate: NSObjectProtocol {
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange stateChanged: RTCSignalingState)
    func peerConnection(_ peerConnection: RTCPeerConnection, didAdd stream: RTCMediaStream)
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove stream: RTCMediaStream)
    func peerConnectionShouldNegotiate(_ peerConnection: RTCPeerConnection)
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceConnectionState)
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceGatheringState)
    func peerConnection(_ peerConnection: RTCPeerConnection, didGenerate candidate: RTCIceCandidate)
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove candidates: [RTCIceCandidate])
    func peerConnection(_ peerConnection: RTCPeerConnection, didOpen dataChannel: RTCDataChannel)
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCPeerConnectionState)
}

open class RTCPeerConnection: NSObject {
    open weak var delegate: (any RTCPeerConnectionDelegate)?
    open var localDescription: RTCSessionDescription? { nil }
    open var remoteDescription: RTCSessionDescription? { nil }
    open var connectionState: RTCPeerConnectionState { .new }
    open var iceGatheringState: RTCIceGatheringState { .new }
    open var configuration: RTCConfiguration { RTCConfiguration() }
    open func setConfiguration(_ configuration: RTCConfiguration) -> Bool { true }
    open func close() {}
    open func add(_ candidate: RTCIceCandidate, completionHandler: @escaping ((any Error)?) -> Void) {}
    open func add(_ track: RTCMediaStreamTrack, streamIds: [String]) -> RTCRtpSender? { nil }
    open var transceivers: [RTCRtpTransceiver] { [] }
    open func offer(
        for constraints: RTCMediaConstraints,
        completionHandler: ((RTCSessionDescription?, (any Error)?) -> Void)?
    ) {}
    open func answer(
        for constraints: RTCMediaConstraints,
        completionHandler: ((RTCSessionDescription?, (any Error)?) -> Void)?
    ) {}
    open func setLocalDescription(
        _ sdp: RTCSessionDescription, completionHandler: (((any Error)?) -> Void)?
    ) {}
    open func setRemoteDescription(
        _ sdp: RTCSessionDescription, completionHandler: (((any Error)?) -> Void)?
    ) {}
    open func statistics(completionHandler: @escaping (RTCStatisticsReport) -> Void) {}
}

open class RTCPeerConnectionFactory: NSObject {
    public override init() {}
    open func peerConnection(
        with configuration: RTCConfiguration, constraints: RTCMediaConstraints,
        delegate: (any RTCPeerConnectionDelegate)?
    ) -> RTCPeerConnection? { nil }
    open func audioSource(with constraints: RTCMediaConstraints?) -> RTCAudioSource { RTCAudioSource() }
    open func audioTrack(with source: RTCAudioSource, trackId: String) -> RTCAudioTrack { RTCAudioTrack() }
}

open class RTCAudioSession: NSObject {
    open class func sharedInstance() -> RTCAudioSession { RTCAudioSession() }
    open var useManualAudio = false
    open var isAudioEnabled = false
    open func audioSessionDidActivate(_ session: AVAudioSession) {}
    open func audioSessionDidDeactivate(_ session: AVAudioSession) {}
}
