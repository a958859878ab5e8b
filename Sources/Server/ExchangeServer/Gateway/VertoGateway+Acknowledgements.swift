package import ExchangeCore
package import Verto

/// Reports what clients acknowledge, if they are known to acknowledge only what they have.
extension VertoGateway {
    /// After this time a client that is heard has also received the earlier messages: the messages of one side of a connection
    /// arrive in order, and a network that delays one longer than this is broken.
    private static let confirmationTime = Duration.seconds(5)
    /// How many acknowledgements may be awaited: those of a few calls. A client that sends none is asked for nothing.
    private static let receiptsMax = 64

    /// Sends a request, and notes the id under which the client will acknowledge it.
    ///
    /// - Parameter isAwaited: whether a decision waits for the acknowledgement, whatever the client is known to do.
    func deliver(_ request: VertoServerRequest, to connection: GatewayConnection, isAwaited: Bool = false) {
        guard isAwaited || connection.capabilities.contains(.acknowledgements) else {
            return pass(.send(request), to: connection)
        }
        if case .bye(let bye) = request { connection.forgetConfirmation(of: CallID(bye.callID)) }
        if connection.receipts.count >= Self.receiptsMax { connection.receipts.removeAll() }
        pass(.send(request), to: connection, awaiting: AwaitedReceipt(of: request).map { .receipt($0) })
    }

    /// Reports the acknowledgement that a frame may be.
    func acknowledge(_ frame: VertoFrame, from connection: GatewayConnection) {
        guard let id = frame.id, let awaited = connection.receipts[id] else { return }
        let shown: Acknowledgement
        switch frame.content {
        case .result: shown = awaited.shown
        case .failure: shown = .lacksCall
        case .request, .report: return  // The device's own ids may be the same numbers.
        }
        connection.receipts[id] = nil
        runner.submit(.acknowledged(connection.id, awaited.callID, shown))
    }

    /// Notes that a client was told that its answer, or its taking up of a call, is accepted, or that its call is over.
    func noteConfirmation(_ reply: ExchangeReply, on connection: GatewayConnection) {
        guard connection.capabilities.contains(.acknowledgements) else { return }
        switch reply {
        case .answered(let callID), .attached(let callID):
            connection.forgetConfirmation(of: callID)
            connection.unconfirmed.append((callID, runner.clock.now))
        case .ended(let callID, _): connection.forgetConfirmation(of: callID)
        case .callCreated, .transferBegun, .holdChanged, .sent, .mediaUpdated, .noted, .refused: break
        }
    }

    /// Reports which of that a client that is heard now must have heard.
    func confirm(_ connection: GatewayConnection) {
        guard let oldest = connection.unconfirmed.first else { return }
        let now = runner.clock.now
        guard now - oldest.since >= Self.confirmationTime else { return }
        let confirmed = connection.unconfirmed.prefix { now - $0.since >= Self.confirmationTime }
        connection.unconfirmed.removeFirst(confirmed.count)
        for entry in confirmed { runner.submit(.acknowledged(connection.id, entry.callID, .heardLater)) }
    }
}

extension GatewayConnection {
    fileprivate func forgetConfirmation(of callID: CallID) {
        unconfirmed.removeAll { $0.callID == callID }
    }
}

/// A message that a client is to acknowledge.
package struct AwaitedReceipt {
    let callID: CallID
    /// The knowledge of the device that an acknowledgement shows.
    package let shown: Acknowledgement

    /// Returns nil for a message whose acknowledgement shows nothing.
    package init?(of request: VertoServerRequest) {
        switch request {
        case .invite(let invite): (callID, shown) = (CallID(invite.callID), .hasCall)
        case .ringing(let progress): (callID, shown) = (CallID(progress.callID), .hasRingingCall)
        case .answer(let progress): (callID, shown) = (CallID(progress.callID), .hasAnsweredCall)
        case .attach, .media, .bye, .info, .candidate, .endOfCandidates, .display, .clientReady, .gatewayState, .punt,
            .event, .ping, .conversation, .unknown:
            return nil
        }
    }
}
