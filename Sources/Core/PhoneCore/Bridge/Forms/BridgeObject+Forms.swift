extension BridgeObject {
    static let call = BridgeObject(
        "BridgeCall",
        [
            .needed("callId", .text), .needed("direction", .word(.callDirection)),
            .needed("state", .word(.callPhase)), .needed("isMuted", .truth), .needed("isHeld", .truth),
            .needed("isCrossOrg", .truth, "Whether the call is of another organization than the active one."),
            .optional("callSessionId", .text, "The exchange's identifier of the call, as in its API."),
            .optional("organizationId", .text), .optional("organizationName", .text),
            .optional("callerName", .text, "The name of the other side, of an outgoing call, too."),
            .optional("callerNumber", .text), .optional("callerPicture", .text, "An `https` address."),
            .optional("calledNumber", .text), .optional("connectedAt", .integer, "Milliseconds since 1970."),
        ])

    static let callElsewhere = BridgeObject(
        "CallElsewhere",
        [
            .needed("callSessionId", .text, "`call` takes the call by it, as `replaces`."),
            .needed("deviceId", .text, "The device that has the call, as the exchange's API names it."),
            .needed("deviceName", .text, "That device, as the person named it."), .needed("isHeld", .truth),
            .needed("canTake", .truth, "Whether the exchange can give the call to this phone."),
            .optional("organizationId", .text), .optional("direction", .word(.callDirection)),
            .optional("callerName", .text, "The name of the other side, of an outgoing call, too."),
            .optional("callerNumber", .text, "The other side, as `call` takes it for `destinationNumber`."),
        ])

    static let notice = BridgeObject(
        "BridgeNotice",
        [
            .needed("callId", .text), .needed("kind", .word(.noticeKind)), .needed("reason", .word(.endReason)),
            .needed("disposition", .word(.callDisposition)),
        ] + .reported + [
            .optional("organizationId", .text), .optional("organizationName", .text),
            .optional("callerName", .text), .optional("callerPicture", .text), .optional("calledNumber", .text),
            .optional("callerNumber", .text), .optional("time", .integer, "Milliseconds since 1970."),
        ])

    static let audioOutput = BridgeObject(
        "AudioOutput",
        [
            .needed("id", .text, "`setAudioRoute` chooses an output by it."), .needed("type", .word(.audioRoute)),
            .needed("current", .truth), .optional("name", .text),
        ])

    static let quality = BridgeObject(
        "CallQuality",
        [
            .needed("level", .word(.quality)), .needed("telnyxLevel", .word(.telnyxQuality)),
            .optional("mos", .number, "1…5."), .optional("jitterMs", .integer), .optional("rttMs", .integer),
            .optional("packetLossPercent", .number),
            .optional(
                "gapMs", .integer,
                "The longest time without a packet since the former report; in a browser the time since the last one."),
            .optional("route", .text, "The kind of the local candidate in use: host, srflx, prflx or relay."),
            .optional("relay", .text, "The address of the relay in use."),
            .optional("concealedMs", .integer, "The sound that concealment has made since the call began."),
            .optional("restart", .text, "Why media was negotiated over another path since the former report."),
            .optional(
                "relaysUnavailable", .truth, "True if no configured relay gave a candidate since the former report."),
        ])

    static let callerIDs = BridgeObject(
        "OrganizationCallerIds", [.needed("organizationId", .text), .needed("numbers", .list(.text))])

    static let network = BridgeObject("NetworkState", .network)

    static let header = BridgeObject("CallHeader", [.needed("name", .text), .optional("value", .text)])
}

extension [BridgeField] {
    /// The exchange's account of an end; each is null if it gave none.
    static let reported: [BridgeField] = [
        .needed("cause", .nullable(.text), "The name of the cause, such as `USER_BUSY`."),
        .needed("causeCode", .nullable(.integer), "Q.850, or 805 for a call that another device answered."),
        .needed("sipCode", .nullable(.integer)), .needed("sipReason", .nullable(.text)),
    ]

    static let network: [BridgeField] = [
        .needed("status", .word(.networkStatus)), .needed("type", .word(.networkType)),
    ]

    /// A call that is named, or the one that the method means by itself.
    static let onCall: [BridgeField] = [.optional("callId", .text)]
}
