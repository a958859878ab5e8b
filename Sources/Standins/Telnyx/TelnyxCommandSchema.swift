internal import WireJSON

/// The keys that a command accepts, with their kinds, and whether they are required.
///
/// It is written as `name:kind`, with `!` for a required key. Kinds: `s` text, `b` boolean, `n` integer (with an
/// optional range `n5-600`), `a` list, `o` object, `*` anything, and `a|b|c` one of these words. Source: Telnyx's
/// OpenAPI document of 2026-07-16. That document allows other keys; they are refused here to detect misspelled ones.
struct TelnyxCommandSchema: Hashable, Sendable {
    private struct Key: Hashable, Sendable {
        var name: String
        var kind: String
        var isNeeded: Bool
    }

    private let keys: [Key]

    init(_ text: String) {
        keys = text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { word in
            let isNeeded = word.hasSuffix("!")
            let parts = (isNeeded ? word.dropLast() : word).split(separator: ":")
            return Key(name: String(parts[0]), kind: parts.count > 1 ? String(parts[1]) : "s", isNeeded: isNeeded)
        }
    }

    func check(_ body: JSONObject) throws(TelnyxError) {
        for member in body.members {
            guard let key = keys.first(where: { $0.name == member.key }) else {
                throw TelnyxError.request("10015", "Unknown parameter \(member.key).", at: member.key)
            }
            try Self.check(member.value, key)
        }
        for key in keys where key.isNeeded && body[key.name] == nil {
            throw TelnyxError.request("10004", "\(key.name) is required.", at: key.name)
        }
    }

    private static func check(_ value: JSONValue, _ key: Key) throws(TelnyxError) {
        let isOfKind: Bool
        switch key.kind {
        case "*": isOfKind = true
        case "s": isOfKind = value.string != nil
        case "b": isOfKind = value.bool != nil
        case "a": isOfKind = value.array != nil
        case "o": isOfKind = value.object != nil
        case let kind where kind.hasPrefix("n"): return try checkNumber(value, key)
        default:
            guard let word = value.string, key.kind.split(separator: "|").contains(Substring(word)) else {
                throw TelnyxError.request("10032", "\(key.name) is one of \(key.kind).", at: key.name)
            }
            return
        }
        guard isOfKind else { throw TelnyxError.request("10015", "\(key.name) has the wrong type.", at: key.name) }
    }

    private static func checkNumber(_ value: JSONValue, _ key: Key) throws(TelnyxError) {
        guard case .integer(let number) = value else {
            throw TelnyxError.request("10015", "\(key.name) is a whole number.", at: key.name)
        }
        let range = key.kind.dropFirst().split(separator: "-").compactMap { Int64($0) }
        guard range.count < 2 || range[0] <= number && number <= range[1] else {
            throw TelnyxError.request("10033", "\(key.name) is from \(range[0]) to \(range[1]).", at: key.name)
        }
    }
}

extension TelnyxCommandSchema {
    private static let every = "client_state:s command_id:s "
    private static let record = """
        record:record-from-answer record_channels:single|dual record_custom_file_name:s record_format:wav|mp3
        record_max_length:n0-14400 record_timeout_secs:n0-14400 record_track:both|inbound|outbound
        record_trim:trim-silence 
        """
    private static let webhooks = """
        webhook_retries_policies:o webhook_url:s webhook_url_method:POST|GET webhook_urls:o
        webhook_urls_method:POST|GET 
        """
    private static let stream = """
        stream_url:s stream_track:s stream_codec:s stream_bidirectional_mode:s stream_bidirectional_codec:s
        stream_bidirectional_target_legs:s 
        """
    private static let sip = """
        custom_headers:a sip_headers:a sip_auth_username:s sip_auth_password:s sip_region:s
        sip_transport_protocol:UDP|TCP|TLS media_encryption:disabled|SRTP|DTLS privacy:id|none sound_modifications:o
        preferred_codecs:s time_limit_secs:n30-14400 timeout_secs:n5-600 send_digits_on_answer:s
        answering_machine_detection:s answering_machine_detection_config:o 
        """

    private static let gather = """
        inter_digit_timeout_millis:n maximum_digits:n minimum_digits:n terminating_digit:s timeout_millis:n
        valid_digits:s 
        """

