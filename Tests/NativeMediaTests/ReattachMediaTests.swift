import Foundation
import MediaEngine
import NativeMedia
import Testing

extension MediaTests {
    /// A peer that comes back over and over: sound after every one, whatever became of its association.
    @Suite(.timeLimit(.minutes(5))) struct ReattachMediaTests {
        /// What a peer does with its DTLS association when it comes back.
        enum PeerKind: CaseIterable {
            /// Restarts ICE only (RFC 8842), as browsers whose page lives on.
            case keepsAssociation
            /// Begins DTLS anew under the same certificate, as FreeSWITCH.
            case beginsAnew
            /// Is another peer connection with another certificate, as a page loaded anew.
            case isAnotherConnection
            /// The same with the certificate kept, as an app that stores it.
            case isAnotherConnectionWithItsCertificate
        }

        /// `CARILLON_REATTACHES=20` for more.
        private static let count = ProcessInfo.processInfo.environment["CARILLON_REATTACHES"].flatMap(Int.init) ?? 2

        @Test(arguments: PeerKind.allCases, [true, false])
        func `F2: after each return of the peer both are heard`(kind: PeerKind, oursOffersFirst: Bool) async throws {
            var anew = NativeMediaOptions()
            anew.startsAnewAtRestarts = true
            let engine = try NativeMediaEngine()
            var others = try NativeMediaEngine(kind == .beginsAnew ? anew : NativeMediaOptions())
            let ours = try Peer("ours", engine)
            var theirs = try Peer("theirs", others, tone: Peer.otherTone)
            // Who answers first begins DTLS, and keeps that role.
            if oursOffersFirst {
                try await ours.accept(try await theirs.answer(try await ours.offer()))
            } else {
                try await theirs.accept(try await ours.answer(try await theirs.offer()))
            }
            try await ours.wait(for: .connected)
            try await ours.awaitTone(Peer.otherTone)

            for turn in 1...Self.count {
                let gone = theirs
                if kind == .isAnotherConnection { others = try NativeMediaEngine() }
                if kind == .isAnotherConnection || kind == .isAnotherConnectionWithItsCertificate {
                    theirs = try Peer("theirs, \(turn)", others)
                }
                let isOdd = !turn.isMultiple(of: 2)
                if isOdd {
                    let answer = try await ours.answer(try await theirs.offer(iceRestart: true))
                    try await theirs.accept(answer)
                } else {
                    try await ours.accept(try await theirs.answer(try await ours.offer(iceRestart: true)))
                }
                // Another tone each time: earlier tones do not count.
                theirs.play(isOdd ? Peer.tone : Peer.otherTone)
                ours.play(isOdd ? Peer.otherTone : Peer.tone)
                try await ours.awaitTone(isOdd ? Peer.tone : Peer.otherTone)
                try await theirs.awaitTone(isOdd ? Peer.otherTone : Peer.tone)
                #expect(ours.states.last == .connected)
                if gone !== theirs { gone.connection.perform(.close) }
            }
            #expect(!ours.states.contains(.failed))
            #expect(!ours.states.contains(.peerClosed))
            try await ours.close()
            try await theirs.close()
        }
    }
}
