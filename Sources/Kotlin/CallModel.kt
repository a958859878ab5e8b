// The call machine: the same table, refusals, effects and endings as the Swift module CallModel.
// Made from it by `make generated`; do not edit.

package carillon.callmodel

enum class CallDirection(val wire: String) {
    OUTBOUND("outbound"),
    INBOUND("inbound");

    companion object {
        fun of(wire: String): CallDirection = values().first { it.wire == wire }
    }
}

enum class CallProgress(val wire: String) {
    IDLE("idle"),
    REQUESTING("requesting"),
    CONNECTING("connecting"),
    RINGING("ringing"),
    ANSWERING("answering"),
    ACTIVE("active"),
    DISCONNECTING("disconnecting"),
    ENDED("ended");

    companion object {
        fun of(wire: String): CallProgress = values().first { it.wire == wire }
    }
}

enum class LocalHold(val wire: String) {
    OFF("off"),
    TURNING_ON("turningOn"),
    ON("on"),
    TURNING_OFF("turningOff");

    companion object {
        fun of(wire: String): LocalHold = values().first { it.wire == wire }
    }
}

enum class RemoteHold(val wire: String) {
    OFF("off"),
    ON("on");

    companion object {
        fun of(wire: String): RemoteHold = values().first { it.wire == wire }
    }
}

enum class CallLink(val wire: String) {
    UP("up"),
    RENEGOTIATING("renegotiating"),
    RECONNECTING("reconnecting"),
    LOST("lost");

    companion object {
        fun of(wire: String): CallLink = values().first { it.wire == wire }
    }
}

enum class Refusal(val wire: String) {
    NOT_STARTED("notStarted"),
    ALREADY_STARTED("alreadyStarted"),
    WRONG_DIRECTION("wrongDirection"),
    INVITE_NOT_SENT("inviteNotSent"),
    NOT_ANSWERED("notAnswered"),
    ALREADY_ANSWERED("alreadyAnswered"),
    NOT_ACTIVE("notActive"),
    HOLD_UNCHANGED("holdUnchanged"),
    HOLD_PENDING("holdPending"),
    NO_HOLD_PENDING("noHoldPending"),
    LINK_UNCHANGED("linkUnchanged"),
    LINK_DOWN("linkDown"),
    NOT_RENEGOTIATING("notRenegotiating"),
    TIMER_NOT_RUNNING("timerNotRunning"),
    DISCONNECTING("disconnecting"),
    NOT_DISCONNECTING("notDisconnecting"),
    ENDED("ended");

    companion object {
        fun of(wire: String): Refusal = values().first { it.wire == wire }
    }
}

enum class CallEvent(val wire: String) {
    DIAL("dial"),
    ANSWER("answer"),
    DECLINE("decline"),
    DECLINE_AS_BUSY("declineAsBusy"),
    HANG_UP("hangUp"),
    HOLD("hold"),
    RESUME("resume"),
    INVITED("invited"),
    PEER_RINGING("peerRinging"),
    PEER_ANSWERED("peerAnswered"),
    HOLD_CONFIRMED("holdConfirmed"),
    RESUME_CONFIRMED("resumeConfirmed"),
    HOLD_REQUEST_FAILED("holdRequestFailed"),
    PEER_HELD("peerHeld"),
    PEER_RESUMED("peerResumed"),
    RELEASED("released"),
    RELEASE_ACKNOWLEDGED("releaseAcknowledged"),
    INVITE_SENT("inviteSent"),
    MEDIA_CONNECTED("mediaConnected"),
    MEDIA_INCOMPATIBLE("mediaIncompatible"),
    FAILED("failed"),
    RENEGOTIATION_STARTED("renegotiationStarted"),
    RENEGOTIATION_FINISHED("renegotiationFinished"),
    RENEGOTIATION_FAILED("renegotiationFailed"),
    LINK_IMPAIRED("linkImpaired"),
    LINK_LOST("linkLost"),
    LINK_RESTORED("linkRestored"),
    SET_UP_LIMIT_REACHED("setUpLimitReached"),
    RINGING_LIMIT_REACHED("ringingLimitReached"),
    RECOVERY_LIMIT_REACHED("recoveryLimitReached"),
    RELEASE_LIMIT_REACHED("releaseLimitReached");

    companion object {
        fun of(wire: String): CallEvent = values().first { it.wire == wire }
    }
}

enum class CanonicalName(val wire: String) {
    IDLE("IDLE"),
    REQUESTING("REQUESTING"),
    CONNECTING("CONNECTING"),
    RINGING_INBOUND("RINGING_INBOUND"),
    RINGING_OUTBOUND("RINGING_OUTBOUND"),
    ACTIVE("ACTIVE"),
    ON_HOLD("ON_HOLD"),
    REMOTE_HOLD("REMOTE_HOLD"),
    RECONNECTING("RECONNECTING"),
    RENEGOTIATING("RENEGOTIATING"),
    DISCONNECTING("DISCONNECTING"),
    ENDED("ENDED"),
    FAILED("FAILED"),
    MISSED("MISSED"),
    DROPPED("DROPPED");

    companion object {
        fun of(wire: String): CanonicalName = values().first { it.wire == wire }
    }
}

enum class TelnyxIOSState(val wire: String) {
    NEW("NEW"),
    CONNECTING("CONNECTING"),
    RINGING("RINGING"),
    ACTIVE("ACTIVE"),
    HELD("HELD"),
    DONE("DONE"),
    RECONNECTING("RECONNECTING"),
    DROPPED("DROPPED");

    companion object {
        fun of(wire: String): TelnyxIOSState = values().first { it.wire == wire }
    }
}

enum class TelnyxAndroidState(val wire: String) {
    NEW("NEW"),
    CONNECTING("CONNECTING"),
    RINGING("RINGING"),
    ACTIVE("ACTIVE"),
    RENEGOTIATING("RENEGOTIATING"),
    HELD("HELD"),
    DONE("DONE"),
    ERROR("ERROR"),
    DROPPED("DROPPED"),
    RECONNECTING("RECONNECTING");

    companion object {
        fun of(wire: String): TelnyxAndroidState = values().first { it.wire == wire }
    }
}

enum class WebState(val wire: String) {
    REQUESTING("requesting"),
    RINGING("ringing"),
    ACTIVE("active"),
    DESTROY("destroy");

    companion object {
        fun of(wire: String): WebState = values().first { it.wire == wire }
    }
}

enum class Z360IOSState(val wire: String) {
    IDLE("IDLE"),
    RINGING_IN("RINGING_IN"),
    RINGING_OUT("RINGING_OUT"),
    CONNECTING("CONNECTING"),
    ACTIVE("ACTIVE"),
    ON_HOLD("ON_HOLD"),
    RECONNECTING("RECONNECTING"),
    DISCONNECTING("DISCONNECTING"),
    ENDED("ENDED"),
    FAILED("FAILED");

    companion object {
        fun of(wire: String): Z360IOSState = values().first { it.wire == wire }
    }
}

enum class PajamaState(val wire: String) {
    IDLE("idle"),
    INCOMING("incoming"),
    OUTGOING("outgoing"),
    JOINING("joining"),
    CONNECTED("connected"),
    RECONNECTING("reconnecting"),
    DISCONNECTING("disconnecting"),
    DISCONNECTED("disconnected");

    companion object {
        fun of(wire: String): PajamaState = values().first { it.wire == wire }
    }
}

/** Ascending precedence: where two pieces of news disagree, the later reason is believed. */
enum class EndReason(
    val wire: String, val defaultCauseCode: Int, val defaultSipCode: Int?, val defaultSipReason: String?
) {
    FAILED("failed", 41, 503, "Service Unavailable"),
    INCOMPATIBLE("incompatible", 88, 488, "Not Acceptable Here"),
    UNREACHABLE("unreachable", 806, 480, "Temporarily Unavailable"),
    NO_ANSWER("noAnswer", 19, 480, "Temporarily Unavailable"),
    CANCELLED("cancelled", 487, 487, "Request Terminated"),
    BUSY("busy", 17, 486, "Busy Here"),
    DECLINED_ELSEWHERE("declinedElsewhere", 21, 603, "Decline"),
    DECLINED("declined", 21, 603, "Decline"),
    ANSWERED_ELSEWHERE("answeredElsewhere", 805, 487, "Request Terminated"),
    DROPPED("dropped", 102, 408, "Request Timeout"),
    COMPLETED("completed", 16, null, null);

    companion object {
        fun of(wire: String): EndReason = values().first { it.wire == wire }
    }
}

