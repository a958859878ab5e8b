import CarillonRTC
import WireJSON

extension DemoReport {
    /// The same for machines, as one object.
    var json: JSONValue {
        [
            "verified": .bool(isGood),
            "winner": .string(figures.winner),
            "milliseconds": [
                "all_ringing": .number(figures.allRinging.milliseconds),
                "others_dismissed": .number(figures.othersDismissed.milliseconds),
                "answered": .number(figures.answered.milliseconds),
                "first_audio": .number(figures.firstAudio.milliseconds),
                "reattached": .number(figures.reattached.milliseconds),
                "replayed": .number(figures.replayed.milliseconds),
                "pushed": .number(figures.pushed.milliseconds),
                "rang_locked": .number(figures.rangLocked.milliseconds),
                "answered_locked": .number(figures.answeredLocked.milliseconds),
            ],
            "quality": .array(
                figures.quality.map { device, quality in
                    ["device": .string(device), "mos": quality?.meanOpinionScore.map { .number($0) } ?? .null]
                }),
            "verifications": .array(
                verifications.map {
                    ["what": .string($0.what), "passed": .bool($0.passed), "found": .string($0.found)]
                }),
            "call": figures.story.map { .object($0.json) } ?? .null,
        ]
    }
}
