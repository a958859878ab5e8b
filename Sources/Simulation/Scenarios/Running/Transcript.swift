internal import DeviceRuntime

/// What happened, in order, from what the phone notes by itself and what the others did to it.
@MainActor
final class Transcript {
    private let device: ModelDevice
    private(set) var moments: [ScenarioMoment] = []
    private var notedCount: Int
    private let beginning: Duration

    /// Begins now; what was before is not told.
    init(_ device: ModelDevice) {
        self.device = device
        notedCount = device.moments.count
        beginning = device.now
    }

    /// Since the beginning.
    var now: Duration { device.now - beginning }

    func say(_ author: ScenarioMoment.Author, _ words: String) {
        catchUp()
        moments.append(ScenarioMoment(at: now, author: author, words: words))
    }

    /// Takes in what the phone noted meanwhile.
    func catchUp() {
        let noted = device.moments
        guard noted.count > notedCount else { return }
        for moment in noted[notedCount...] {
            moments.append(ScenarioMoment(at: moment.at - beginning, author: .phone, words: moment.words))
        }
        notedCount = noted.count
    }
}
