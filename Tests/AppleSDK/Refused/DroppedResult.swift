// is refused: is unused
// At Apple's a dropped result of Objective-C is not warned of: the stubs and models warn of each.
import WebRTC

func drop(_ peer: RTCPeerConnection) {
    peer.setConfiguration(peer.configuration)
}
