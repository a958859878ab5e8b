extension PeerDescription {
    /// Recorded: Chromium 156, one audio track, gathered.
    package static let chromeOffer = lines(
        """
        v=0
        o=- 2831427202389501607 2 IN IP4 127.0.0.1
        s=-
        t=0 0
        a=group:BUNDLE 0
        a=extmap-allow-mixed
        a=msid-semantic: WMS 4e698468-35b1-4b08-bb28-46ca19a1187d
        m=audio 60373 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126
        c=IN IP4 192.0.2.2
        a=rtcp:9 IN IP4 0.0.0.0
        a=candidate:696901052 1 udp 2113937151 192.0.2.2 60373 typ host generation 0 network-cost 999
        a=candidate:3807321180 1 udp 2113942271 fd00::2 39613 typ host generation 0 network-cost 999
        a=ice-ufrag:a4Fd
        a=ice-pwd:arofR1Nqxg16albeeXicogek
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

    /// Recorded: Chromium 156 without a track answering the offer above.
    package static let chromeAnswer = lines(
        """
        v=0
        o=- 5785488602574899044 2 IN IP4 127.0.0.1
        s=-
        t=0 0
        a=group:BUNDLE 0
        a=extmap-allow-mixed
        a=msid-semantic: WMS
        m=audio 37723 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126
        c=IN IP4 192.0.2.2
        a=rtcp:9 IN IP4 0.0.0.0
        a=candidate:2628084717 1 udp 2113937151 192.0.2.2 37723 typ host generation 0 network-cost 999
        a=candidate:1472438797 1 udp 2113942271 fd00::2 46494 typ host generation 0 network-cost 999
        a=ice-ufrag:r5bz
        a=ice-pwd:C9icA1aKSW+BBAMBmgZR1LNJ
        a=ice-options:trickle
        a=fingerprint:sha-256 91:1D:22:1E:EE:D1:EB:12:91:6E:7D:B6:19:BB:A3:B9:B4:91:6E:EC:5E:9C:0A:BE:BF:FE:C1:\
        5A:A3:95:EA:CA
        a=setup:active
        a=mid:0
        a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level
        a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time
        a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
        a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
        a=recvonly
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
        """)

    /// Chromium's offer with a video section after the audio, in the same bundle.
    package static let chromeVideoOffer = lines(
        """
        v=0
        o=- 2831427202389501607 2 IN IP4 127.0.0.1
        s=-
        t=0 0
        a=group:BUNDLE 0 1
        a=extmap-allow-mixed
        a=msid-semantic: WMS 4e698468-35b1-4b08-bb28-46ca19a1187d
        m=audio 60373 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126
        c=IN IP4 192.0.2.2
        a=rtcp:9 IN IP4 0.0.0.0
        a=candidate:696901052 1 udp 2113937151 192.0.2.2 60373 typ host generation 0 network-cost 999
        a=candidate:3807321180 1 udp 2113942271 fd00::2 39613 typ host generation 0 network-cost 999
        a=ice-ufrag:a4Fd
        a=ice-pwd:arofR1Nqxg16albeeXicogek
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
        m=video 9 UDP/TLS/RTP/SAVPF 96 97
        c=IN IP4 0.0.0.0
        a=rtcp:9 IN IP4 0.0.0.0
        a=ice-ufrag:a4Fd
        a=ice-pwd:arofR1Nqxg16albeeXicogek
        a=fingerprint:sha-256 82:E6:4F:06:C6:E1:9D:CB:ED:EB:13:79:0A:D1:C5:79:55:2F:F1:B6:3A:CD:5C:9F:01:1E:08:\
        3D:19:73:BD:B5
        a=setup:actpass
        a=mid:1
        a=sendrecv
        a=rtcp-mux
        a=rtpmap:96 VP8/90000
        a=rtcp-fb:96 nack pli
        a=rtpmap:97 rtx/90000
        a=fmtp:97 apt=96
        """)
}