internal object CallTable {
    val causeNames: Map<Int, String> = mapOf(
        1 to "UNALLOCATED_NUMBER",
        2 to "NO_ROUTE_TRANSIT_NET",
        3 to "NO_ROUTE_DESTINATION",
        6 to "CHANNEL_UNACCEPTABLE",
        7 to "CALL_AWARDED_DELIVERED",
        16 to "NORMAL_CLEARING",
        17 to "USER_BUSY",
        18 to "NO_USER_RESPONSE",
        19 to "NO_ANSWER",
        20 to "SUBSCRIBER_ABSENT",
        21 to "CALL_REJECTED",
        22 to "NUMBER_CHANGED",
        23 to "REDIRECTION_TO_NEW_DESTINATION",
        25 to "EXCHANGE_ROUTING_ERROR",
        27 to "DESTINATION_OUT_OF_ORDER",
        28 to "INVALID_NUMBER_FORMAT",
        29 to "FACILITY_REJECTED",
        30 to "RESPONSE_TO_STATUS_ENQUIRY",
        31 to "NORMAL_UNSPECIFIED",
        34 to "NORMAL_CIRCUIT_CONGESTION",
        38 to "NETWORK_OUT_OF_ORDER",
        41 to "NORMAL_TEMPORARY_FAILURE",
        42 to "SWITCH_CONGESTION",
        43 to "ACCESS_INFO_DISCARDED",
        44 to "REQUESTED_CHAN_UNAVAIL",
        45 to "PRE_EMPTED",
        50 to "FACILITY_NOT_SUBSCRIBED",
        52 to "OUTGOING_CALL_BARRED",
        54 to "INCOMING_CALL_BARRED",
        57 to "BEARERCAPABILITY_NOTAUTH",
        58 to "BEARERCAPABILITY_NOTAVAIL",
        63 to "SERVICE_UNAVAILABLE",
        65 to "BEARERCAPABILITY_NOTIMPL",
        66 to "CHAN_NOT_IMPLEMENTED",
        69 to "FACILITY_NOT_IMPLEMENTED",
        79 to "SERVICE_NOT_IMPLEMENTED",
        81 to "INVALID_CALL_REFERENCE",
        88 to "INCOMPATIBLE_DESTINATION",
        95 to "INVALID_MSG_UNSPECIFIED",
        96 to "MANDATORY_IE_MISSING",
        97 to "MESSAGE_TYPE_NONEXIST",
        98 to "WRONG_MESSAGE",
        99 to "IE_NONEXIST",
        100 to "INVALID_IE_CONTENTS",
        101 to "WRONG_CALL_STATE",
        102 to "RECOVERY_ON_TIMER_EXPIRE",
        103 to "MANDATORY_IE_LENGTH_ERROR",
        111 to "PROTOCOL_ERROR",
        127 to "INTERWORKING",
        487 to "ORIGINATOR_CANCEL",
        602 to "ALLOTTED_TIMEOUT",
        608 to "INVALID_GATEWAY",
        700 to "CRASH",
        701 to "SYSTEM_SHUTDOWN",
        702 to "LOSE_RACE",
        703 to "MANAGER_REQUEST",
        800 to "BLIND_TRANSFER",
        801 to "ATTENDED_TRANSFER",
        802 to "ALLOTTED_TIMEOUT",
        803 to "USER_CHALLENGE",
        804 to "MEDIA_TIMEOUT",
        805 to "PICKED_OFF",
        806 to "USER_NOT_REGISTERED",
        807 to "PROGRESS_TIMEOUT",
        808 to "INVALID_GATEWAY",
        809 to "GATEWAY_DOWN"
    )

    val standingWhileActive: List<EndReason> = listOf(
        EndReason.DROPPED,
        EndReason.DROPPED,
        EndReason.DROPPED,
        EndReason.DROPPED,
        EndReason.COMPLETED,
        EndReason.COMPLETED,
        EndReason.COMPLETED,
        EndReason.COMPLETED,
        EndReason.ANSWERED_ELSEWHERE,
        EndReason.DROPPED,
        EndReason.COMPLETED
    )

    val standingOtherwise: List<EndReason> = listOf(
        EndReason.FAILED,
        EndReason.INCOMPATIBLE,
        EndReason.UNREACHABLE,
        EndReason.NO_ANSWER,
        EndReason.CANCELLED,
        EndReason.BUSY,
        EndReason.DECLINED_ELSEWHERE,
        EndReason.DECLINED,
        EndReason.ANSWERED_ELSEWHERE,
        EndReason.FAILED,
        EndReason.COMPLETED
    )

    val columns: Map<String, Int> = listOf(
        "dial",
        "answer",
        "decline",
        "declineAsBusy",
        "hangUp",
        "hold",
        "resume",
        "invited",
        "peerRinging",
        "peerAnswered",
        "holdConfirmed",
        "resumeConfirmed",
        "holdRequestFailed",
        "peerHeld",
        "peerResumed",
        "released(failed)",
        "released(incompatible)",
        "released(unreachable)",
        "released(noAnswer)",
        "released(cancelled)",
        "released(busy)",
        "released(declinedElsewhere)",
        "released(declined)",
        "released(answeredElsewhere)",
        "released(dropped)",
        "released(completed)",
        "releaseAcknowledged",
        "inviteSent",
        "mediaConnected",
        "mediaIncompatible",
        "failed",
        "renegotiationStarted",
        "renegotiationFinished",
        "renegotiationFailed",
        "linkImpaired",
        "linkLost",
        "linkRestored",
        "setUpLimitReached",
        "ringingLimitReached",
        "recoveryLimitReached",
        "releaseLimitReached"
    ).withIndex().associate { (index, name) -> name to index }

