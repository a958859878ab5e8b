internal import Redaction
internal import Verto
internal import WireJSON

// Calls between the edge and its phones, and their legs.

extension TelnyxParty {
    /// The most calls remembered, so that late messages about them are answered.
    private static let callCountMax = 10_000

    /// Handles a request of a phone that its session passes on.
    mutating func handle(
        _ request: VertoClientRequest, _ token: VertoRequestNumber, on number: Int, at now: Duration
    ) {
        switch request {
        case .invite(let invite): callOut(invite, token, on: number, at: now)
        case .answer(let answer), .attach(let answer):
            pass(.answered(token, sdp: answer.sdp), token, answer.dialog.callID, on: number, at: now)
        case .bye(let bye): pass(.hungUp(token, bye), token, bye.callID, on: number, at: now)
        case .modify(let modify): pass(.changed(token, modify), token, modify.callID, on: number, at: now)
        case .info(let info):
            pass(.digits(token, info.digits ?? Redacted("")), token, info.callID, on: number, at: now)
        case .candidate(let candidate):
            pass(.candidate(token, candidate.candidate), token, candidate.callID, on: number, at: now)
        case .endOfCandidates(let notice):
            pass(.endOfCandidates(token), token, notice.callID, on: number, at: now)
        case .attachCalls: attachCalls(token, on: number, at: now)
        case .disablePushNotification(let optOut): disablePush(optOut, token, on: number, at: now)
        case .ringingAcknowledgement, .conversation: pass(.reply(token, [:]), to: number, at: now)
        case .login, .anonymousLogin, .gatewayState, .ping, .echo, .subscribe, .unsubscribe, .broadcast, .iceServers,
            .media, .unknown:
            pass(.refuse(token, .unknownMethod), to: number, at: now)
        }
    }

    /// Passes a request to its call, if it came over the call's socket.
    private mutating func pass(
        _ event: EdgeCall.Event, _ token: VertoRequestNumber, _ id: String, on number: Int, at now: Duration
    ) {
        guard let call = edge.calls[id], call.socket == number || call.phase == .over else {
            switch event {
            // Late candidates are no error.
            case .candidate, .endOfCandidates: return pass(.reply(token, [:]), to: number, at: now)
            default: return pass(.refuse(token, .callDoesNotExist), to: number, at: now)
            }
        }
        callEvent(id, event, from: number, at: now)
    }

    /// - Parameter number: the socket of the request; nil if the event is no request.
    mutating func callEvent(_ id: String, _ event: EdgeCall.Event, from number: Int? = nil, at now: Duration) {
        guard var call = edge.calls[id] else { return }
        var wanted: [EdgeCall.Effect] = []
        call.handle(event, into: &wanted)
        edge.calls[id] = call
        for effect in wanted { perform(effect, of: call, from: number, at: now) }
    }

    private mutating func perform(
        _ effect: EdgeCall.Effect, of call: EdgeCall, from number: Int?, at now: Duration
    ) {
        switch effect {
        case .openMedia(let codecs):
            edge.mediaCount += 1
            edge.media[call.id] = edge.mediaCount
            edge.callOfMedia[edge.mediaCount] = call.id
            effects.append(.openMedia(number: edge.mediaCount, codecs: codecs))
        case .media(let order):
            if let media = edge.media[call.id] { effects.append(.media(number: media, order)) }
        case .closeMedia:
            guard let media = edge.media.removeValue(forKey: call.id) else { return }
            edge.callOfMedia[media] = nil
            effects.append(.closeMedia(number: media))
        case .send(let request): if let socket = call.socket { pass(.send(request), to: socket, at: now) }
        case .reply(let token, let reply):
            if let socket = number ?? call.socket { pass(.reply(token, reply.object), to: socket, at: now) }
        case .refuse(let token, let failure):
            if let socket = number ?? call.socket { pass(.refuse(token, failure), to: socket, at: now) }
        case .tookCall: phoneTook(call, at: now)
        case .left(let cause): phoneLeft(call, cause, at: now)
        case .digit(let digit): press(String(digit), on: call.leg, at: now)
        case .held(let isHeld):
            lines[call.leg]?.isHeld = isHeld
            sendWebhook(isHeld ? "call.hold" : "call.unhold", call.leg, [:], at: now)
        }
    }

    package mutating func edgeMedia(_ number: Int, _ event: EdgeMediaEvent, at now: Duration) {
        guard let id = edge.callOfMedia[number] else { return }
        switch event {
        case .described(let request, let sdp): callEvent(id, .described(request: request, sdp: sdp), at: now)
        case .applied(let request): callEvent(id, .applied(request: request), at: now)
        case .failed(let request): callEvent(id, .failed(request: request), at: now)
        case .digit(let digit): callEvent(id, .heardDigit(digit), at: now)
        }
    }

