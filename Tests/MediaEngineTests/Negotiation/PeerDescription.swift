/// Descriptions of peers nobody here wrote; where they come from stands with the fixtures of SDPTests.
enum PeerDescription {
    private static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { $0 + "\r\n" }.joined()
    }

    /// Recorded: Chromium 156, one audio track, gathered.
    static let chromeOffer = lines(
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

    /// Chromium's offer with a video section after the audio, in the same bundle.
    static let chromeVideoOffer = lines(
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

    /// Recorded: aiortc 1.16.
    static let aiortcOffer = lines(
        """
        v=0
        o=- 4004225038 4004225038 IN IP4 0.0.0.0
        s=-
        t=0 0
        a=group:BUNDLE 0
        a=msid-semantic:WMS *
        m=audio 54815 UDP/TLS/RTP/SAVPF 96 9 0 8
        c=IN IP4 192.0.2.2
        a=sendrecv
        a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid
        a=extmap:2 urn:ietf:params:rtp-hdrext:ssrc-audio-level
        a=mid:0
        a=msid:559e17a8-797b-4c32-827e-49c061e846ea 1d1f80ee-19c3-41a0-9480-06b5e43473f7
        a=rtcp:9 IN IP4 0.0.0.0
        a=rtcp-mux
        a=ssrc:3563355075 cname:a5fc464f-a732-4a91-96b3-5d35509a4762
        a=rtpmap:96 opus/48000/2
        a=rtpmap:9 G722/8000
        a=rtpmap:0 PCMU/8000
        a=rtpmap:8 PCMA/8000
        a=candidate:f957a2332b1715da3b0ef8ba684454eb 1 udp 2130706431 192.0.2.2 54815 typ host
        a=candidate:d0bcf3d9c29a2bc887618212a1623bfa 1 udp 2130706431 fd00::2 40589 typ host
        a=end-of-candidates
        a=ice-ufrag:DhSH
        a=ice-pwd:hLK3TFUVqUhjHJfxY9Kkiw
        a=fingerprint:sha-256 F0:F6:68:A1:F2:C7:6B:D9:71:A3:4A:E2:27:E9:A0:B5:51:C4:03:F3:FF:8B:B3:0C:DF:17:96:\
        4D:8C:B9:D4:88
        a=fingerprint:sha-384 93:EF:51:35:E5:7D:79:8D:DF:09:BD:43:A4:D6:8C:F2:9D:6F:B5:47:77:04:CA:4E:1B:9B:A8:\
        70:67:0F:9B:F1:AC:E1:E5:60:9C:43:71:38:59:19:4D:FE:51:9A:66:09
        a=fingerprint:sha-512 1F:43:ED:87:5B:52:3B:25:F2:30:65:4B:ED:EE:B6:B6:14:FC:D7:A9:09:1E:A8:EF:98:5C:17:\
        49:03:FF:AC:A4:39:07:D3:74:D9:5D:1C:17:7F:E8:CB:C1:07:08:33:E9:B1:DA:11:13:01:C9:3A:98:A7:2F:2C:C6:08:\
        B2:63:BB
        a=setup:actpass
        """)

    /// In the form of FreeSWITCH 1.11's `verto.invite`: no mid, no bundle, the old profile, doubled candidates.
    static let freeSwitchOffer = lines(
        """
        v=0
        o=FreeSWITCH 1763693012 1763693013 IN IP4 10.99.0.1
        s=FreeSWITCH
        c=IN IP4 10.99.0.1
        t=0 0
        a=msid-semantic: WMS Kq0nRwsbFJzLmXqH2nWd5xPvY7cTgBeA
        m=audio 19242 RTP/SAVPF 102 0 8 103 101
        a=rtpmap:102 opus/48000/2
        a=fmtp:102 useinbandfec=1; maxaveragebitrate=30000; maxplaybackrate=48000; ptime=20; minptime=10; \
        maxptime=40
        a=rtpmap:0 PCMU/8000
        a=rtpmap:8 PCMA/8000
        a=rtpmap:103 telephone-event/48000
        a=fmtp:103 0-15
        a=rtpmap:101 telephone-event/8000
        a=fmtp:101 0-15
        a=fingerprint:sha-256 82:E6:4F:06:C6:E1:9D:CB:ED:EB:13:79:0A:D1:C5:79:55:2F:F1:B6:3A:CD:5C:9F:01:1E:08:\
        3D:19:73:BD:B5
        a=setup:actpass
        a=rtcp-mux
        a=rtcp:19242 IN IP4 10.99.0.1
        a=ssrc:3298571049 cname:ouQd2bEbQ1XyrHDp
        a=ssrc:3298571049 msid:Kq0nRwsbFJzLmXqH2nWd5xPvY7cTgBeA a0
        a=ssrc:3298571049 mslabel:Kq0nRwsbFJzLmXqH2nWd5xPvY7cTgBeA
        a=ssrc:3298571049 label:Kq0nRwsbFJzLmXqH2nWd5xPvY7cTgBeAa0
        a=ice-ufrag:ZfWcXq8LrTn2Yb4k
        a=ice-pwd:7uWcQe1RtYp9MnVb3XsZaLkJ
        a=candidate:9381726450 1 udp 2130706431 10.99.0.1 19242 typ host generation 0
        a=candidate:9381726450 2 udp 2130706431 10.99.0.1 19242 typ host generation 0
        a=ptime:20
        a=sendrecv
        """)

    /// In the form of FreeSWITCH 1.11's answer to a browser: one candidate and the end of them.
    static let freeSwitchAnswer = lines(
        """
        v=0
        o=FreeSWITCH 1763692998 1763692999 IN IP4 10.99.0.1
        s=FreeSWITCH
        c=IN IP4 10.99.0.1
        t=0 0
        a=msid-semantic: WMS mHc2VdJq9sYkRtWpLbXzNfGe4uAoT6iS
        m=audio 24680 UDP/TLS/RTP/SAVPF 111 110
        a=rtpmap:111 opus/48000/2
        a=fmtp:111 useinbandfec=1; maxaveragebitrate=30000; maxplaybackrate=48000; ptime=20; minptime=10; \
        maxptime=40
        a=rtpmap:110 telephone-event/48000
        a=silenceSupp:off - - - -
        a=ptime:20
        a=sendrecv
        a=fingerprint:sha-256 82:E6:4F:06:C6:E1:9D:CB:ED:EB:13:79:0A:D1:C5:79:55:2F:F1:B6:3A:CD:5C:9F:01:1E:08:\
        3D:19:73:BD:B5
        a=setup:active
        a=rtcp-mux
        a=rtcp:24680 IN IP4 10.99.0.1
        a=ice-ufrag:n3Vq7ZkLwYx1Tb9d
        a=ice-pwd:Rk2PqYw8LmZs5XcVb1NtHjGf
        a=candidate:4417283950 1 udp 2130706431 10.99.0.1 24680 typ host generation 0
        a=end-of-candidates
        a=ssrc:1874620395 cname:Yp3kQzXvTb7wLmRs
        a=ssrc:1874620395 msid:mHc2VdJq9sYkRtWpLbXzNfGe4uAoT6iS a0
        """)

    /// In the form of FreeSWITCH 1.11's `verto.attach`: as its offer, with a SHA-512 fingerprint.
    static let freeSwitchAttach = lines(
        """
        v=0
        o=FreeSWITCH 1763693040 1763693041 IN IP4 10.99.0.1
        s=FreeSWITCH
        c=IN IP4 10.99.0.1
        t=0 0
        a=msid-semantic: WMS Kq0nRwsbFJzLmXqH2nWd5xPvY7cTgBeA
        m=audio 19242 RTP/SAVPF 102 0 8 103 101
        a=rtpmap:102 opus/48000/2
        a=fmtp:102 useinbandfec=1; maxaveragebitrate=30000; maxplaybackrate=48000; ptime=20; minptime=10; \
        maxptime=40
        a=rtpmap:0 PCMU/8000
        a=rtpmap:8 PCMA/8000
        a=rtpmap:103 telephone-event/48000
        a=fmtp:103 0-15
        a=rtpmap:101 telephone-event/8000
        a=fmtp:101 0-15
        a=fingerprint:sha-512 1F:43:ED:87:5B:52:3B:25:F2:30:65:4B:ED:EE:B6:B6:14:FC:D7:A9:09:1E:A8:EF:98:5C:17:\
        49:03:FF:AC:A4:39:07:D3:74:D9:5D:1C:17:7F:E8:CB:C1:07:08:33:E9:B1:DA:11:13:01:C9:3A:98:A7:2F:2C:C6:08:\
        B2:63:BB
        a=setup:actpass
        a=rtcp-mux
        a=rtcp:19242 IN IP4 10.99.0.1
        a=ssrc:3298571049 cname:ouQd2bEbQ1XyrHDp
        a=ssrc:3298571049 msid:Kq0nRwsbFJzLmXqH2nWd5xPvY7cTgBeA a0
        a=ssrc:3298571049 mslabel:Kq0nRwsbFJzLmXqH2nWd5xPvY7cTgBeA
        a=ssrc:3298571049 label:Kq0nRwsbFJzLmXqH2nWd5xPvY7cTgBeAa0
        a=ice-ufrag:b8NvXr5TqWm1Lc7z
        a=ice-pwd:7uWcQe1RtYp9MnVb3XsZaLkJ
        a=candidate:9381726450 1 udp 2130706431 10.99.0.1 19242 typ host generation 0
        a=candidate:9381726450 2 udp 2130706431 10.99.0.1 19242 typ host generation 0
        a=ptime:20
        a=sendrecv
        """)
}
