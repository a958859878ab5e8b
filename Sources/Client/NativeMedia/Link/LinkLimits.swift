/// How long the way to the peer may be silent or unfinished.
package struct LinkLimits: Hashable, Sendable {
    /// Without RTP from a peer that should be sending. libwebrtc calls a way disconnected after as long.
    package var mediaSilenceMax: Duration = .seconds(5)
    /// Without RTP from a peer that should be sending, until another way is looked for while this one is still in use. A peer
    /// sends 60 packets in that time.
    package var falterAfter: Duration = .milliseconds(1_200)
    /// A peer that pauses by itself does so again and again: it is not answered by a restart each time.
    package var falterAgainAfter: Duration = .seconds(10)
    /// Without RTCP from a peer that has nothing to send but did report before. libwebrtc reports every 2.5 to 7.5 s.
    package var reportSilenceMax: Duration = .seconds(20)
    /// For an interrupted way, and for ICE and DTLS to come up at all.
    package var interruptionMax: Duration = .seconds(30)

    /// After a restart under the old certificate: how long the association in use may prove itself by a packet before another
    /// handshake is tried. A peer that kept it sends every 20 ms.
    package var proofWait: Duration = .milliseconds(500)
    /// For a handshake that is tried. Who has no answer to it by then kept the association.
    package var trialMax: Duration = .seconds(10)

    package init() {}
}
