import CNativeMedia

/// How far the connectivity checks of one ICE agent are.
package enum IceState: Hashable, Sendable {
    case checking, connected, failed

    init(_ state: cm_ice_state) {
        switch state {
        case CM_ICE_CONNECTED: self = .connected
        case CM_ICE_FAILED: self = .failed
        default: self = .checking
        }
    }
}
