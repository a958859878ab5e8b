internal import DeviceModel
internal import DeviceRuntime
internal import Foundation
internal import PushPayload

/// Carrying out the steps of a scenario.
extension ScenarioWorld {
    func perform(_ deed: Deed) async {
        transcript.say(deed.author, deed.words(scenario))
        switch deed {
        case .exchange(let deed): await perform(deed)
        case .network(let deed): await perform(deed)
        case .person(let deed): await perform(deed)
        case .fate(let deed): await perform(deed)
        }
        exchange.lookAround()
        await device.settle()
    }

    private func perform(_ deed: ExchangeDeed) async {
        switch deed {
        case .push(let name, let age):
            if let call = exchange.call(name) { await push(call.push(sentAt: sendingTime(age)), age) }
        case .vendorPush(let name, let age):
            if let call = exchange.call(name) { await push(call.vendorPush(), age) }
        case .newsPush(let name, let reason, let byVendor):
            guard let call = exchange.call(name) else { return }
            await push(call.newsPush(reason, byVendor: byVendor), .zero)
        case .rawPush(let text): await push(Data(text.utf8), .zero)
        case .call, .callerHangsUp, .answeredElsewhere, .declinedElsewhere, .peerAnswers, .peerRefuses, .peerHolds,
            .peerResumes, .refusesCredentials:
            exchange.perform(deed)
        }
    }

    private func push(_ bytes: Data, _ age: Duration) async {
        await device.push(json: bytes, age: age)
    }

    /// The exchange's calendar, which agrees with the phone's.
    private func sendingTime(_ age: Duration) -> WallTime {
        let milliseconds = device.kernel.date(at: device.now).timeIntervalSince1970 * 1_000
        return WallTime(milliseconds: Int64(milliseconds)).advanced(by: .zero - age)
    }

    private func perform(_ deed: NetworkDeed) async {
        switch deed {
        case .connectionLost: exchange.setNetwork(cut: true)
        case .connectionSilent: exchange.setNetwork(silent: true)
        case .connectionBack: exchange.setNetwork(cut: false, silent: false)
        case .connectionBreaks: exchange.breakConnections()
        case .path(let way):
            let path: NetworkPath =
                switch way {
                case .wifi(let network): .wifi(network: network)
                case .cellular: .cellular()
                case .none: .none
                }
            exchange.setNetwork(hasPath: way != .none)
            if let before = network, way != .none, way != before { exchange.changeNetwork() }
            network = way
            await device.network(path)
        }
    }

    private func perform(_ deed: FateDeed) async {
        switch deed {
        case .crash: await device.kill(.crash)
        case .memoryReclaimed: await device.kill(.reclaimMemory)
        case .cellularRings: cellular.append(await device.cellularCall())
        case .cellularAnswered(let endingOthers):
            if let call = cellular.last { await device.answerCellular(call, endingOthers: endingOthers) }
        case .cellularEnds(let byRemote):
            if let call = cellular.last { await device.endCellular(call, byRemote: byRemote) }
        case .callServicesRestart: await device.restartCallServices()
        case .mediaServicesReset: await device.world(.audio(.mediaServicesReset))
        case .audioSessionForgotten: await device.world(.audio(.callSessionForgotten))
        case .interruption(let begins): await device.interruptAudio(begins ? .began : .ended(shouldResume: true))
        case .route(let route): await device.route(route)
        case .doNotDisturb(let isOn): await device.filterCalls(isOn ? .doNotDisturb : nil)
        case .block(let name): if let call = scenario.call(name) { await device.block(call.number) }
        case .contact(let name): if let call = scenario.call(name) { await device.addContact(call.number) }
        case .launchBlocked(let duration): blockNextLaunch(for: duration)
        case .tokenChanges: await device.changeToken()
        case .tokenDies: await device.invalidateToken()
        case .microphone(let permission): await device.setMicrophone(permission)
        case .systemMutes(let name, let isOn):
            guard let call = onScreen(name, { _ in true }) else { return missButton() }
            await device.world(.callServices(.mutes(SystemCallID(call.id), isOn)))
        case .systemGivesUp(let name):
            guard let call = onScreen(name, { _ in true }) else { return missButton() }
            await device.world(.callServices(.givesUp(SystemCallID(call.id))))
        }
    }
}
