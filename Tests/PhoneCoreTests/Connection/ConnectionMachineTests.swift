import CallModel
import PhoneCore
import Testing

@Suite struct ConnectionMachineTests {
    private let wifi = NetworkPath(.wifi, fingerprint: 1)

    private func ready(for needs: ConnectionNeed...) -> ConnectionMachine {
        var machine = ConnectionMachine()
        _ = machine.after([.need(.trial, true), .signaling(.connecting), .signaling(.ready)])
        _ = machine.after(needs.map { .need($0, true) } + [.need(.trial, false)])
        return machine
    }

    @Test func `an app on the screen is connected, and not when it leaves`() {
        var machine = ConnectionMachine()
        #expect(machine.after(.need(.foreground, true)) == [.connect, .changed(.connecting)])
        #expect(machine.after(.signaling(.connecting)) == [])
        #expect(machine.after(.signaling(.ready)) == [.changed(.ready)])
        #expect(machine.after(.need(.foreground, false)) == [.disconnect, .changed(.offline)])
        #expect(machine.after(.signaling(.disconnected(nil))) == [])
    }

    @Test func `a push, a call and a termination each keep it in the background`() {
        var machine = ready(for: .foreground)
        #expect(machine.after(.need(.push, true)) == [])
        #expect(machine.after(.need(.foreground, false)) == [])
        #expect(machine.after(.need(.call, true)) == [])
        #expect(machine.after(.need(.push, false)) == [])
        #expect(machine.after(.need(.termination, true)) == [])
        #expect(machine.after(.need(.call, false)) == [])
        #expect(machine.after(.need(.termination, false)) == [.disconnect, .changed(.offline)])
    }

