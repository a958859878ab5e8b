internal import DeviceModel
internal import DeviceRuntime

/// What the end of the app's process, and its suspension, mean for its connections.
extension ScriptedExchange {
    /// Notices which processes are gone, and which were suspended and run again: their connections did not survive it.
    func lookAround() {
        for socket in sockets where !socket.isDead {
            if device.machine.process.generation != socket.process || device.life == .notRunning {
                die(socket)
            } else if device.life == .suspended {
                if !socket.isStale { leave(socket) }
                socket.isStale = true
            } else if socket.isStale {
                socket.isStale = false
                if socket.state == .ready { lose(socket) } else { connect(socket) }
            }
        }
    }

    /// The phone's system ends a connection with its process. The other side hears of it if the network carries that;
    /// else it finds out by its own questions, which nothing answers.
    private func die(_ socket: ScriptedSocket) {
        guard socket.state == .ready, kindness != .seesDeathsAtOnce else { return close(socket) }
        socket.isDead = true
        socket.waiting = []
        let isHeard = isReachable && !isSilent && !socket.isDeaf
        after(isHeard ? ScriptedLine.roundTrip : limits.deadTime) { [self] in close(socket) }
    }

    /// A client goes on with a session: the connection that this had before is closed, what rang there rings again, and what
    /// was placed or stood there is offered to the client, which has not got it and says that it is over.
    func takeSessionUp(_ socket: ScriptedSocket) {
        for former in sockets where former.isDead && former.registration == socket.registration { close(former) }
        guard kindness != .returnsToAnySession else { return }
        for call in calls where socket.isFor(call) && call.line == nil {
            // What came over it before comes again by itself.
            if call.belief.isRinging, call.inviteCount > 0 { call.isParked = false }
            if call.belief.isTalking { believe(.hungUpHere, of: call) }
            if call.belief == .dialled { endStray(call, over: socket) }
        }
    }

    /// Of a call that is being placed no word is told that the client could answer: it waits for an INVITE, in vain.
    private func endStray(_ call: ExchangeCall, over socket: ScriptedSocket) {
        call.episode += 1
        let episode = call.episode
        after(limits.strayWait) { [self] in
            if call.episode == episode, socket.state == .ready { believe(.cancelledHere, of: call) }
        }
    }

    /// What ended before a scenario began has long been noticed.
    func forgetDead() {
        lookAround()
        for socket in sockets where socket.isDead { close(socket) }
    }
}
