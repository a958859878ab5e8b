import PhoneCore
import PhoneKit
import Redaction
import SwiftUI

/// The call that needs the person first: one that rings, then the one that goes on, else the dial pad.
struct PhoneScreen: View {
    let phone: PhoneModel

    var body: some View {
        VStack(spacing: 24) {
            if let call = phone.incoming {
                IncomingCall(phone: phone, call: call)
            } else if let call = phone.current {
                CallInProgress(phone: phone, call: call)
            } else {
                DialPad(phone: phone)
                MissedCalls(phone: phone)
                Button("Sign out") { phone.signOut() }
            }
            if let refusal = phone.refusal { Text("Refused: \(refusal.rawValue)") }
        }
        .padding()
    }
}

struct DialPad: View {
    let phone: PhoneModel
    @State private var number = ""
    private let rows = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["*", "0", "#"]]

    var body: some View {
        VStack(spacing: 12) {
            TextField("Name or number", text: $number)
            ForEach(rows, id: \.self) { row in
                HStack(spacing: 12) {
                    ForEach(row, id: \.self) { digit in
                        Button(digit) { number += digit }
                    }
                }
            }
            Button("Call") { phone.dial(number) }
                .disabled(number.isEmpty || !phone.isReady)
        }
    }
}

struct IncomingCall: View {
    let phone: PhoneModel
    let call: CallSnapshot

    var body: some View {
        VStack(spacing: 12) {
            Text(call.title)
            HStack(spacing: 24) {
                Button("Decline") { phone.ask(.end(call.id)) }
                Button("Answer") { phone.ask(.answer(call.id, other: .hold)) }
            }
        }
    }
}

struct CallInProgress: View {
    let phone: PhoneModel
    let call: CallSnapshot
    @State private var target = ""

    var body: some View {
        VStack(spacing: 12) {
            Text(call.title)
            Text(call.phase.rawValue)
            HStack(spacing: 12) {
                Button(call.isMuted ? "Unmute" : "Mute") { phone.ask(.mute(call.id, !call.isMuted)) }
                Button(call.isHeld ? "Resume" : "Hold") { phone.ask(.hold(call.id, !call.isHeld)) }
                Button(phone.isSpeakerOn ? "Speaker off" : "Speaker") { phone.ask(.speaker(!phone.isSpeakerOn)) }
            }
            HStack(spacing: 12) {
                TextField("Another user", text: $target)
                Button("Transfer") { phone.ask(.transfer(call.id, to: Redacted(target))) }
                    .disabled(target.isEmpty || call.phase != .connected)
            }
            if let reason = phone.transferFailure { Text("Not transferred: \(String(describing: reason))") }
            Button("End") { phone.ask(.end(call.id)) }
        }
    }
}

struct MissedCalls: View {
    let phone: PhoneModel

    var body: some View {
        if !phone.notices.isEmpty {
            List {
                ForEach(phone.notices, id: \.id) { notice in
                    Text(notice.display.name?.revealed ?? notice.display.handle.party.revealed)
                }
                Button("Clear") { phone.clearNotices() }
            }
        }
    }
}

extension CallSnapshot {
    /// The name of the other side, else its number.
    fileprivate var title: String { display.name?.revealed ?? display.handle.party.revealed }
}
