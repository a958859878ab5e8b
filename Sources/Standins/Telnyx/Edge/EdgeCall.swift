package import Redaction
internal import Verto

/// The state machine of one call between Telnyx's edge and a phone: descriptions, ringing, answer, hold, loss of the
/// socket, end. The call's audio and its leg, which Call Control commands, are elsewhere.
///
///     to a phone:   parked ─ attachCalls ─▶ describing ─ offer made ─▶ ringing ─ answer ─▶ connecting ─▶ up
///     from a phone: describing ─ our answer made ─▶ waiting ─ the leg is answered ─▶ up
///     up ─ socket lost ─▶ detached ─ login ─▶ describing again ─ attach ─▶ connecting ─▶ up
///
/// Source: Telnyx's client SDKs; behavior visible only to the server is assumed.
struct EdgeCall: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        /// No phone has a socket; the INVITE waits for a phone that was woken by push.
        case parked
        /// The engine creates our description. Leaves to: `ringing`, `waiting`, `attaching`.
        case describing
        /// The phone has our offer and rings. Leaves to: `connecting`.
        case ringing
        /// The phone called, and its call is not answered yet. Leaves to: `up`.
        case waiting
        /// The phone returned to the call and has our new offer. Leaves to: `connecting`.
        case attaching
        /// The engine applies the phone's answer. Leaves to: `up`.
        case connecting
        case up
        /// The phone's socket was lost. Leaves to: `describing`.
        case detached
        case over
    }

    enum Event: Sendable {
        /// The call is offered on this socket.
        case offered(socket: Int)
        /// The phone sent an INVITE.
        case invited(sdp: Redacted<String>, codecs: [String])
        case answered(VertoRequestNumber, sdp: Redacted<String>)
        case changed(VertoRequestNumber, VertoModify)
        case digits(VertoRequestNumber, Redacted<String>)
        case hungUp(VertoRequestNumber, VertoBye)
        case candidate(VertoRequestNumber, Redacted<String>)
        case endOfCandidates(VertoRequestNumber)
        /// The leg's other side rings.
        case progressed
        /// The leg has early media.
        case soundsEarly
        /// The leg was answered by its other side or by a command.
        case accepted
        /// The leg ended.
        case ended(VertoCauseCode, sipCode: Int64?)
        case pressed(Character)
        case socketLost
        case described(request: UInt64, sdp: Redacted<String>)
        case applied(request: UInt64)
        case failed(request: UInt64?)
        case heardDigit(Character)
    }

    enum Effect: Sendable {
        case openMedia(codecs: [String])
        case media(EdgeMediaCommand)
        case closeMedia
        case send(VertoServerRequest)
        case reply(VertoRequestNumber, VertoReply)
        case refuse(VertoRequestNumber, VertoFailure)
        /// The phone answered the call.
        case tookCall
        /// The phone left the call or declined it.
        case left(VertoCauseCode)
        case digit(Character)
        case held(Bool)
    }

    /// The purpose of a description of ours.
    private enum Purpose: Hashable, Sendable {
        case invite, attach, answer
        case update(VertoRequestNumber, VertoModify.Action)
    }

    /// A description of ours that the engine creates.
    private struct Pending: Hashable, Sendable {
        var purpose: Purpose
        var request: UInt64
    }

    let id: String
    let leg: String
    /// The `sip_username` of the phone.
    let user: String
    let isFromPhone: Bool
    /// The caller and the leg's names for the INVITE.
    let invite: EdgeInvite
    private(set) var phase: Phase
    var socket: Int?
    /// The phone's session; a later login with the same session gets the call back.
    var session: String?
    private(set) var isHeld = false
    /// Our last description, which may be sent again.
    private var description: Redacted<String>?
    private var pending: Pending?
    private var requestCount: UInt64 = 0
    /// The messages that are pending until our description is ready, and those sent already.
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

    /// Whether the call was answered and continues, so that it survives its socket.
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
            sendProgress(into: &effects)
        case .accepted:
            isAccepted = true
            sendProgress(into: &effects)
        case .ended(let cause, let sipCode): end(cause, sipCode, into: &effects)
        case .pressed(let digit): if wasAnswered { effects.append(.media(.tone(digit))) }
        case .socketLost: lose(into: &effects)
        case .described(let request, let sdp): described(request, sdp, into: &effects)
        case .applied(let request): applied(request, into: &effects)
        case .failed(let request): failed(request, into: &effects)
        case .heardDigit(let digit): effects.append(.digit(digit))
        }
    }

    /// Answers requests after the end, so that a client does not wait in vain. Late candidates are no error.
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

    /// Offers the call on a socket: with a first offer, the same offer on another socket, or a new one for an answered
    /// call. Telnyx's clients then build a new peer connection, so the edge does too.
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
            sendProgress(into: &effects)
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

    /// Sends `media` for early media, then `answer`, which omits the description if `media` contained it.
    private mutating func sendProgress(into effects: inout [Effect]) {
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

// MARK: - Actions of the phone and the leg

extension EdgeCall {
    private mutating func answered(
        _ token: VertoRequestNumber, _ sdp: Redacted<String>, into effects: inout [Effect]
    ) {
        guard phase == .ringing || phase == .attaching else { return effects.append(.refuse(token, .callDoesNotExist)) }
        effects.append(.reply(token, VertoReply(callID: id)))
        phase = .connecting
        requestCount += 1
        effects.append(.media(.acceptAnswer(request: requestCount, sdp)))
    }

    private mutating func applied(_ request: UInt64, into effects: inout [Effect]) {
        guard phase == .connecting, request == requestCount else { return }
        phase = .up
        guard !wasAnswered else { return }
        wasAnswered = true
        effects.append(.tookCall)
    }

    private mutating func change(_ token: VertoRequestNumber, _ modify: VertoModify, into effects: inout [Effect]) {
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

    private mutating func hungUp(_ token: VertoRequestNumber, _ bye: VertoBye, into effects: inout [Effect]) {
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

    /// Handles the loss of the socket. An answered call waits for the phone, a ringing call rings again at the next
    /// login, and an unanswered call from the phone ends.
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

/// The contents of an INVITE to a phone: the caller, and the names of the leg.
struct EdgeInvite: Hashable, Sendable {
    var callerName: String
    var callerNumber: String
    var headers: [VertoHeader]
    var clientState: String?
    var ids: VertoTelnyxIDs
    var sipCallID: String
}

/// A command for the edge's side of a peer connection. Events with the same number answer the requests.
package enum EdgeMediaCommand: Hashable, Sendable {
    case offer(request: UInt64)
    case acceptOffer(request: UInt64, Redacted<String>)
    case acceptAnswer(request: UInt64, Redacted<String>)
    case candidate(Redacted<String>)
    case endOfCandidates
    /// Sends a digit as an event of RFC 4733.
    case tone(Character)
}
