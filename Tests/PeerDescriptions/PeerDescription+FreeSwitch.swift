extension PeerDescription {
    /// In the form of FreeSWITCH 1.11's `verto.invite`: no mid, no bundle, the old profile, doubled candidates.
    package static let freeSwitchOffer = lines(
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
    package static let freeSwitchAnswer = lines(
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
    package static let freeSwitchAttach = lines(
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
