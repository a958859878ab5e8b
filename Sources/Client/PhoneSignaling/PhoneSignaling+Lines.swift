import CallModel
import CarillonRTC
public import PhoneCore
import PhoneKit
import Redaction

/// Calls as lines.
extension PhoneSignaling {
    public func perform(_ order: LineOrder) {
        if case .dial(let line, let registration, let party) = order {
            dial(party, as: line, over: registration)
        } else if let operation = order.operation, let line = lines[order.line] {
            line.call.ask(operation) { [weak self] error in
                guard let error, error.code != .callEnded, let failure = order.failure else { return }
                Task { @MainActor in self?.tell(.failed(failure), of: order.line) }
            }
        }
    }

    private func dial(_ party: DialledParty, as id: LineID, over registration: RegistrationID) {
        guard lines[id] == nil else { return }
        guard let client = client(of: registration) else { return tellUndialled(id) }
        do throws(ClientError) {
            let options = DialOptions(party.settings)
            try client.dial(party.destination.text.revealed, options) { call in
                add(Line(id, registration, call))
            } then: { [weak self] error in
                guard error != nil else { return }
                Task { @MainActor in self?.giveUp(id) }
            }
        } catch {
            tellUndialled(id)
        }
    }

    private func giveUp(_ id: LineID) {
        guard lines.removeValue(forKey: id) != nil else { return }
        tellUndialled(id)
    }

    /// Nothing more comes of the line.
    private func tellUndialled(_ id: LineID) {
        sink?.send(.line(id, .failed(.dial)))
    }

    func adopt(_ call: Call, from registration: RegistrationID) {
        let id = LineID(callID: call.id)
        guard lines[id] == nil else { return }
        add(Line(id, registration, call))
        sink?.send(.line(id, .invited(Invitation(call, registration, parts.settings(at: registration.provider).names))))
    }

    private func add(_ line: Line) {
        let id = line.id
        lines[id] = line
        line.listen { [weak self] event in
            self?.take(event, of: id)
        } quality: { [weak self] quality in
            self?.qualityListener?.heard(QualityReport(quality), on: id)
        }
    }

    private func take(_ event: Call.Event, of id: LineID) {
        switch event {
        case .stateChanged(let state):
            if case .ended = state.progress { return }  // Why comes with `ended`.
            tell(.changed(state), of: id)
        case .ended(let ending):
            guard let line = lines.removeValue(forKey: id) else { return }
            sink?.send(.line(id, .ended(ending, isTold: line.call.isEndingTold)))
        case .mutedChanged, .digitReceived, .earlyMedia, .firstAudio, .headersReceived, .namesLearned, .mediaChanged:
            break
        }
    }

    private func tell(_ event: LineEvent, of id: LineID) {
        guard lines[id] != nil else { return }
        sink?.send(.line(id, event))
    }
}
