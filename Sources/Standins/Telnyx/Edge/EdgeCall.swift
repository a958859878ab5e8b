package import Redaction
internal import Verto

/// One call between Telnyx's edge and a phone, as the edge sees it: descriptions, ringing, answer, hold, loss of the
/// socket, end. Its sound and its leg are elsewhere; the leg is what Call Control commands.
///
///     to a phone:   parked ─ attachCalls ─▶ describing ─ offer made ─▶ ringing ─ answer ─▶ connecting ─▶ up
///     from a phone: describing ─ our answer made ─▶ waiting ─ the leg is answered ─▶ up
///     up ─ socket lost ─▶ detached ─ login ─▶ describing again ─ attach ─▶ connecting ─▶ up
///
/// Source: Telnyx's client SDKs; what only the server's side would show is assumed.
struct EdgeCall: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        /// There is no phone to ring: the INVITE waits for a phone that was pushed.
        case parked
        /// Our description is being made. Leaves to: `ringing`, `waiting`, `attaching`.
        case describing
        /// The phone has our offer. Leaves to: `connecting`.
        case ringing
        /// The phone has called and is not answered yet. Leaves to: `up`.
        case waiting
        /// The phone took a call up again and has our new offer. Leaves to: `connecting`.
        case attaching
        /// The phone's answer is being taken. Leaves to: `up`.
        case connecting
        case up
        /// The phone's socket is gone. Leaves to: `describing`.
        case detached
        case over
    }

    enum Event: Sendable {
        /// A socket can take the call now: it is offered there.
        case offered(socket: Int)
        /// The phone called.
        case invited(sdp: Redacted<String>, codecs: [String])
        case answered(VertoRequestToken, sdp: Redacted<String>)
        case changed(VertoRequestToken, VertoModify)
        case digits(VertoRequestToken, Redacted<String>)
        case hungUp(VertoRequestToken, VertoBye)
        case candidate(VertoRequestToken, Redacted<String>)
        case endOfCandidates(VertoRequestToken)
        /// The leg rings at its other side.
        case progressed
        /// The leg has early sound.
        case soundsEarly
        /// The leg was answered at its other side, or by a command.
        case accepted
        /// The leg is over.
        case ended(VertoCauseCode, sipCode: Int64?)
        case pressed(Character)
        case socketLost
        case described(request: UInt64, sdp: Redacted<String>)
        case taken(request: UInt64)
        case failed(request: UInt64?)
        case heardDigit(Character)
    }

    enum Effect: Sendable {
        case openMedia(codecs: [String])
        case media(EdgeMediaOrder)
        case closeMedia
        case send(VertoServerRequest)
        case reply(VertoRequestToken, VertoReply)
        case refuse(VertoRequestToken, VertoFailure)
        /// The phone has taken the call.
        case tookCall
        /// The phone is not in the call any more, or never will be.
        case left(VertoCauseCode)
        case digit(Character)
        case held(Bool)
    }

    /// What a description of ours is for.
    private enum Purpose: Hashable, Sendable {
        case invite, attach, answer
        case update(VertoRequestToken, VertoModify.Action)
    }

    /// A description of ours that is being made.
    private struct Pending: Hashable, Sendable {
        var purpose: Purpose
        var request: UInt64
    }

    let id: String
    let leg: String
    /// The `sip_username` of the phone.
    let user: String
    let isFromPhone: Bool
    /// What it is told of the caller, and the leg's names.
    let invite: EdgeInvite
    private(set) var phase: Phase
    var socket: Int?
    /// The phone's session: a later login that names it gets the call back.
    var session: String?
    private(set) var isHeld = false
    /// Our last description, to be said again.
    private var description: Redacted<String>?
    private var pending: Pending?
    private var requestCount: UInt64 = 0
    /// What has to be said once our description is there.
    private var isAccepted = false
    private var soundsEarly = false
    private var hasDescribed = false
    private var wasAnswered = false

    init(id: String, leg: String, user: String, isFromPhone: Bool, invite: EdgeInvite) {
        self.id = id
        self.leg = leg
        self.user = user
        self.isFromPhone = isFromPhone
        self.invite = invite
        phase = isFromPhone ? .describing : .parked
    }

    /// Whether phone and edge have agreed on a call, so that it outlives its socket.
    var isEstablished: Bool { wasAnswered && phase != .over }
    var isUnanswered: Bool { !wasAnswered && phase != .over }

    mutating func handle(_ event: Event, into effects: inout [Effect]) {
        guard phase != .over else { return refuseLate(event, into: &effects) }
        switch event {
        case .offered(let socket): offer(on: socket, into: &effects)
        case .invited(let sdp, let codecs):
            effects.append(.openMedia(codecs: codecs))
            acceptOffer(sdp, for: .answer, into: &effects)
        case .answered(let token, let sdp): answered(token, sdp, into: &effects)
        case .changed(let token, let modify): change(token, modify, into: &effects)
        case .digits(let token, let digits):
            effects.append(.reply(token, .sent))
            for digit in digits.revealed { effects.append(.digit(digit)) }
        case .hungUp(let token, let bye): hungUp(token, bye, into: &effects)
        case .candidate(let token, let text):
            effects.append(.reply(token, VertoReply(callID: id)))
            effects.append(.media(.candidate(text)))
        case .endOfCandidates(let token):
            effects.append(.reply(token, VertoReply(callID: id)))
            effects.append(.media(.endOfCandidates))
        case .progressed:
            if isFromPhone, !wasAnswered { effects.append(.send(.ringing(progress(with: nil)))) }
        case .soundsEarly:
            soundsEarly = true
            sayProgress(into: &effects)
        case .accepted:
            isAccepted = true
            sayProgress(into: &effects)
        case .ended(let cause, let sipCode): end(cause, sipCode, into: &effects)
        case .pressed(let digit): if wasAnswered { effects.append(.media(.tone(digit))) }
        case .socketLost: lose(into: &effects)
        case .described(let request, let sdp): described(request, sdp, into: &effects)
        case .taken(let request): taken(request, into: &effects)
        case .failed(let request): failed(request, into: &effects)
        case .heardDigit(let digit): effects.append(.digit(digit))
        }
    }

    /// What comes after the end is answered, so that a client does not wait for nothing. Late candidates are no fault.
    private func refuseLate(_ event: Event, into effects: inout [Effect]) {
        switch event {
        case .answered(let token, _), .changed(let token, _), .digits(let token, _):
            effects.append(.refuse(token, .callDoesNotExist))
        case .hungUp(let token, let bye):
            effects.append(.reply(token, .callEnded(id, bye.causeCode ?? .normalClearing)))
        case .candidate(let token, _), .endOfCandidates(let token):
            effects.append(.reply(token, VertoReply(callID: id)))
        default: break
        }
    }
}

