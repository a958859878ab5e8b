import PhoneCore

/// What can happen in one exploration: small enough to see everything.
struct PhoneScope: Sendable {
    /// The inputs, each delivered once, in any order.
    var pushes: [VoIPPush] = []
    /// What the exchange sends when it is connected, once each; again after a kill.
    var invitations: [WorldInvitation] = []
    /// How often the person dials.
    var dials = 0
    /// How often the process is killed.
    var kills = 0
    /// Whether calls are held, swapped and resumed.
    var holds = false
    /// Whether calls are muted.
    var mutes = false
    /// Whether the first push has already become a call that stands.
    var startsTalking = false
    /// Whether the audio session comes and goes; else it is active throughout.
    var audio = false
    /// Whether reports and transactions are refused.
    var refusals = false
    /// Whether the app's own screens are used.
    var screens = false
    var limits = PhoneLimits()
}

/// An INVITE that the exchange has for this device.
struct WorldInvitation: Hashable, Sendable {
    let line: LineID
    let invitation: IncomingInvite
}
