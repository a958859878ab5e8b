public import CallModel
public import PhoneCore
public import Redaction

/// The exchange's HTTP API, with the person's own session. Each question is answered by an event; who is asked again
/// before it answered answers once. Retries are the phone's to order, not its.
@MainActor
public protocol ExchangePort: PhoneEventSource {
    /// Says what stands in the token slot of this installation. Answer: `confirmed` or `failed` of
    /// ``PhoneEvent/tokens(_:)``.
    func upload(_ message: TokenLedger.Message)

    /// Gives the exchange the key to seal with who calls this device. Answer: `confirmed` or `failed` of
    /// ``PhoneEvent/pushKeys(_:)``.
    func upload(_ key: PushKeyID, _ bytes: Redacted<[UInt8]>)

    /// Says by which token alerts reach this installation. Answer: ``PhoneEvent/alertTokenTold(_:_:)``.
    func upload(alertToken: PushToken)

    /// Asks how a call ended for which a process before this one was ringing. Answer: `news` of
    /// ``PhoneEvent/notices(_:)``; none does no harm.
    func askOutcome(of call: CallUUID, session: CallSessionID, organization: OrganizationID?)

    /// Asks about a call that rings, or rang. Answer: `replied` of ``PhoneEvent/rings(_:)``, once.
    func ask(_ request: RingRequests.Request)

    /// Hears what calls to numbers are for this device, from now on or no more. Each is told as
    /// ``PhoneEvent/ringNews(_:)``; what was told meanwhile comes after a lost connection.
    func listen(_ isOn: Bool)

    /// Asks for credentials of an organisation. Answer: ``CredentialDesk/grant(_:as:)``, or `denied` of
    /// ``PhoneEvent/organizations(_:)``.
    func askCredentials(of organization: OrganizationID)

    /// Asks for credentials of every organisation of the person. Answer: `fetched` or `failed` of
    /// ``PhoneEvent/credentials(_:)``, and ``CredentialDesk/provision(_:as:)`` after `fetched` for each.
    func fetchCredentials()

    /// Renews the person's session. Answer: `renewed`, `renewalFailed` or `renewalRefused` of
    /// ``PhoneEvent/session(_:)``.
    func renewSession()

    /// Ends the session at the exchange, or erases the session's token here. Answer: `done` or `failed` of
    /// ``PhoneEvent/signOut(_:)``.
    func perform(_ step: SignOutStep)
}