    private val stateTexts = arrayOf(
        "outbound idle - off off up IDLE NEW NEW - IDLE idle",
        "inbound idle - off off up IDLE NEW NEW - IDLE idle",
        "outbound requesting - off off up REQUESTING NEW NEW requesting RINGING_OUT outgoing",
        "inbound ringing - off off up RINGING_INBOUND NEW RINGING ringing RINGING_IN incoming",
        "outbound disconnecting cancelled off off up DISCONNECTING DONE DONE destroy DISCONNECTING disconnecting",
        "outbound ended failed off off up FAILED DONE ERROR destroy FAILED disconnected",
        "outbound ended incompatible off off up FAILED DONE ERROR destroy FAILED disconnected",
        "outbound ended unreachable off off up FAILED DONE DONE destroy FAILED disconnected",
        "outbound ended noAnswer off off up FAILED DONE DONE destroy ENDED disconnected",
        "outbound ended cancelled off off up ENDED DONE DONE destroy ENDED disconnected",
        "outbound ended busy off off up FAILED DONE DONE destroy ENDED disconnected",
        "outbound ended declinedElsewhere off off up ENDED DONE DONE destroy ENDED disconnected",
        "outbound ended declined off off up FAILED DONE DONE destroy ENDED disconnected",
        "outbound ended answeredElsewhere off off up ENDED DONE DONE destroy ENDED disconnected",
        "outbound ended completed off off up ENDED DONE DONE destroy ENDED disconnected",
        "outbound connecting - off off up CONNECTING CONNECTING CONNECTING requesting RINGING_OUT outgoing",
        "outbound disconnecting incompatible off off up DISCONNECTING DONE ERROR destroy FAILED disconnected",
        "outbound disconnecting failed off off up DISCONNECTING DONE ERROR destroy FAILED disconnected",
        "outbound requesting - off off reconnecting REQUESTING NEW NEW requesting RINGING_OUT outgoing",
        "outbound requesting - off off lost REQUESTING NEW NEW requesting RINGING_OUT outgoing",
        "inbound answering - off off up CONNECTING NEW RINGING ringing CONNECTING joining",
        "inbound disconnecting declined off off up DISCONNECTING DONE DONE destroy DISCONNECTING disconnecting",
        "inbound disconnecting busy off off up DISCONNECTING DONE DONE destroy DISCONNECTING disconnecting",
        "inbound ended failed off off up FAILED DONE ERROR destroy FAILED disconnected",
        "inbound ended incompatible off off up FAILED DONE ERROR destroy FAILED disconnected",
        "inbound ended unreachable off off up FAILED DONE DONE destroy FAILED disconnected",
        "inbound ended noAnswer off off up MISSED DONE DONE destroy ENDED disconnected",
        "inbound ended cancelled off off up MISSED DONE DONE destroy ENDED disconnected",
        "inbound ended busy off off up ENDED DONE DONE destroy ENDED disconnected",
        "inbound ended declinedElsewhere off off up ENDED DONE DONE destroy ENDED disconnected",
        "inbound ended declined off off up ENDED DONE DONE destroy ENDED disconnected",
        "inbound ended answeredElsewhere off off up ENDED DONE DONE destroy ENDED disconnected",
        "inbound ended completed off off up ENDED DONE DONE destroy ENDED disconnected",
        "inbound disconnecting incompatible off off up DISCONNECTING DONE ERROR destroy FAILED disconnected",
        "inbound disconnecting failed off off up DISCONNECTING DONE ERROR destroy FAILED disconnected",
        "inbound ringing - off off reconnecting RINGING_INBOUND NEW RINGING ringing RINGING_IN incoming",
        "inbound ringing - off off lost RINGING_INBOUND NEW RINGING ringing RINGING_IN incoming",
        "inbound disconnecting noAnswer off off up DISCONNECTING DONE DONE destroy DISCONNECTING disconnected",
        "outbound ringing - off off up RINGING_OUTBOUND RINGING RINGING ringing RINGING_OUT outgoing",
        "outbound answering - off off up CONNECTING RINGING RINGING ringing CONNECTING joining",
        "outbound connecting - off off reconnecting CONNECTING CONNECTING CONNECTING requesting RINGING_OUT outgoing",
        "outbound connecting - off off lost CONNECTING CONNECTING CONNECTING requesting RINGING_OUT outgoing",
        "inbound disconnecting completed off off up DISCONNECTING DONE DONE destroy DISCONNECTING disconnecting",
        "inbound answering - off on up CONNECTING NEW RINGING ringing CONNECTING joining",
        "inbound active - off off up ACTIVE ACTIVE ACTIVE active ACTIVE connected",
        "inbound answering - off off reconnecting CONNECTING NEW RINGING ringing CONNECTING joining",
        "inbound answering - off off lost CONNECTING NEW RINGING ringing CONNECTING joining",
        "outbound ringing - off off reconnecting RINGING_OUTBOUND RINGING RINGING ringing RINGING_OUT outgoing",
        "outbound ringing - off off lost RINGING_OUTBOUND RINGING RINGING ringing RINGING_OUT outgoing",
        "outbound disconnecting noAnswer off off up DISCONNECTING DONE DONE destroy DISCONNECTING disconnected",
        "outbound disconnecting completed off off up DISCONNECTING DONE DONE destroy DISCONNECTING disconnecting",
        "outbound answering - off on up CONNECTING RINGING RINGING ringing CONNECTING joining",
        "outbound active - off off up ACTIVE ACTIVE ACTIVE active ACTIVE connected",
        "outbound answering - off off reconnecting CONNECTING RINGING RINGING ringing CONNECTING joining",
        "outbound answering - off off lost CONNECTING RINGING RINGING ringing CONNECTING joining",
        "inbound active - off on up REMOTE_HOLD ACTIVE ACTIVE active ACTIVE connected",
        "inbound answering - off on reconnecting CONNECTING NEW RINGING ringing CONNECTING joining",
        "inbound answering - off on lost CONNECTING NEW RINGING ringing CONNECTING joining",
        "inbound active - turningOn off up ACTIVE ACTIVE ACTIVE active ACTIVE connected",
        "inbound active - on off up ON_HOLD HELD HELD active ON_HOLD connected",
        "inbound ended dropped off off up ENDED DONE DONE destroy FAILED disconnected",
        "inbound disconnecting dropped off off up DROPPED DROPPED DROPPED destroy FAILED disconnected",
        "inbound active - off off renegotiating RENEGOTIATING ACTIVE RENEGOTIATING active ACTIVE connected",
        "inbound active - off off reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - off off lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - off on up REMOTE_HOLD ACTIVE ACTIVE active ACTIVE connected",
        "outbound answering - off on reconnecting CONNECTING RINGING RINGING ringing CONNECTING joining",
        "outbound answering - off on lost CONNECTING RINGING RINGING ringing CONNECTING joining",
        "outbound active - turningOn off up ACTIVE ACTIVE ACTIVE active ACTIVE connected",
        "outbound active - on off up ON_HOLD HELD HELD active ON_HOLD connected",
        "outbound ended dropped off off up ENDED DONE DONE destroy FAILED disconnected",
        "outbound disconnecting dropped off off up DROPPED DROPPED DROPPED destroy FAILED disconnected",
        "outbound active - off off renegotiating RENEGOTIATING ACTIVE RENEGOTIATING active ACTIVE connected",
        "outbound active - off off reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - off off lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - turningOn on up REMOTE_HOLD ACTIVE ACTIVE active ACTIVE connected",
        "inbound active - on on up ON_HOLD HELD HELD active ON_HOLD connected",
        "inbound active - off on renegotiating REMOTE_HOLD ACTIVE RENEGOTIATING active ACTIVE connected",
        "inbound active - off on reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - off on lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - turningOn off renegotiating RENEGOTIATING ACTIVE RENEGOTIATING active ACTIVE connected",
        "inbound active - turningOn off reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - turningOn off lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - turningOff off up ON_HOLD HELD HELD active ON_HOLD connected",
        "inbound active - on off renegotiating ON_HOLD HELD HELD active ON_HOLD connected",
        "inbound active - on off reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - on off lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - turningOn on up REMOTE_HOLD ACTIVE ACTIVE active ACTIVE connected",
        "outbound active - on on up ON_HOLD HELD HELD active ON_HOLD connected",
        "outbound active - off on renegotiating REMOTE_HOLD ACTIVE RENEGOTIATING active ACTIVE connected",
        "outbound active - off on reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - off on lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - turningOn off renegotiating RENEGOTIATING ACTIVE RENEGOTIATING active ACTIVE connected",
        "outbound active - turningOn off reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - turningOn off lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - turningOff off up ON_HOLD HELD HELD active ON_HOLD connected",
        "outbound active - on off renegotiating ON_HOLD HELD HELD active ON_HOLD connected",
        "outbound active - on off reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - on off lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - turningOn on renegotiating REMOTE_HOLD ACTIVE RENEGOTIATING active ACTIVE connected",
        "inbound active - turningOn on reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - turningOn on lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - turningOff on up ON_HOLD HELD HELD active ON_HOLD connected",
        "inbound active - on on renegotiating ON_HOLD HELD HELD active ON_HOLD connected",
        "inbound active - on on reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - on on lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - turningOff off renegotiating ON_HOLD HELD HELD active ON_HOLD connected",
        "inbound active - turningOff off reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - turningOff off lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - turningOn on renegotiating REMOTE_HOLD ACTIVE RENEGOTIATING active ACTIVE connected",
        "outbound active - turningOn on reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - turningOn on lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - turningOff on up ON_HOLD HELD HELD active ON_HOLD connected",
        "outbound active - on on renegotiating ON_HOLD HELD HELD active ON_HOLD connected",
        "outbound active - on on reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - on on lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - turningOff off renegotiating ON_HOLD HELD HELD active ON_HOLD connected",
        "outbound active - turningOff off reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - turningOff off lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - turningOff on renegotiating ON_HOLD HELD HELD active ON_HOLD connected",
        "inbound active - turningOff on reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "inbound active - turningOff on lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - turningOff on renegotiating ON_HOLD HELD HELD active ON_HOLD connected",
        "outbound active - turningOff on reconnecting RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting",
        "outbound active - turningOff on lost RECONNECTING RECONNECTING RECONNECTING active RECONNECTING reconnecting"
    )

