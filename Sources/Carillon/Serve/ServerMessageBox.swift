import ExchangeServer
import MediaEngine
import VoicemailAttendant

/// The exchange's own store of messages.
struct ServerMessageBox: MessageBox {
    let server: ExchangeServer

    func hasRoom(_ mailbox: String) async -> Bool { await server.hasRoom(inMailbox: mailbox) }

    func discard(messageIn session: String) async { await server.discard(messageInCall: session) }

    func keep(_ message: TakenMessage) async {
        await server.keep(
            VoicemailMessage(
                mailbox: message.mailbox, session: message.session, callerName: message.callerName,
                callerNumber: message.callerNumber, length: message.length, sound: message.sound.bytes))
    }
}
