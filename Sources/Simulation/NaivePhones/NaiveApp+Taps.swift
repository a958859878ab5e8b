import AVFAudio
import CallKit
import Foundation
import Scenarios

/// Handles taps on the naive phone's own screens.
extension NaiveApp {
    func perform(_ action: AppUserAction, reports: @escaping @MainActor (String) -> Void) {
        switch action {
        case .speaker(let isOn):
            wantsSpeaker = isOn
            try? AVAudioSession.sharedInstance().overrideOutputAudioPort(isOn ? .speaker : .none)
            reports("accepted")
        case .dial(let number, let name, let organization):
            let call = NaiveCall(UUID(), isOutgoing: true, number: number, name: name, organization: organization)
            calls.append(call)
            ask([CXStartCallAction(call: call.uuid, handle: CXHandle(type: .phoneNumber, value: number))], reports)
        case .tap(let tap, let uuid): self.tap(tap, uuid, reports)
        }
    }

    private func tap(_ tap: CallTap, _ uuid: UUID, _ reports: @escaping @MainActor (String) -> Void) {
        let call = calls.first { $0.uuid == uuid }
        if has(.holdsByItself), tap == .hold, let call {
            call.isHeld = true
            call.line?.hold(true)
            return reports("accepted")
        }
        guard has(.asksAnything) || call?.isConnected == true || tap.isForAnyCall else {
            if tap == .mute { call?.wantsMute = true }
            return reports("refused, notNow")
        }
        switch tap {
        case .answer, .holdAndAnswer, .endAndAnswer: ask(holds(for: uuid) + [CXAnswerCallAction(call: uuid)], reports)
        case .decline, .end: askToEnd(uuid, reports)
        case .hold, .resume: ask([CXSetHeldCallAction(call: uuid, onHold: tap == .hold)], reports)
        case .mute, .unmute: ask([CXSetMutedCallAction(call: uuid, muted: tap == .mute)], reports)
        case .digits(let digits): ask([CXPlayDTMFCallAction(call: uuid, digits: digits, type: .singleTone)], reports)
        }
    }

    /// One conversation at a time.
    private func holds(for uuid: UUID) -> [CXAction] {
        guard !has(.mixesCalls) else { return [] }
        return calls.filter { $0.uuid != uuid && $0.isConnected && !$0.isHeld }
            .map { CXSetHeldCallAction(call: $0.uuid, onHold: true) }
    }

    /// A call the system does not have any more cannot be ended through it, and is ended all the same.
    private func askToEnd(_ uuid: UUID, _ reports: @escaping @MainActor (String) -> Void) {
        ownEnds.insert(uuid)
        ask([CXEndCallAction(call: uuid)]) { [self] words in
            reports(words)
            guard words != Self.accepted, !has(.stopsAtRefusal), let call = calls.first(where: { $0.uuid == uuid })
            else { return }
            sendBye(call)
            leave(call)
        }
    }

    private static var accepted: String { "accepted" }

    func ask(_ actions: [CXAction], _ reports: @escaping @MainActor (String) -> Void) {
        controller.request(CXTransaction(actions: actions)) { error in
            let isAccepted = error == nil
            Task { @MainActor in reports(isAccepted ? Self.accepted : "refused by the system") }
        }
    }
}

extension CallTap {
    fileprivate var isForAnyCall: Bool {
        switch self {
        case .answer, .decline, .end, .endAndAnswer, .holdAndAnswer: true
        case .hold, .resume, .mute, .unmute, .digits: false
        }
    }
}
