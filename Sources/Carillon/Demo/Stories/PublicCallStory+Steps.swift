import CallModel
import DeviceRuntime
import Foundation
import LivePhones
import MediaEngine
import PhoneCore
import Redaction
import Standins
import WireJSON

/// The steps of the story, in order.
extension PublicCallStory {
    func ring(_ handsets: PublicHandsets, over carrier: DemoCarrier) async throws -> String {
        let (number, frequency) = DemoUsers.publicCaller
        stage.announce("a caller of the public network dials \(DemoCarrier.number), saying \(frequency) Hz")
        let all = await handsets.all
        let dialed = stage.trace.now
        let leg = carrier.telnyx.callIn(from: number, to: DemoCarrier.number, voice: .tone(frequency))
        let rings = try await handsets.pass { all.allSatisfy { $0.stage == .ringing } }
        let took = stage.measure(
            "public_ringing", from: "the public caller dials", to: "all three devices ring", since: dialed)
        stage.verify("both locked iPhones and the iPad ring", rings, took.text)
        let iphone = all[0]
        let isPushed = try await handsets.pass { handsets.pushCounts(of: iphone) == [1, 1] }
        let pushes = await handsets.pushCounts(of: iphone)
        let ringsOnce = await handsets.ringsOnce(iphone)
        stage.verify(
            "erin's iPhone is pushed twice, by the exchange and by the carrier, and rings once",
            isPushed && ringsOnce, "\(pushes[0]) and \(pushes[1]) pushes")
        stage.verify("every push led to a report before its delegate returned", await handsets.isLawful)
        // The iPad may ring before its push names the caller.
        let isNamed = try await handsets.pass { handsets.callers.allSatisfy { $0.contains(number) } }
        stage.verify("the lock screen shows the caller", isNamed, await handsets.callers.joined(separator: ", "))
        return leg
    }

    func answer(on iphone: PublicHandset, _ others: [PublicHandset], _ handsets: PublicHandsets) async throws {
        stage.announce("erin answers on the lock screen of the iPhone")
        let tapped = stage.trace.now
        await iphone.phone.device.answer()
        let isConnected = try await handsets.pass { iphone.stage == .connected }
        let took = stage.measure(
            "public_answered", from: "erin answers on the lock screen", to: "the call stands there", since: tapped)
        stage.verify("the call stands on the locked iPhone", isConnected, took.text)
        let stopped = try await handsets.pass { others.allSatisfy { $0.stage == nil } }
        stage.measure(
            "public_dismissed", from: "erin answers on the lock screen", to: "iPad and colleague stop ringing",
            since: tapped)
        let ends = await PublicHandsets.ends(of: others)
        stage.verify(
            "the iPad and the colleague's iPhone stop ringing and know why",
            stopped && ends.allSatisfy { $0 == EndReason.answeredElsewhere.rawValue },
            ends.joined(separator: ", "))
    }

    func talk(
        on iphone: PublicHandset, _ leg: String, _ handsets: PublicHandsets, _ carrier: DemoCarrier
    ) async throws {
        stage.announce("checking that each hears the other through the carrier's bridge")
        carrier.telnyx.listen(on: leg)
        let (there, back) = try await measureTones(
            iphone, leg, Double(DemoUsers.publicCaller.frequency), handsets, carrier)
        stage.verify("the public caller hears erin's \(Int(iphone.role.frequency)) Hz", there > 0, there.levelText)
        stage.verify("erin hears the caller's \(DemoUsers.publicCaller.frequency) Hz", back > 0, back.levelText)
    }

    func hold(
        on iphone: PublicHandset, _ leg: String, _ handsets: PublicHandsets, _ carrier: DemoCarrier
    ) async throws {
        stage.announce("erin holds, resumes and types digits")
        await iphone.phone.device.hold()
        let isSilent = try await handsets.pass { Self.level(at: leg, of: iphone, carrier) < Self.silentLevelMax }
        await iphone.phone.device.resume()
        let isBack = try await handsets.pass { Self.level(at: leg, of: iphone, carrier) > Self.heardLevelMin }
        stage.verify("hold silences erin at the caller's end, and resume brings her back", isSilent && isBack)
        await iphone.phone.device.type(digits: "159#")
        let isTyped = try await handsets.pass { carrier.telnyx.digits(on: leg) == "159#" }
        stage.verify("the caller is sent 159#", isTyped, carrier.telnyx.digits(on: leg))
    }

    func loseSocket(
        of iphone: PublicHandset, _ leg: String, _ handsets: PublicHandsets, _ carrier: DemoCarrier
    ) async throws {
        stage.announce("cutting every socket of the carrier's edge")
        let frames = iphone.meter.reading.frameCount
        let cut = stage.trace.now
        carrier.telnyx.cut()
        let registration = RegistrationID(OrganizationID(DemoUsers.company), .carrier)
        let isLost = try await handsets.pass { iphone.phone.screens?.connections[registration] != .ready }
        let isBack = try await handsets.pass { iphone.phone.screens?.connections[registration] == .ready }
        stage.measure("public_reattached", from: "the carrier's socket is cut", to: "re-attached", since: cut)
        let isHeard = try await handsets.pass {
            iphone.meter.reading.frameCount > frames + AudioFrame.framesPerSecond / 5
        }
        let (there, back) = try await measureTones(
            iphone, leg, Double(DemoUsers.publicCaller.frequency), handsets, carrier)
        stage.verify(
            "the iPhone re-attached to the carrier, and both still hear each other",
            isLost && isBack && isHeard && there > 0 && back > 0, "\(there.levelText), \(back.levelText)")
    }

