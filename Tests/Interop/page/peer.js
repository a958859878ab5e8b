// A browser phone in the Telnyx dialect with trickle ICE, written from the wire protocol, for the interoperability tests.

const userAgent = "JavaScript-2.0.0";
/** Milliseconds for one event: a net for a test that fails, far above what a starved machine needs. */
const PATIENCE = 120_000;

class BrowserPeer {
  constructor(url, login, password, frequency) {
    Object.assign(this, { url, login, password, frequency });
    this.session = crypto.randomUUID();
    this.waiting = new Map();
    this.seen = [];
    this.listeners = [];
    this.early = [];
    this.undescribed = [];
    this.answerSent = false;
    this.candidatesReceived = [];
    this.candidatesRefused = [];
    this.servers = [];
    this.firstAudio = new Promise((resolve) => { this.tellFirstAudio = resolve; });
  }

  async connect() {
    this.openMicrophone();
    this.socket = new WebSocket(this.url);
    this.socket.onmessage = (message) => this.receive(JSON.parse(message.data));
    await new Promise((resolve, reject) => {
      this.socket.onopen = resolve;
      this.socket.onerror = () => reject(new Error("socket refused"));
    });
    const result = await this.request("login", {
      login: this.login, passwd: this.password, "User-Agent": userAgent, sessid: this.session,
      loginParams: { attach_call: "true" }, userVariables: { carillon_ice_servers: "true" },
    });
    // An exchange without relays names none.
    this.servers = result.ice_servers ?? [];
    await this.expect("telnyx_rtc.clientReady");
    const state = await this.request("telnyx_rtc.gatewayState", {});
    return { message: result.message, state: state.params.state };
  }