    private val moveTexts = arrayOf(
        "2 startTimer(setUp) sendInvite",
        "3 startTimer(ringing) startRinging",
        "4 stopTimer(setUp) startTimer(release) sendRelease(cancelled) releaseMedia",
        "5 stopTimer(setUp) ended(failed) releaseMedia",
        "6 stopTimer(setUp) ended(incompatible) releaseMedia",
        "7 stopTimer(setUp) ended(unreachable) releaseMedia",
        "8 stopTimer(setUp) ended(noAnswer) releaseMedia",
        "9 stopTimer(setUp) ended(cancelled) releaseMedia",
        "10 stopTimer(setUp) ended(busy) releaseMedia",
        "11 stopTimer(setUp) ended(declinedElsewhere) releaseMedia",
        "12 stopTimer(setUp) ended(declined) releaseMedia",
        "13 stopTimer(setUp) ended(answeredElsewhere) releaseMedia",
        "14 stopTimer(setUp) ended(completed) releaseMedia",
        "15",
        "16 stopTimer(setUp) startTimer(release) sendRelease(incompatible) releaseMedia",
        "17 stopTimer(setUp) startTimer(release) sendRelease(failed) releaseMedia",
        "18 startTimer(recovery) recoverLink",
        "19 startTimer(recovery)",
        "20 stopRinging startTimer(setUp) stopTimer(ringing) sendAnswer awaitMedia",
        "21 stopRinging stopTimer(ringing) startTimer(release) sendRelease(declined) releaseMedia",
        "22 stopRinging stopTimer(ringing) startTimer(release) sendRelease(busy) releaseMedia",
        "23 stopRinging stopTimer(ringing) ended(failed) releaseMedia",
        "24 stopRinging stopTimer(ringing) ended(incompatible) releaseMedia",
        "25 stopRinging stopTimer(ringing) ended(unreachable) releaseMedia",
        "26 stopRinging stopTimer(ringing) ended(noAnswer) releaseMedia",
        "27 stopRinging stopTimer(ringing) ended(cancelled) releaseMedia",
        "28 stopRinging stopTimer(ringing) ended(busy) releaseMedia",
        "29 stopRinging stopTimer(ringing) ended(declinedElsewhere) releaseMedia",
        "30 stopRinging stopTimer(ringing) ended(declined) releaseMedia",
        "31 stopRinging stopTimer(ringing) ended(answeredElsewhere) releaseMedia",
        "32 stopRinging stopTimer(ringing) ended(completed) releaseMedia",
        "33 stopRinging stopTimer(ringing) startTimer(release) sendRelease(incompatible) releaseMedia",
        "34 stopRinging stopTimer(ringing) startTimer(release) sendRelease(failed) releaseMedia",
        "35 startTimer(recovery) recoverLink",
        "36 startTimer(recovery)",
        "37 stopRinging stopTimer(ringing) startTimer(release) sendRelease(noAnswer) releaseMedia",
        "9 stopTimer(release) ended(cancelled)",
        "10 stopTimer(release) ended(busy)",
        "11 stopTimer(release) ended(declinedElsewhere)",
        "12 stopTimer(release) ended(declined)",
        "13 stopTimer(release) ended(answeredElsewhere)",
        "14 stopTimer(release) ended(completed)",
        "6 endingStrengthened(incompatible)",
        "7 endingStrengthened(unreachable)",
        "8 endingStrengthened(noAnswer)",
        "9 endingStrengthened(cancelled)",
        "10 endingStrengthened(busy)",
        "11 endingStrengthened(declinedElsewhere)",
        "12 endingStrengthened(declined)",
        "13 endingStrengthened(answeredElsewhere)",
        "14 endingStrengthened(completed)",
        "38 stopTimer(setUp) startTimer(ringing) startRinging",
        "39 awaitMedia",
        "40 startTimer(recovery) recoverLink",
        "41 startTimer(recovery)",
        "6 stopTimer(release) ended(incompatible)",
        "7 stopTimer(release) ended(unreachable)",
        "8 stopTimer(release) ended(noAnswer)",
        "5 stopTimer(release) ended(failed)",
        "4 stopTimer(setUp) stopTimer(recovery) startTimer(release) sendRelease(cancelled) releaseMedia",
        "5 stopTimer(setUp) stopTimer(recovery) ended(failed) releaseMedia",
        "6 stopTimer(setUp) stopTimer(recovery) ended(incompatible) releaseMedia",
        "7 stopTimer(setUp) stopTimer(recovery) ended(unreachable) releaseMedia",
        "8 stopTimer(setUp) stopTimer(recovery) ended(noAnswer) releaseMedia",
        "9 stopTimer(setUp) stopTimer(recovery) ended(cancelled) releaseMedia",
        "10 stopTimer(setUp) stopTimer(recovery) ended(busy) releaseMedia",
        "11 stopTimer(setUp) stopTimer(recovery) ended(declinedElsewhere) releaseMedia",
        "12 stopTimer(setUp) stopTimer(recovery) ended(declined) releaseMedia",
        "13 stopTimer(setUp) stopTimer(recovery) ended(answeredElsewhere) releaseMedia",
        "14 stopTimer(setUp) stopTimer(recovery) ended(completed) releaseMedia",
        "40",
        "16 stopTimer(setUp) stopTimer(recovery) startTimer(release) sendRelease(incompatible) releaseMedia",
        "17 stopTimer(setUp) stopTimer(recovery) startTimer(release) sendRelease(failed) releaseMedia",
        "19",
        "2 stopTimer(recovery)",
        "41",
        "18 recoverLink",
        "42 stopTimer(setUp) startTimer(release) sendRelease(completed) releaseMedia",
        "43",
        "23 stopTimer(setUp) ended(failed) releaseMedia",
        "24 stopTimer(setUp) ended(incompatible) releaseMedia",
        "25 stopTimer(setUp) ended(unreachable) releaseMedia",
        "26 stopTimer(setUp) ended(noAnswer) releaseMedia",
        "27 stopTimer(setUp) ended(cancelled) releaseMedia",
        "28 stopTimer(setUp) ended(busy) releaseMedia",
        "29 stopTimer(setUp) ended(declinedElsewhere) releaseMedia",
        "30 stopTimer(setUp) ended(declined) releaseMedia",
        "31 stopTimer(setUp) ended(answeredElsewhere) releaseMedia",
        "32 stopTimer(setUp) ended(completed) releaseMedia",
        "44 stopTimer(setUp)",
        "33 stopTimer(setUp) startTimer(release) sendRelease(incompatible) releaseMedia",
        "34 stopTimer(setUp) startTimer(release) sendRelease(failed) releaseMedia",
        "45 startTimer(recovery) recoverLink",
        "46 startTimer(recovery)",
        "30 stopTimer(release) ended(declined)",
        "31 stopTimer(release) ended(answeredElsewhere)",
        "32 stopTimer(release) ended(completed)",
        "28 stopTimer(release) ended(busy)",
        "29 stopTimer(release) ended(declinedElsewhere)",
        "24 endingStrengthened(incompatible)",
        "25 endingStrengthened(unreachable)",
        "26 endingStrengthened(noAnswer)",
        "27 endingStrengthened(cancelled)",
        "28 endingStrengthened(busy)",
        "29 endingStrengthened(declinedElsewhere)",
        "30 endingStrengthened(declined)",
        "31 endingStrengthened(answeredElsewhere)",
        "32 endingStrengthened(completed)",
        "24 stopTimer(release) ended(incompatible)",
        "25 stopTimer(release) ended(unreachable)",
        "26 stopTimer(release) ended(noAnswer)",
        "27 stopTimer(release) ended(cancelled)",
        "23 stopTimer(release) ended(failed)",
        "45 stopRinging startTimer(setUp) stopTimer(ringing) sendAnswer awaitMedia",
        "21 stopRinging stopTimer(ringing) stopTimer(recovery) startTimer(release) sendRelease(declined) releaseMedia",
        "22 stopRinging stopTimer(ringing) stopTimer(recovery) startTimer(release) sendRelease(busy) releaseMedia",
        "23 stopRinging stopTimer(ringing) stopTimer(recovery) ended(failed) releaseMedia",
        "24 stopRinging stopTimer(ringing) stopTimer(recovery) ended(incompatible) releaseMedia",
        "25 stopRinging stopTimer(ringing) stopTimer(recovery) ended(unreachable) releaseMedia",
        "26 stopRinging stopTimer(ringing) stopTimer(recovery) ended(noAnswer) releaseMedia",
        "27 stopRinging stopTimer(ringing) stopTimer(recovery) ended(cancelled) releaseMedia",
        "28 stopRinging stopTimer(ringing) stopTimer(recovery) ended(busy) releaseMedia",
        "29 stopRinging stopTimer(ringing) stopTimer(recovery) ended(declinedElsewhere) releaseMedia",
        "30 stopRinging stopTimer(ringing) stopTimer(recovery) ended(declined) releaseMedia",
        "31 stopRinging stopTimer(ringing) stopTimer(recovery) ended(answeredElsewhere) releaseMedia",
        "32 stopRinging stopTimer(ringing) stopTimer(recovery) ended(completed) releaseMedia",
        "33 stopRinging stopTimer(ringing) stopTimer(recovery) startTimer(release) sendRelease(incompatible) releaseMedia",
        "34 stopRinging stopTimer(ringing) stopTimer(recovery) startTimer(release) sendRelease(failed) releaseMedia",
        "36",
        "3 stopTimer(recovery)",
        "37 stopRinging stopTimer(ringing) stopTimer(recovery) startTimer(release) sendRelease(noAnswer) releaseMedia",
        "46 stopRinging startTimer(setUp) stopTimer(ringing) sendAnswer awaitMedia",
        "35 recoverLink",
        "4 stopRinging stopTimer(ringing) startTimer(release) sendRelease(cancelled) releaseMedia",
        "39 stopRinging startTimer(setUp) stopTimer(ringing) awaitMedia",
        "5 stopRinging stopTimer(ringing) ended(failed) releaseMedia",
        "6 stopRinging stopTimer(ringing) ended(incompatible) releaseMedia",
        "7 stopRinging stopTimer(ringing) ended(unreachable) releaseMedia",
        "8 stopRinging stopTimer(ringing) ended(noAnswer) releaseMedia",
        "9 stopRinging stopTimer(ringing) ended(cancelled) releaseMedia",
        "10 stopRinging stopTimer(ringing) ended(busy) releaseMedia",
        "11 stopRinging stopTimer(ringing) ended(declinedElsewhere) releaseMedia",
        "12 stopRinging stopTimer(ringing) ended(declined) releaseMedia",
        "13 stopRinging stopTimer(ringing) ended(answeredElsewhere) releaseMedia",
        "14 stopRinging stopTimer(ringing) ended(completed) releaseMedia",
        "16 stopRinging stopTimer(ringing) startTimer(release) sendRelease(incompatible) releaseMedia",
        "17 stopRinging stopTimer(ringing) startTimer(release) sendRelease(failed) releaseMedia",
        "47 startTimer(recovery) recoverLink",
        "48 startTimer(recovery)",
        "49 stopRinging stopTimer(ringing) startTimer(release) sendRelease(noAnswer) releaseMedia",
        "50 stopTimer(setUp) startTimer(release) sendRelease(completed) releaseMedia",
        "51",
        "52 stopTimer(setUp)",
        "53 startTimer(recovery) recoverLink",
        "54 startTimer(recovery)",
        "38 stopTimer(setUp) startTimer(ringing) stopTimer(recovery) startRinging",
        "39 stopTimer(recovery) awaitMedia",
        "15 stopTimer(recovery)",
        "40 recoverLink",
        "20",
        "55 stopTimer(setUp)",
        "56 startTimer(recovery) recoverLink",
        "57 startTimer(recovery)",
        "42 startTimer(release) sendRelease(completed) releaseMedia",
        "58 sendHold",
        "59",
        "55",
        "60 ended(dropped) releaseMedia",
        "32 ended(completed) releaseMedia",
        "31 ended(answeredElsewhere) releaseMedia",
        "61 startTimer(release) sendRelease(dropped) releaseMedia",
        "62",
        "63 startTimer(recovery) recoverLink",
        "64 startTimer(recovery)",
        "42 stopTimer(setUp) stopTimer(recovery) startTimer(release) sendRelease(completed) releaseMedia",
        "56",
        "23 stopTimer(setUp) stopTimer(recovery) ended(failed) releaseMedia",
        "24 stopTimer(setUp) stopTimer(recovery) ended(incompatible) releaseMedia",
        "25 stopTimer(setUp) stopTimer(recovery) ended(unreachable) releaseMedia",
        "26 stopTimer(setUp) stopTimer(recovery) ended(noAnswer) releaseMedia",
        "27 stopTimer(setUp) stopTimer(recovery) ended(cancelled) releaseMedia",
        "28 stopTimer(setUp) stopTimer(recovery) ended(busy) releaseMedia",
        "29 stopTimer(setUp) stopTimer(recovery) ended(declinedElsewhere) releaseMedia",
        "30 stopTimer(setUp) stopTimer(recovery) ended(declined) releaseMedia",
        "31 stopTimer(setUp) stopTimer(recovery) ended(answeredElsewhere) releaseMedia",
        "32 stopTimer(setUp) stopTimer(recovery) ended(completed) releaseMedia",
        "44 stopTimer(setUp) stopTimer(recovery)",
        "33 stopTimer(setUp) stopTimer(recovery) startTimer(release) sendRelease(incompatible) releaseMedia",
        "34 stopTimer(setUp) stopTimer(recovery) startTimer(release) sendRelease(failed) releaseMedia",
        "46",
        "20 stopTimer(recovery)",
        "57",
        "45 recoverLink",
        "4 stopRinging stopTimer(ringing) stopTimer(recovery) startTimer(release) sendRelease(cancelled) releaseMedia",
        "39 stopRinging startTimer(setUp) stopTimer(ringing) stopTimer(recovery) awaitMedia",
        "5 stopRinging stopTimer(ringing) stopTimer(recovery) ended(failed) releaseMedia",
        "6 stopRinging stopTimer(ringing) stopTimer(recovery) ended(incompatible) releaseMedia",
        "7 stopRinging stopTimer(ringing) stopTimer(recovery) ended(unreachable) releaseMedia",
        "8 stopRinging stopTimer(ringing) stopTimer(recovery) ended(noAnswer) releaseMedia",
        "9 stopRinging stopTimer(ringing) stopTimer(recovery) ended(cancelled) releaseMedia",
        "10 stopRinging stopTimer(ringing) stopTimer(recovery) ended(busy) releaseMedia",
        "11 stopRinging stopTimer(ringing) stopTimer(recovery) ended(declinedElsewhere) releaseMedia",
        "12 stopRinging stopTimer(ringing) stopTimer(recovery) ended(declined) releaseMedia",
        "13 stopRinging stopTimer(ringing) stopTimer(recovery) ended(answeredElsewhere) releaseMedia",
        "14 stopRinging stopTimer(ringing) stopTimer(recovery) ended(completed) releaseMedia",
        "16 stopRinging stopTimer(ringing) stopTimer(recovery) startTimer(release) sendRelease(incompatible) releaseMedia",
        "17 stopRinging stopTimer(ringing) stopTimer(recovery) startTimer(release) sendRelease(failed) releaseMedia",
        "48",
        "38 stopTimer(recovery)",
        "49 stopRinging stopTimer(ringing) stopTimer(recovery) startTimer(release) sendRelease(noAnswer) releaseMedia",
        "47 recoverLink",
        "39",
        "65 stopTimer(setUp)",
        "66 startTimer(recovery) recoverLink",
        "67 startTimer(recovery)",
        "50 startTimer(release) sendRelease(completed) releaseMedia",
        "68 sendHold",
        "69",
        "65",
        "70 ended(dropped) releaseMedia",
        "14 ended(completed) releaseMedia",
        "13 ended(answeredElsewhere) releaseMedia",
        "71 startTimer(release) sendRelease(dropped) releaseMedia",
        "72",
        "73 startTimer(recovery) recoverLink",
        "74 startTimer(recovery)",
        "50 stopTimer(setUp) stopTimer(recovery) startTimer(release) sendRelease(completed) releaseMedia",
        "66",
        "52 stopTimer(setUp) stopTimer(recovery)",
        "54",
        "39 stopTimer(recovery)",
        "67",
        "53 recoverLink",
        "75 sendHold",
        "76",
        "44",
        "77",
        "78 startTimer(recovery) recoverLink",
        "79 startTimer(recovery)",
        "45",
        "55 stopTimer(setUp) stopTimer(recovery)",
        "43 stopTimer(recovery)",
        "56 recoverLink",
        "75",
        "80",
        "81 startTimer(recovery) recoverLink",
        "82 startTimer(recovery)",
        "83 sendResume",
        "84",
        "85 startTimer(recovery) recoverLink",
        "86 startTimer(recovery)",
        "60 stopTimer(release) ended(dropped)",
        "80 sendHold",
        "42 stopTimer(recovery) startTimer(release) sendRelease(completed) releaseMedia",
        "81",
        "85",
        "78",
        "60 stopTimer(recovery) ended(dropped) releaseMedia",
        "32 stopTimer(recovery) ended(completed) releaseMedia",
        "31 stopTimer(recovery) ended(answeredElsewhere) releaseMedia",
        "61 stopTimer(recovery) startTimer(release) sendRelease(dropped) releaseMedia",
        "64",
        "44 stopTimer(recovery)",
        "82",
        "86",
        "79",
        "63 recoverLink",
        "87 sendHold",
        "88",
        "52",
        "89",
        "90 startTimer(recovery) recoverLink",
        "91 startTimer(recovery)",
        "53",
        "65 stopTimer(setUp) stopTimer(recovery)",
        "51 stopTimer(recovery)",
        "66 recoverLink",
        "87",
        "92",
        "93 startTimer(recovery) recoverLink",
        "94 startTimer(recovery)",
        "95 sendResume",
        "96",
        "97 startTimer(recovery) recoverLink",
        "98 startTimer(recovery)",
        "70 stopTimer(release) ended(dropped)",
        "92 sendHold",
        "50 stopTimer(recovery) startTimer(release) sendRelease(completed) releaseMedia",
        "93",
        "97",
        "90",
        "70 stopTimer(recovery) ended(dropped) releaseMedia",
        "14 stopTimer(recovery) ended(completed) releaseMedia",
        "13 stopTimer(recovery) ended(answeredElsewhere) releaseMedia",
        "71 stopTimer(recovery) startTimer(release) sendRelease(dropped) releaseMedia",
        "74",
        "52 stopTimer(recovery)",
        "94",
        "98",
        "91",
        "73 recoverLink",
        "58",
        "99",
        "100 startTimer(recovery) recoverLink",
        "101 startTimer(recovery)",
        "102 sendResume",
        "103",
        "104 startTimer(recovery) recoverLink",
        "105 startTimer(recovery)",
        "99 sendHold",
        "100",
        "104",
        "63",
        "55 stopTimer(recovery)",
        "101",
        "105",
        "78 recoverLink",
        "58 stopTimer(recovery) sendHold",
        "81 recoverLink",
        "102",
        "106",
        "107 startTimer(recovery) recoverLink",
        "108 startTimer(recovery)",
        "106 sendResume",
        "107",
        "59 stopTimer(recovery)",
        "108",
        "85 recoverLink",
        "68",
        "109",
        "110 startTimer(recovery) recoverLink",
        "111 startTimer(recovery)",
        "112 sendResume",
        "113",
        "114 startTimer(recovery) recoverLink",
        "115 startTimer(recovery)",
        "109 sendHold",
        "110",
        "114",
        "73",
        "65 stopTimer(recovery)",
        "111",
        "115",
        "90 recoverLink",
        "68 stopTimer(recovery) sendHold",
        "93 recoverLink",
        "112",
        "116",
        "117 startTimer(recovery) recoverLink",
        "118 startTimer(recovery)",
        "116 sendResume",
        "117",
        "69 stopTimer(recovery)",
        "118",
        "97 recoverLink",
        "75 stopTimer(recovery) sendHold",
        "100 recoverLink",
        "83",
        "119",
        "120 startTimer(recovery) recoverLink",
        "121 startTimer(recovery)",
        "119 sendResume",
        "120",
        "76 stopTimer(recovery)",
        "121",
        "104 recoverLink",
        "83 stopTimer(recovery) sendResume",
        "107 recoverLink",
        "87 stopTimer(recovery) sendHold",
        "110 recoverLink",
        "95",
        "122",
        "123 startTimer(recovery) recoverLink",
        "124 startTimer(recovery)",
        "122 sendResume",
        "123",
        "88 stopTimer(recovery)",
        "124",
        "114 recoverLink",
        "95 stopTimer(recovery) sendResume",
        "117 recoverLink",
        "102 stopTimer(recovery) sendResume",
        "120 recoverLink",
        "112 stopTimer(recovery) sendResume",
        "123 recoverLink"
    )