    func hangUp(
        _ leg: String, on iphone: PublicHandset, _ handsets: PublicHandsets, _ carrier: DemoCarrier
    ) async throws {
        stage.announce("erin hangs up on the lock screen")
        await iphone.phone.device.endCall()
        let isOver = try await handsets.pass {
            iphone.stage == nil && carrier.telnyx.liveLegs.isEmpty && iphone.phone.sound?.isOpen != true
        }
        stage.verify("the call has ended at the carrier and on the iPhone", isOver)
    }

    /// Verifies that the trace contains each step of the call, in order.
    func verifyTimeline() {
        let labels = Timeline(stage.trace.records, names: stage.deviceNames).labels
        var rest = labels[...]
        let missing = Self.timelineSteps.first { step in
            guard let place = rest.firstIndex(of: step) else { return true }
            rest = rest[(place + 1)...]
            return false
        }
        stage.verify(
            "the timeline shows the call from the carrier's webhook to its bridge, and both pushes",
            missing == nil && labels.contains(Timeline.carrierPush),
            missing.map { "“\($0)” is missing" } ?? "\(Self.timelineSteps.count) steps")
    }

    private static let timelineSteps = [
        "webhook: a call comes in", "a ring session for 3 devices", "push: ring", "reported to the system", "login",
        "invite", "answer", "webhook: answered", "bridge", "webhook: bridged", "bye",
    ]

    func callOut(from iphone: PublicHandset, _ handsets: PublicHandsets, _ carrier: DemoCarrier) async throws {
        let (number, frequency) = DemoUsers.publicCallee
        stage.announce("erin calls \(number), who says \(frequency) Hz")
        carrier.telnyx.put(
            TelnyxFarEnd(answersAfter: .milliseconds(300), voice: .tone(frequency)), at: number)
        let dialed = stage.trace.now
        await iphone.dial(number)
        let stands = try await handsets.pass { iphone.stage == .connected }
        stage.measure("public_out", from: "erin dials a public number", to: "the call stands", since: dialed)
        // The phone's own leg is to that number as well; only the exchange's leg comes from the company's number.
        let leg = carrier.telnyx.liveLegs.first {
            $0["to"]?.string == number && $0["from"]?.string == DemoCarrier.number
        }?["call_control_id"]?.string
        guard stands, let leg else { return stage.verify("the public callee answers erin's call", false) }
        carrier.telnyx.listen(on: leg)
        let (there, back) = try await measureTones(iphone, leg, Double(frequency), handsets, carrier)
        stage.verify(
            "the public callee answers, and each hears the other", there > 0 && back > 0,
            "\(there.levelText), \(back.levelText)")
        let busy = try await exchange?.ask("/api/voip/busy?user=\(DemoUsers.colleagues[0])")
        let isSeen = (busy?["users"]?.array ?? []).contains { $0.object?["busy"]?.bool == true }
        stage.verify("the exchange sees erin in a call", isSeen)
        await iphone.phone.device.endCall()
        let isOver = try await handsets.pass { iphone.stage == nil && carrier.telnyx.liveLegs.isEmpty }
        stage.verify("the call out has ended at the carrier and on the iPhone", isOver)
    }

    func leaveMessage(
        _ handsets: PublicHandsets, _ carrier: DemoCarrier, at exchange: DemoExchange
    ) async throws {
        let (number, frequency) = DemoUsers.publicCaller
        stage.announce("the caller dials again, no device answers, and a message is left")
        let leg = carrier.telnyx.callIn(from: number, to: DemoCarrier.number, voice: .tone(frequency))
        let all = await handsets.all
        let rings = try await handsets.pass { all.allSatisfy { $0.stage == .ringing } }
        let isLawful = await handsets.isLawful
        stage.verify("all three devices ring again, and every push led to a report", rings && isLawful)
        let mailbox = DemoMailbox(login: DemoUsers.colleagues[0], port: exchange.port)
        let isRecording = try await handsets.pass(Self.ringing + DemoTimeout.net) {
            carrier.telnyx.webhooks.contains { $0.event == "call.speak.ended" || $0.event == "call.playback.ended" }
        }
        let (trace, spoken) = (stage.trace, stage.trace.now)
        _ = try await handsets.pass { trace.now - spoken > .seconds(2) }
        carrier.telnyx.hangUp(leg)
        var message: DemoMailbox.Message?
        _ = try await handsets.pass {
            message = try await mailbox.newest()
            return message != nil
        }
        guard isRecording, let message else { return stage.verify("erin finds the message", false) }
        let level = try await mailbox.level(of: Double(frequency), in: message)
        stage.verify(
            "erin hears the message: the caller's \(frequency) Hz", level > Self.heardLevelMin,
            "\(message.length.text), \(level.levelText)")
    }

    // MARK: - Levels

    /// A thirtieth of the sent amplitude.
    static let silentLevelMax = 0.01

    private static func level(at leg: String, of iphone: PublicHandset, _ carrier: DemoCarrier) -> Double {
        carrier.telnyx.recordedAudio(on: leg).amplitude(of: Int(iphone.role.frequency))
    }

    /// The amplitude of the iPhone's tone at the far end of a leg, and of the far end's tone on the iPhone; both 0 if
    /// either was not heard in time.
    private func measureTones(
        _ iphone: PublicHandset, _ leg: String, _ frequency: Double, _ handsets: PublicHandsets,
        _ carrier: DemoCarrier
    ) async throws -> (there: Double, back: Double) {
        let isHeard = try await handsets.pass {
            Self.level(at: leg, of: iphone, carrier) > Self.heardLevelMin
                && iphone.level(of: frequency) > Self.heardLevelMin
        }
        return isHeard ? (Self.level(at: leg, of: iphone, carrier), iphone.level(of: frequency)) : (0, 0)
    }
}
