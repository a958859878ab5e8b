import MediaEngine
import Redaction

extension MediaOrder {
    /// How long a digit sounds. Source: RFC 4733 §2.5.1.3 wants at least 40 ms; 100 ms is what phones use (observed).
    static let toneMilliseconds = 100

    /// The engine's command; nil for what the shell does itself.
    var command: MediaCommand? {
        switch self {
        case .createOffer(let id, let iceRestart): .createOffer(id: id, iceRestart: iceRestart)
        case .acceptOffer(let id, let sdp): .acceptOffer(id: id, sdp: sdp.revealed)
        case .acceptAnswer(let id, let sdp, let provisional):
            .acceptAnswer(id: id, sdp: sdp.revealed, provisional: provisional)
        case .rollBack: .rollBack
        case .addRemoteCandidate(let candidate): .addRemoteCandidate(candidate.revealed)
        case .endOfRemoteCandidates: .endOfRemoteCandidates
        case .setDirection(let direction): .setDirection(direction)
        case .setMuted(let isMuted): .setMuted(isMuted)
        case .sendTones(let id, let digits):
            .sendTones(id: id, digits.revealed, toneMilliseconds: Self.toneMilliseconds)
        case .open, .setListening, .close: nil
        }
    }
}

extension MediaNews {
    /// Nil for statistics, which no decision depends on.
    init?(_ event: MediaEvent) {
        switch event {
        case .localDescription(let id, let sdp): self = .localDescription(id: id, sdp: Redacted(sdp))
        case .accepted(let id): self = .accepted(id: id)
        case .commandFailed(let id, let error): self = .failed(id: id, error)
        case .tonesSent(let id): self = .tonesSent(id: id)
        case .localCandidate(let candidate, let identification, let index):
            self = .localCandidate(Redacted(candidate), mediaIdentification: identification, mediaLineIndex: index)
        case .gatheringCompleted: self = .gatheringCompleted
        case .stateChanged(let state): self = .state(state)
        case .faltering(let isFaltering): self = .faltering(isFaltering)
        case .failed(let error): self = .unavailable(error)
        case .remoteDirectionChanged(let direction): self = .remoteDirection(direction)
        case .firstAudio: self = .firstAudio
        case .toneReceived(let digit, _): self = .tone(digit)
        case .statistics: return nil
        }
    }
}