    private val rowTexts = arrayOf(
        "0 -1 -1 -1 -1 -1 -1 -3 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1",
        "-3 -1 -1 -1 -1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1",
        "-2 -3 -3 -3 2 -7 -7 -3 -4 -4 -7 -7 -7 -5 -5 3 4 5 6 7 8 9 10 11 3 12 -16 13 -5 14 15 -5 -5 -5 16 17 -11 15 -14 -14 -14",
        "-3 18 19 20 19 -7 -7 -2 -3 -3 -7 -7 -7 -5 -5 21 22 23 24 25 26 27 28 29 21 30 -16 -3 -5 31 32 -5 -5 -5 33 34 -11 -14 35 -14 -14",
        "-15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 36 36 36 36 36 37 38 39 40 36 41 36 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -14 -14 -14 36",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 42 43 44 45 46 47 48 49 -17 50 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 43 44 45 46 47 48 49 -17 50 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 44 45 46 47 48 49 -17 50 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 45 46 47 48 49 -17 50 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 46 47 48 49 -17 50 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 47 48 49 -17 50 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 48 49 -17 50 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 49 -17 50 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 50 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-2 -3 -3 -3 2 -7 -7 -3 51 52 -7 -7 -7 -5 -5 3 4 5 6 7 8 9 10 11 3 12 -16 -2 -5 14 15 -5 -5 -5 53 54 -11 15 -14 -14 -14",
        "-15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 55 55 56 57 36 37 38 39 40 55 41 55 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -14 -14 -14 55",
        "-15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 58 55 56 57 36 37 38 39 40 58 41 58 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -14 -14 -14 58",
        "-2 -3 -3 -3 59 -7 -7 -3 -4 -4 -7 -7 -7 -5 -5 60 61 62 63 64 65 66 67 68 60 69 -16 70 -5 71 72 -5 -5 -5 -11 73 74 72 -14 72 -14",
        "-2 -3 -3 -3 59 -7 -7 -3 -4 -4 -7 -7 -7 -5 -5 60 61 62 63 64 65 66 67 68 60 69 -16 75 -5 71 72 -5 -5 -5 76 -11 74 72 -14 72 -14",
        "-3 -6 -6 -6 77 -7 -7 -2 -3 -3 -7 -7 -7 78 -8 79 80 81 82 83 84 85 86 87 79 88 -16 -3 89 90 91 -5 -5 -5 92 93 -11 91 -14 -14 -14",
        "-15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 94 94 94 94 94 94 94 94 95 94 96 94 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -14 -14 -14 94",
        "-15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 97 97 97 97 97 97 98 94 95 97 96 97 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -14 -14 -14 97",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 99 100 101 102 103 104 105 106 -17 107 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 100 101 102 103 104 105 106 -17 107 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 101 102 103 104 105 106 -17 107 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 102 103 104 105 106 -17 107 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 103 104 105 106 -17 107 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 104 105 106 -17 107 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 105 106 -17 107 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 106 -17 107 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 107 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 108 108 109 110 111 97 98 94 95 108 96 108 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -14 -14 -14 108",
        "-15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 112 108 109 110 111 97 98 94 95 112 96 112 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -14 -14 -14 112",
        "-3 113 114 115 114 -7 -7 -2 -3 -3 -7 -7 -7 -5 -5 116 117 118 119 120 121 122 123 124 116 125 -16 -3 -5 126 127 -5 -5 -5 -11 128 129 -14 130 127 -14",
        "-3 131 114 115 114 -7 -7 -2 -3 -3 -7 -7 -7 -5 -5 116 117 118 119 120 121 122 123 124 116 125 -16 -3 -5 126 127 -5 -5 -5 132 -11 129 -14 130 127 -14",
        "-15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 110 110 110 110 111 97 98 94 95 110 96 110 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -14 -14 -14 110",
        "-2 -3 -3 -3 133 -7 -7 -3 -2 134 -7 -7 -7 -5 -5 135 136 137 138 139 140 141 142 143 135 144 -16 -2 -5 145 146 -5 -5 -5 147 148 -11 -14 149 -14 -14",
        "-2 -3 -3 -3 150 -7 -7 -3 -2 -6 -7 -7 -7 151 -8 3 4 5 6 7 8 9 10 11 3 12 -16 -2 152 14 15 -5 -5 -5 153 154 -11 15 -14 -14 -14",
        "-2 -3 -3 -3 59 -7 -7 -3 155 156 -7 -7 -7 -5 -5 60 61 62 63 64 65 66 67 68 60 69 -16 -2 -5 71 72 -5 -5 -5 -11 75 157 72 -14 72 -14",
        "-2 -3 -3 -3 59 -7 -7 -3 155 156 -7 -7 -7 -5 -5 60 61 62 63 64 65 66 67 68 60 69 -16 -2 -5 71 72 -5 -5 -5 158 -11 157 72 -14 72 -14",
        "-15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 96 96 96 96 96 96 96 96 96 96 96 96 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -14 -14 -14 96",
        "-3 -6 -6 -6 77 -7 -7 -2 -3 -3 -7 -7 -7 -8 159 79 80 81 82 83 84 85 86 87 79 88 -16 -3 160 90 91 -5 -5 -5 161 162 -11 91 -14 -14 -14",
        "-3 -6 -6 -6 163 164 -8 -2 -3 -3 165 -8 -10 166 -8 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 171 -13 -13 172 173 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 174 -7 -7 -2 -3 -3 -7 -7 -7 175 -8 176 177 178 179 180 181 182 183 184 176 185 -16 -3 186 187 188 -5 -5 -5 -11 189 190 188 -14 188 -14",
        "-3 -6 -6 -6 174 -7 -7 -2 -3 -3 -7 -7 -7 191 -8 176 177 178 179 180 181 182 183 184 176 185 -16 -3 186 187 188 -5 -5 -5 192 -11 190 188 -14 188 -14",
        "-2 -3 -3 -3 193 -7 -7 -3 -2 194 -7 -7 -7 -5 -5 195 196 197 198 199 200 201 202 203 195 204 -16 -2 -5 205 206 -5 -5 -5 -11 207 208 -14 209 206 -14",
        "-2 -3 -3 -3 193 -7 -7 -3 -2 194 -7 -7 -7 -5 -5 195 196 197 198 199 200 201 202 203 195 204 -16 -2 -5 205 206 -5 -5 -5 210 -11 208 -14 209 206 -14",
        "-15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 57 57 57 57 36 37 38 39 40 57 41 57 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -14 -14 -14 57",
        "-15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 41 41 41 41 41 41 41 41 41 41 41 41 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -14 -14 -14 41",
        "-2 -3 -3 -3 150 -7 -7 -3 -2 -6 -7 -7 -7 -8 211 3 4 5 6 7 8 9 10 11 3 12 -16 -2 212 14 15 -5 -5 -5 213 214 -11 15 -14 -14 -14",
        "-2 -3 -3 -3 215 216 -8 -3 -2 -6 217 -8 -10 218 -8 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 223 -13 -13 224 225 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 226 -7 -7 -3 -2 -6 -7 -7 -7 227 -8 60 61 62 63 64 65 66 67 68 60 69 -16 -2 228 71 72 -5 -5 -5 -11 229 230 72 -14 72 -14",
        "-2 -3 -3 -3 226 -7 -7 -3 -2 -6 -7 -7 -7 231 -8 60 61 62 63 64 65 66 67 68 60 69 -16 -2 228 71 72 -5 -5 -5 232 -11 230 72 -14 72 -14",
        "-3 -6 -6 -6 163 233 -8 -2 -3 -3 234 -8 -10 -8 235 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 236 -13 -13 237 238 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 174 -7 -7 -2 -3 -3 -7 -7 -7 -8 239 176 177 178 179 180 181 182 183 184 176 185 -16 -3 240 187 188 -5 -5 -5 -11 191 241 188 -14 188 -14",
        "-3 -6 -6 -6 174 -7 -7 -2 -3 -3 -7 -7 -7 -8 189 176 177 178 179 180 181 182 183 184 176 185 -16 -3 240 187 188 -5 -5 -5 242 -11 241 188 -14 188 -14",
        "-3 -6 -6 -6 163 -9 -9 -2 -3 -3 165 235 235 243 -8 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 244 -13 -13 245 246 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 163 -8 247 -2 -3 -3 -8 235 -10 234 -8 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 248 -13 -13 249 250 -11 -14 -14 -14 -14",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 107 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 251 251 251 251 251 251 251 251 251 251 96 251 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -14 -14 -14 251",
        "-3 -6 -6 -6 163 252 -8 -2 -3 -3 248 -8 -10 236 -8 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 -11 235 172 172 173 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 253 254 -8 -2 -3 -3 255 -8 -10 256 -8 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 -11 261 262 -14 -14 260 -14",
        "-3 -6 -6 -6 253 263 -8 -2 -3 -3 264 -8 -10 265 -8 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 266 -11 262 -14 -14 260 -14",
        "-2 -3 -3 -3 215 267 -8 -3 -2 -6 268 -8 -10 -8 269 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 270 -13 -13 271 272 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 226 -7 -7 -3 -2 -6 -7 -7 -7 -8 273 60 61 62 63 64 65 66 67 68 60 69 -16 -2 274 71 72 -5 -5 -5 -11 231 275 72 -14 72 -14",
        "-2 -3 -3 -3 226 -7 -7 -3 -2 -6 -7 -7 -7 -8 229 60 61 62 63 64 65 66 67 68 60 69 -16 -2 274 71 72 -5 -5 -5 276 -11 275 72 -14 72 -14",
        "-2 -3 -3 -3 215 -9 -9 -3 -2 -6 217 269 269 277 -8 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 278 -13 -13 279 280 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 215 -8 281 -3 -2 -6 -8 269 -10 268 -8 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 282 -13 -13 283 284 -11 -14 -14 -14 -14",
        "-17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 50 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17 -17",
        "-15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 285 285 285 285 285 285 285 285 285 285 41 285 -15 -15 -15 -15 -15 -15 -15 -15 -15 -15 -14 -14 -14 285",
        "-2 -3 -3 -3 215 286 -8 -3 -2 -6 282 -8 -10 270 -8 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 -11 269 224 224 225 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 287 288 -8 -3 -2 -6 289 -8 -10 290 -8 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 -11 295 296 -14 -14 294 -14",
        "-2 -3 -3 -3 287 297 -8 -3 -2 -6 298 -8 -10 299 -8 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 300 -11 296 -14 -14 294 -14",
        "-3 -6 -6 -6 163 -9 -9 -2 -3 -3 234 166 166 -8 301 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 302 -13 -13 303 304 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 163 -8 305 -2 -3 -3 -8 166 -10 -8 165 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 306 -13 -13 307 308 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 163 309 -8 -2 -3 -3 306 -8 -10 -8 171 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 -11 166 237 237 238 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 253 310 -8 -2 -3 -3 311 -8 -10 -8 312 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 -11 265 313 -14 -14 260 -14",
        "-3 -6 -6 -6 253 314 -8 -2 -3 -3 315 -8 -10 -8 261 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 316 -11 313 -14 -14 260 -14",
        "-3 -6 -6 -6 163 -9 -9 -2 -3 -3 248 171 171 302 -8 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 -11 301 245 245 246 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 253 -9 -9 -2 -3 -3 255 312 312 310 -8 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 -11 263 317 -14 -14 260 -14",
        "-3 -6 -6 -6 253 -9 -9 -2 -3 -3 264 261 261 314 -8 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 318 -11 317 -14 -14 260 -14",
        "-3 -6 -6 -6 163 -9 -9 -2 -3 -3 165 235 165 319 -8 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 320 -13 -13 321 322 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 163 -8 323 -2 -3 -3 -8 171 -10 306 -8 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 -11 165 249 249 250 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 253 -8 324 -2 -3 -3 -8 312 -10 311 -8 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 -11 264 325 -14 -14 260 -14",
        "-3 -6 -6 -6 253 -8 326 -2 -3 -3 -8 261 -10 315 -8 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 327 -11 325 -14 -14 260 -14",
        "-2 -3 -3 -3 215 -9 -9 -3 -2 -6 268 218 218 -8 328 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 329 -13 -13 330 331 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 215 -8 332 -3 -2 -6 -8 218 -10 -8 217 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 333 -13 -13 334 335 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 215 336 -8 -3 -2 -6 333 -8 -10 -8 223 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 -11 218 271 271 272 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 287 337 -8 -3 -2 -6 338 -8 -10 -8 339 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 -11 299 340 -14 -14 294 -14",
        "-2 -3 -3 -3 287 341 -8 -3 -2 -6 342 -8 -10 -8 295 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 343 -11 340 -14 -14 294 -14",
        "-2 -3 -3 -3 215 -9 -9 -3 -2 -6 282 223 223 329 -8 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 -11 328 279 279 280 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 287 -9 -9 -3 -2 -6 289 339 339 337 -8 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 -11 297 344 -14 -14 294 -14",
        "-2 -3 -3 -3 287 -9 -9 -3 -2 -6 298 295 295 341 -8 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 345 -11 344 -14 -14 294 -14",
        "-2 -3 -3 -3 215 -9 -9 -3 -2 -6 217 269 217 346 -8 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 347 -13 -13 348 349 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 215 -8 350 -3 -2 -6 -8 223 -10 333 -8 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 -11 217 283 283 284 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 287 -8 351 -3 -2 -6 -8 339 -10 338 -8 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 -11 298 352 -14 -14 294 -14",
        "-2 -3 -3 -3 287 -8 353 -3 -2 -6 -8 295 -10 342 -8 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 354 -11 352 -14 -14 294 -14",
        "-3 -6 -6 -6 163 -9 -9 -2 -3 -3 306 236 236 -8 244 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 -11 243 303 303 304 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 253 -9 -9 -2 -3 -3 311 256 256 -8 254 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 -11 314 355 -14 -14 260 -14",
        "-3 -6 -6 -6 253 -9 -9 -2 -3 -3 315 265 265 -8 263 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 356 -11 355 -14 -14 260 -14",
        "-3 -6 -6 -6 163 -9 -9 -2 -3 -3 234 166 234 -8 357 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 358 -13 -13 359 360 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 163 -8 361 -2 -3 -3 -8 236 -10 -8 248 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 -11 234 307 307 308 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 253 -8 362 -2 -3 -3 -8 256 -10 -8 255 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 -11 315 363 -14 -14 260 -14",
        "-3 -6 -6 -6 253 -8 364 -2 -3 -3 -8 265 -10 -8 264 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 365 -11 363 -14 -14 260 -14",
        "-3 -6 -6 -6 163 -9 -9 -2 -3 -3 248 171 248 358 -8 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 -11 357 321 321 322 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 253 -9 -9 -2 -3 -3 255 312 255 362 -8 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 -11 326 366 -14 -14 260 -14",
        "-3 -6 -6 -6 253 -9 -9 -2 -3 -3 264 261 264 364 -8 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 367 -11 366 -14 -14 260 -14",
        "-2 -3 -3 -3 215 -9 -9 -3 -2 -6 333 270 270 -8 278 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 -11 277 330 330 331 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 287 -9 -9 -3 -2 -6 338 290 290 -8 288 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 -11 341 368 -14 -14 294 -14",
        "-2 -3 -3 -3 287 -9 -9 -3 -2 -6 342 299 299 -8 297 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 369 -11 368 -14 -14 294 -14",
        "-2 -3 -3 -3 215 -9 -9 -3 -2 -6 268 218 268 -8 370 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 371 -13 -13 372 373 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 215 -8 374 -3 -2 -6 -8 270 -10 -8 282 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 -11 268 334 334 335 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 287 -8 375 -3 -2 -6 -8 290 -10 -8 289 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 -11 342 376 -14 -14 294 -14",
        "-2 -3 -3 -3 287 -8 377 -3 -2 -6 -8 299 -10 -8 298 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 378 -11 376 -14 -14 294 -14",
        "-2 -3 -3 -3 215 -9 -9 -3 -2 -6 282 223 282 371 -8 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 -11 370 348 348 349 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 287 -9 -9 -3 -2 -6 289 339 289 375 -8 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 -11 353 379 -14 -14 294 -14",
        "-2 -3 -3 -3 287 -9 -9 -3 -2 -6 298 295 298 377 -8 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 380 -11 379 -14 -14 294 -14",
        "-3 -6 -6 -6 163 -9 -9 -2 -3 -3 306 236 306 -8 320 167 167 167 167 168 168 168 168 169 167 168 -16 -3 -6 170 170 -11 319 359 359 360 -11 -14 -14 -14 -14",
        "-3 -6 -6 -6 253 -9 -9 -2 -3 -3 311 256 311 -8 324 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 -11 364 381 -14 -14 260 -14",
        "-3 -6 -6 -6 253 -9 -9 -2 -3 -3 315 265 315 -8 326 257 257 257 257 258 258 258 258 259 257 258 -16 -3 -6 260 260 -12 -13 -13 382 -11 381 -14 -14 260 -14",
        "-2 -3 -3 -3 215 -9 -9 -3 -2 -6 333 270 333 -8 347 219 219 219 219 220 220 220 220 221 219 220 -16 -2 -6 222 222 -11 346 372 372 373 -11 -14 -14 -14 -14",
        "-2 -3 -3 -3 287 -9 -9 -3 -2 -6 338 290 338 -8 351 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 -11 377 383 -14 -14 294 -14",
        "-2 -3 -3 -3 287 -9 -9 -3 -2 -6 342 299 342 -8 353 291 291 291 291 292 292 292 292 293 291 292 -16 -2 -6 294 294 -12 -13 -13 384 -11 383 -14 -14 294 -14"
    )

