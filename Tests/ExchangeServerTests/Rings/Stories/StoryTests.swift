import CallModel
import Testing
import WireJSON

/// Users experience the same at every carrier. Each story is played over the stand-in for Telnyx, over the exchange's
/// own gateway as a carrier of ring sessions, and between users. The result is the same for the call and for every
/// phone.
@Suite(.timeLimit(.minutes(5))) struct StoryTests {
    enum World: CaseIterable, Sendable { case publicNetwork, number, user }

    private func play(
        _ world: World, ringsOut: Bool = false, _ body: (any StoryCall) async throws -> Void
    ) async throws {
        switch world {
        case .publicNetwork: try await CarrierKind.telnyx.ringing { try await body($0) }
        case .number: try await CarrierKind.gateway.ringing { try await body($0) }
        case .user: try await UserStoryCall.play(ringsOut: ringsOut, body)
        }
    }

    @Test(arguments: World.allCases) func `one answers, they talk, and the caller hangs up`(world: World) async throws {
        try await play(world) { call in
            try await call.answer(1)
            try await call.stands()
            try await call.callerHangsUp()
            #expect(try await call.end() == [.completed, .answeredElsewhere, .completed])
        }
    }

    @Test(arguments: World.allCases) func `both answer at once, and one has the call`(world: World) async throws {
        try await play(world) { call in
            try await call.answer(0)
            try await call.answer(1)
            try await call.stands()
            try await call.callerHangsUp()
            let end = try await call.end()
            #expect(end[0] == .completed && Set(end.dropFirst()) == [.completed, .answeredElsewhere])
        }
    }

    @Test(arguments: World.allCases) func `one declines, the other rings on, and the caller gives up`(world: World)
        async throws
    {
        try await play(world) { call in
            try await call.decline(0, isBusy: false)
            let status = try await call.status { call.reasons($0)[0] != nil }
            #expect(status["state"]?.string == "ringing")
            try await call.callerHangsUp()
            #expect(try await call.end() == [.cancelled, .declined, .cancelled])
        }
    }

    @Test(arguments: World.allCases) func `one declines, and the other answers`(world: World) async throws {
        try await play(world) { call in
            try await call.decline(0, isBusy: false)
            _ = try await call.status { call.reasons($0)[0] != nil }
            try await call.answer(1)
            try await call.stands()
            try await call.callerHangsUp()
            #expect(try await call.end() == [.completed, .declined, .completed])
        }
    }

    @Test(arguments: World.allCases) func `both decline, which ends the call`(world: World) async throws {
        try await play(world) { call in
            try await call.decline(0, isBusy: false)
            try await call.decline(1, isBusy: false)
            #expect(try await call.end() == [.declined, .declined, .declined])
        }
    }

    @Test(arguments: World.allCases) func `the caller gives up`(world: World) async throws {
        try await play(world) { call in
            try await call.callerHangsUp()
            #expect(try await call.end() == [.cancelled, .cancelled, .cancelled])
        }
    }

    @Test(arguments: World.allCases) func `no phone answers`(world: World) async throws {
        try await play(world, ringsOut: true) { call in
            try await call.ringsOut()
            #expect(try await call.end() == [.noAnswer, .noAnswer, .noAnswer])
        }
    }

    @Test(arguments: World.allCases) func `both phones are busy`(world: World) async throws {
        try await play(world) { call in
            try await call.decline(0, isBusy: true)
            try await call.decline(1, isBusy: true)
            #expect(try await call.end() == [.busy, .busy, .busy])
        }
    }

    @Test(arguments: World.allCases) func `a phone is lost while it rings, and the other answers`(world: World)
        async throws
    {
        try await play(world) { call in
            try await call.lose(0)
            try await call.answer(1)
            try await call.stands()
            try await call.callerHangsUp()
            #expect(try await call.end() == [.completed, .answeredElsewhere, .completed])
        }
    }
}
