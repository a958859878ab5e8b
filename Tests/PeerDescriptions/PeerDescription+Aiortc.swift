extension PeerDescription {
    /// Recorded: aiortc 1.16.
    package static let aiortcOffer = lines(
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

    /// Recorded: aiortc 1.16 answering itself.
    package static let aiortcAnswer = lines(
        """
        v=0
        o=- 4004225038 4004225038 IN IP4 0.0.0.0
        s=-
        t=0 0
        a=group:BUNDLE 0
        a=msid-semantic:WMS *
        m=audio 35227 UDP/TLS/RTP/SAVPF 96 9 0 8
        c=IN IP4 192.0.2.2
        a=sendrecv
        a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid
        a=extmap:2 urn:ietf:params:rtp-hdrext:ssrc-audio-level
        a=mid:0
        a=msid:9be0053b-d5e2-4e64-9db8-93d9a697d638 ce0e7237-3594-440a-a9fe-51a32af6e792
        a=rtcp:9 IN IP4 0.0.0.0
        a=rtcp-mux
        a=ssrc:350647729 cname:a67c747c-5f92-4d63-a67f-576273ba944b
        a=rtpmap:96 opus/48000/2
        a=rtpmap:9 G722/8000
        a=rtpmap:0 PCMU/8000
        a=rtpmap:8 PCMA/8000
        a=candidate:f957a2332b1715da3b0ef8ba684454eb 1 udp 2130706431 192.0.2.2 35227 typ host
        a=candidate:d0bcf3d9c29a2bc887618212a1623bfa 1 udp 2130706431 fd00::2 50596 typ host
        a=end-of-candidates
        a=ice-ufrag:bJK9
        a=ice-pwd:qerIW1bDjXZ0u2LSQvsqji
        a=fingerprint:sha-256 BB:EC:B3:40:7C:AB:EF:0A:CE:C5:F1:A6:45:DB:9B:F2:AD:B9:E3:CF:95:D7:2C:17:62:EB:38:\
        F4:59:6C:B1:5A
        a=fingerprint:sha-384 F0:9B:2A:1A:7A:D6:90:A5:1A:05:DE:81:1F:4B:B8:C3:78:CD:AD:D2:DC:A4:6A:A5:DF:19:DA:\
        3E:99:D2:DC:4C:5F:21:AB:18:6D:A5:04:6D:C2:CD:81:17:0E:2B:58:FE
        a=fingerprint:sha-512 31:08:C6:D6:B9:33:AD:20:EC:13:A0:1D:27:DD:40:3D:EB:22:24:3C:6B:3E:21:83:81:94:1C:\
        55:C2:43:74:AA:64:B1:20:CF:7B:20:3F:0C:D1:69:C2:C4:C0:52:DA:75:B4:C3:A0:0F:04:9F:2F:0D:15:AA:E2:26:DE:\
        C6:54:88
        a=setup:active
        """)
}