    val states: List<CallState> = stateTexts.map { text -> readState(text.split(" ")) }
    val moves: List<Move> = moveTexts.map { text ->
        val words = text.split(" ")
        Move(words[0].toInt(), words.drop(1))
    }
    val rows: List<IntArray> = rowTexts.map { text -> text.split(" ").map { it.toInt() }.toIntArray() }

    class Move(val next: Int, val effects: List<String>)

    private fun readState(words: List<String>) = CallState(
        direction = CallDirection.of(words[0]),
        progress = CallProgress.of(words[1]),
        reason = if (words[2] == "-") null else EndReason.of(words[2]),
        hold = LocalHold.of(words[3]),
        remoteHold = RemoteHold.of(words[4]),
        link = CallLink.of(words[5]),
        canonical = CanonicalName.of(words[6]),
        telnyxIOS = TelnyxIOSState.of(words[7]),
        telnyxAndroid = TelnyxAndroidState.of(words[8]),
        web = if (words[9] == "-") null else WebState.of(words[9]),
        z360IOS = Z360IOSState.of(words[10]),
        pajama = PajamaState.of(words[11])
    )
}

/** Where a call stands, and what every platform calls that. */
data class CallState(
    val direction: CallDirection,
    val progress: CallProgress,
    /** Set while disconnecting and after the end. */
    val reason: EndReason?,
    val hold: LocalHold,
    val remoteHold: RemoteHold,
    val link: CallLink,
    val canonical: CanonicalName,
    val telnyxIOS: TelnyxIOSState,
    val telnyxAndroid: TelnyxAndroidState,
    val web: WebState?,
    val z360IOS: Z360IOSState,
    val pajama: PajamaState
)

