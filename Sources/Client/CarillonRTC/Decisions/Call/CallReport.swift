package import CallModel
package import MediaEngine

/// What a call tells whoever watches it.
package enum CallReport: Hashable, Sendable {
    /// Where it stands, how it ended, and whether the exchange said so.
    case state(CallState, Ending?, isTold: Bool)
    case muted(Bool)
    case digit(Character)
    case earlyMedia
    case firstAudio
    /// Headers of the other side's INVITE or ANSWER.
    case headers([CallHeader])
    case names(CallNames)
    case media(MediaConnectionState)
}
