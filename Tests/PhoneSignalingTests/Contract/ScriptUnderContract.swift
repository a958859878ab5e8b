import CallModel
import DeviceRuntime
import PhoneCore
import PhoneKit
import PushPayload
import Scenarios
import WireJSON

/// The scripted exchange of the scenarios, or its carrier, in virtual time.
@MainActor
final class ScriptUnderContract: ExchangeUnderContract {
    let record = ContractRecord()
    let registration: RegistrationID
    private let outside: ScriptedEnvironment

    init(_ statement: ContractStatement, planted kindness: InjectedLeniency? = nil) async {
        var scenario = Scenario("contract")
        scenario.device.organizations = [Contract.organization.rawValue]
        scenario.calls = [Caller.alice, .carol].map {
            var call = ScenarioCall(
                ScenarioCallName($0.rawValue), number: $0.rawValue, organization: Contract.organization.rawValue)
            call.isOfCarrier = statement.provider == .carrier
            call.name = $0.rawValue
            return call
        }
        registration = RegistrationID(Contract.organization, statement.provider)
        outside = await ScriptedEnvironment(
            scenario, statement.hasCredentials ? .given : .missing, sink: record,
            takesSessionsUp: statement.device != nil, planted: kindness)
        record.time = { [outside] in outside.time }
    }

    func order(_ order: SignalingOrder) async { await outside.order { $0.perform(order) } }
    func order(_ order: LineOrder) async { await outside.order { $0.perform(order) } }

    func perform(_ action: ContractAction) async {
        switch action {
        case .credentialsAreRefused, .tokenRunsOut:
            await outside.perform(.refusesCredentials(registration.description))
        case .exchangeGoesAway: await outside.perform(NetworkStep.connectionLost)
        case .sessionIsTakenOver: await outside.transferSessions()
        case .gatewayFails: await outside.setGateway(.fails)
        case .gatewayHesitates: await outside.setGateway(.hesitates)
        case .gatewayIsBack: await outside.setGateway(.registers)
        case .exchangeComesBack: await outside.perform(NetworkStep.connectionBack)
        case .connectionDies: outside.changeNetwork()
        case .networkFallsSilent: await outside.perform(NetworkStep.connectionSilent)
        case .timePasses: break
        case .appIsSuspended: await outside.suspend()
        case .appGoesOn: await outside.resume()
        case .processBeginsAnew(let isHeard):
            record.processBegins()
            await outside.beginAnew(isHeard: isHeard)
        case .connectionBreaks: await outside.perform(NetworkStep.connectionBreaks)
        case .otherDeviceConnects: break  // The script rings whether there is one or not.
        case .calls(let caller): await outside.perform(.call(caller.name))
        case .hangsUp(let caller): await outside.perform(.callerHangsUp(caller.name))
        case .holds(let caller): await outside.perform(.peerHolds(caller.name))
        case .resumes(let caller): await outside.perform(.peerResumes(caller.name))
        case .takenElsewhere: await outside.perform(.answeredElsewhere(Caller.alice.name))
        case .isCalled: break  // The script knows each call from the start.
        case .declinedElsewhere: break  // The script's word for it is a decline that counts for every device.
        case .answers: await outside.perform(.peerAnswers(Caller.alice.name))
        case .refusesAsBusy: await outside.perform(.peerRefuses(Caller.alice.name, .busy))
        }
    }

    /// What has not come after ten minutes does not come.
    func until(_ isMet: @escaping @MainActor (ContractRecord) -> Bool) async {
        for step in 0..<160 where !isMet(record) {
            await outside.device.advance(by: step < 100 ? .milliseconds(10) : .seconds(10))
        }
    }

    func login(forCallOf caller: Caller) -> CarrierLogin? {
        CarrierLogin(push: outside.vendorPush(caller.name))
    }

    func startAudio(of line: LineID) async { await outside.order { $0.startAudio(of: line) } }

    func gatewayIsAsked() async { await until { [outside] _ in outside.awaitsGateway } }

    func digits(heardBy caller: Caller, _ count: Int) async -> String {
        await until { [outside] _ in outside.digits(of: caller.name).count >= count }
        return outside.digits(of: caller.name)
    }

    func isHeard(by caller: Caller, expecting _: Bool) async -> Bool { outside.isHeard(by: caller.name) }

    func ending(for caller: Caller) async -> String {
        await until { [outside] _ in !outside.belief(of: caller.name).isLive }
        return switch outside.belief(of: caller.name) {
        case .declinedHere: "declined"
        case .busyHere: "busy"
        case .cancelledHere: "cancelled"
        case .hungUpHere, .hungUpThere: "completed"
        case .notAnswered: "noAnswer"
        default: outside.belief(of: caller.name).rawValue
        }
    }

    func finish() async { await outside.finish() }
}

extension CarrierLogin {
    /// What the phone's machine logs in with for the call that a push of the carrier's announces.
    init?(push bytes: [UInt8]) {
        guard let push = try? JSONParser.parse(bytes), case .call(let call) = PushNotice(IncomingPush(push)) else {
            return nil
        }
        self.init(via: call.edge, fetchesCalls: true)
    }
}

extension Caller {
    fileprivate var name: ScenarioCallName { ScenarioCallName(rawValue) }
}
