import Dispatch
import Foundation
import MediaEngine
import SDP
import WebRTC

/// What a connection is told, on its queue.
extension WebRTCMediaConnection {
    func carryOut(_ command: MediaCommand) {
        switch command {
        case .createOffer(let id, let iceRestart): createOffer(id, iceRestart)
        case .acceptOffer(let id, let sdp): acceptOffer(id, sdp)
        case .acceptAnswer(let id, let sdp, let isProvisional): acceptAnswer(id, sdp, isProvisional)
        case .rollBack: rollBack()
        case .addRemoteCandidate(let text): addCandidate(text)
        case .endOfRemoteCandidates: break  // The framework has no word for it.
        case .setDirection(let direction): set(direction)
        case .setMuted(let isMuted): changeGate { $0.isMuted = isMuted }
        case .sendTones(let id, let tones, let milliseconds): sendTones(id, tones, milliseconds)
        case .setSource(let source): changeGate { $0.hasMicrophone = source != nil }
        case .setSink(let sink): transceiver.receiver.track?.isEnabled = sink != nil
        case .reportStatistics: reportStatistics()
        case .close: break  // It overtakes what waits.
        }
    }

    private func createOffer(_ id: MediaCommand.ID, _ iceRestart: Bool) {
        let constraints = RTCMediaConstraints(
            mandatoryConstraints: iceRestart ? ["IceRestart": "true"] : nil, optionalConstraints: nil)
        begin { finish in
            peer.offer(for: constraints) { offer, _ in
                let sdp = offer?.sdp
                finish { $0.use(sdp, .offer, id) }
            }
        }
    }

    private func acceptOffer(_ id: MediaCommand.ID, _ sdp: String) {
        begin { finish in
            peer.setRemoteDescription(RTCSessionDescription(type: .offer, sdp: sdp)) { error in
                let isApplied = error == nil
                finish { $0.appliedOffer(sdp, id, isApplied) }
            }
        }
    }

    private func appliedOffer(_ sdp: String, _ id: MediaCommand.ID, _ isApplied: Bool) {
        guard isApplied else { return fail(id, .malformedDescription, "the offer") }
        remoteApplied(sdp)
        begin { finish in
            peer.answer(for: RTCMediaConstraints(mandatoryConstraints: nil, optionalConstraints: nil)) { answer, _ in
                let sdp = answer?.sdp
                finish { $0.use(sdp, .answer, id) }
            }
        }
    }

    private func acceptAnswer(_ id: MediaCommand.ID, _ sdp: String, _ isProvisional: Bool) {
        let description = RTCSessionDescription(type: isProvisional ? .prAnswer : .answer, sdp: sdp)
        begin { finish in
            peer.setRemoteDescription(description) { error in
                let isApplied = error == nil
                finish { connection in
                    guard isApplied else { return connection.fail(id, .malformedDescription, "the answer") }
                    connection.remoteApplied(sdp)
                    connection.send(.accepted(id: id))
                }
            }
        }
    }

    private func rollBack() {
        gathering = nil
        begin { finish in
            peer.setLocalDescription(RTCSessionDescription(type: .rollback, sdp: "")) { _ in finish { _ in } }
        }
    }

    /// Makes a description ours, and sends it as soon as it has the candidates it is to have.
    private func use(_ sdp: String?, _ type: RTCSdpType, _ id: MediaCommand.ID) {
        guard let sdp else { return fail(id, .wrongState, "no description could be made") }
        begin { finish in
            peer.setLocalDescription(RTCSessionDescription(type: type, sdp: sdp)) { error in
                let isApplied = error == nil
                finish { connection in
                    guard isApplied else { return connection.fail(id, .wrongState, "our own description") }
                    connection.announce(sdp, id)
                }
            }
        }
    }

    private func announce(_ sdp: String, _ id: MediaCommand.ID) {
        switch configuration.gathering {
        case .trickle: send(.localDescription(id: id, sdp: sdp))
        case .complete(let limit):
            gathering = id
            if peer.iceGatheringState == .complete { return sendGathered() }
            queue.asyncAfter(deadline: .now() + limit.seconds) { [weak self] in
                if self?.gathering == id { self?.sendGathered() }
            }
        }
    }

    /// The candidates are there, or were waited for long enough.
    func sendGathered() {
        guard let id = gathering, let sdp = peer.localDescription?.sdp else { return }
        gathering = nil
        send(.localDescription(id: id, sdp: sdp))
    }

    private func remoteApplied(_ sdp: String) {
        for candidate in earlyCandidates { peer.add(candidate) { _ in } }
        earlyCandidates = []
        guard let description = try? SessionDescription(parsing: sdp),
            let section = description.media.first(where: { $0.kind == "audio" })
        else { return }
        send(.remoteDirectionChanged(description.direction(of: section)))
    }

    /// The most candidates kept until there is a description. Source: as the other engine.
    private static let earlyCandidatesMax = 64

    private func addCandidate(_ text: String) {
        let prefix = "candidate:"
        let candidate = RTCIceCandidate(
            sdp: text.hasPrefix(prefix) ? text : prefix + text, sdpMLineIndex: 0, sdpMid: nil)
        if peer.remoteDescription != nil {
            peer.add(candidate) { _ in }
        } else if earlyCandidates.count < Self.earlyCandidatesMax {
            earlyCandidates.append(candidate)
        }
    }

    private func set(_ direction: MediaDirection) {
        transceiver.setDirection(RTCRtpTransceiverDirection(direction), error: nil)
        changeGate { $0.maySend = direction == .sendrecv || direction == .sendonly }
    }

    private func changeGate(_ change: (inout SoundGate) -> Void) {
        change(&gate)
        audio.isEnabled = gate.isOpen
    }

    private func sendTones(_ id: MediaCommand.ID, _ tones: String, _ milliseconds: Int) {
        guard !tones.isEmpty, tones.allSatisfy("0123456789*#ABCD".contains) else {
            return fail(id, .invalidTone, "a tone that does not exist")
        }
        let duration = Double(min(max(milliseconds, 40), 6_000)) / 1_000
        guard let sender = transceiver.sender.dtmfSender,
            sender.insertDtmf(tones, duration: duration, interToneGap: Self.toneGap)
        else { return fail(id, .wrongState, "no tones can be sent") }
        // The framework does not say when a tone is over.
        queue.asyncAfter(deadline: .now() + Double(tones.count) * (duration + Self.toneGap)) { [weak self] in
            self?.send(.tonesSent(id: id))
        }
    }

    /// Between two tones, in seconds: the framework's least is 0.03. Source: WebRTC `RTCDtmfSender`.
    private static let toneGap = 0.05

    private func fail(_ id: MediaCommand.ID, _ code: MediaError.Code, _ context: String) {
        send(.commandFailed(id: id, MediaError(code, context)))
    }
}

extension Duration {
    var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
