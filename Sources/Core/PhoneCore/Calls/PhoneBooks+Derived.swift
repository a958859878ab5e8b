import CallModel

/// What follows from what is known.
extension PhoneBooks {
    /// What connections are for at this moment, in order, each once.
    var wishes: [ConnectionWish] {
        var wishes: [ConnectionWish] = []
        for call in calls.calls where call.stage.isLive {
            guard let id = call.organization ?? organization else { continue }
            wishes.append(ConnectionWish(organization: id, need: call.line != nil && call.isTaken ? .call : .push))
        }
        for call in past.entries where call.farewell != nil {
            if let id = call.organization ?? organization {
                wishes.append(ConnectionWish(organization: id, need: .farewell))
            }
        }
        if isForeground, wantsConnection, let organization {
            wishes.append(ConnectionWish(organization: organization, need: .foreground))
        }
        wishes.sort()
        return wishes.indices.filter { $0 == 0 || wishes[$0] != wishes[$0 - 1] }.map { wishes[$0] }
    }

    /// The calls of which the exchange is owed a farewell, or the person a word, while no other keeps the process running.
    var owedAlone: [CallUUID] {
        guard calls.calls.isEmpty else { return [] }
        return past.entries.filter { $0.farewell != nil }.map(\.id) + notices.owed
    }

    /// What a call is called in this process, by what its pushes and its INVITE share.
    func name(_ session: CallSessionID?, _ vendor: VendorCallID?) -> CallUUID? {
        session.map { CallUUID(session: $0, process: process) } ?? vendor.map { CallUUID(vendor: $0, process: process) }
    }

    /// Whether the person is being signed out, or has been. A call that is rung for now would lose its connection under
    /// the conversation, or show its caller to the next person, who cannot take it.
    var refusesCalls: Bool { !signOut.remaining.isEmpty || hasSignedOut && organizations.record.held.isEmpty }

    /// The organisation in use.
    var organization: OrganizationID? { organizations.active }

    /// How sound stands.
    var audioSnapshot: AudioSnapshot {
        let active = audio.running.flatMap { calls.call(on: $0) }
        return AudioSnapshot(
            isRunning: audio.running != nil, isSpeakerOn: audio.wantsSpeaker, routes: audio.routes,
            isMicrophoneOpen: active.map { !$0.isMuted && !$0.isHeld } ?? false)
    }

    /// Where a call of an organisation waits for the connection, if one does: the latest knows best.
    func edge(of organization: OrganizationID) -> VendorEdge? {
        calls.calls.last {
            $0.stage.isIncoming && $0.line == nil && $0.edge != nil
                && ($0.organization ?? self.organization) == organization
        }?.edge
    }

    /// Whether the connection that a call needs is there.
    func isReady(_ call: PhoneCall) -> Bool {
        guard let id = call.organization ?? organization else { return false }
        return connections.phase(of: id) == .ready
    }

    /// What is to outlive the process.
    var record: PhoneRecord {
        var record = PhoneRecord()
        record.calls = calls.calls.compactMap(CallRecord.init)
        record.otherCalls = calls.calls.filter { CallRecord($0) == nil }.map(\.id)
        record.past = past.entries
        record.organizations = organizations.record
        record.session = session.record
        record.credentials = credentials.record
        record.tokens = tokens.record
        record.notices = notices
        record.signIn = signIn
        record.signOut = signOut
        record.hasSignedOut = hasSignedOut
        return record
    }
}
