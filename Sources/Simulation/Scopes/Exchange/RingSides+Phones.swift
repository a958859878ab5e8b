import CallModel
import ExchangeCore
import Redaction

extension RingSides {
    private static let verdict = Colleagues([UserID("a"), UserID("b")]).verdict(of: UserID("a"), calling: "b")

    private static func callID(_ party: Int) -> CallID {
        party == RingModel.caller
            ? CallID("call") : CallID(LegID(session: RingModel.session, ordinal: UInt16(party)).description)
    }

    /// What becomes of exchange and phones by an action, and of what is on its way.
    mutating func perform(_ action: RingAction, _ wires: inout [RingWires.Change]) {
        switch action {
        case .act(let party, let choice): act(party, choice, &wires)
        case .deliver(let packet): deliver(packet, &wires)
        case .fire(let timer): handle(.timerFired(timer), &wires)
        case .breakConnection(let party): breakConnection(party, &wires)
        case .comeBack(let party): connect(party, &wires)
        case .revoke(let party): revoke(party, &wires)
        case .drop, .double: break
        }
    }

    /// A person does something; the phone says so.
    private mutating func act(_ party: Int, _ choice: RingAction.Choice, _ wires: inout [RingWires.Change]) {
        guard let connection = parties[party].connection else { return }
        switch choice {
        case .dial:
            parties[party].phase = .ringing
            wires.append(.put(Packet(kind: .dial, party: party, connection: connection)))
        case .answer:
            parties[party].phase = .answering
            wires.append(.put(Packet(kind: .answer, party: party, connection: connection)))
        case .hangUp:
            parties[party].phase = .hangingUp
            wires.append(.dropFarewells(party: party))
            wires.append(.put(Packet(kind: .hangUp, party: party, connection: connection)))
        }
    }

    private mutating func deliver(_ packet: Packet, _ wires: inout [RingWires.Change]) {
        wires.append(.take(packet))
        let party = packet.party
        switch (packet.kind, parties[party].phase) {
        case (.dial, _), (.answer, _), (.hangUp, _):
            handle(.request(packet.connection, .number(Int64(packet.kind.rawValue)), request(packet)), &wires)
            // Its reply is taken to arrive at once; if the request is lost instead, the phone repeats it.
            if packet.kind == .hangUp, parties[party].phase == .hangingUp { finish(party, &wires) }
        case (.invite, .idle): parties[party].phase = .ringing
        case (.answered, .ringing): parties[party].phase = .connected
        // Who is done with a call that still stands says so once more.
        case (.answered, .done), (.listed, .done): act(party, .hangUp, &wires)
        case (.unlisted, .ringing), (.unlisted, .answering), (.unlisted, .connected), (.unlisted, .hangingUp):
            finish(party, &wires)
        case (.bye, _): finish(party, &wires)
        // Said twice, or to no purpose.
        case (.invite, _), (.answered, _), (.listed, _), (.unlisted, _): break
        }
    }

    private mutating func finish(_ party: Int, _ wires: inout [RingWires.Change]) {
        parties[party].phase = .done
        wires.append(.dropFarewells(party: party))
    }

    private func request(_ packet: Packet) -> DeviceRequest {
        let callID = Self.callID(packet.party)
        switch packet.kind {
        case .dial:
            return .dial(
                Dialling(
                    callID: callID, session: RingModel.session, verdict: Self.verdict, dialled: "b",
                    description: RingModel.description, trickles: false,
                    wakeable: parties.indices.dropFirst().filter {
                        parties[$0].connectionsMade == 0 && !parties[$0].isRevoked
                    }
                    .map { DeviceID("\($0)") }, attendant: attendant.map { _ in Self.attendantUser }))
        case .answer:
            return .answer(Answering(callID: callID, description: RingModel.description, trickles: false))
        case .hangUp: return .hangUp(callID, packet.party == RingModel.caller ? .originatorCancel : .callRejected)
        case .invite, .answered, .bye, .listed, .unlisted:
            return .ringing(callID)
        }
    }

    /// A phone connects for the first time or again, in the same signalling session.
    mutating func connect(_ party: Int, _ wires: inout [RingWires.Change]) {
        let connection = ConnectionID(UInt64(party) * 10 + parties[party].connectionsMade)
        parties[party].connectionsMade += 1
        parties[party].connection = connection
        let user = party == attendant ? Self.attendantUser : UserID(party == RingModel.caller ? "a" : "b")
        handle(
            .deviceConnected(
                connection,
                DeviceSession(
                    id: SignallingSessionID("\(party)"), user: user, device: DeviceID("\(party)"), capabilities: [])),
            &wires)
    }

    /// A connection breaks: what was on its way is gone.
    private mutating func breakConnection(_ party: Int, _ wires: inout [RingWires.Change]) {
        guard let connection = parties[party].connection else { return }
        parties[party].connection = nil
        wires.append(.cut(connection))
        handle(.connectionLost(connection, .broken), &wires)
    }

    /// A device is logged out for good: what was on its way is gone with its connection.
    private mutating func revoke(_ party: Int, _ wires: inout [RingWires.Change]) {
        let connection = parties[party].connection
        if let connection { wires.append(.cut(connection)) }
        parties[party].connection = nil
        parties[party].isRevoked = true
        if revocationIsADrop {
            if let connection { handle(.connectionLost(connection, .broken), &wires) }
        } else {
            handle(.removeDevice(DeviceID("\(party)"), of: UserID("b")), &wires)
        }
    }
}
