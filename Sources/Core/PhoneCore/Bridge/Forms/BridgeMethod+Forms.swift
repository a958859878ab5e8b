extension BridgeMethod {
    /// The values that the method takes.
    public var arguments: [BridgeField] {
        switch self {
        case .connect: Self.login
        case .call: Self.dial
        case .answer:
            .onCall + [
                .optional("other", .word(.activeCallPolicy), "What happens to an active call; `hold` if left out.")
            ]
        case .decline:
            .onCall + [.optional("everywhere", .truth, "Whether the other devices of the person stop ringing, too.")]
        case .hangup, .toggleMute, .toggleHold: .onCall
        case .setMute: .onCall + [.needed("muted", .truth)]
        case .setHold: .onCall + [.needed("onHold", .truth)]
        case .setSpeaker: [.needed("enabled", .truth)]
        case .sendDigits: .onCall + [.needed("digit", .text, "One or more of 0…9, *, # and A…D.")]
        case .getPushTokenWithWait: [.optional("timeoutMs", .integer, "At most 30,000; 10,000 if left out.")]
        case .getEvents: [.optional("since", .text, "The cursor of a snapshot, of an event or of an earlier answer.")]
        case .setAudioRoute: [.needed("route", .text, "The `id` of an output, or its type.")]
        case .transfer:
            .onCall + [.needed("destination", .text, "Another user of the exchange; `transferFailed` tells a failure.")]
        case .switchOrganization: [.needed("organizationId", .text)]
        case .readNotice: [.needed("callId", .text)]
        case .disconnect, .reconnect, .toggleSpeaker, .getDeviceID, .getPushToken, .getNetworkStatus,
            .getConnectionState, .getPendingIncomingCall, .requestPermissions, .getSnapshot, .getAudioRoutes,
            .getCallerIDs, .clearNotices, .signInWithApple, .signOut:
            []
        }
    }

    private static let login: [BridgeField] = [
        .optional("sipUsername", .text, "With a password: signs in. Without: uses the present sign-in."),
        .optional("sipPassword", .text),
        .optional("callerIdName", .text, "It has no effect."), .optional("callerIdNumber", .text, "It has no effect."),
    ]

    private static let dial: [BridgeField] = [
        .needed("destinationNumber", .text, "A number, a user's name or an address."),
        .optional("displayName", .text, "The name of the other side, for the screen."),
        .optional("callerIdName", .text), .optional("callerIdNumber", .text, "One of `getCallerIds`."),
        .optional("clientState", .text, "Base64 by convention."),
        .optional("organizationId", .text, "If left out: the one that the destination names, or the active one."),
        .optional("headers", .either(.list(.object(.header)), .texts)),
        .optional("preferredCodecs", .list(.word(.codec))),
        .optional("replaces", .text, "The `callSessionId` of a call that is taken from another device."),
    ]

    /// The values of the method's answer.
    public var answer: [BridgeField] {
        switch self {
        case .call, .answer: [.needed("callId", .text)]
        case .toggleMute, .toggleHold, .toggleSpeaker: [.needed("enabled", .truth)]
        case .getDeviceID: [.needed("deviceId", .text)]
        case .getPushToken, .getPushTokenWithWait: [.needed("token", .nullable(.text))]
        case .getNetworkStatus: .network
        case .getConnectionState: [.needed("state", .word(.connection)), .needed("connected", .truth)]
        case .getPendingIncomingCall: [.needed("call", .nullable(.object(.call)))]
        case .requestPermissions:
            [.needed("microphone", .truth), .needed("notifications", .truth), .needed("contacts", .truth)]
        case .getAudioRoutes: [.needed("routes", .list(.object(.audioOutput)))]
        case .getCallerIDs: [.needed("callerIds", .list(.object(.callerIDs)))]
        case .getSnapshot: Self.snapshot
        case .getEvents:
            [
                .needed("events", .list(.event)), .needed("cursor", .text),
                .needed("gap", .truth, "Whether events were lost, so that the page has to take a snapshot."),
            ]
        case .connect, .disconnect, .reconnect, .hangup, .decline, .setMute, .setHold, .setSpeaker, .sendDigits,
            .setAudioRoute, .transfer, .switchOrganization, .readNotice, .clearNotices, .signInWithApple, .signOut:
            []
        }
    }

    private static let snapshot: [BridgeField] = [
        .needed("cursor", .text, "From here on events continue."), .needed("calls", .list(.object(.call))),
        .needed("connection", .word(.connection)), .needed("network", .object(.network)),
        .needed("speaker", .truth), .needed("route", .word(.audioRoute)),
        .needed("routes", .list(.object(.audioOutput))), .needed("signedIn", .truth),
        .needed("notices", .list(.object(.notice)), "Missed and dropped calls that the person has not seen."),
        .needed(
            "callsElsewhere", .list(.object(.callElsewhere)), "Answered calls that other devices of the person have."),
        .optional("organizationId", .text, "The active organization."),
    ]
}
