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
        guard sockets[organization] == nil, canReadCredentials(of: organization) else { return }
        sockets[organization] = exchange.open(organization, for: self)
    }

    func dial(_ call: NaiveCall) {
        guard call.line == nil, let socket = sockets[call.organization], socket.state == .ready,
            let value = UUIDValue(call.uuid.uuidString)
        else { return }
        call.line = exchange.dial(call.number, as: LineID(outbound: CallUUID(value)), on: socket)
        if call.line == nil { end(call, .failed) }
    }

    func socket(_ socket: ScriptedSocket, says news: ScriptedSocket.News) {
        switch news {
        case .connecting: break
        case .reconnecting: if has(.endsWithPath) { for call in calls { end(call, .failed) } }
        case .ready: ready(socket.organization)
        case .unreachable, .refused: sockets[socket.organization] = nil
        }
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
        if farewells.contains(session) || farewells.contains(vendor) {
            farewells = []
            return line.decline()
        }
        let plan = line.call.plan
        let known = calls.first {
            $0.line == nil && ($0.session == session || $0.vendor == vendor || $0.number == plan.number)
        }
        if let known { return attach(line, to: known) }
        guard context.device.life == .foreground else { return }
        let call = NaiveCall(
            UUID(), isOutgoing: false, number: plan.number, name: plan.name, organization: socket.organization)
        call.session = session
        call.vendor = vendor
        report(call)
        attach(line, to: call)
    }

    private func attach(_ line: ScriptedLine, to call: NaiveCall) {
        call.line = line
        if call.isAnswered { line.answer() }
    }

    func line(_ line: ScriptedLine, became state: CallState) {
        guard state.progress == .active, let call = calls.first(where: { $0.line === line }) else { return }
        becameActive(call)
    }

    func line(_ line: ScriptedLine, ended ending: Ending) {
        guard let call = calls.first(where: { $0.line === line }) else { return }
        let reason: CXCallEndedReason =
            switch ending.reason {
            case .answeredElsewhere: .answeredElsewhere
            case .declinedElsewhere: .declinedElsewhere
            case .noAnswer: .unanswered
            default: .remoteEnded
            }
        call.line = nil
        end(call, reason)
    }
}
