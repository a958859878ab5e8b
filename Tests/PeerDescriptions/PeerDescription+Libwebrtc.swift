extension PeerDescription {
    /// In the form of libwebrtc's native builds: reflexive, TCP and mDNS candidates with their extensions.
    package static let libwebrtcOffer = lines(
        """
        v=0
        o=- 6180412950184275093 2 IN IP4 127.0.0.1
        s=-
        t=0 0
        a=group:BUNDLE 0
        a=extmap-allow-mixed
        a=msid-semantic: WMS 4e698468-35b1-4b08-bb28-46ca19a1187d
        m=audio 60373 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126
        c=IN IP4 192.0.2.2
        a=rtcp:9 IN IP4 0.0.0.0
        a=candidate:696901052 1 udp 2113937151 192.0.2.2 60373 typ host
        a=candidate:842163049 1 udp 1677729535 192.0.2.7 46154 typ srflx raddr 192.0.2.2 rport 46154 generation \
        0 ufrag Wq7z network-id 1
        a=candidate:2184912371 1 tcp 1518149375 192.0.2.2 9 typ host tcptype active generation 0
        a=candidate:1310293021 1 udp 2113937151 4f1d8b0a-7c63-4d0e-9b0f-2d0c4c3a9e11.local 52344 typ host \
        generation 0
        a=ice-ufrag:Wq7z
        a=ice-pwd:mTz4Yw9RkLp2XvBq8NsDcFgH
        a=ice-options:trickle
        a=fingerprint:sha-256 82:E6:4F:06:C6:E1:9D:CB:ED:EB:13:79:0A:D1:C5:79:55:2F:F1:B6:3A:CD:5C:9F:01:1E:08:\
        3D:19:73:BD:B5
        a=setup:actpass
        a=mid:0
        a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level
        a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time
        a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
        a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
        a=sendrecv
        a=msid:4e698468-35b1-4b08-bb28-46ca19a1187d 0a6785ab-0cd2-4e08-805a-c22acc43e4ff
        a=rtcp-mux
        a=rtcp-rsize
        a=rtcp-xr:rcvr-rtt=all
        a=rtpmap:111 opus/48000/2
        a=rtcp-fb:111 transport-cc
        a=fmtp:111 minptime=10;useinbandfec=1
        a=rtpmap:63 red/48000/2
        a=fmtp:63 111/111
        a=rtpmap:9 G722/8000
        a=rtpmap:0 PCMU/8000
        a=rtpmap:8 PCMA/8000
        a=rtpmap:13 CN/8000
        a=rtpmap:110 telephone-event/48000
        a=rtpmap:126 telephone-event/8000
        a=ssrc:3757733061 cname:x4iRaXMJkaGGkUg4
        a=ssrc:3757733061 msid:4e698468-35b1-4b08-bb28-46ca19a1187d 0a6785ab-0cd2-4e08-805a-c22acc43e4ff
        """)
}
