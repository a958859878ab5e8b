import DeviceModel
import Foundation
import Scenarios
package import WireJSON

/// Reads the requests of the Lab's page.
package enum LabRequestReader {
    /// The most rows of one range.
    package static let rangeRowsMax = 2_000
    /// The most bytes of one part of a trace, and the most parts.
    package static let partBytesMax = 200 << 10
    package static let partsMax = 400
    static let cutSeconds = 1.0...60

    /// The number that the page gave a request, for the answer to it; nil if it gave none.
    package static func id(of message: JSONValue) -> Int64? { message.object?["id"]?.integer }

    /// - Throws: `LabError`, a sentence that names the fault.
    package static func read(_ message: JSONValue) throws(LabError) -> LabRequest {
        guard let object = message.object else { throw LabError("A request must be a JSON object.") }
        let fields = LabRequestFields(object: object)
        guard object["id"]?.integer != nil else { throw LabError("A request needs “id”, a whole number.") }
        let name = try fields.text("do")
        if let act = try act(name, fields) { return .person(act, phone: try fields.text("phone")) }
        if let fault = try fault(name, fields) { return .fault(fault, phone: try fields.text("phone")) }
        if let act = try partyAct(name, fields) { return .party(act, number: try fields.number("number")) }
        if let request = try request(name, fields) { return request }
        throw LabError(
            "There is no command “\(name.prefix(40))”. The commands are \(commands.joined(separator: ", ")).")
    }

    private static func request(_ name: String, _ fields: LabRequestFields) throws(LabError) -> LabRequest? {
        switch name {
        case "watch": .watch(isWhole: try fields.choice("what", ["all": true, "counts": false]))
        case "range": try range(fields)
        case "cutCarrier": .cutCarrier
        case "addPhone":
            .addPhone(
                try profile(fields), isNaive: fields.object["naive"] == nil ? false : try fields.flag("naive"))
        case "setProfile": .setProfile(try profile(fields), phone: try fields.text("phone"))
        case "setApp": .setApp(isNaive: try isNaive(fields), phone: try fields.text("phone"))
        case "scenarios": .scenarios
        case "play": .play(file: try fields.text("file"), isNaive: try isNaive(fields))
        case "open": .open(try part(fields))
        case "stories": .stories
        case "story":
            .story(
                try fields.text("name"), speed: try fields.decimal("speed", in: LabStory.speeds, usual: 1),
                isNaive: fields.object["on"] == nil ? nil : try isNaive(fields))
        default: nil
        }
    }

    private static func isNaive(_ fields: LabRequestFields) throws(LabError) -> Bool {
        try fields.choice("on", ["ours": false, "naive": true])
    }

    private static func range(_ fields: LabRequestFields) throws(LabError) -> LabRequest {
        let count = try fields.whole("count", in: 1...Int64(rangeRowsMax))
        guard fields.object["at"] != nil else {
            return .range(.row(try fields.whole("from", in: 0...Int64(Int32.max))), count: count)
        }
        guard let at = fields.object["at"]?.number ?? fields.object["at"]?.integer.map(Double.init), at.isFinite,
            (0...1e12).contains(at)
        else { throw LabError("“at” must be a time in milliseconds since the Lab began.") }
        return .range(.time(.microseconds(Int64(at * 1_000))), count: count)
    }

    private static func profile(_ fields: LabRequestFields) throws(LabError) -> DeviceProfile {
        let word = try fields.text("profile")
        if let profile = DeviceProfile(rawValue: word) { return profile }
        let words = DeviceProfile.allCases.map(\.rawValue).joined(separator: ", ")
        throw LabError("“profile” must be one of \(words); it is “\(word.prefix(40))”.")
    }

    private static func part(_ fields: LabRequestFields) throws(LabError) -> TracePart {
        var part = TracePart(name: try fields.text("name"), text: try fields.text("text", max: partBytesMax))
        guard fields.object["parts"] != nil else { return part }
        part.parts = try fields.whole("parts", in: 1...Int64(partsMax))
        part.part = try fields.whole("part", in: 0...Int64(part.parts - 1))
        return part
    }
}

