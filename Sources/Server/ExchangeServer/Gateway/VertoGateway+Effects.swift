internal import CallModel
internal import ExchangeCore
internal import Redaction
internal import Verto
internal import WireJSON

/// What the exchange decided, said in the dialect of each device.
extension VertoGateway {
    func perform(_ effect: ExchangeEffect, on id: ConnectionID) {
        // A connection that is gone has been reported; what was meant for it is told when its device comes back.
        guard let connection = connection(id) else { return }
        switch effect {
        case .admit: break  // Told together with `ready`, which follows.
        case .refuseAdmission(_, let refusal): refuseAdmission(refusal, on: connection)
        case .send(_, .ready(let reattached)): becomeReady(connection, reattached: reattached)
        case .send(_, let message): send(message, to: connection)
        case .reply(_, .number(let number), let reply):
            answer(VertoRequestToken(number: UInt64(clamping: number)), with: reply, on: connection)
        case .punt: tell(.punt, to: connection)
        case .disconnect: connection.socket.close(.closedByExchange)
        // Not for a connection; requests here have numbers.
        case .reply, .startTimer, .cancelTimer, .journal, .keep, .discard, .push, .news, .commandResult: break
        }
    }

    func refuseUnstored(_ request: RequestID, on id: ConnectionID) {
        guard let connection = connection(id), case .number(let number) = request else { return }
        refuse(VertoRequestToken(number: UInt64(clamping: number)), .notStored, connection)
    }

    private func send(_ message: ExchangeMessage, to connection: GatewayConnection) {
        switch message {
        case .updateMedia(let callID, let offer, let description):
            return ask(for: offer, callID, answering: description, connection)
        case .requestOffer(let callID, let offer): return ask(for: offer, callID, answering: nil, connection)
        default: break
        }
        guard let request = VertoServerRequest(message, in: connection.session.dialect ?? .freeSwitch) else { return }
        if connection.beforeReady != nil {
            connection.beforeReady?.append(request)
        } else {
            tell(.send(request), to: connection)
        }
    }

    /// Notes the id under which the device will answer. Without a description it is to make one: an offer.
    private func ask(
        for offer: OfferID, _ callID: CallID, answering description: Redacted<String>?, _ connection: GatewayConnection
    ) {
        let request = VertoServerRequest.change(
            callID, .updateMedia, description, in: connection.session.dialect ?? .freeSwitch)
        if connection.offers.count >= Self.offersMax { connection.offers.removeAll() }
        connection.pendingOffer = offer
        tell(.send(request), to: connection)
    }

    /// Offers a device may leave unanswered: a few calls' worth. The exchange gives each up in time.
    private static let offersMax = 64

    private func answer(_ token: VertoRequestToken, with reply: ExchangeReply, on connection: GatewayConnection) {
        if case .refused(let refusal) = reply {
            return refuse(token, VertoFailure(refusal), connection)
        }
        tell(.reply(token, VertoReply(reply, in: connection.session.dialect ?? .freeSwitch).object), to: connection)
    }
}
