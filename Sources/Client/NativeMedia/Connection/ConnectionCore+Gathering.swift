import MediaEngine
import SDP

extension ConnectionCore {
    /// Creates an ICE agent: the first one, or the next one for a restart.
    ///
    /// - Parameter isOffered: whether it is for an offer of this side.
    func makeGeneration(isOffered: Bool) throws(MediaError) -> Int {
        let generation = nextGeneration
        nextGeneration += 1
        let (loses, isCut) = (parts.options.loses, parts.options.isCut)
        var loss: IceTransport.Loss?
        if loses != nil || isCut != nil {
            loss = { kind in
                LostDatagram(kind).map { isCut?() == true || loses?($0) == true } ?? false
            }
        }
        let transport = IceTransport(
            on: loop, generation: generation, controlling: isControlling, relayOnly: configuration.relayOnly,
            observer: self, loss: loss)
        guard let credentials = transport.localCredentials else {
            closing[generation] = transport
            transport.close()
            throw MediaError(.transport, "no ICE credentials")
        }
        gatherings[generation] = IceGathering(
            transport: transport, credentials: credentials, isOffered: isOffered)
        handle(.iceCreated(generation: generation))
        return generation
    }

    /// Starts to gather when the servers' names are resolved, or without those that take long.
    func startGathering(_ generation: Int) {
        let search = ServerSearch(configuration.iceServers)
        let hosts = search.hosts
        guard !hosts.allSatisfy(LocalAddresses.isNumeric) else {
            // After the description is sent, because gathering may report candidates at once.
            return loop.post { [weak self] in self?.assumeIsolated { $0.follow(.begin(search.numeric), generation) } }
        }
        let resolution = ServerResolution(search, earlier: serverAddresses) { [weak self] step in
            self?.assumeIsolated { $0.follow(step, generation) }
        }
        resolution.start(on: loop, limit: parts.options.lookupMax)
        for host in hosts { look(up: host) { resolution.found($0, for: host) } }
    }

    private func look(up host: String, _ answer: @escaping @Sendable ([String]) -> Void) {
        guard let lookup = parts.options.lookup, !LocalAddresses.isNumeric(host) else {
            return HostLookup.find(host, on: loop, answer: answer)
        }
        lookup(host) { [loop] addresses in loop.post { answer(addresses) } }
    }

    private func follow(_ step: ServerResolution.Step, _ generation: Int) {
        guard !isClosed, let gathering = gatherings[generation] else { return }
        switch step {
        case .begin(let search): gather(generation, gathering, search)
        case .found(let search):
            serverAddresses.merge(search.addresses) { $1 }
            let known = gathering.relays
            gatherings[generation]?.relays = search.relays
            gathering.transport.ask(search.relays.filter { !known.contains($0) })
        case .end: gathering.transport.endRelays()
        }
    }

    private func gather(_ generation: Int, _ gathering: IceGathering, _ search: ServerSearch) {
        serverAddresses.merge(search.addresses) { $1 }
        let mayChoose = link.mayChooseNetwork(isOffered: gathering.isOffered)
        let addresses =
            configuration.localAddresses.isEmpty
            ? LocalAddresses.usable(mayChoose ? .current() : nil) : configuration.localAddresses
        let isIPv6Only = addresses.allSatisfy { $0.contains(":") }
        let tunnels = search.relaysBehindTLS.compactMap {
            RelayTunnel(to: $0, on: loop, roots: parts.options.trustRootsPath, ipv6: isIPv6Only)
        }
        gatherings[generation]?.tunnels = tunnels
        gatherings[generation]?.relays = search.relays
        gathering.transport.configure(
            addresses: addresses, ports: configuration.portRange, stun: search.stun,
            relays: search.relays + tunnels.map(\.relay))
        if !gathering.transport.gather(expectsRelays: !search.isComplete) { gathered(generation) }
    }

    func found(_ line: String, _ generation: Int) {
        guard let gathering = gatherings[generation], let candidate = usable(line) else { return }
        if candidate.kind == .relayed { gatherings[generation]?.hasRelay = true }
        negotiator?.addLocalCandidate(candidate, userFragment: gathering.credentials.userFragment)
        guard configuration.gathering == .trickle else { return }
        outlet.send(
            .localCandidate(
                candidate.text, mediaIdentification: negotiator?.media?.mediaIdentification ?? offeredIdentification,
                mediaLineIndex: negotiator?.media?.mediaLineIndex ?? 0))
    }

    private var offeredIdentification: String { negotiator?.local.mediaIdentification ?? "" }

    /// The candidate as sent to the peer; nil to omit it. A relay-only connection reveals none of its own addresses.
    private func usable(_ line: String) -> IceCandidate? {
        guard var candidate = try? IceCandidate(parsing: line) else { return nil }
        guard configuration.relayOnly else { return candidate }
        guard candidate.kind == .relayed else { return nil }
        candidate.relatedAddress = "0.0.0.0"
        candidate.relatedPort = 9
        return candidate
    }

    func gathered(_ generation: Int) {
        guard !isClosed, let gathering = gatherings[generation], !gathering.isComplete else { return }
        gatherings[generation]?.isComplete = true
        negotiator?.completeLocalCandidates(userFragment: gathering.credentials.userFragment)
        let wantsRelay = configuration.iceServers.contains { $0.relay != nil }
        if wantsRelay, !gathering.hasRelay { outlet.send(.relaysUnavailable) }
        outlet.send(.gatheringCompleted)
        if pending?.generation == generation { sendPending() }
    }

    // MARK: The peer's candidates

    func addRemoteCandidate(_ text: String) {
        // Names of multicast DNS are not resolved; the peer's own checks reveal its address.
        guard let candidate = try? IceCandidate(parsing: text), !candidate.isMulticastDNS else { return }
        if let target = remoteTarget { _ = gatherings[target]?.transport.addRemote(candidate) }
        // A candidate does not tell whether it belongs to the agreed restart or to the answer to our newer offer, so
        // both get it.
        if isDescriptionAwaited, earlyCandidates.count < Self.earlyCandidatesMax {
            earlyCandidates.append(candidate)
        }
    }

    func endRemoteCandidates() {
        if let target = remoteTarget { gatherings[target]?.transport.endRemoteCandidates() }
        earlyEnd = isDescriptionAwaited
    }

    /// Whether the newest agent has no description of the peer yet, or there is no agent.
    private var isDescriptionAwaited: Bool { remoteTarget == nil || remoteTarget != gatherings.keys.max() }

    /// The newest agent for which the peer's description is known.
    private var remoteTarget: Int? { gatherings.filter { $0.value.remote != nil }.keys.max() }

    func followIce(_ media: NegotiatedMedia) {
        let generations = gatherings.keys.sorted()
        guard let generation = generations.last(where: { gatherings[$0]?.credentials == media.localCredentials }),
            let transport = gatherings[generation]?.transport
        else { return }
        let before = gatherings[generation]?.remote
        if before != media.remoteCredentials {
            gatherings[generation]?.remote = media.remoteCredentials
            // After a provisional answer, the final one may be of another device.
            _ =
                before == nil
                ? transport.setRemote(media.remoteCredentials) : transport.replaceRemote(media.remoteCredentials)
        }
        for candidate in media.remoteCandidates + earlyCandidates where !candidate.isMulticastDNS {
            _ = transport.addRemote(candidate)
        }
        if media.remoteHasAllCandidates || earlyEnd { transport.endRemoteCandidates() }
        earlyCandidates = []
        earlyEnd = false
    }
}
