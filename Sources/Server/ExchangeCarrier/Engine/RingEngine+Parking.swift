internal import CallModel
internal import ExchangeStorage
internal import RingCore

extension RingEngine {
    /// News of a leg that no session knows was kept: whose leg it is, the carrier may say.
    func parked(_ leg: CarrierLegID) {
        parkedSince = parkedSince ?? clock.now
        stranger.yield(leg)
    }

    /// Asks of one leg after the other. Of more than can wait nobody asks: the reply to the dial names them too.
    func recognise() async {
        for await leg in strangers {
            guard let own = await carrier.own(leg) else { continue }
            _ = try? await take(RingInput(.event(.carrier(.initiated(own.leg, as: leg)), .session(own.session))))
        }
    }

    /// News whose leg nobody came to know is thrown away, and told of.
    func discardParked() async {
        let now = clock.now
        guard let since = parkedSince, now >= since + NewsParking.timeMax else { return }
        parkedSince = nil
        let sweep = try? await writer.ask { store throws(StorageError) in
            try store.discardParked(before: now - NewsParking.timeMax)
        }
        // Meanwhile more may have been parked. What cannot be read now is read with the next tick.
        let oldest = sweep.map(\.oldest) ?? since
        if let oldest { parkedSince = min(parkedSince ?? oldest, oldest) }
        guard let sweep else { return }
        if sweep.discarded > 0 { listener.discarded(parked: sweep.discarded) }
    }
}
