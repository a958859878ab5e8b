/// Which family of Verto a peer speaks.
///
/// Source: mod_verto of FreeSWITCH (observed on 1.11); Telnyx' `telnyx_rtc` as its client SDKs speak it (observed).
public enum VertoDialect: String, Hashable, Sendable, CaseIterable {
    case telnyx
    case freeSwitch

    /// What stands before the names of methods, the dot included.
    public var methodPrefix: String {
        switch self {
        case .telnyx: "telnyx_rtc."
        case .freeSwitch: "verto."
        }
    }

    /// What the dialect has beyond the common core.
    public var capabilities: VertoCapabilities {
        switch self {
        case .telnyx:
            [.gatewayState, .ringing, .trickle, .attachCalls, .pushNotifications, .tokenLogin, .customHeaders]
        case .freeSwitch:
            [.readyAtClientReady, .acknowledgesRequests]
        }
    }
}
