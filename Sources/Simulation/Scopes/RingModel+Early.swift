import ExchangeCore
import Explorer
import Redaction

/// Media that connects while it rings: every device can describe its own before the answer, and all permit it.
extension RingModel {
    package struct Early: Hashable, Sendable {
        /// Whether the caller deliberately stays with the media it was given first, for a test of the search.
        var callerKeepsFirst = false

        package init(callerKeepsFirst: Bool = false) { self.callerKeepsFirst = callerKeepsFirst }

        /// The description of a party, before the answer and in it. Each party has its own.
        static func description(of party: Int) -> Redacted<String> {
            Redacted("v=0\r\no=- \(party) 1 IN IP4 0\r\ns=-\r\nm=audio 9 RTP/SAVPF 0\r\n")
        }
    }

    var ofEarlyMedia: [Property<RingState>] {
        [
            Property(.always, "a caller is given only media of devices that ring") { !$0.sides.isMisled },
            Property(.always, "one ringing device at a time is asked for its media") { state in
                let legs = state.sides.status?.legs ?? []
                return legs.indices.dropFirst().count {
                    legs[$0].stage != .over && state.sides.parties[$0].isAsked
                } <= 1
            },
            Property(.always, "a caller that was told of the answer connects with the device that answered") { state in
                let caller = state.sides.parties[Self.caller]
                guard caller.phase == .connected, let winner = state.sides.status?.winner else { return true }
                return state.sides.status?.legs.firstIndex { $0.id == winner } == caller.peer
            },
            Property(.sometimes, "a caller connects with a device that rings") { state in
                state.sides.parties[Self.caller].phase == .ringing && state.sides.parties[Self.caller].peer > 0
            },
            Property(.sometimes, "another device answers than the one that the caller connects with") { state in
                let caller = state.sides.parties[Self.caller]
                return caller.phase == .ringing && caller.peer > 0
                    && state.network.contains { $0.kind == .answered && $0.describer != caller.peer }
            },
            Property(.sometimes, "a description crosses an answer") { state in
                state.sides.status?.winner != nil && state.network.contains { $0.kind == .describe }
            },
        ]
    }
}
