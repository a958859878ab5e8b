import Dispatch
import MediaEngine
import WebRTC

/// What the framework tells, on threads of its own.
extension WebRTCMediaConnection: RTCPeerConnectionDelegate {
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCPeerConnectionState) {
        queue.async { self.take(newState) }
    }

    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceGatheringState) {
        guard newState == .complete else { return }
        queue.async {
            self.send(.gatheringCompleted)
            self.sendGathered()
        }
    }

    func peerConnection(_ peerConnection: RTCPeerConnection, didGenerate candidate: RTCIceCandidate) {
        guard configuration.gathering == .trickle else { return }
        let prefix = "candidate:"
        let text = candidate.sdp.hasPrefix(prefix) ? String(candidate.sdp.dropFirst(prefix.count)) : candidate.sdp
        let (section, line) = (candidate.sdpMid ?? "", Int(candidate.sdpMLineIndex))
        queue.async { self.send(.localCandidate(text, mediaIdentification: section, mediaLineIndex: line)) }
    }

    func peerConnection(_ peerConnection: RTCPeerConnection, didChange stateChanged: RTCSignalingState) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceConnectionState) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didAdd stream: RTCMediaStream) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove stream: RTCMediaStream) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove candidates: [RTCIceCandidate]) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didOpen dataChannel: RTCDataChannel) {}
    func peerConnectionShouldNegotiate(_ peerConnection: RTCPeerConnection) {}

    /// A way that failed may come back by a restart for as long as the configuration says.
    private func take(_ new: RTCPeerConnectionState) {
        switch new {
        case .connecting: if state == .new { change(to: .connecting) }
        case .connected:
            interruption?.cancel()
            interruption = nil
            change(to: .connected)
            reportStatistics()
        case .disconnected, .failed: interrupt()
        case .new, .closed: break
        @unknown default: break
        }
    }

    private func interrupt() {
        guard interruption == nil else { return }
        change(to: .interrupted)
        let end = DispatchWorkItem { [weak self] in
            self?.send(.failed(MediaError(.transport, "the way did not come back")))
            self?.change(to: .failed)
        }
        interruption = end
        queue.asyncAfter(deadline: .now() + configuration.interruptionLimit.seconds, execute: end)
    }
}

extension WebRTCMediaConnection: RTCRtpReceiverDelegate {
    func rtpReceiver(_ rtpReceiver: RTCRtpReceiver, didReceiveFirstPacketFor mediaType: RTCRtpMediaType) {
        guard mediaType == .audio else { return }
        queue.async { self.send(.firstAudio) }
    }
}
