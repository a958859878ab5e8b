import WebRTC

func drop(_ peer: RTCPeerConnection, _ transceiver: RTCRtpTransceiver, _ candidate: RTCIceCandidate) {
    _ = peer.setConfiguration(peer.configuration)  // is found
    transceiver.setDirection(.inactive, error: nil)  // is found
    peer.add(candidate) { _ in }  // is found
    _  // is found
    = peer.setConfiguration(peer.configuration)
    try? refuse()  // is found
    if peer.setConfiguration(peer.configuration) { try? refuse() }  // is found
    peer.add(candidate) { _ in  // is found
    }
    switch transceiver.direction {
    case .inactive: try? refuse()  // is found
    default:
        try? refuse()  // is found
    }
    let refused: Void? =
        try? refuse()
    if refused == nil { return }
    defer { try? refuse() }
    // on purpose: nothing more is asked of it
    _ = peer.setConfiguration(peer.configuration)
}

func take(_ tells: (Bool) -> Void = { _ in }) {}

func refuse() throws {}
