import MediaEngine
import WebRTC

/// What the framework tells, on threads of its own.
nonisolated extension WebRTCMediaConnection: RTCPeerConnectionDelegate {
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCPeerConnectionState) {
        switch newState {
        case .connecting: tell(.way(.connecting), of: peerConnection)
        case .connected: tell(.way(.connected), of: peerConnection)
        case .disconnected, .failed: tell(.way(.lost), of: peerConnection)
        case .new, .closed: break
        @unknown default: break
        }
    }

    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceGatheringState) {
        if newState == .complete { tell(.gathered, of: peerConnection) }
    }

    func peerConnection(_ peerConnection: RTCPeerConnection, didGenerate candidate: RTCIceCandidate) {
        tell(
            .candidate(
                candidate.sdp, mediaIdentification: candidate.sdpMid ?? "",
                mediaLineIndex: Int(candidate.sdpMLineIndex)), of: peerConnection)
    }

    func peerConnection(_ peerConnection: RTCPeerConnection, didChange stateChanged: RTCSignalingState) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceConnectionState) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didAdd stream: RTCMediaStream) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove stream: RTCMediaStream) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove candidates: [RTCIceCandidate]) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didOpen dataChannel: RTCDataChannel) {}
    func peerConnectionShouldNegotiate(_ peerConnection: RTCPeerConnection) {}
}

nonisolated extension WebRTCMediaConnection: RTCRtpReceiverDelegate {
    func rtpReceiver(_ rtpReceiver: RTCRtpReceiver, didReceiveFirstPacketFor mediaType: RTCRtpMediaType) {
        if mediaType == .audio { tell(.firstAudio) }
    }
}
