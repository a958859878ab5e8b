package import Redaction
internal import Verto
internal import WireJSON

/// An effect that the edge's shell carries out. Effects are carried out in order.
package enum TelnyxEffect: Sendable {
    case send(socket: Int, [UInt8])
    /// Closes a socket, with a close frame if `isProper`, else without one.
    case close(socket: Int, isProper: Bool)
    case openMedia(number: Int, codecs: [String])
    case media(number: Int, EdgeMediaCommand)
    case closeMedia(number: Int)
    /// A 20 ms frame for a phone.
    case sound(media: Int, [Int16])
    case push(EdgePush)
    /// Fetches a file to be played on a leg.
    case fetch(leg: String, address: String)
    /// Reports a log line.
    case line(StandinLogEntry)
    /// Reports that an expectation came true.
    case resolved(expectation: Int)
}

/// A report of a peer connection of the edge.
package enum EdgeMediaEvent: Sendable {
    case described(request: UInt64, Redacted<String>)
    case applied(request: UInt64)
    /// A request failed; nil if the failure belongs to no request.
    case failed(request: UInt64?)
    case digit(Character)
}

// The sockets of phones and their signaling sessions.

extension TelnyxParty {
    /// The most requests of one socket that wait for a reply.
    private static let askedMax = 256
    /// The most edges remembered; older ones are unknown.
    private static let edgeCountMax = 10_000

    package mutating func edgeOpened(_ number: Int, host: String?, query: String, at now: Duration) {
        let wanted = FormFields(query)?["voice_sdk_id"]
        let isKnown = wanted.map { edge.edges.contains($0) } ?? false
        let session = VertoServerSession(
            sessionID: identifiers.uuid(), firstRequestID: Int64(number % 10_000 + 1), dialect: .telnyx)
        edge.sockets[number] = EdgeSocket(
            number, host: host, query: query, edge: isKnown ? wanted ?? "" : makeEdge(), session: session)
        pass(.opened, to: number, at: now)
    }

    /// Creates the name of an edge, which a phone repeats in its next address.
    mutating func makeEdge() -> String {
        let name = "VSDK" + identifiers.text(40)
        edge.edges.append(name)
        if edge.edges.count > Self.edgeCountMax { edge.edges.removeFirst() }
        return name
    }

    package mutating func edgeReceived(_ number: Int, _ bytes: [UInt8], at now: Duration) {
        guard let socket = edge.sockets[number] else { return }
        let inbound: VertoInbound
        do throws(VertoError) {
            inbound = try VertoCodec.decode(bytes)
        } catch {
            return pass(.unreadable(error), to: number, at: now)
        }
        guard case .frame(let frame) = inbound, let method = frame.method else {
            return pass(.received(inbound), to: number, at: now)
        }
        let name = VertoMethod(method).name
        switch edge.faults.use(method: name, isToPhone: false, user: socket.user) {
        case .lose: return
        case .delay(let time): return schedule(.edgeReceives(socket: number, bytes), for: "", at: now + time)
        case .cut: return cut(number, at: now)
        case .refuseLogin: edge.sockets[number]?.refusesLogin = true
        case .double: handle(frame, name, on: number, at: now)
        case nil: break
        }
        handle(frame, name, on: number, at: now)
    }

    /// Handles a request of a phone, after the faults were applied.
    mutating func handle(_ frame: VertoFrame, _ name: String, on number: Int, at now: Duration) {
        guard let socket = edge.sockets[number] else { return }
        if case .prefixed(.freeSwitch, _)? = frame.method.map(VertoMethod.init) {
            return send(.failure(frame.id, .unknownMethod), to: number, at: now)
        }
        // Source: telnyx-webrtc-ios, issue 337.
        if name == "ping", socket.session.user == nil {
            return send(.failure(frame.id, VertoFailure(.unauthorized, "Unauthorized")), to: number, at: now)
        }
        if let id = frame.id, socket.asked.count < Self.askedMax { edge.sockets[number]?.asked[id] = name }
        pass(.received(.frame(frame)), to: number, at: now)
    }

    /// Handles the end of a socket by the phone.
    package mutating func edgeClosed(_ number: Int, at now: Duration) {
        guard let socket = edge.sockets[number], !socket.isDead else { return }
        let fault = edge.faults.use(method: EdgeFault.ending, isToPhone: false, user: socket.user)
        guard let fault else { return forget(number, at: now) }
        edge.sockets[number]?.isDead = true
        if case .delay(let time) = fault { schedule(.edgeNotices(socket: number), for: "", at: now + time) }
    }

    /// Handles the end of a socket that the edge notices or causes.
    mutating func forget(_ number: Int, at now: Duration) {
        guard let socket = edge.sockets[number] else { return }
        pass(.closed, to: number, at: now)
        edge.sockets[number] = nil
        if let user = socket.user, edge.registrations[user] == number { edge.registrations[user] = nil }
        for call in edge.calls.values where call.socket == number {
            callEvent(call.id, .socketLost, at: now)
            guard edge.calls[call.id]?.phase == .detached else { continue }
            edge.lost[call.id] = now
            schedule(.phoneIsGone(call: call.id), for: call.leg, at: now + configuration.reattachTime)
        }
    }

    /// Ends a call whose phone did not return in time.
    mutating func phoneIsGone(_ id: String, at now: Duration) {
        guard let call = edge.calls[id], call.isEstablished, call.phase != .up, let lost = edge.lost[id],
            lost + configuration.reattachTime <= now
        else { return }
        callEvent(id, .ended(.recoveryOnTimerExpire, sipCode: nil), at: now)
        end(call.leg, "normal_clearing", by: call.isFromPhone ? "caller" : "callee", at: now)
    }