  request(method, params) {
    const id = crypto.randomUUID();
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  receive(frame) {
    if (!frame.method) {
      const waiting = this.waiting.get(frame.id);
      this.waiting.delete(frame.id);
      if (frame.error) waiting?.reject(new Error(`${frame.error.code} ${frame.error.message}`));
      else waiting?.resolve(frame.result);
      return;
    }
    if (frame.method === "telnyx_rtc.ping") {
      this.socket.send(JSON.stringify({ jsonrpc: "2.0", id: frame.id, method: frame.method, params: {} }));
      return;
    }
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", id: frame.id, result: { method: frame.method } }));
    if (frame.method === "telnyx_rtc.candidate") return void this.addCandidate(frame.params);
    this.seen.push(frame);
    this.listeners.splice(0).forEach((listener) => listener());
  }

  async expect(method, limit = PATIENCE) {
    const deadline = performance.now() + limit;
    for (;;) {
      const index = this.seen.findIndex((frame) => frame.method === method);
      if (index >= 0) return this.seen.splice(index, 1)[0].params;
      const left = deadline - performance.now();
      if (left <= 0) throw new Error(`no ${method}; there were ${this.seen.map((frame) => frame.method)}`);
      await Promise.race([
        new Promise((resolve) => this.listeners.push(resolve)),
        // on purpose: the limit of the wait, which fails the test
        new Promise((resolve) => setTimeout(resolve, left)),
      ]);
    }
  }

  // Before the call, as our telephones have theirs: how long a browser takes for it is not a matter of the network.
  openMicrophone() {
    this.audio = new AudioContext({ sampleRate: 48000 });
    const tone = new OscillatorNode(this.audio, { frequency: this.frequency });
    const volume = new GainNode(this.audio, { gain: 0.3 });
    const output = this.audio.createMediaStreamDestination();
    tone.connect(volume).connect(output);
    tone.start();
    this.microphone = output.stream;
  }

  makeConnection() {
    this.connection = new RTCPeerConnection({ iceServers: this.servers });
    this.sender = this.connection.addTrack(this.microphone.getAudioTracks()[0], this.microphone);
    this.connection.onicecandidate = (event) => this.sendCandidate(event.candidate);
    this.connection.ontrack = (event) => this.listen(event.streams[0] ?? new MediaStream([event.track]));
  }

  listen(stream) {
    document.getElementById("remote").srcObject = stream;
    this.analyser = new AnalyserNode(this.audio, { fftSize: 8192, smoothingTimeConstant: 0 });
    const source = this.audio.createMediaStreamSource(stream);
    source.connect(this.analyser);
    this.awaitAudio(source);
  }

  // The first sound that is played, of whatever tone: what our telephones call their first audio.
  awaitAudio(source) {
    const ear = this.audio.createScriptProcessor(256, 1, 1);
    source.connect(ear).connect(this.audio.destination);
    ear.onaudioprocess = ({ inputBuffer }) => {
      if (inputBuffer.getChannelData(0).every((sample) => sample === 0)) return;
      ear.onaudioprocess = null;
      ear.disconnect();
      source.disconnect(ear);
      this.tellFirstAudio();
    };
  }

  // The callee keeps its candidates until its answer is on the wire.
  sendCandidate(candidate) {
    const send = () => candidate
      ? this.request("telnyx_rtc.candidate", {
          candidate: candidate.candidate, sdpMid: candidate.sdpMid, sdpMLineIndex: candidate.sdpMLineIndex,
          dialogParams: { callID: this.callID },
        })
      : this.request("telnyx_rtc.endOfCandidates", { dialogParams: { callID: this.callID } });
    if (this.answerSent) send().catch(() => {});
    else this.early.push(send);
  }

  flushCandidates() {
    this.answerSent = true;
    this.early.splice(0).forEach((send) => send().catch(() => {}));
  }

  async addCandidate(params) {
    this.candidatesReceived.push(params.candidate);
    const { candidate, sdpMid, sdpMLineIndex } = params;
    while (!this.connection?.remoteDescription) await new Promise((resolve) => this.undescribed.push(resolve));
    await this.connection.addIceCandidate({ candidate, sdpMid, sdpMLineIndex })
      .catch((error) => this.candidatesRefused.push(`${error}: ${candidate}`));
  }

  dialog(destination) {
    return {
      callID: this.callID, destination_number: destination, remote_caller_id_name: "Outbound Call",
      caller_id_name: "Browser", caller_id_number: "browser", audio: true, video: false, useStereo: false,
      attach: false, screenShare: false,
    };
  }

  withoutCandidates(sdp) {
    return sdp.split("\r\n").filter((line) => !line.startsWith("a=candidate") && line !== "a=end-of-candidates").join("\r\n");
  }

  async call(destination) {
    this.callID = crypto.randomUUID();
    this.makeConnection();
    await this.connection.setLocalDescription(await this.connection.createOffer());
    const result = await this.request("telnyx_rtc.invite", {
      sessionId: this.session, sessid: this.session, sdp: this.withoutCandidates(this.connection.localDescription.sdp),
      "User-Agent": userAgent, trickle: true, dialogParams: this.dialog(destination),
    });
    this.flushCandidates();
    const ringing = await this.expect("telnyx_rtc.ringing");
    const answer = await this.expect("telnyx_rtc.answer");
    await this.connection.setRemoteDescription({ type: "answer", sdp: answer.sdp });
    this.undescribed.splice(0).forEach((resolve) => resolve());
    return { created: result.message, session: ringing.telnyx_session_id };
  }

  async answer() {
    const invite = await this.expect("telnyx_rtc.invite");
    this.callID = invite.callID;
    this.makeConnection();
    await this.connection.setRemoteDescription({ type: "offer", sdp: invite.sdp });
    this.undescribed.splice(0).forEach((resolve) => resolve());
    await this.connection.setLocalDescription(await this.connection.createAnswer());
    await this.request("telnyx_rtc.answer", {
      sessionId: this.session, sessid: this.session, sdp: this.withoutCandidates(this.connection.localDescription.sdp),
      "User-Agent": userAgent, trickle: true, dialogParams: this.dialog(""),
    });
    this.flushCandidates();
    return invite.telnyx_session_id;
  }

  modify(action) {
    return this.request("telnyx_rtc.modify", { sessionId: this.session, action, dialogParams: { callID: this.callID } });
  }

  tones(digits) {
    this.sender.dtmf.insertDTMF(digits, 100, 70);
    return this.sender.dtmf.canInsertDTMF;
  }

  hangUp() {
    return this.request("telnyx_rtc.bye", {
      sessId: this.session, cause: "NORMAL_CLEARING", causeCode: 16, dialogParams: { callID: this.callID },
    });
  }

  // The kinds of the candidates in use, such as "srflx-relay", as soon as they are others than those known.
  async pairAfter(known) {
    const transport = this.sender.transport.iceTransport;
    for (;;) {
      const selected = transport.getSelectedCandidatePair();
      const pair = selected && `${selected.local.type}-${selected.remote.type}`;
      if (pair && pair !== known) return pair;
      await new Promise((resolve) => transport.addEventListener("selectedcandidatepairchange", resolve, { once: true }));
    }
  }

  // Amplitude 0…1 of one frequency in what arrives.
  level(frequency) {
    if (!this.analyser) return 0;
    const samples = new Float32Array(this.analyser.fftSize);
    this.analyser.getFloatTimeDomainData(samples);
    let real = 0, imaginary = 0;
    samples.forEach((sample, index) => {
      const angle = 2 * Math.PI * frequency * index / this.audio.sampleRate;
      real += sample * Math.cos(angle);
      imaginary += sample * Math.sin(angle);
    });
    return 2 * Math.hypot(real, imaginary) / samples.length;
  }

  async reaches(frequency, wanted, limit = PATIENCE) {
    const deadline = performance.now() + limit;
    while (performance.now() < deadline) {
      const level = this.level(frequency);
      if (wanted ? level > 0.1 : level < 0.01) return level;
      // on purpose: an analyser tells of no new sound
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${frequency} Hz at ${this.level(frequency).toFixed(3)}, wanted ${wanted ? "heard" : "silent"}`);
  }
}

window.BrowserPeer = BrowserPeer;