    /// Takes audio of a phone, if its call belongs to the leg.
    package mutating func edgeHeard(_ number: Int, _ samples: [Int16]) {
        guard let id = edge.callOfMedia[number], let leg = edge.calls[id]?.leg, legs[leg]?.call == id else { return }
        lines[leg]?.put(samples)
    }

    private mutating func add(_ call: EdgeCall) {
        edge.calls[call.id] = call
        edge.callOrder.append(call.id)
        guard edge.callOrder.count > Self.callCountMax,
            let place = edge.callOrder.firstIndex(where: { edge.calls[$0]?.phase == .over })
        else { return }
        let old = edge.callOrder.remove(at: place)
        edge.calls[old] = nil
        (edge.lost[old], edge.parkedAt[old], edge.pushed[old]) = (nil, nil, nil)
    }

    // MARK: - To a phone

    /// The user in an address, if it is a phone of this account; `sip:` may be missing.
    func phoneUser(_ address: String, at now: Duration) -> String? {
        let bare = address.hasPrefix("sip:") ? address.dropFirst(4) : Substring(address)
        guard let user = bare.split(separator: "@").first.map(String.init) else { return nil }
        return configuration.connectionUsers[user] != nil || credential(named: user, at: now) != nil ? user : nil
    }

    /// Rings a phone for a leg: on its socket, and by push to its devices.
    mutating func ring(_ user: String, for leg: TelnyxLeg, at now: Duration) {
        let socket = edge.registrations[user]
        let devices = edge.devices[user, default: []].filter { socket == nil || $0.wantsPushWhenActive }
        guard socket != nil || !devices.isEmpty || configuration.switches.parksWithoutDevice else { return }
        let id = identifiers.uuid()
        add(EdgeCall(id: id, leg: leg.id, user: user, isFromPhone: false, invite: invite(leg)))
        legs[leg.id]?.rings.append(id)
        if let socket { offer(id, to: socket, at: now) }
        edge.parkedAt[id] = socket.flatMap { edge.sockets[$0]?.edge } ?? makeEdge()
        edge.pushed[id] = devices
        for device in devices { push("Incoming call!", of: id, to: device, at: now) }
    }

    private func invite(_ leg: TelnyxLeg) -> EdgeInvite {
        let headers = leg.headers.compactMap { value -> VertoHeader? in
            guard let header = value.object, let name = header["name"]?.string, let text = header["value"]?.string
            else { return nil }
            return VertoHeader(name: name, value: Redacted(text))
        }
        return EdgeInvite(
            callerName: leg.fromName ?? leg.from, callerNumber: leg.from, headers: headers,
            clientState: leg.clientState,
            ids: VertoTelnyxIDs(sessionID: leg.sessionID, legID: leg.legID, callControlID: Redacted(leg.id)),
            sipCallID: leg.legID)
    }

    private mutating func phoneTook(_ call: EdgeCall, at now: Duration) {
        guard let leg = legs[call.leg], leg.state == .waiting, !leg.isIncoming else {
            return callEvent(call.id, .ended(.pickedOff, sipCode: 487), at: now)
        }
        legs[call.leg]?.call = call.id
        lines[call.leg] = lines[call.leg] ?? LegAudio()
        lines[call.leg]?.connectPhone()
        answer(call.leg, at: now)
        listen(to: call.leg, at: now)
        for other in leg.rings where other != call.id { stopRinging(other, .pickedOff, at: now) }
        pushAnsweredElsewhere(for: call, at: now)
    }

    /// Stops a phone's ringing, because another phone answered or the caller left.
    private mutating func stopRinging(_ id: String, _ cause: VertoCauseCode, at now: Duration) {
        let isMissed = edge.calls[id]?.isUnanswered ?? false
        callEvent(id, .ended(cause, sipCode: 487), at: now)
        guard isMissed, cause != .pickedOff else { return }
        for device in edge.pushed[id] ?? [] where device.wantsMissedCalls {
            push("Missed call!", of: id, to: device, at: now)
        }
    }

    private mutating func pushAnsweredElsewhere(for call: EdgeCall, at now: Duration) {
        for id in legs[call.leg]?.rings ?? [] where id != call.id {
            for device in edge.pushed[id] ?? [] { push("Answered Elsewhere", of: id, to: device, at: now) }
        }
    }

    /// Handles a phone that declined or left a call.
    private mutating func phoneLeft(_ call: EdgeCall, _ cause: VertoCauseCode, at now: Duration) {
        guard let leg = legs[call.leg], leg.isAlive else { return }
        if leg.call == call.id {
            let word = leg.state == .waiting && call.isFromPhone ? "originator_cancel" : Self.word(of: cause)
            return end(leg.id, word, by: leg.isIncoming ? "caller" : "callee", at: now)
        }
        let isRinging = leg.rings.contains { edge.calls[$0]?.isUnanswered ?? false }
        guard leg.state == .waiting, !isRinging, !leg.hasFarEnd else { return }
        // Before the answer, "normal clearing" counts as a decline.
        end(leg.id, cause == .normalClearing ? "call_rejected" : Self.word(of: cause), by: "callee", at: now)
    }

