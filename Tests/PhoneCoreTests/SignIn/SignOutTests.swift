import PhoneCore
import Testing

@Suite struct SignOutTests {
    private func timer(_ step: SignOutStep) -> SignOut.Effect {
        .startTimer(.exchange(step), after: .seconds(5))
    }

    @Test func `the exchange is told first, then the device is cleared`() {
        var signOut = SignOut()
        #expect(signOut.after(.begin(.asked)) == [.perform(.pushToken), timer(.pushToken)])
        #expect(
            signOut.after(.done(.pushToken))
                == [.stopTimer(.exchange(.pushToken)), .perform(.session), timer(.session)])
        #expect(signOut.after(.done(.session)) == [.stopTimer(.exchange(.session)), .perform(.credentials)])
        #expect(signOut.after(.done(.credentials)) == [.perform(.notices)])
        #expect(signOut.after(.done(.notices)) == [.perform(.identity)])
        #expect(signOut.after(.done(.identity)) == [.finished])
    }

    @Test func `an exchange that is not there does not keep the person on the device`() {
        var signOut = SignOut()
        _ = signOut.after(.begin(.appleRevoked))
        #expect(signOut.after(.timerFired(.exchange(.pushToken))) == [.perform(.session), timer(.session)])
        #expect(signOut.after(.done(.pushToken)) == [])
        #expect(signOut.after(.failed(.session)).last == .perform(.credentials))
    }

    @Test func `an exchange that ended the session is told nothing`() {
        var signOut = SignOut()
        #expect(signOut.after(.begin(.refused)) == [.perform(.credentials)])
    }

    @Test func `a second wish joins the first`() {
        var signOut = SignOut()
        _ = signOut.after(.begin(.asked))
        #expect(signOut.after(.begin(.refused)) == [])
    }

    @Test(arguments: SessionEndCause.allCases)
    func `killed after any step, it goes on where it was and finishes once`(cause: SessionEndCause) {
        let steps = SignOutStep.allCases.count { cause != .refused || !$0.needsExchange }
        for killed in 0...steps {
            var signOut = SignOut()
            var performed: Set<SignOutStep> = []
            var finished = 0
            var decisions = signOut.after(.begin(cause))
            var handled = 0
            while let step = signOut.remaining.first {
                if handled == killed { decisions += signOut.after(.launched) }
                for case .perform(let step) in decisions { performed.insert(step) }
                handled += 1
                decisions = signOut.after(.done(step))
                finished += decisions.count { $0 == .finished }
            }
            #expect(performed.count == steps)
            #expect(finished == 1)
            #expect(signOut.after(.launched) == [])
        }
    }
}
