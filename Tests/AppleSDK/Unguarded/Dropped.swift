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

func dropMore(_ peer: RTCPeerConnection, _ transceiver: RTCRtpTransceiver, _ candidate: RTCIceCandidate) {
    let _ = peer.setConfiguration(peer.configuration)  // is found
    let _: Bool = peer.setConfiguration(peer.configuration)  // is found
    if peer.setConfiguration(peer.configuration) {}  // is found
    if peer.setConfiguration(peer.configuration) {} else { return }
    peer.add(candidate) { error in }  // is found
    peer.add(candidate, completionHandler: nil)  // is found
    peer.add(candidate) { (_: (any Error)?) in }  // is found
    peer.add(candidate) { _ in () }  // is found
    peer.add(candidate, completionHandler: takesNoNotice)  // is found
    peer.add(candidate, completionHandler: takesNotice)
    do { try refuse() } catch {}  // is found
    do {
        try refuse()
    } catch {  // is found
    }
    var refusal: NSError?
    transceiver.setDirection(.inactive, error: &refusal)  // is found
    var reason: NSError?
    transceiver.setDirection(.inactive, error: &reason)
    if let reason { takesNotice(reason) }
}

func dropRarely(_ peer: RTCPeerConnection, _ transceiver: RTCRtpTransceiver, _ candidate: RTCIceCandidate) {
    peer.add(candidate) { [weak peer] _ in }  // is found
    peer.add(candidate) { @Sendable [weak peer, unowned transceiver] (_: (any Error)?) -> Void in  // is found
    }
    peer.add(candidate) { _ -> Void in }  // is found
    peer.add(candidate) { _ = $0 }  // is found
    peer.add(candidate, completionHandler: .none)  // is found
    (_) = peer.setConfiguration(peer.configuration)  // is found
    switch peer.setConfiguration(peer.configuration) {  // is found
    default: break
    }
    switch peer.setConfiguration(peer.configuration) {
    case true: takesNotice(nil)
    default: break
    }
    do { try refuse() } catch { return }  // is found
    do { try refuse() } catch { return takesNotice(error) }
    // on purpose: a refusal is the end of it
    do { try refuse() } catch { return }
}

func takesNoNotice(_ error: (any Error)?) {}

func takesNotice(_ error: (any Error)?) { print(error as Any) }

func handle(_ tells: (Bool) -> Void = { _ in }) {}

func refuse() throws {}