    /// Declines a parked call on behalf of its phone.
    mutating func leave(_ call: EdgeCall, _ cause: VertoCauseCode, at now: Duration) {
        callEvent(call.id, .ended(cause, sipCode: nil), at: now)
        phoneLeft(call, cause, at: now)
    }

    private static func word(of cause: VertoCauseCode) -> String {
        switch cause {
        case .normalClearing, .recoveryOnTimerExpire: "normal_clearing"
        case .userBusy: "user_busy"
        case .callRejected: "call_rejected"
        case .unallocatedNumber: "not_found"
        case .noAnswer: "no_answer"
        case .originatorCancel: "originator_cancel"
        default: "unspecified"
        }
    }

    /// Ends the phones' calls because the leg ended.
    mutating func endPhones(of leg: TelnyxLeg, _ cause: String, at now: Duration) {
        for id in leg.rings where id != leg.call { stopRinging(id, .originatorCancel, at: now) }
        guard let id = leg.call else { return }
        let (code, sipCode) = Self.code(of: cause, wasAnswered: leg.answeredAt != nil)
        callEvent(id, .ended(code, sipCode: sipCode), at: now)
    }

    private static func code(of cause: String, wasAnswered: Bool) -> (VertoCauseCode, Int64?) {
        if wasAnswered { return (.normalClearing, 200) }
        switch cause {
        case "user_busy": return (.userBusy, 486)
        case "call_rejected": return (.callRejected, 603)
        case "not_found": return (.unallocatedNumber, 404)
        case "timeout", "no_answer": return (.noAnswer, 480)
        case "originator_cancel": return (.originatorCancel, 487)
        case "normal_clearing": return (.normalClearing, 200)
        default: return (.normalTemporaryFailure, 503)
        }
    }

    // MARK: - From a phone

    private mutating func callOut(
        _ invite: VertoInvite, _ token: VertoRequestNumber, on number: Int, at now: Duration
    ) {
        guard let socket = edge.sockets[number], let user = socket.user else { return }
        let dialog = invite.dialog
        guard let destination = dialog.destinationNumber?.revealed, !destination.isEmpty else {
            return pass(.refuse(token, .callError(.mandatoryElementMissing)), to: number, at: now)
        }
        guard edge.calls[dialog.callID] == nil else {
            return pass(.refuse(token, .callError(.invalidMessage, callID: dialog.callID)), to: number, at: now)
        }
        let callerID = dialog.callerIDNumber?.revealed ?? ""
        var leg = makeLeg(
            isIncoming: true, from: callerID.isEmpty ? "sip:\(user)@\(configuration.sipDomain)" : callerID,
            to: destination, session: nil, at: now)
        leg.fromName = dialog.callerIDName?.revealed
        leg.clientState = dialog.clientState?.revealed
        leg.headers = dialog.customHeaders.map { ["name": .string($0.name), "value": .string($0.value.revealed)] }
        leg.connection = credential(named: user, at: now)?.connection
        leg.call = dialog.callID
        leg.isSilent = !configuration.parksOutboundCalls
        add(leg)
        var call = EdgeCall(id: dialog.callID, leg: leg.id, user: user, isFromPhone: true, invite: self.invite(leg))
        (call.socket, call.session) = (number, socket.session.sessionID)
        add(call)
        lines[leg.id] = .phone()
        pass(.reply(token, VertoReply.callCreated(call.id).object), to: number, at: now)
        let codecs = (dialog.preferredCodecs ?? []).compactMap { $0.object?["mimeType"]?.string }
        callEvent(call.id, .invited(sdp: invite.sdp, codecs: codecs), at: now)
        begin(callFromPhone: leg, at: now)
    }

    /// Begins a call from a phone: it is parked and waits for commands, or is connected to the dialed address.
    private mutating func begin(callFromPhone leg: TelnyxLeg, at now: Duration) {
        schedule(.timeEnds, for: leg.id, at: now + .seconds(14_400))
        if configuration.parksOutboundCalls {
            sendWebhook("call.initiated", leg.id, ["direction": "incoming", "state": "parked"], at: now)
            schedule(.firstCommandMissing, for: leg.id, at: now + configuration.firstCommandLimit)
        } else {
            var far = makeLeg(isIncoming: false, from: leg.from, to: leg.to, session: leg.sessionID, at: now)
            (far.parent, far.bridgesOnAnswer, far.isSilent, far.hadCommand) = (leg.id, true, true, true)
            (far.fromName, far.headers) = (leg.fromName, leg.headers)
            legs[leg.id]?.hadCommand = true
            begin(far, [:], [leg.to], at: now)
        }
        if let call = leg.call { callEvent(call, .progressed, at: now) }
    }
}
