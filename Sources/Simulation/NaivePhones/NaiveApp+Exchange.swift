import AVFAudio
import CallKit
import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import Scenarios

extension NaiveApp: ScriptedSocketListener {
    func connect(_ organization: String) {
        guard sockets[organization] == nil, !rests, canReadCredentials(of: organization),
            !(has(.believesFirstLook) && isOfflineAtFirst)
        else { return }
        sockets[organization] = exchange.open(
            organization, takesAll: true, takesSessionUp: !has(.remembersNothing), for: self)
    }

    func dial(_ call: NaiveCall) {
        guard call.line == nil, let socket = sockets[call.organization], socket.state == .ready,
            let value = UUIDValue(call.uuid.uuidString)
        else { return }
        call.line = exchange.dial(call.number, as: LineID(outbound: CallUUID(value)), on: socket)
    }

    func socket(_ socket: ScriptedSocket, says event: ScriptedSocket.Event) {
        switch event {
        case .connecting: break
        case .reconnecting:
            // Said at every attempt; the first tells of the loss.
            if lostSockets.insert(socket.registration).inserted { lost(socket) }
        case .ready:
            lostSockets.remove(socket.registration)
            if has(.restsOverItsEnd) { memory.remember(rests: false) }
            ready(socket.registration)
        case .unreachable:
            lostSockets.remove(socket.registration)
            sockets[socket.registration] = nil
            if has(.restsOverItsEnd) { memory.remember(rests: true) }
            guard !has(.triesOnce) else { return }
            later(.seconds(30)) { [self] in connect(socket.registration) }
        case .refused: sockets[socket.registration] = nil
        }
    }

    private func lost(_ socket: ScriptedSocket) {
        let lost = calls.filter { $0.organization == socket.registration }
        if has(.endsWithPath) { return giveUp(lost) }
        guard !has(.keepsDeadCalls) else { return }
        later(.seconds(30)) { [self] in
            if socket.state != .ready { giveUp(lost) }
        }
    }

    private func giveUp(_ lost: [NaiveCall]) {
        for call in lost { end(call, .failed) }
    }

    private func ready(_ organization: String) {
        for call in calls where call.organization == organization {
            if call.isOutgoing { dial(call) } else if !has(.waitsForInvite) { giveUpInvite(call) }
        }
    }

    private func giveUpInvite(_ call: NaiveCall) {
        later(.seconds(8)) { [self] in
            if call.line == nil { end(call, call.isAnswered ? .failed : .remoteEnded) }
        }
    }

    func socket(_ socket: ScriptedSocket, offers line: ScriptedLine) {
        let session = line.call.session.description
        let vendor = line.call.vendorName
        if let isBusy = terminations.removeValue(forKey: session) ?? terminations.removeValue(forKey: vendor) {
            line.decline(isBusy: isBusy)
            if terminations.isEmpty { endBackgroundTime() }
            return
        }
        let plan = line.call.plan
        if let known = call(of: line) { return attach(line, to: known) }
        guard !refusedNames.contains(session), !refusedNames.contains(vendor) else { return }
        guard calls.count < 2 else { return line.decline(isBusy: true) }
        let call = NaiveCall(
            UUID(), isOutgoing: false, number: plan.number, name: plan.name, organization: socket.registration)
        call.session = session
        call.vendor = vendor
        report(call)
        attach(line, to: call)
    }

    /// The call an INVITE is of: by a name of it, or else by the number.
    private func call(of line: ScriptedLine) -> NaiveCall? {
        let invite = line.call
        let sameNumber = calls.filter { !$0.isOutgoing && $0.number == invite.plan.number }
        if has(.joinsByNumber), let first = sameNumber.first { return first }
        let named = calls.first {
            $0.line == nil && ($0.session == invite.session.description || $0.vendor == invite.vendorName)
        }
        return named ?? sameNumber.first { $0.line == nil && ($0.session == nil || $0.vendor == nil) }
    }

    private func attach(_ line: ScriptedLine, to call: NaiveCall) {
        call.line = line
        learn(line.call, call)
        if call.isAnswered { line.answer() }
    }

    /// The INVITE knows the call by both names, and the caller by name.
    private func learn(_ invite: ExchangeCall, _ call: NaiveCall) {
        call.session = call.session ?? invite.session.description
        call.vendor = call.vendor ?? invite.vendorName
        guard !call.isOutgoing, call.name == nil, let name = invite.plan.name else { return }
        call.name = name
        provider.reportCall(with: call.uuid, updated: call.update)
    }

    func line(_ line: ScriptedLine, became state: CallState) {
        guard state.progress == .active, let call = calls.first(where: { $0.line === line }) else { return }
        becameActive(call)
    }

    func line(_ line: ScriptedLine, ended ending: Ending, isReported: Bool) {
        guard !has(.ignoresEndings), let call = calls.first(where: { $0.line === line }) else { return }
        let reason: CXCallEndedReason =
            switch ending.reason {
            case .answeredElsewhere: has(.missesElsewhere) ? .remoteEnded : .answeredElsewhere
            case .declinedElsewhere: has(.missesElsewhere) ? .remoteEnded : .declinedElsewhere
            case .noAnswer: .unanswered
            default: .remoteEnded
            }
        call.line = nil
        end(call, reason)
    }
}
