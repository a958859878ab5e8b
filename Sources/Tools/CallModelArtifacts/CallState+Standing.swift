internal import CallModel

extension CallState {
    /// A call that stands, as the table reaches one.
    static let standing: CallState = {
        let events: [CallEvent] = [.invited, .answer, .mediaConnected]
        var machine = CallMachine(.inbound)
        var effects: [CallEffect] = []
        for event in events { machine.handle(event, into: &effects) }
        return machine.state
    }()
}
