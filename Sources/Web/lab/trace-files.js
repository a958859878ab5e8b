// Saves the Lab's run to a file, keeps it as a recording of this page, and opens a file.

import { openTrace } from "./traces.js";

export class TraceFiles {
  #kept = 0;

  /**
   * @param {import("./lab.js").Lab} lab
   * @param {import("./socket.js").LabSocket} socket
   * @param {import("./notices.js").Toast} toast
   * @param {string} url where the Lab gives the trace of its run so far
   */
  constructor(lab, socket, toast, url) {
    this.lab = lab;
    this.socket = socket;
    this.toast = toast;
    this.url = url;
  }

  /**
   * @param {File} file @param {string | null} call the session whose sequence is shown; null: all
   * @returns {Promise<boolean>} whether it is shown
   */
  async open(file, call = null) {
    try {
      const recording = await openTrace(file, (name, more) => this.socket.command(name, more),
        this.lab.hello?.limits?.partBytes);
      this.lab.show(this.lab.record({ ...recording, name: recording.name || file.name, call }));
      return true;
    } catch (error) {
      this.toast.show(`${file.name} was not opened: ${/** @type {Error} */ (error).message}`);
      return false;
    }
  }

  save() {
    const link = document.createElement("a");
    link.href = this.url;
    link.download = "lab.jsonl";
    link.click();
  }

  /** Makes the run so far a recording, and shows the same call of it: only a recording stays as it is. */
  async keep() {
    const call = this.lab.shownCall;
    const answer = await fetch(this.url).catch(() => null);
    if (answer?.ok) {
      this.#kept += 1;
      return this.open(new File([await answer.blob()], `Run ${this.#kept}`), call);
    }
    this.toast.show("The run was not kept: the Lab did not give its trace.");
    return false;
  }
}