/** How a call ended, with everything the peers said about it. The greater of two is believed. */
data class Ending(
    val reason: EndReason,
    val causeCode: Int,
    val sipCode: Int? = null,
    val sipReason: String? = null
) : Comparable<Ending> {
    constructor(reason: EndReason) :
        this(reason, reason.defaultCauseCode, reason.defaultSipCode, reason.defaultSipReason)

    val cause: String get() = CallTable.causeNames[causeCode] ?: "CAUSE_$causeCode"

    /** What both pieces of news together amount to. */
    fun joined(other: Ending): Ending = if (this < other) other else this

    override fun compareTo(other: Ending): Int = when {
        reason != other.reason -> reason.compareTo(other.reason)
        causeCode != other.causeCode -> causeRank.compareTo(other.causeRank)
        sipCode != other.sipCode -> (sipCode ?: -1).compareTo(other.sipCode ?: -1)
        else -> compareTexts(sipReason, other.sipReason)
    }

    private val causeRank: Int
        get() = causeCode + (if (causeCode == reason.defaultCauseCode) 0 else 65536)

    // By code point, which is the order of UTF-8 bytes; null before any text.
    private fun compareTexts(left: String?, right: String?): Int {
        if (left == null || right == null) return (if (left == null) 0 else 1) - (if (right == null) 0 else 1)
        val a = left.codePoints().toArray()
        val b = right.codePoints().toArray()
        for (index in 0 until minOf(a.size, b.size)) {
            if (a[index] != b[index]) return a[index].compareTo(b[index])
        }
        return a.size.compareTo(b.size)
    }
}