    @Test func `an idle phone tries again by itself, more and more slowly`() {
        var machine = ConnectionMachine()
        _ = machine.after(.need(.foreground, true))
        var delays: [Duration] = []
        for _ in 0..<15 {
            for decision in machine.after(.signaling(.disconnected(.unreachable))) {
                if case .startTimer(.retry, let delay) = decision { delays.append(delay) }
            }
            #expect(machine.after(.timerFired(.retry)).first == .connect)
        }
        #expect(delays.prefix(4) == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
        #expect(delays.last == .seconds(30))
        let rest = ConnectionMachine.Effect.startTimer(.retry, after: .seconds(300))
        #expect(machine.after(.signaling(.disconnected(.unreachable))) == [rest, .changed(.resting)])
        #expect(
            machine.after(.network(.found(wifi))) == [.stopTimer(.retry), .connect, .changed(.connecting)])
    }

    @Test func `S3: a phone whose attempts are used up goes on trying every five minutes`() {
        var machine = ConnectionMachine()
        _ = machine.after(.need(.foreground, true))
        let attempts = Int(ConnectionLimits().attemptsMax)
        for _ in 0..<attempts - 1 { _ = machine.after([.signaling(.disconnected(.unreachable)), .timerFired(.retry)]) }
        for _ in 0..<100 {
            #expect(
                machine.after(.signaling(.disconnected(.unreachable)))
                    == [.startTimer(.retry, after: .seconds(300)), .changed(.resting)])
            #expect(machine.after(.timerFired(.retry)) == [.connect, .changed(.connecting)])
        }
    }

    @Test func `another network ends the wait`() {
        var machine = ConnectionMachine()
        _ = machine.after([.need(.foreground, true), .signaling(.disconnected(.unreachable))])
        #expect(
            machine.after(.network(.moved(from: .wifi, to: NetworkPath(.cellular))))
                == [.stopTimer(.retry), .connect, .changed(.connecting)])
    }

    @Test func `the first report of the network disturbs no connection, and ends a wait`() {
        var machine = ready(for: .call)
        #expect(machine.after(.network(.seen(wifi))) == [])
        var reconnecting = ready(for: .call)
        _ = reconnecting.after(.signaling(.reconnecting))
        #expect(reconnecting.after(.network(.seen(wifi))) == [])
        var waiting = ConnectionMachine()
        _ = waiting.after([.need(.foreground, true), .signaling(.disconnected(.unreachable))])
        #expect(waiting.after(.network(.seen(wifi))) == [.stopTimer(.retry), .connect, .changed(.connecting)])
    }

    @Test func `a live call on another network is re-attached over it`() {
        var machine = ready(for: .call)
        #expect(machine.after(.network(.renewed(wifi))) == [.renew])
        #expect(
            machine.after(.signaling(.reconnecting))
                == [.startTimer(.limit(0), after: .seconds(30)), .changed(.reconnecting)])
        #expect(machine.after(.signaling(.ready)) == [.stopTimer(.limit(0)), .changed(.ready)])
    }

    @Test func `a live call without network for thirty seconds is dropped`() {
        var machine = ready(for: .call)
        #expect(machine.after(.network(.lost)) == [.startTimer(.limit(0), after: .seconds(30))])
        #expect(machine.after(.signaling(.reconnecting)) == [.changed(.reconnecting)])
        #expect(machine.after(.timerFired(.limit(0))) == [.dropCalls, .disconnect, .changed(.offline)])
        #expect(machine.after(.need(.call, false)) == [])
    }

    @Test func `the limit of an earlier loss drops nothing`() {
        var machine = ready(for: .call)
        _ = machine.after([.signaling(.reconnecting), .signaling(.ready), .signaling(.reconnecting)])
        #expect(machine.after(.timerFired(.limit(0))) == [])
        #expect(machine.after(.timerFired(.limit(1))).contains(.dropCalls))
    }

    @Test func `refused credentials are not tried again until there are others`() {
        var machine = ConnectionMachine()
        _ = machine.after(.need(.foreground, true))
        #expect(
            machine.after(.signaling(.disconnected(.refused))) == [.credentialsRefused(.refused), .changed(.refused)])
        #expect(machine.after(.network(.found(wifi))) == [])
        #expect(machine.after(.nudged) == [])
        #expect(machine.after(.credentialsChanged) == [.connect, .changed(.connecting)])
    }

    @Test func `without network nothing is tried, and with it at once`() {
        var machine = ConnectionMachine()
        #expect(machine.after(.network(.lost)) == [])
        #expect(machine.after(.need(.push, true)) == [])
        #expect(machine.after(.network(.found(wifi))) == [.connect, .changed(.connecting)])
    }

    @Test func `each registration has a connection of its own`() {
        var connections = Connections()
        let (first, second) = (RegistrationID(OrganizationID("1")), RegistrationID(OrganizationID("2")))
        #expect(
            connections.after(.one(second, .need(.push, true)))
                == [.init(second, .connect), .init(second, .changed(.connecting))])
        _ = connections.after([.one(first, .need(.foreground, true)), .one(first, .signaling(.ready))])
        #expect(connections.registrations == [first, second])
        #expect(connections.phase(of: first) == .ready)
        #expect(connections.after(.network(.renewed(wifi))) == [.init(first, .renew)])
        #expect(connections.after(.removed(first)).first == .init(first, .disconnect))
        #expect(connections.registrations == [second])
    }

    @Test func `there are never more connections than allowed`() {
        var connections = Connections()
        for number in 0..<40 {
            _ = connections.after(.one(RegistrationID(OrganizationID("\(number)")), .need(.foreground, true)))
        }
        #expect(connections.registrations.count == Connections.countMax)
    }

    @Test func `a new connection knows that the network is missing`() {
        var connections = Connections()
        _ = connections.after(.network(.lost))
        #expect(connections.after(.one(RegistrationID(OrganizationID("1")), .need(.push, true))) == [])
    }

    @Test func `whatever the client and the network do, a needed connection is open and another is closed`() throws {
        try MachineExploration.check("connection keeper", ConnectionModel())
    }
}
