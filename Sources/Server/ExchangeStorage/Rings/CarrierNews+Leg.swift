internal import CallModel
internal import RingCore

extension CarrierNews {
    /// The rung leg it is about; nil where it is about the caller's, or names the leg itself.
    var rungLeg: LegID? {
        switch self {
        case .ringing(let leg), .answered(.leg(let leg)), .confirmed(let leg, _), .bridged(.leg(let leg), _),
            .hungUp(.leg(let leg), _), .held(.leg(let leg), _), .looked(.leg(let leg), _):
            leg
        case .initiated, .answered(.parent), .bridged(.parent, _), .hungUp(.parent, _), .held(.parent, _),
            .looked(.parent, _), .playbackEnded, .recordingSaved, .recordingFailed:
            nil
        }
    }

    /// Whether it is about the caller's leg, or about one that it does not name.
    var isOfParent: Bool {
        switch self {
        case .answered(.parent), .bridged(.parent, _), .hungUp(.parent, _), .held(.parent, _), .looked(.parent, _): true
        case .initiated, .ringing, .answered, .confirmed, .bridged, .hungUp, .held, .looked, .playbackEnded,
            .recordingSaved, .recordingFailed:
            false
        }
    }

    /// The same news of a rung leg instead of the caller's.
    func ofRungLeg(_ leg: LegID) -> CarrierNews {
        switch self {
        case .answered(.parent): .answered(.leg(leg))
        case .bridged(.parent, let mark): .bridged(.leg(leg), mark)
        case .hungUp(.parent, let news): .hungUp(.leg(leg), news)
        case .held(.parent, let isHeld): .held(.leg(leg), isHeld)
        case .looked(.parent, let liveness): .looked(.leg(leg), liveness)
        default: self
        }
    }
}
