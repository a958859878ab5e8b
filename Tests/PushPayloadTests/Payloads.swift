/// Payloads as their senders write them.
enum Payloads {
    static let ours = """
        {"aps":{},"carillon":{"v":1,"type":"call","session":"6f9619ff-8b86-4011-b42d-00c04fc964ff",\
        "organization":"42","caller_name":"Alice Smith","caller_number":"+18179398981",\
        "deadline":1717000030000,"video":false}}
        """

    /// A push of Z360's app.
    static let z360 = """
        {"type":"incoming_call","call_session_id":"6f9619ff-8b86-4011-b42d-00c04fc964ff",\
        "call_control_id":"v2:abc","caller_number":"+18179398981","caller_name":"Alice Smith",\
        "caller_avatar":"https://cdn.z360.com/avatars/abc.jpg","channel_number":"+15551234567",\
        "call_id":"7d444840-9dc0-11d1-b245-5ffdce74fad2","organization_id":"42","organization_name":"Acme Corp",\
        "organization_slug":"acme-corp","timestamp":"1717000000"}
        """

    static let z360Ended = """
        {"type":"call_ended","call_session_id":"6f9619ff-8b86-4011-b42d-00c04fc964ff",\
        "call_id":"7d444840-9dc0-11d1-b245-5ffdce74fad2"}
        """

    /// Source: Telnyx WebRTC push documentation; observed.
    static let telnyx = """
        {"aps":{"alert":"Incoming call!"},"metadata":{"call_id":"7d444840-9dc0-11d1-b245-5ffdce74fad2",\
        "caller_name":"8179398981","caller_number":"8179398981","voice_sdk_id":"sdk-uuid",\
        "dialogParams":{"custom_headers":[{"name":"X-Org","value":"42"}]}}}
        """

    static let all = [ours, z360, z360Ended, telnyx]
}
