// The peer connection of one call: carries out the orders of the call, one after the other, and reports the results.
// It makes no decisions.

import { withoutCandidates } from "../calls/sdp.js";
import { CaptureError } from "./capture.js";
import { QualityMeter } from "./quality.js";
import { RelayWatch } from "./relays.js";

/** @typedef {import("../calls/call.js").MediaOrder} MediaOrder */
/** @typedef {import("../calls/media.js").MediaNews} MediaNews */
/**
 * @typedef {object} MediaSettings
 * @property {import("./capture.js").Capture} microphone
 * @property {import("./capture.js").Capture} camera
 * @property {() => RTCConfiguration} configuration read whenever a peer connection is made or restarted
 * @property {boolean} trickles
 * @property {() => string} speaker
 * @property {(news: MediaNews) => void} report
 */

/** The wait for candidates of a description that is to be complete. */
const gatheringMax = 2_000;
const qualityInterval = 1_000;

export class CallMedia {
  /** @type {RTCPeerConnection | null} */
  #connection = null;
  /** @type {RTCRtpSender | null} */
  #sender = null;
  /** @type {MediaStreamTrack | null} */
  #track = null;
  #sound = { sends: true, hears: true };
  /**
   * The camera's.
   * @type {MediaStreamTrack | null}
   */
  #picture = null;
  #isCameraOn = false;
  #isDark = false;
  /** @type {Promise<void>} */
  #queue = Promise.resolve();
  #isClosed = false;
  #meter = new QualityMeter();
  #endGathering = () => {};
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #measuring;
  /** The sound of the other side. */
  remoteStream = new MediaStream();
  /** The picture of the other side. */
  remoteVideo = new MediaStream();

  /** @param {MediaSettings} settings */
  constructor(settings) {
    this.settings = settings;
    this.element = new Audio();
    this.element.autoplay = true;
    this.element.srcObject = this.remoteStream;
  }

  /** @param {MediaOrder} order */
  carryOut(order) {
    if (order.kind === "close") return this.#close();
    if (order.kind === "sound") return this.#adjust(order);
    if (order.kind === "picture") return this.#darken(order.isDark);
    if (order.kind === "camera" && !order.waits) return void this.#useCamera(order.isOn);
    // One after the other: a candidate may come while the description it belongs to is being set.
    this.#queue = this.#queue.then(() => this.#isClosed ? undefined : this.#carryOut(order));
  }

  /** @param {string} id */
  async setSpeaker(id) {
    if ("setSinkId" in this.element) await /** @type {any} */ (this.element).setSinkId(id);
  }

  /** @param {Exclude<MediaOrder, { kind: "close" | "sound" | "picture" }>} order */
  async #carryOut(order) {
    try {
      switch (order.kind) {
        case "open": return await this.#open(order.isSilent);
        case "microphone":
          await this.#useMicrophone();
          if (order.id !== null && this.#connection) await this.#describe(this.#connection, order.id);
          return;
        case "camera": return await this.#useCamera(order.isOn);
        case "offer": return await this.#offer(order);
        case "acceptOffer": return await this.#acceptOffer(order);
        case "acceptAnswer": {
          const type = order.isProvisional ? "pranswer" : "answer";
          await this.#connection?.setRemoteDescription({ type, sdp: order.sdp });
          return this.settings.report({ kind: "accepted", id: order.id });
        }
        case "candidate": return await this.#connection?.addIceCandidate(order.candidate);
        case "rollBack":
          if (this.#connection?.signalingState === "have-local-offer") {
            await this.#connection.setLocalDescription({ type: "rollback" });
          }
          return;
        case "digits": {
          const tones = this.#sender?.dtmf;
          // New digits replace waiting tones, so those are sent again before them.
          return tones?.insertDTMF(tones.toneBuffer + order.digits, 100, 70);
        }
      }
    } catch (error) {
      if (error instanceof CaptureError) this.settings.report({ kind: "unavailable", why: error.message });
      else if (order.kind === "open") {
        this.settings.report({ kind: "unavailable", why: `This browser makes no connection for the call (${error}).` });
      } else if ("id" in order && order.id !== null) {
        this.settings.report({ kind: "failed", id: order.id, isIncompatible: isIncompatible(error) });
      }
      // A candidate of a replaced description, or of a kind that this browser does not know, is dropped.
    }
  }

  /** @param {boolean} isSilent */
  async #open(isSilent) {
    this.#make();
    if (!isSilent) await this.#useMicrophone();
    if (this.#isClosed) return;
    // The system's loudspeaker replaces one that was unplugged.
    await this.setSpeaker(this.settings.speaker()).catch(() => {});
    this.#measuring = setInterval(() => this.#measure(), qualityInterval);
  }

  async #useMicrophone() {
    this.#track = await this.settings.microphone.use(
      this.#replaceTrack, (trouble) => this.settings.report({ kind: "trouble", trouble }));
    if (this.#isClosed) return this.#track.stop();
    this.#send(this.#track);
  }