    static let dial = TelnyxCommandSchema(
        every + record + webhooks + stream + sip + """
            connection_id:s! to:*! from:s! from_display_name:s link_to:s bridge_on_answer:b bridge_intent:b
            prevent_double_bridge:b park_after_unbridge:self retry_on_timeout:b audio_url:s media_name:s
            billing_group_id:s assistant:o conference_config:o conversation_relay_config:o deepfake_detection:o
            dialogflow_config:o enable_dialogflow:b send_silence_when_idle:b stream_auth_token:s
            stream_bidirectional_sampling_rate:n stream_establish_before_call_originate:b supervise_call_control_id:s
            supervisor_role:barge|whisper|monitor|none transcription:b transcription_config:o
            """)
    static let clientState = TelnyxCommandSchema("client_state:s!")
    static let credential = TelnyxCommandSchema("connection_id:s! name:s tag:s expires_at:s")
    static let credentialChange = TelnyxCommandSchema("connection_id:s name:s tag:s expires_at:s")

    /// The shapes of commands on a leg, by the last segment of their path.
    static let commands: [String: TelnyxCommandSchema] = [
        "answer": TelnyxCommandSchema(
            every + record + webhooks + stream + """
                custom_headers:a sip_headers:a assistant:o billing_group_id:s conversation_relay_config:o
                deepfake_detection:o preferred_codecs:s send_silence_when_idle:b sound_modifications:o
                transcription:b transcription_config:o
                """),
        "bridge": TelnyxCommandSchema(
            every + record + """
                call_control_id:s! queue:s video_room_id:s video_room_context:s prevent_double_bridge:b
                park_after_unbridge:self hold_after_unbridge:b play_ringtone:b ringtone:s mute_dtmf:s
                """),
        "hangup": TelnyxCommandSchema(every + "custom_headers:a"),
        "reject": TelnyxCommandSchema(every + "cause:CALL_REJECTED|USER_BUSY!"),
        "transfer": TelnyxCommandSchema(
            every + record + webhooks + sip + """
                to:s! from:s from_display_name:s audio_url:s media_name:s early_media:b mute_dtmf:s
                park_after_unbridge:self target_leg_client_state:s
                """),
        "record_start": TelnyxCommandSchema(
            every + """
                format:wav|mp3! channels:single|dual! custom_file_name:s max_length:n0-14400 play_beep:b
                recording_track:both|inbound|outbound timeout_secs:n0-14400 transcription:b transcription_engine:s
                transcription_language:s transcription_max_speaker_count:n transcription_min_speaker_count:n
                transcription_profanity_filter:b transcription_speaker_diarization:b trim:trim-silence
                """),
        "record_stop": TelnyxCommandSchema(every + "recording_id:s"),
        "record_pause": TelnyxCommandSchema(every + "recording_id:s"),
        "record_resume": TelnyxCommandSchema(every + "recording_id:s"),
        "playback_start": TelnyxCommandSchema(
            every + """
                audio_url:s audio_type:mp3|wav cache_audio:b loop:* media_name:s overlay:b playback_content:s
                stop:current|all target_legs:self|opposite|both
                """),
        "playback_stop": TelnyxCommandSchema(every + "overlay:b stop:current|all"),
        "speak": TelnyxCommandSchema(
            every + """
                payload:s! voice:s! payload_type:text|ssml language:s loop:* service_level:basic|premium
                stop:current|all target_legs:self|opposite|both voice_settings:*
                """),
        "gather": TelnyxCommandSchema(every + gather + "gather_id:s initial_timeout_millis:n"),
        "gather_using_audio": TelnyxCommandSchema(
            every + gather + "audio_url:s invalid_audio_url:s invalid_media_name:s maximum_tries:n media_name:s"),
        "gather_using_speak": TelnyxCommandSchema(
            every + gather + """
                payload:s! voice:s! invalid_payload:s language:s maximum_tries:n payload_type:text|ssml
                service_level:basic|premium voice_settings:*
                """),
        "gather_stop": TelnyxCommandSchema(every),
        "send_dtmf": TelnyxCommandSchema(every + "digits:s! duration_millis:n100-500"),
    ]
}
