// In its place where nothing can be drawn in 3D: words and lists are all there is.
export class BlindTable {
  /** @type {Place | null} */
  place = null;
  /** @type {Camera | null} */
  camera = null;
  moving = false;
  /** @type {Spread} */
  spread = "";
  /** @type {Spread} */
  nextSpread = "";

  go() {}
  setGhost() {}
  setPlaces() {}
  targetAt() { return null; }
  /** @returns {number[][]} */
  rayAt() { return []; }
  /** @param {PlaceTarget | BlockedPlace} target */
  seen({ place: [x, y] }) { return [100 * x, -100 * y]; } // from above
  look() {}
  hold() {}
  take() {}
  turn() {}
  coast() {}
  zoom() {}
  hover() { return ""; }
  setSpread() {}
  setStyle() {}
  resize() {}
  copyTo() {}
}