/** What became of an event: a refusal that changed nothing, or effects to carry out in order. */
data class Outcome(val refusal: Refusal?, val effects: List<String>)

/** One call, as one of its devices sees it. */
class CallMachine(direction: CallDirection) {
    private var index = CallTable.states.indexOfFirst { it.direction == direction }

    /** How the call ended or is ending; null before. */
    var ending: Ending? = null
        private set

    val state: CallState get() = CallTable.states[index]

    /** Takes any event but a release. A refusal changes nothing. */
    fun handle(event: CallEvent): Outcome {
        require(event != CallEvent.RELEASED) { "a release comes with its ending" }
        return step(event.wire, null)
    }

    /** Takes the news that the peer or the exchange ended the call. */
    fun release(ending: Ending): Outcome = step("released(${ending.reason.wire})", ending)

    private fun step(column: String, news: Ending?): Outcome {
        val number = CallTable.rows[index][CallTable.columns.getValue(column)]
        if (number < 0) return refuse(Refusal.values()[-1 - number], news)
        val move = CallTable.moves[number]
        val reason = CallTable.states[move.next].reason
        if (reason != null) record(if (news != null) fitting(news) else Ending(reason))
        index = move.next
        return Outcome(null, move.effects)
    }

    private fun refuse(refusal: Refusal, news: Ending?): Outcome {
        val known = ending
        if (news != null && known != null && news.reason == known.reason && known < news) {
            ending = news
            return Outcome(null, listOf("endingStrengthened(${news.reason.wire})"))
        }
        return Outcome(refusal, emptyList())
    }

    private fun record(news: Ending) {
        ending = ending?.joined(news) ?: news
    }

    private fun fitting(ending: Ending): Ending {
        val active = state.progress == CallProgress.ACTIVE
        val standing = if (active) CallTable.standingWhileActive else CallTable.standingOtherwise
        return ending.copy(reason = standing[ending.reason.ordinal])
    }

    companion object {
        /** Every state a call can be in. */
        val states: List<CallState> get() = CallTable.states
    }
}
