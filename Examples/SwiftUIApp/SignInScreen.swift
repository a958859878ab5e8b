import CarillonApp
import PhoneCore
import Redaction
import SwiftUI

/// A person who is not signed in gives the login and password of the exchange.
struct SignInScreen: View {
    let phone: CarillonPhone
    @State private var login = ""
    @State private var password = ""
    @State private var refusal: BridgeError?
    @State private var isAsking = false

    var body: some View {
        VStack(spacing: 12) {
            TextField("Login", text: $login)
            SecureField("Password", text: $password)
            Button("Sign in") { signIn() }
                .disabled(login.isEmpty || password.isEmpty || isAsking)
            if let refusal { Text("Not signed in: \(refusal.context)") }
        }
        .padding()
    }

    private func signIn() {
        isAsking = true
        Task {
            refusal = await phone.signIn(login: Redacted(login), password: Redacted(password))
            password = ""
            isAsking = false
        }
    }
}
