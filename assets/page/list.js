// A list of moves in a frame of its own.

export class ScrolledList {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    new ResizeObserver(() => this.bringIntoView()).observe(place);
  }

  // Scrolls the list alone; the page stays where it is.
  bringIntoView() {
    const { place } = this;
    const current = place.querySelector("[aria-current]");
    if (!current) return;
    const [box, own] = [place.getBoundingClientRect(), current.getBoundingClientRect()];
    if (own.top < box.top) place.scrollTop -= box.top - own.top;
    if (own.bottom > box.bottom) place.scrollTop += own.bottom - box.bottom;
  }
}
