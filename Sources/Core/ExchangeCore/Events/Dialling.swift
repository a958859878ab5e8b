public import CallModel
public import Redaction

/// A request to place a call.
public struct Dialling: Hashable, Sendable {
    /// The name the caller's device chose for the call.
    public var callID: CallID
    /// The name of the call itself, fresh from the shell's random source: the core has none.
    public var session: CallSessionID
    /// Whether the call may be, whom it rings and under which name.
    public var verdict: CallingVerdict
    /// The dialled text, as the called devices are shown it.
    public var dialled: Redacted<String>
    /// The caller's session description, an offer.
    public var description: Redacted<String>
    /// Whether candidates follow one by one.
    public var trickles: Bool
    /// Headers for the called app.
    public var headers: [CustomHeader]
    /// The app's own mark on the call, opaque.
    public var clientState: Redacted<String>?
    /// Codecs the caller would like to be used first.
    public var preferredCodecs: [PreferredCodec]

    /// The callee's devices that a push reaches, whether or not they have a connection; looked up by the shell.
    public var wakeable: [DeviceID]
    /// The organisation the caller's device speaks for, as the shell names it; nil: none. Opaque to the core: it stays
    /// with the call, whatever the device switches to.
    public var organization: String?
    /// The user whose device takes a message when nobody takes the call; nil: it ends.
    public var attendant: UserID?
    /// Of a call to a number: the user a message is for.
    public var mailbox: UserID?

    /// Describes a call to be placed.
    public init(
        callID: CallID, session: CallSessionID, verdict: CallingVerdict, dialled: Redacted<String>,
        description: Redacted<String>, trickles: Bool, headers: [CustomHeader] = [],
        clientState: Redacted<String>? = nil, preferredCodecs: [PreferredCodec] = [], wakeable: [DeviceID] = [],
        organization: String? = nil, attendant: UserID? = nil, mailbox: UserID? = nil
    ) {
        self.callID = callID
        self.session = session
        self.verdict = verdict
        self.dialled = dialled
        self.description = description
        self.trickles = trickles
        self.headers = headers
        self.clientState = clientState
        self.preferredCodecs = preferredCodecs
        self.wakeable = wakeable
        self.organization = organization
        self.attendant = attendant
        self.mailbox = mailbox
    }

    /// The call as that user may place it; nil: they may not.
    func permitted(to user: UserID) -> PermittedCall? {
        guard case .permitted(let call) = verdict, call.caller == user else { return nil }
        return call
    }
}
