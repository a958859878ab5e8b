import Verto

/// Which family of Verto the exchange speaks.
public enum Dialect: String, Hashable, Sendable, CaseIterable {
    case telnyx
    case freeSwitch = "freeswitch"

    var verto: VertoDialect {
        switch self {
        case .telnyx: .telnyx
        case .freeSwitch: .freeSwitch
        }
    }
}
