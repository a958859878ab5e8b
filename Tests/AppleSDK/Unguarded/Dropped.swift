import WebRTC

func drop(_ peer: RTCPeerConnection, _ transceiver: RTCRtpTransceiver, _ candidate: RTCIceCandidate) {
    _ = peer.setConfiguration(peer.configuration)  // is found
    transceiver.setDirection(.inactive, error: nil)  // is found
    peer.add(candidate) { _ in }  // is found
    // on purpose: nothing more is asked of it
    _ = peer.setConfiguration(peer.configuration)
}

func take(_ tells: (Bool) -> Void = { _ in }) {}
