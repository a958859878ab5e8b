import Testing
import Verto

/// A frame as a real peer writes it, the members in the order this code writes them.
struct GoldenFrame: Sendable, CustomTestStringConvertible {
    var dialect: VertoDialect
    var text: String

    var testDescription: String { String(text.prefix(70)) }

    init(_ dialect: VertoDialect, _ method: String, _ params: String) {
        self.dialect = dialect
        text = #"{"jsonrpc":"2.0","id":"\#(Self.id)","method":"\#(method)","params":\#(params)}"#
    }

    static let id = "6f0c8d1e-1111-4222-8333-000000000001"
}

/// Source: shapes of Telnyx' iOS SDK and of FreeSWITCH 1.11 and its JavaScript client.
extension GoldenFrame {
    static let fromClients: [GoldenFrame] = telnyxClient + freeSwitchClient
    static let fromServers: [GoldenFrame] = telnyxServer + freeSwitchServer

    private static let session = #""sessid":"a1","sessionId":"a1""#
    private static let dialog =
        #"{"callID":"0c","destination_number":"1001","remote_caller_id_name":"Outbound Call","#
        + #""caller_id_name":"Ann","caller_id_number":"1000","audio":true,"video":false,"useStereo":false,"#
        + #""attach":false,"screenShare":false,"userVariables":{"k":"v"},"#
        + #""custom_headers":[{"name":"X-a","value":"1"}],"clientState":"c3RhdGU=","#
        + #""preferred_codecs":[{"mimeType":"audio/opus","clockRate":48000}],"new":{"x":[1,2.5,null]}}"#

