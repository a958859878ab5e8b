extension PhoneDeed {
    init?(_ text: String) {
        switch text {
        case "online": self = .goesOnline
        case "offline": self = .goesOffline
        case "reports_call": self = .reportsCall
        default: return nil
        }
    }
}
