internal import CallModel
internal import ExchangeCore
internal import Verto

/// One device's connection: its socket, its signalling session, and who it is.
final class GatewayConnection {
    let id: ConnectionID
    let socket: Socket
    var session: VertoServerSession
    /// What the device has logged in with.
    var login: DeviceLogin?
    /// What it logs in with, until the exchange has let it in or refused it.
    var claim: DeviceLogin?
    /// Whether the exchange was told of the connection, and has not refused it.
    var isAdmitted = false
    /// Whether the client asked for STUN and TURN servers when it logged in.
    var wantsIceServers = false
    /// Messages between the admission and the word that the session is ready: offers to take up calls.
    var beforeReady: [VertoServerRequest]?
    /// Descriptions the device was asked to answer, by the id of the request.
    var offers: [VertoID: OfferID] = [:]

    /// The description whose request is being sent: the next request's id is its name.
    var pendingOffer: OfferID?

    /// All that can be withdrawn.
    var logins: [DeviceLogin] { [login, claim].compactMap(\.self) }

    /// Who is logging in, or has logged in.
    var identity: Identity? { (login ?? claim)?.identity }

    init(id: ConnectionID, socket: Socket, session: VertoServerSession) {
        self.id = id
        self.socket = socket
        self.session = session
    }
}