  /** @param {boolean} isOn */
  async #useCamera(isOn) {
    const { camera, report } = this.settings;
    this.#isCameraOn = isOn;
    if (!isOn) {
      camera.release(this.#replacePicture);
      return this.#replacePicture(null);
    }
    /** @param {string | null} trouble */
    const missed = (trouble) => {
      if (trouble !== null) void this.#useCamera(false);
      report({ kind: "camera", trouble });
    };
    try {
      const track = await camera.use(this.#replacePicture, missed);
      if (!this.#isCameraOn) return track.stop();
      this.#replacePicture(track);
      if (!this.#isClosed) missed(null);
    } catch (error) {
      if (this.#isCameraOn && !this.#isClosed) missed(/** @type {Error} */ (error).message);
    }
  }

  #make() {
    const before = this.#connection;
    this.#sender = null;
    const connection = new RTCPeerConnection(this.settings.configuration());
    this.#connection = connection;
    const isCurrent = () => this.#connection === connection && !this.#isClosed;
    this.#watchRelays(connection, isCurrent);
    connection.onicecandidate = ({ candidate }) => {
      if (!isCurrent() || !this.settings.trickles) return;
      if (candidate?.candidate) this.settings.report({ kind: "candidate", candidate: candidate.toJSON() });
      else if (candidate === null) this.settings.report({ kind: "gathered" });
    };
    let stood = false;
    connection.onconnectionstatechange = () => {
      if (!isCurrent()) return;
      stood ||= connection.connectionState === "connected";
      this.settings.report({ kind: "state", state: stateOf(connection, stood) });
    };
    connection.ontrack = ({ track }) => {
      if (!isCurrent()) return;
      const isPicture = track.kind === "video";
      const stream = isPicture ? this.remoteVideo : this.remoteStream;
      empty(stream);
      stream.addTrack(track);
      if (isPicture) track.enabled = this.#sound.hears;
      else this.#play();
    };
    empty(this.remoteVideo);
    this.#meter = new QualityMeter();
    before?.close();
    if (before) this.settings.report({ kind: "state", state: "new" });
  }

  /** @param {RTCPeerConnection} connection @param {() => boolean} isCurrent */
  #watchRelays(connection, isCurrent) {
    const relays = new RelayWatch();
    /** @param {import("./relays.js").RelayNews | null} news */
    const tell = (news) => { if (news && isCurrent()) this.settings.report(news); };
    connection.addEventListener("icecandidate", ({ candidate }) => tell(relays.found(candidate?.type ?? null)));
    connection.addEventListener("icecandidateerror", (error) =>
      tell(relays.refused(/** @type {RTCPeerConnectionIceErrorEvent} */ (error))));
    const hasPath = () => connection.connectionState === "connected";
    connection.addEventListener("icegatheringstatechange", () => {
      if (connection.iceGatheringState === "gathering") relays.begin(connection.getConfiguration(), hasPath());
      if (connection.iceGatheringState === "complete") tell(relays.ended());
    });
    connection.addEventListener("connectionstatechange", () => { if (hasPath()) relays.connected(); });
    this.#endGathering = () => tell(relays.closed());
  }

  /** Another peer connection with the same microphone. */
  #renew() {
    this.#make();
    if (this.#track) this.#send(this.#track);
  }

  /** @param {MediaStreamTrack} track */
  #send(track) {
    track.enabled = this.#sound.sends;
    if (this.#sender) void this.#sender.replaceTrack(track);
    else this.#sender = this.#connection?.addTrack(track, new MediaStream([track])) ?? null;
  }

  /** @param {Extract<MediaOrder, { kind: "offer" }>} order */
  async #offer({ id, restarts, fresh, video }) {
    if (fresh) this.#renew();
    const connection = /** @type {RTCPeerConnection} */ (this.#connection);
    if (restarts) connection.setConfiguration(this.settings.configuration());
    await this.#arrangeVideo(connection, video);
    await connection.setLocalDescription(await connection.createOffer({ iceRestart: restarts }));
    await this.#describe(connection, id);
  }

  /** @param {Extract<MediaOrder, { kind: "acceptOffer" }>} order */
  async #acceptOffer({ id, sdp, fresh }) {
    if (fresh) this.#renew();
    const connection = /** @type {RTCPeerConnection} */ (this.#connection);
    await connection.setRemoteDescription({ type: "offer", sdp });
    if (!this.#sender) this.#promiseSound(connection);
    await this.#arrangeVideo(connection);
    await connection.setLocalDescription(await connection.createAnswer());
    await this.#describe(connection, id);
  }

  /**
   * Promises sound before there is a microphone.
   * @param {RTCPeerConnection} connection
   */
  #promiseSound(connection) {
    const transceiver = connection.getTransceivers().find(({ receiver }) => receiver.track.kind === "audio");
    if (!transceiver) return;
    transceiver.direction = "sendrecv";
    this.#sender = transceiver.sender;
  }

  /**
   * The next description sends what the camera gives, and takes what the peer sends.
   * @param {RTCPeerConnection} connection @param {boolean} [isOffered]
   */
  async #arrangeVideo(connection, isOffered) {
    // One of an offer that was taken back would come with the next offer, beside the section of the peer's own.
    for (const video of isOffered ? [] : videosOf(connection)) if (!video.mid && !video.sender.track) video.stop();
    if (isOffered && videosOf(connection).length === 0) {
      // An added track goes into a section of the peer's own offer as well, an added transceiver does not.
      if (this.#picture) connection.addTrack(this.#picture, new MediaStream([this.#picture]));
      else connection.addTransceiver("video");
    }
    const [video] = videosOf(connection);
    if (!video) return;
    video.direction = this.#picture ? "sendrecv" : "recvonly";
    await video.sender.replaceTrack(this.#picture);
  }

  /** @param {RTCPeerConnection} connection @param {number} id */
  async #describe(connection, id) {
    if (!this.settings.trickles) await gathered(connection);
    if (this.#isClosed) return;
    const sdp = connection.localDescription?.sdp ?? "";
    this.settings.report({ kind: "description", id, sdp: this.settings.trickles ? withoutCandidates(sdp) : sdp });
  }

  /** @param {MediaStreamTrack} track */
  #replaceTrack = (track) => {
    if (this.#isClosed) return track.stop();
    this.#track?.stop();
    this.#track = track;
    // Changing the microphone keeps the mute.
    track.enabled = this.#sound.sends;
    void this.#sender?.replaceTrack(track);
  };

  /** @param {MediaStreamTrack | null} track */
  #replacePicture = (track) => {
    this.#picture?.stop();
    this.#picture = this.#isClosed ? null : track;
    if (this.#isClosed) return track?.stop();
    this.#darken(this.#isDark);
    // A section that is refused meanwhile sends nothing.
    for (const { sender } of videosOf(this.#connection)) sender.replaceTrack(track).catch(() => {});
  };

  /** @param {boolean} isDark */
  #darken(isDark) {
    this.#isDark = isDark;
    if (this.#picture) this.#picture.enabled = !isDark;
  }

  /** @param {{ sends: boolean, hears: boolean }} sound */
  #adjust({ sends, hears }) {
    this.#sound = { sends, hears };
    if (this.#track) this.#track.enabled = sends;
    this.element.muted = !hears;
    this.remoteVideo.getTracks().forEach((track) => { track.enabled = hears; });
  }

  #play() {
    this.element.muted = !this.#sound.hears;
    this.element.play().then(
      () => this.settings.report({ kind: "trouble", trouble: null }),
      (error) => {
        if (error?.name !== "NotAllowedError" || this.#isClosed) return;
        const trouble = "The browser plays no sound yet. Press any key or tap once.";
        this.settings.report({ kind: "trouble", trouble });
        // The next act of the person starts the sound.
        const again = () => this.#play();
        addEventListener("pointerdown", again, { once: true });
        addEventListener("keydown", again, { once: true });
      });
  }

  async #measure() {
    if (this.#connection?.connectionState !== "connected") return;
    const report = await this.#connection.getStats();
    if (!this.#isClosed) this.settings.report({ kind: "quality", quality: this.#meter.measure(report.values()) });
  }

  #close() {
    this.#endGathering();
    this.#isClosed = true;
    clearInterval(this.#measuring);
    this.settings.microphone.release(this.#replaceTrack);
    this.#track?.stop();
    void this.#useCamera(false);
    this.#connection?.close();
    this.element.srcObject = null;
  }
}

/**
 * A failed ICE connection counts as interrupted, because it can be restarted. So do media that were connected: the page
 * on the other side may have been reloaded, and comes back with another connection. Only a failed handshake is final.
 * @param {RTCPeerConnection} connection
 * @param {boolean} stood
 * @returns {import("../calls/call.js").Call["mediaState"]}
 */
function stateOf(connection, stood) {
  switch (connection.connectionState) {
    case "connected": return "connected";
    case "disconnected": case "closed": return "interrupted";
    case "failed": return stood || connection.iceConnectionState === "failed" ? "interrupted" : "failed";
    case "connecting": return "connecting";
    default: return "new";
  }
}

/**
 * Resolves when every candidate is in the description, or after a while.
 * @param {RTCPeerConnection} connection
 */
function gathered(connection) {
  return new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    const look = () => { if (connection.iceGatheringState === "complete") resolve(); };
    connection.addEventListener("icegatheringstatechange", look);
    setTimeout(resolve, gatheringMax);
    look();
  });
}

/**
 * The sections for video that are in use, or will be with the next offer.
 * @param {RTCPeerConnection | null} connection
 */
const videosOf = (connection) => (connection?.getTransceivers() ?? [])
  .filter(({ receiver, direction }) => receiver.track.kind === "video" && direction !== "stopped");

/** @param {MediaStream} stream */
const empty = (stream) => stream.getTracks().forEach((track) => stream.removeTrack(track));

/** @param {unknown} error */
const isIncompatible = (error) =>
  error instanceof DOMException && ["OperationError", "InvalidAccessError", "SyntaxError"].includes(error.name);