// MARK: - Descriptions

extension EdgeCall {
    private mutating func nextRequest(for purpose: Purpose) -> UInt64 {
        requestCount += 1
        pending = Pending(purpose: purpose, request: requestCount)
        return requestCount
    }

    /// The first offer, the same offer again on another socket, or a new one for a call that goes on: Telnyx's clients
    /// build a new peer connection then, so the edge does too.
    private mutating func offer(on socket: Int, into effects: inout [Effect]) {
        self.socket = socket
        switch phase {
        case .ringing:
            if let description { effects.append(.send(.invite(serverInvite(description)))) }
        case .parked:
            phase = .describing
            effects.append(.openMedia(codecs: []))
            effects.append(.media(.offer(request: nextRequest(for: .invite))))
        case .detached:
            phase = .describing
            effects.append(.closeMedia)
            effects.append(.openMedia(codecs: []))
            effects.append(.media(.offer(request: nextRequest(for: .attach))))
        case .describing, .waiting, .attaching, .connecting, .up, .over: break
        }
    }

    private mutating func acceptOffer(_ sdp: Redacted<String>, for purpose: Purpose, into effects: inout [Effect]) {
        effects.append(.media(.acceptOffer(request: nextRequest(for: purpose), sdp)))
    }

    private mutating func described(_ request: UInt64, _ sdp: Redacted<String>, into effects: inout [Effect]) {
        guard let pending, pending.request == request else { return }
        self.pending = nil
        description = sdp
        switch pending.purpose {
        case .invite:
            phase = .ringing
            effects.append(.send(.invite(serverInvite(sdp))))
        case .attach:
            phase = .attaching
            effects.append(.send(.attach(serverInvite(sdp))))
        case .answer:
            phase = .waiting
            sayProgress(into: &effects)
        case .update(let token, let action):
            effects.append(.reply(token, .modified(id, action, holdState: isHeld ? .held : .active, sdp: sdp)))
        }
    }

    private mutating func failed(_ request: UInt64?, into effects: inout [Effect]) {
        if let pending, pending.request == request, case .update(let token, _) = pending.purpose {
            self.pending = nil
            return effects.append(.refuse(token, VertoFailure(.application, "CODEC ERROR")))
        }
        guard request != nil, phase != .up, phase != .detached else { return }
        end(.incompatibleDestination, 488, into: &effects)
        effects.append(.left(.incompatibleDestination))
    }

    /// `media` while the leg sounds early, then `answer`, which has no description any more where `media` had it.
    private mutating func sayProgress(into effects: inout [Effect]) {
        guard isFromPhone, phase == .waiting, let description else { return }
        if soundsEarly, !hasDescribed, !isAccepted {
            hasDescribed = true
            effects.append(.send(.media(progress(with: description))))
        }
        guard isAccepted else { return }
        phase = .up
        wasAnswered = true
        effects.append(.send(.answer(progress(with: hasDescribed ? nil : description))))
    }

    private func progress(with sdp: Redacted<String>?) -> VertoProgress {
        var progress = VertoProgress(callID: id, sdp: sdp)
        progress.telnyxIDs = invite.ids
        return progress
    }

