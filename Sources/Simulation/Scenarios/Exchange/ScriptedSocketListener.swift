package import CallModel

/// Who hears a connection to the scripted exchange: the app's signalling.
@MainActor
package protocol ScriptedSocketListener: AnyObject {
    func socket(_ socket: ScriptedSocket, says news: ScriptedSocket.News)
    /// A call comes in.
    func socket(_ socket: ScriptedSocket, offers line: ScriptedLine)
    func line(_ line: ScriptedLine, became state: CallState)
    /// - Parameter isTold: whether the exchange said so.
    func line(_ line: ScriptedLine, ended ending: Ending, isTold: Bool)
}
