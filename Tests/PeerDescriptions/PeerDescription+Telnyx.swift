extension PeerDescription {
    /// In the form of Telnyx's iOS client with trickle ICE: `a=ice-options` stands before `s=`.
    package static let telnyxTrickleOffer = lines(
        """
        v=0
        o=- 4611731400430051336 2 IN IP4 127.0.0.1
        a=ice-options:trickle
        s=-
        t=0 0
        a=group:BUNDLE 0
        a=extmap-allow-mixed
        a=msid-semantic: WMS stream0
        m=audio 9 UDP/TLS/RTP/SAVPF 111 63 9 102 0 8 13 110 126
        c=IN IP4 0.0.0.0
        a=rtcp:9 IN IP4 0.0.0.0
        a=ice-ufrag:EsAw
        a=ice-pwd:bP+XJMM09aR8AiX1jdukzR6Y
        a=fingerprint:sha-256 82:E6:4F:06:C6:E1:9D:CB:ED:EB:13:79:0A:D1:C5:79:55:2F:F1:B6:3A:CD:5C:9F:01:1E:08:\
        3D:19:73:BD:B5
        a=setup:actpass
        a=mid:0
        a=sendrecv
        a=msid:stream0 audio0
        a=rtcp-mux
        a=rtcp-rsize
        a=rtpmap:111 opus/48000/2
        a=rtcp-fb:111 transport-cc
        a=fmtp:111 minptime=10;useinbandfec=1
        a=rtpmap:63 red/48000/2
        a=fmtp:63 111/111
        a=rtpmap:9 G722/8000
        a=rtpmap:102 ILBC/8000
        a=rtpmap:0 PCMU/8000
        a=rtpmap:8 PCMA/8000
        a=rtpmap:13 CN/8000
        a=rtpmap:110 telephone-event/48000
        a=rtpmap:126 telephone-event/8000
        a=ssrc:2231627014 cname:7iZ2tjMcd9pUZrXq
        a=ssrc:2231627014 msid:stream0 audio0
        """)

    /// In the form of Telnyx's answer with trickle ICE.
    package static let telnyxAnswer = lines(
        """
        v=0
        o=FreeSWITCH 1763680000 1763680001 IN IP4 192.0.2.40
        s=FreeSWITCH
        c=IN IP4 192.0.2.40
        t=0 0
        a=msid-semantic: WMS qW3eR5tY7uI9oP1aS2dF4gH6jK8lZ0xC
        a=ice-options:trickle
        m=audio 28112 UDP/TLS/RTP/SAVPF 111 110
        a=rtpmap:111 opus/48000/2
        a=fmtp:111 useinbandfec=1;minptime=10
        a=rtpmap:110 telephone-event/48000
        a=fmtp:110 0-16
        a=ptime:20
        a=sendrecv
        a=mid:0
        a=fingerprint:sha-256 82:E6:4F:06:C6:E1:9D:CB:ED:EB:13:79:0A:D1:C5:79:55:2F:F1:B6:3A:CD:5C:9F:01:1E:08:\
        3D:19:73:BD:B5
        a=setup:active
        a=rtcp-mux
        a=rtcp:28112 IN IP4 192.0.2.40
        a=ice-ufrag:xC4vB6nM8qW0eR2t
        a=ice-pwd:Y6uI8oP0aS2dF4gH6jK8lZ0x
        a=ssrc:4029384756 cname:zX9cV7bN5mQ3wE1r
        """)
}
