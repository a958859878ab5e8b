import AVFAudio
import CallKit
import Foundation
import Scenarios

/// What the person asks of the naive phone's own screens.
extension NaiveApp {
    func perform(_ wish: AppUserAction, tells: @escaping @MainActor (String) -> Void) {
        switch wish {
        case .speaker(let isOn):
            wantsSpeaker = isOn
            try? AVAudioSession.sharedInstance().overrideOutputAudioPort(isOn ? .speaker : .none)
            tells("accepted")
        case .dial(let number, let name, let organization):
            let call = NaiveCall(UUID(), isOutgoing: true, number: number, name: name, organization: organization)
            calls.append(call)
            ask([CXStartCallAction(call: call.uuid, handle: CXHandle(type: .phoneNumber, value: number))], tells)
        case .tap(let tap, let uuid): self.tap(tap, uuid, tells)
        }
    }

    private func tap(_ tap: CallTap, _ uuid: UUID, _ tells: @escaping @MainActor (String) -> Void) {
        let call = calls.first { $0.uuid == uuid }
        if has(.holdsByItself), tap == .hold, let call {
            call.isHeld = true
            call.line?.hold(true)
            return tells("accepted")
        }
        guard has(.asksAnything) || call?.isConnected == true || tap.isForAnyCall else {
            if tap == .mute { call?.wantsMute = true }
            return tells("refused, notNow")
        }
        switch tap {
        case .answer, .holdAndAnswer, .endAndAnswer: ask(holds(for: uuid) + [CXAnswerCallAction(call: uuid)], tells)
        case .decline, .end: askToEnd(uuid, tells)
        case .hold, .resume: ask([CXSetHeldCallAction(call: uuid, onHold: tap == .hold)], tells)
        case .mute, .unmute: ask([CXSetMutedCallAction(call: uuid, muted: tap == .mute)], tells)
        case .digits(let digits): ask([CXPlayDTMFCallAction(call: uuid, digits: digits, type: .singleTone)], tells)
        }
    }

    /// One conversation at a time.
    private func holds(for uuid: UUID) -> [CXAction] {
        guard !has(.mixesCalls) else { return [] }
        return calls.filter { $0.uuid != uuid && $0.isConnected && !$0.isHeld }
            .map { CXSetHeldCallAction(call: $0.uuid, onHold: true) }
    }

    /// A call the system does not have any more cannot be ended through it, and is ended all the same.
    private func askToEnd(_ uuid: UUID, _ tells: @escaping @MainActor (String) -> Void) {
        ownEnds.insert(uuid)
        ask([CXEndCallAction(call: uuid)]) { [self] words in
            tells(words)
            guard words != Self.accepted, !has(.stopsAtRefusal), let call = calls.first(where: { $0.uuid == uuid })
            else { return }
            sayGoodbye(call)
            leave(call)
        }
    }

    private static var accepted: String { "accepted" }

    func ask(_ actions: [CXAction], _ tells: @escaping @MainActor (String) -> Void) {
        controller.request(CXTransaction(actions: actions)) { error in
            let isAccepted = error == nil
            Task { @MainActor in tells(isAccepted ? Self.accepted : "refused by the system") }
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
