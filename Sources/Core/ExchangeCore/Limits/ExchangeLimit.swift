/// A limit of the exchange that a request can run into.
public enum ExchangeLimit: String, Hashable, Sendable {
    /// Calls at once.
    case calls
    /// Calls at once that one user placed.
    case callsOfUser
    /// Calls at once by which one user rings another.
    case ringsOfPair
    /// Signalling sessions of all users.
    case sessions
    /// Signalling sessions of one user.
    case devicesOfUser
    /// Candidates of one leg.
    case candidates
    /// The size of a candidate.
    case candidateBytes
    /// Headers of one call.
    case headers
    /// The size of a header.
    case headerBytes
    /// The size of a session description.
    case descriptionBytes
    /// The size of the app's mark on a call.
    case clientStateBytes
    /// Digits in one request.
    case tones
    /// Codecs wished for.
    case preferredCodecs
    /// The size of a name, a number or a dialled text.
    case nameBytes
    /// The size of a call's name.
    case callIDBytes
    /// Changes of media of one call.
    case renegotiations
}
