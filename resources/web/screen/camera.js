// The camera for a photo of the slip. The script that scales a photo down and sends it is loaded with the first one.

import { h } from "./dom.js";

export const TAKE_PHOTO = /*_*/"Take a photo of the slip";
const NOT_LOADED = /*_*/"No connection to the organizer’s computer. Load this page again when it is back, then take the photo.";

export class Camera {
  /** Take `tell`, which is called with the state of a photo and whether it has been sent.
   * @param {{ state: string, seal: (message: object) => unknown }} link
   * @param {(words: string, by: string | null, done: boolean) => void} tell */
  constructor(link, tell) {
    this.link = link;
    this.tell = tell;
    /** @type {import("./photo.js").PhotoSender | null} */
    this.sender = null;
    /** @type {Promise<void> | null} */
    this.loads = null;
  }

  /** Open the camera, or the photos of a device that has no camera.
   * @param {Element} place where the field for it may stand, which nobody sees
   * @param {number} game
   * @param {string | null} by whose half it is taken at; null where the server knows */
  take(place, game, by = null) {
    this.load(by);
    if (!this.loads) return;
    this.field?.remove(); // the field of a camera that was closed without a photo
    const field = h("input", { type: "file", accept: "image/*", capture: "environment", hidden: true });
    this.field = field;
    field.addEventListener("change", async () => {
      const [file] = field.files ?? [];
      field.remove();
      if (!file) return;
      await this.loads;
      if (this.sender) this.sender.send(file, game, by);
      else this.tell(NOT_LOADED, by, false);
    });
    place.append(field);
    field.click();
  }

  /** Load the script that sends photos, before one is taken. A browser never requests again a script that failed to
   * load once, so this does nothing without a connection.
   * @param {string | null} by */
  load(by) {
    if (this.loads) return;
    if (this.link.state !== "in touch") return this.tell(NOT_LOADED, by, false);
    this.loads = import("./photo.js").then(({ PhotoSender }) => {
      this.sender = new PhotoSender(this.link, this.tell);
    }, () => this.tell(NOT_LOADED, by, false));
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "photo_taken") this.sender?.hear(message);
  }
}