/// The acts and events at phones and parties.
extension LabRequestReader {
    static func act(_ name: String, _ fields: LabRequestFields) throws(LabError) -> PhoneAct? {
        if let tap = try tap(name, fields) { return .tap(tap, try call(fields)) }
        return switch name {
        case "swap": .swap(try call(fields))
        case "dial": .dial(try dialed(fields))
        case "speaker": .speaker(try fields.flag("on"))
        case "transfer": .transfer(try fields.text("user", max: 64), try call(fields))
        case "callBack": .callBack(try recent(fields))
        case "tapNotification": .tapNotification(try fields.text("notification"))
        case "openApp": .openApp
        case "leaveApp": .leaveApp
        case "quit": .quitApp
        case "reinstall": .reinstall
        case "lock": .lock
        case "unlock": .unlock
        case "reboot": .restartPhone
        default: nil
        }
    }

    private static func tap(_ name: String, _ fields: LabRequestFields) throws(LabError) -> CallTap? {
        switch name {
        case "answer": .answer
        case "decline": .decline
        case "end": .end
        case "hold": .hold
        case "resume": .resume
        case "mute": .mute
        case "unmute": .unmute
        case "endAndAnswer": .endAndAnswer
        case "holdAndAnswer": .holdAndAnswer
        case "digits": .digits(try fields.digits("digits"))
        default: nil
        }
    }

    private static func recent(_ fields: LabRequestFields) throws(LabError) -> UUID {
        if let id = try call(fields) { return id }
        throw LabError("“call” must be the id of a call in Recents.")
    }

    private static func call(_ fields: LabRequestFields) throws(LabError) -> UUID? {
        guard let text = try fields.optionalText("call") else { return nil }
        guard let id = UUID(uuidString: text) else { throw LabError("“call” must be the id of a call on the phone.") }
        return id
    }

    private static func dialed(_ fields: LabRequestFields) throws(LabError) -> String {
        guard fields.object["user"] != nil else { return try fields.number("number") }
        return try fields.text("user", max: 64)
    }

    static func fault(_ name: String, _ fields: LabRequestFields) throws(LabError) -> DeviceFault? {
        switch name {
        case "crash": .crash
        case "reclaimMemory": .reclaimMemory
        case "network":
            .network(
                try fields.choice(
                    "to", ["wifi": .wifi(1), "otherWifi": .wifi(2), "cellular": .cellular, "none": .none]))
        case "cut": .cut(try fields.seconds("seconds", in: cutSeconds, usual: 5))
        case "doNotDisturb": .doNotDisturb(try fields.flag("on"))
        case "pushes": .pushes(try arrival(fields))
        case "cellularCall":
            try fields.choice(
                "how",
                ["rings": DeviceFault.cellularRings, "answered": .cellularAnswered, "ends": .cellularEnds])
        case "restartCallServices": .callServicesRestart
        case "interruptAudio": .interruption(try fields.flag("on"))
        case "route":
            .route(
                try fields.choice(
                    "to",
                    [
                        "receiver": .receiver, "speaker": .speaker, "bluetooth": .bluetoothHandsFree,
                        "headphones": .headphones,
                    ]))
        default: nil
        }
    }

    private static func arrival(_ fields: LabRequestFields) throws(LabError) -> PushArrivalWay {
        let way: PushArrivalWay = try fields.choice(
            "how",
            ["prompt": .prompt, "late": .late(.zero), "twice": .twice, "swapped": .swapped, "never": .never])
        guard case .late = way else { return way }
        return .late(try fields.seconds("seconds", in: cutSeconds, usual: 4))
    }

    static func partyAct(_ name: String, _ fields: LabRequestFields) throws(LabError) -> PartyAct? {
        switch name {
        case "partyCalls": .calls(try fields.number("to"))
        case "partyHangsUp": .hangsUp
        case "partyDigits": .digits(try fields.digits("digits"))
        case "partySpeaks": .speaks(try fields.flag("on"))
        default: nil
        }
    }

    /// The names of all commands, as `hello` lists them.
    package static let commands = [
        "watch", "range", "answer", "decline", "end", "hold", "resume", "mute", "unmute", "endAndAnswer",
        "holdAndAnswer", "swap", "digits", "dial", "speaker", "transfer", "callBack", "tapNotification", "openApp",
        "leaveApp", "quit", "reinstall", "lock", "unlock", "reboot", "crash", "reclaimMemory", "network", "cut",
        "doNotDisturb", "pushes", "cellularCall", "restartCallServices", "interruptAudio", "route", "partyCalls",
        "partyHangsUp", "partyDigits", "partySpeaks", "cutCarrier", "addPhone", "setProfile", "setApp", "scenarios",
        "play", "open", "stories", "story",
    ]
}