    private static let telnyxClient: [GoldenFrame] = [
        GoldenFrame(
            .telnyx, "login",
            #"{"login":"ann","passwd":"hush","User-Agent":"iOS-4.1.2","from_push":false,"sessid":"a1","#
                + #""loginParams":{"attach_call":"true"},"userVariables":{"push_device_token":"t"},"new":1}"#),
        GoldenFrame(.telnyx, "login", #"{"login_token":"jwt","sessid":"a1","loginParams":{"decline_push":true}}"#),
        GoldenFrame(
            .telnyx, "anonymous_login",
            #"{"target_type":"ai_assistant","target_id":"t1","target_version_id":"v","reconnection":false,"#
                + #""sessid":"a1","userVariables":{"k":1},"User-Agent":{"sdkVersion":"4.1.2","data":"iOS-4.1.2"}}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.invite",
            #"{\#(session),"sdp":"v=0\r\n","User-Agent":"iOS-4.1.2","trickle":true,"dialogParams":\#(dialog)}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.answer",
            #"{\#(session),"sdp":"v=0\r\n","answered_device_token":"t","dialogParams":\#(dialog)}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.media",
            #"{\#(session),"sdp":"v=0\r\n","trickle":true,"dialogParams":{"callID":"0c"}}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.attach",
            #"{\#(session),"sdp":"v=0\r\n","dialogParams":{"callID":"0c","attach":true}}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.bye",
            #"{"sessid":"a1","sessId":"a1","cause":"USER_BUSY","causeCode":17,"sipCode":486,"sipReason":"Busy Here","#
                + #""dialogParams":{"callID":"0c"},"new":true}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.info",
            #"{"sessid":"a1","msg":{"from":"s1","to":"bob","body":"hello"},"dialogParams":{"callID":"0c"}}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.modify", #"{\#(session),"action":"toggleHold","dialogParams":{"callID":"0c"}}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.modify",
            #"{\#(session),"action":"updateMedia","sdp":"v=0\r\n","dialogParams":{"callID":"0c"}}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.info",
            #"{"sessid":"a1","dtmf":"1","dialogParams":{"callID":"0c","caller_id_name":"Ann","audio":true}}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.candidate",
            #"{"candidate":"candidate:1 1 udp 1 127.0.0.1 9 typ host","sdpMid":"0","sdpMLineIndex":0,"#
                + #""dialogParams":{"callID":"0c"}}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.endOfCandidates", #"{"dialogParams":{"callID":"0c"},"endOfCandidates":true}"#),
        GoldenFrame(.telnyx, "telnyx_rtc.gatewayState", "{}"),
        GoldenFrame(
            .telnyx, "telnyx_rtc.attachCalls",
            #"{"push_notification_provider":"ios","loginParams":{},"userVariables":{}}"#),
        GoldenFrame(.telnyx, "telnyx_rtc.ringing_ack", #"{"sessid":"a1","callID":"0c"}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.disable_push_notification",
            #"{"user":"ann","User-Agent":{"push_device_token":"t","push_notification_provider":"ios"}}"#),
        GoldenFrame(.telnyx, "telnyx_rtc.ping", "{}"),
        GoldenFrame(.telnyx, "ai_conversation", #"{"type":"conversation.item.create","item":{"id":"i"}}"#),
        GoldenFrame(.telnyx, "echo", "{}"),
    ]

    private static let freeSwitchClient: [GoldenFrame] = [
        GoldenFrame(.freeSwitch, "login", #"{"sessid":"a1"}"#),
        GoldenFrame(
            .freeSwitch, "login",
            #"{"login":"1008@host","passwd":"hush","sessid":"a1","loginParams":{},"userVariables":{}}"#),
        GoldenFrame(
            .freeSwitch, "verto.invite",
            #"{"sessid":"a1","sdp":"v=0\r\n","dialogParams":{"callID":"0c","destination_number":"1001","#
                + #""remote_caller_id_number":"1001","audio":true,"outgoingBandwidth":"default","dedEnc":false}}"#),
        GoldenFrame(.freeSwitch, "verto.answer", #"{"sessid":"a1","sdp":"v=0","dialogParams":{"callID":"0c"}}"#),
        GoldenFrame(
            .freeSwitch, "verto.bye",
            #"{"sessid":"a1","cause":"NORMAL_CLEARING","causeCode":16,"dialogParams":{"callID":"0c"}}"#),
        GoldenFrame(
            .freeSwitch, "verto.modify",
            #"{"sessid":"a1","action":"transfer","destination":"1002","dialogParams":{"callID":"0c"}}"#),
        GoldenFrame(.freeSwitch, "verto.info", #"{"sessid":"a1","txt":"hello","dialogParams":{"callID":"0c"}}"#),
        GoldenFrame(.freeSwitch, "verto.subscribe", #"{"sessid":"a1","eventChannel":["presence"]}"#),
        GoldenFrame(.freeSwitch, "verto.unsubscribe", #"{"eventChannel":"presence"}"#),
        GoldenFrame(.freeSwitch, "verto.broadcast", #"{"eventChannel":"c","data":{}}"#),
        GoldenFrame(.freeSwitch, "verto.ping", #"{"serno":7}"#),
    ]

    private static let telnyxServer: [GoldenFrame] = [
        GoldenFrame(
            .telnyx, "telnyx_rtc.invite",
            #"{"callID":"0c","sdp":"v=0\r\n","caller_id_name":"Ann","caller_id_number":"1000","callee_id_name":"Bob","#
                + #""callee_id_number":"1001","telnyx_session_id":"s","telnyx_leg_id":"l","#
                + #""telnyx_call_control_id":"c","client_state":"c3RhdGU=","display_direction":"inbound","#
                + #""variables":{"a":"b"},"#
                + #""dialogParams":{"custom_headers":[{"name":"X-a","value":"1"}]},"new":0}"#),
        GoldenFrame(.telnyx, "telnyx_rtc.ringing", #"{"callID":"0c","telnyx_session_id":"s","telnyx_leg_id":"l"}"#),
        GoldenFrame(.telnyx, "telnyx_rtc.media", #"{"callID":"0c","sdp":"v=0"}"#),
        GoldenFrame(.telnyx, "telnyx_rtc.media", #"{"callID":"0c","sdp":"v=0","earlyDescription":true}"#),
        GoldenFrame(.telnyx, "telnyx_rtc.invite", #"{"callID":"0c","sdp":"v=0","earlyDescription":true}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.answer",
            #"{"callID":"0c","sdp":"v=0","telnyx_leg_id":"l","dialogParams":{"custom_headers":[{"name":"X-b","#
                + #""value":"2"}]}}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.bye",
            #"{"cause":"PICKED_OFF","causeCode":805,"sipCode":487,"sipReason":"Request Terminated","#
                + #""sip_call_id":"x","callID":"0c"}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.candidate", #"{"candidate":"","sdpMid":"0","sdpMLineIndex":0,"callID":"0c"}"#),
        GoldenFrame(.telnyx, "telnyx_rtc.endOfCandidates", #"{"callID":"0c"}"#),
        GoldenFrame(.telnyx, "telnyx_rtc.attach", #"{"callID":"0c","sdp":"v=0"}"#),
        GoldenFrame(.telnyx, "telnyx_rtc.clientReady", #"{"reattached_sessions":["0c"],"state":"x"}"#),
        GoldenFrame(
            .telnyx, "telnyx_rtc.gatewayState", #"{"state":"REGED","call_report_id":"r","dc":"fr5","region":"eu"}"#),
        GoldenFrame(.telnyx, "telnyx_rtc.ping", "{}"),
        GoldenFrame(.telnyx, "telnyx_rtc.punt", "{}"),
        GoldenFrame(.telnyx, "telnyx_rtc.event", #"{"type":"x"}"#),
        GoldenFrame(.telnyx, "ai_conversation", #"{"type":"response.text.delta","delta":"Hi"}"#),
    ]

    private static let freeSwitchServer: [GoldenFrame] = [
        GoldenFrame(
            .freeSwitch, "verto.invite",
            #"{"callID":"0c","sdp":"v=0","caller_id_name":"Ann","display_direction":"outbound","verto_h_a":"1"}"#),
        GoldenFrame(.freeSwitch, "verto.answer", #"{"callID":"0c"}"#),
        GoldenFrame(.freeSwitch, "verto.media", #"{"callID":"0c","sdp":"v=0"}"#),
        GoldenFrame(
            .freeSwitch, "verto.bye", #"{"cause":"UNALLOCATED_NUMBER","causeCode":1,"callID":"0c"}"#),
        GoldenFrame(
            .freeSwitch, "verto.display",
            #"{"callID":"0c","display_name":"Bob","display_number":"1001","display_direction":"inbound"}"#),
        GoldenFrame(.freeSwitch, "verto.attach", #"{"callID":"0c","sdp":"v=0"}"#),
        GoldenFrame(.freeSwitch, "verto.clientReady", #"{"reattached_sessions":[]}"#),
        GoldenFrame(.freeSwitch, "verto.info", #"{"txt":"hello","callID":"0c"}"#),
        GoldenFrame(.freeSwitch, "verto.ping", #"{"serno":12}"#),
        GoldenFrame(.freeSwitch, "verto.punt", "{}"),
    ]
}
