import CallModel
import ExchangeCore
import Redaction
import Scopes

extension ExchangeWorld {
    /// A device responds to its last request with a description of its own.
    @discardableResult
    mutating func respond(
        _ connection: UInt64, session: UInt64 = 1, number: UInt32 = 1, _ generation: String = "fresh"
    ) -> [String] {
        respond(connection, session: session, number: number, .answered(SampleDescription.offer(generation)))
    }

    @discardableResult
    mutating func respond(
        _ connection: UInt64, session: UInt64 = 1, number: UInt32 = 1, _ response: OfferResponse
    ) -> [String] {
        let offer = OfferID(session: Self.session(session), number: number)
        return handle(.response(ConnectionID(connection), offer, response))
    }

    @discardableResult
    mutating func fireRenegotiation() -> [String] {
        fire { if case .renegotiation = $0 { true } else { false } }
    }

    /// Reports what the device of the first called leg acknowledged.
    @discardableResult
    mutating func acknowledge(_ connection: UInt64, _ acknowledgement: Acknowledgement) -> [String] {
        acknowledge(connection, Self.call(1), acknowledgement)
    }

    @discardableResult
    mutating func acknowledge(
        _ connection: UInt64, _ callID: CallID, _ acknowledgement: Acknowledgement
    ) -> [String] {
        handle(.acknowledged(ConnectionID(connection), callID, acknowledgement))
    }

    @discardableResult
    mutating func fireAcknowledgement() -> [String] {
        fire { if case .acknowledgement = $0 { true } else { false } }
    }
}
