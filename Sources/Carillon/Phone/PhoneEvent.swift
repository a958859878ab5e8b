import CallModel
import CarillonRTC
import MediaEngine

/// What a phone tells its user, on a screen or as JSON.
enum PhoneEvent: Sendable {
    case connecting(url: String)
    case registered(login: String)
    case reconnecting(attempt: Int)
    case disconnected(ClientError?)
    case incoming(call: Int, from: String, name: String, headers: [CallHeader])
    case dialled(call: Int, to: String)
    case state(call: Int, CallState)
    case media(call: Int, MediaConnectionState)
    case earlyMedia(call: Int)
    case firstAudio(call: Int)
    case headers(call: Int, [CallHeader])
    case names(call: Int, CallNames)
    case muted(call: Int, Bool)
    case digit(call: Int, Character)
    /// A watched tone is heard, or no longer: its level is then below the threshold.
    case tone(call: Int, frequency: Double, level: Double)
    case quality(call: Int, CallQuality)
    case ended(call: Int, Ending)
    case calls([PhoneCallLine])
    case done(command: String)
    case failed(command: String, String)
    case help
}

/// A line of the list of calls.
struct PhoneCallLine: Sendable {
    let number: Int
    let peer: String
    let state: CallState
    let isMuted: Bool
    let isCurrent: Bool
}