    private func serverInvite(_ sdp: Redacted<String>) -> VertoServerInvite {
        var request = VertoServerInvite(callID: id, sdp: sdp)
        request.callerIDName = Redacted(invite.callerName)
        request.callerIDNumber = Redacted(invite.callerNumber)
        request.calleeIDName = Redacted("")
        request.calleeIDNumber = Redacted(user)
        request.telnyxIDs = invite.ids
        request.clientState = invite.clientState.map { Redacted($0) }
        request.displayDirection = "inbound"
        request.customHeaders = invite.headers
        return request
    }
}

// MARK: - What the phone and the leg do

extension EdgeCall {
    private mutating func answered(
        _ token: VertoRequestToken, _ sdp: Redacted<String>, into effects: inout [Effect]
    ) {
        guard phase == .ringing || phase == .attaching else { return effects.append(.refuse(token, .callDoesNotExist)) }
        effects.append(.reply(token, VertoReply(callID: id)))
        phase = .connecting
        requestCount += 1
        effects.append(.media(.acceptAnswer(request: requestCount, sdp)))
    }

    private mutating func taken(_ request: UInt64, into effects: inout [Effect]) {
        guard phase == .connecting, request == requestCount else { return }
        phase = .up
        guard !wasAnswered else { return }
        wasAnswered = true
        effects.append(.tookCall)
    }

    private mutating func change(_ token: VertoRequestToken, _ modify: VertoModify, into effects: inout [Effect]) {
        switch modify.action {
        case .updateMedia:
            guard let sdp = modify.sdp, wasAnswered, pending == nil else {
                return effects.append(.refuse(token, VertoFailure(.application, "SDP missing")))
            }
            acceptOffer(sdp, for: .update(token, .updateMedia), into: &effects)
        case .hold, .unhold, .toggleHold:
            guard wasAnswered else { return effects.append(.refuse(token, .callDoesNotExist)) }
            let wants = modify.action == .hold || modify.action == .toggleHold && !isHeld
            if wants != isHeld { effects.append(.held(wants)) }
            isHeld = wants
            effects.append(.reply(token, .modified(id, modify.action, holdState: wants ? .held : .active)))
        default: effects.append(.refuse(token, VertoFailure(.notPermitted, "Invalid action")))
        }
    }

    private mutating func hungUp(_ token: VertoRequestToken, _ bye: VertoBye, into effects: inout [Effect]) {
        let cause = bye.causeCode ?? .normalClearing
        phase = .over
        effects.append(.reply(token, .callEnded(id, cause)))
        effects.append(.closeMedia)
        effects.append(.left(cause))
    }

    private mutating func end(_ cause: VertoCauseCode, _ sipCode: Int64?, into effects: inout [Effect]) {
        let isKnown = phase != .parked && (phase != .describing || isFromPhone || wasAnswered)
        phase = .over
        if isKnown, socket != nil {
            var bye = VertoBye(callID: id, causeCode: cause)
            bye.sipCode = sipCode
            bye.sipReason = sipCode.flatMap(Self.sipReason)
            bye.sipCallID = Redacted(invite.sipCallID)
            effects.append(.send(.bye(bye)))
        }
        effects.append(.closeMedia)
    }

    /// Source: RFC 3261 §21.
    private static func sipReason(_ code: Int64) -> String? {
        switch code {
        case 200: "OK"
        case 404: "Not Found"
        case 408: "Request Timeout"
        case 480: "Temporarily Unavailable"
        case 486: "Busy Here"
        case 487: "Request Terminated"
        case 488: "Not Acceptable Here"
        case 603: "Decline"
        default: nil
        }
    }

    /// What was answered waits for the phone; what rang rings wherever the phone logs in next; what it dialled ends.
    private mutating func lose(into effects: inout [Effect]) {
        socket = nil
        if wasAnswered {
            phase = .detached
            pending = nil
        } else if isFromPhone {
            phase = .over
            effects.append(.closeMedia)
            effects.append(.left(.recoveryOnTimerExpire))
        } else {
            phase = .parked
            pending = nil
            description = nil
            effects.append(.closeMedia)
        }
    }
}

/// What a phone is told of a call that comes in, and what the leg is called.
struct EdgeInvite: Hashable, Sendable {
    var callerName: String
    var callerNumber: String
    var headers: [VertoHeader]
    var clientState: String?
    var ids: VertoTelnyxIDs
    var sipCallID: String
}

/// What the edge's end of a peer connection is to do. The requests are answered by events of the same number.
package enum EdgeMediaOrder: Hashable, Sendable {
    case offer(request: UInt64)
    case acceptOffer(request: UInt64, Redacted<String>)
    case acceptAnswer(request: UInt64, Redacted<String>)
    case candidate(Redacted<String>)
    case endOfCandidates
    /// A digit, as RFC 4733 has it.
    case tone(Character)
}