    /// Ends a socket without a close frame.
    mutating func cut(_ number: Int, at now: Duration) {
        effects.append(.close(socket: number, isProper: false))
        forget(number, at: now)
    }

    // MARK: - The session

    mutating func pass(_ event: VertoServerEvent, to number: Int, at now: Duration) {
        guard var session = edge.sockets[number]?.session else { return }
        var wanted: [VertoServerEffect] = []
        session.handle(event, at: now, into: &wanted)
        edge.sockets[number]?.session = session
        for effect in wanted { perform(effect, on: number, at: now) }
    }

    private mutating func perform(_ effect: VertoServerEffect, on number: Int, at now: Duration) {
        switch effect {
        case .send(let frame): send(frame, to: number, at: now)
        case .sendBatch(let frames): put(VertoCodec.encode(batch: frames), to: number, at: now)
        case .authenticate(let authentication): authenticate(authentication, on: number, at: now)
        case .request(let token, let request): handle(request, token, on: number, at: now)
        case .ready: break
        case .startTimer(let timer, let wait):
            edge.sockets[number]?.timers[timer, default: 0] += 1
            let start = edge.sockets[number]?.timers[timer] ?? 0
            schedule(.edgeTimer(socket: number, timer, start: start), for: "", at: now + wait)
        case .cancelTimer(let timer): edge.sockets[number]?.timers[timer, default: 0] += 1
        case .close:
            effects.append(.close(socket: number, isProper: true))
            forget(number, at: now)
        }
    }

    mutating func edgeTimer(_ number: Int, _ timer: VertoServerTimer, start: Int, at now: Duration) {
        guard edge.sockets[number]?.timers[timer] == start else { return }
        pass(.timerFired(timer), to: number, at: now)
    }

    /// Sends a frame with the name of its edge.
    mutating func send(_ frame: VertoFrame, to number: Int, at now: Duration) {
        guard let socket = edge.sockets[number] else { return }
        var frame = frame
        frame.extra["voice_sdk_id"] = .string(socket.edge)
        var name = frame.method.map { VertoMethod($0).name }
        if name == nil, let id = frame.id, let asked = edge.sockets[number]?.asked.removeValue(forKey: id) {
            name = asked
            // Source: telnyx-webrtc-ios, `onPushDisabled`.
            if asked == "disable_push_notification" { frame.extra["method"] = "telnyx_rtc.disable_push_notification" }
        }
        note(frame, name, of: socket, at: now)
        let bytes = VertoCodec.encode(frame)
        switch edge.faults.use(method: name ?? "", isToPhone: true, user: socket.user) {
        case .lose, .refuseLogin: return
        case .delay(let time): return schedule(.edgeSends(socket: number, bytes), for: "", at: now + time)
        case .cut: return cut(number, at: now)
        case .double: put(bytes, to: number, at: now)
        case nil: break
        }
        put(bytes, to: number, at: now)
    }

    /// Reports a line for each answered request of a phone and each message to a phone, except pings.
    private mutating func note(_ frame: VertoFrame, _ name: String?, of socket: EdgeSocket, at now: Duration) {
        guard let name, name != "ping" else { return }
        let status = if case .failure(let failure) = frame.content { failure.code.rawValue } else { 200 }
        let line = StandinLogEntry(
            at: now, party: .telnyx, method: frame.method == nil ? "PHONE" : "EDGE", path: name, status: status,
            note: StandinLogEntry.shortened(socket.user ?? ""))
        effects.append(.line(line))
    }

    private mutating func put(_ bytes: [UInt8], to number: Int, at now: Duration) {
        guard edge.delay > .zero else { return effects.append(.send(socket: number, bytes)) }
        schedule(.edgeSends(socket: number, bytes), for: "", at: now + edge.delay)
    }

    /// Sends a delayed message to a phone, if its socket still exists.
    mutating func edgeSends(_ number: Int, _ bytes: [UInt8]) {
        if edge.sockets[number] != nil { effects.append(.send(socket: number, bytes)) }
    }

    /// Handles a delayed message of a phone.
    mutating func edgeReceives(_ number: Int, _ bytes: [UInt8], at now: Duration) {
        guard case .frame(let frame)? = try? VertoCodec.decode(bytes), let method = frame.method else { return }
        handle(frame, VertoMethod(method).name, on: number, at: now)
    }
}

/// The state of the edge: sockets, registrations, calls and devices of phones.
struct TelnyxEdge: Sendable {
    var sockets: [Int: EdgeSocket] = [:]
    /// The socket that rings for a `sip_username`: the newest login.
    var registrations: [String: Int] = [:]
    /// The names of edges, oldest first.
    var edges: [String] = []
    var calls: [String: EdgeCall] = [:]
    /// The identifiers of the calls, oldest first.
    var callOrder: [String] = []
    /// The number of the peer connection of each call; `callOfMedia` is the inverse.
    var media: [String: Int] = [:]
    var callOfMedia: [Int: String] = [:]
    var mediaCount = 0
    /// The time at which a call's phone was lost.
    var lost: [String: Duration] = [:]
    /// The edge at which a call waits for a pushed phone.
    var parkedAt: [String: String] = [:]
    /// The devices that got a push for a call.
    var pushed: [String: [EdgeDevice]] = [:]
    /// The devices by `sip_username`, oldest first.
    var devices: [String: [EdgeDevice]] = [:]
    var faults = EdgeFaultPlan()
    /// The delay of every frame to a phone.
    var delay: Duration = .zero
    /// The gateway state of a `sip_username` if it is not REGED; the key "" stands for all.
    var gateway: [String: String] = [:]
}
