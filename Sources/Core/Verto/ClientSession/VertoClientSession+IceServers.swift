/// STUN and TURN servers, which only our own exchange tells.
extension VertoClientSession {
    /// Asked for anew when half of their time is over, so that a call whose media is restarted never uses older ones.
    mutating func take(_ iceServers: VertoIceServers, into effects: inout [VertoClientEffect]) {
        effects.append(.notify(.iceServers(iceServers)))
        if let lifetime = iceServers.lifetime { effects.append(.startTimer(.iceServers, after: lifetime / 2)) }
    }

    mutating func askIceServers(into effects: inout [VertoClientEffect]) {
        send(.iceServers(VertoParameters(sessionID: sessionID)), for: .iceServers, into: &effects)
    }

    /// Those at hand serve until there are others.
    mutating func iceServersAnswered(_ outcome: VertoOutcome, into effects: inout [VertoClientEffect]) {
        guard case .result(let result) = outcome, let iceServers = VertoIceServers(result: result) else {
            guard hasSocket else { return }
            effects.append(.startTimer(.iceServers, after: configuration.timing.iceServersRetry))
            return
        }
        take(iceServers, into: &effects)
    }
}
