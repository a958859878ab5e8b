import CallModel

extension BridgePublisher {
    /// The ringing call, if there is one.
    public var ringingCall: BridgeCall? {
        lines.first { $0.call.direction == .inbound && $0.call.phase == .ringing }?.call
    }

    /// The call on the screen: the active one, otherwise the one that was answered or placed last.
    public var currentCall: BridgeCall? {
        let taken = lines.map(\.call).filter { $0.phase != .ringing }
        return taken.first { $0.phase == .connected && !$0.isHeld } ?? taken.last
    }

    /// Translates a request of the page into a request to the phone.
    ///
    /// - Parameters:
    ///   - request: the page's request, read.
    ///   - spare: a random name, drawn by the shell, for a call that is placed.
    public func translation(for request: BridgeRequest, spare: CallUUID) -> BridgeTranslation {
        switch request {
        case .call(let dial) where callerIDs.forbid(dial, inUse: active): .refused(.callerIDNotAllowed)
        case .call(let dial):
            .phone(
                .dial(
                    DialRequest(
                        dial.destination, organization: dial.organization, name: dial.name, settings: dial.settings,
                        spare: spare)))
        case .answer(let id, let other):
            asking(id ?? ringingCall?.id) { .answer($0, other: other ?? .hold) }
        case .decline(let id, let everywhere):
            asking(id ?? ringingCall?.id) { call in
                everywhere.map { .decline(call, $0 ? .everywhere : .here) } ?? .end(call)
            }
        case .hangup(let id): asking(id ?? (currentCall ?? ringingCall)?.id) { .end($0) }
        case .setMute(let id, let isMuted): asking(id ?? currentCall?.id) { .mute($0, isMuted) }
        case .setHold(let id, let isHeld): asking(id ?? currentCall?.id) { .hold($0, isHeld) }
        case .toggleMute(let id): toggling(id) { .mute($0.id, !$0.isMuted) }
        case .toggleHold(let id): toggling(id) { .hold($0.id, !$0.isHeld) }
        case .sendDigits(let id, let digits): asking(id ?? currentCall?.id) { .digits($0, digits) }
        case .transfer(let id, let target): asking(id ?? currentCall?.id) { .transfer($0, to: target) }
        case .setSpeaker(let isOn): .phone(.speaker(isOn))
        case .toggleSpeaker: .phone(.speaker(!isSpeakerOn))
        case .setAudioRoute(let name): .phone(.audioRoute(name))
        case .connect, .disconnect, .reconnect, .getDeviceID, .getPushToken, .getPushTokenWithWait, .getNetworkStatus,
            .getConnectionState, .getPendingIncomingCall, .requestPermissions, .getSnapshot, .getEvents,
            .getAudioRoutes, .getCallerIDs, .switchOrganization, .readNotice, .clearNotices, .signInWithApple, .signOut:
            .other
        }
    }

    private func asking(_ id: CallUUID?, _ request: (CallUUID) -> UserRequest) -> BridgeTranslation {
        id.map { .phone(request($0)) } ?? .refused(.unknownCall)
    }

    private func toggling(_ id: CallUUID?, _ request: (BridgeCall) -> UserRequest) -> BridgeTranslation {
        let call = id.map { id in lines.first { $0.call.id == id }?.call } ?? currentCall
        return call.map { .phone(request($0)) } ?? .refused(.unknownCall)
    }
}

/// The translation of a request of the page.
public enum BridgeTranslation: Hashable, Sendable {
    /// The phone gets this request.
    case phone(UserRequest)
    /// The request is refused, such as when there is no call that it could mean.
    case refused(PhoneRefusal)
    /// The request does not concern a call; the shell handles it.
    case other
}
