// The position from straight above, as lines and areas: where there is no WebGL, and on paper. How
// each solid looks is in its stamp (viewer/export/page/stamps.py); what is higher is drawn later.

import { plus, radians } from "./drawing/camera.js";
import { Scenes } from "./drawing/scenes.js";

const UNITS = 100; // of a stamp in a cube's edge
const LINE = 1.4; // the width of the lines around areas, in units
const CAPITAL = 0.716; // the height of a capital letter in the font's size
const RAISED = 0.02; // how far something may lie over letters that are still seen

export class Figure {
  /**
   * @param {Element} place
   * @param {StoryData} story
   */
  constructor(place, story) {
    this.place = place;
    this.story = story;
    this.scenes = new Scenes(story);
    this.stampOf = story.array(story.stampOf);
    this.turn = story.views.top.azimuth + 90; // degrees clockwise that the board lies from north
  }

  // Draw a scene in the colours of a palette.
  /**
   * @param {number} number
   * @param {string} palette
   */
  draw(number, palette) {
    const { place, story } = this;
    const { bounds, labels } = story.scenes[number];
    const parts = [...this.solids(number, story.stampInks[palette]), ...this.letters(labels)];
    parts.sort((a, b) => a.top - b.top);
    place.replaceChildren(...parts.map((part) => drawn(place.namespaceURI, part)));
    const points = story.array(story.bounds[bounds]), seen = [];
    for (let i = 0; i < points.length; i += 3) seen.push(lying(points[i], points[i + 1], this.turn));
    const [left, right] = ends(seen, 0), [low, high] = ends(seen, 1);
    place.setAttribute("viewBox", [left, -high, right - left, high - low].join(" "));
  }

  /**
   * @param {number} number
   * @param {[fill: string, line: string][]} inks
   */
  solids(number, inks) {
    const { story, scenes } = this;
    const { shift = [0, 0, 0] } = story.scenes[number];
    const [position] = scenes.tables;
    return scenes.sets.members(number).flatMap((member) => {
      const at = 3 * scenes.columns[1][member];
      const [x, y, z] = plus(position.subarray(at, at + 3), shift);
      return story.stamps[this.stampOf[member]].map(([top, ink, opacity, d]) => ({
        tag: "path", top: level(z + top), d, opacity, fill: inks[ink][0], stroke: inks[ink][1] || "none",
        "stroke-width": LINE, "stroke-linejoin": "round",
        transform: `${spot(lying(x, y, this.turn))} rotate(${this.turn})`,
      }));
    });
  }

  /** @param {number} labels */
  letters(labels) {
    const { story } = this;
    return story.labelSets[labels].map((label) => story.labels[label]).map(([text, x, y, z, height, outlined]) => ({
      tag: "text", text, top: outlined ? Number.MAX_VALUE : level(z + RAISED), "text-anchor": "middle",
      "font-size": (UNITS * height) / CAPITAL, dy: (UNITS * height) / 2,
      transform: spot(lying(x, y, this.turn)),
      fill: outlined ? "#fff" : story.letters,
      ...(outlined && { stroke: "#0d0f14", "stroke-width": "0.2em", "paint-order": "stroke" }),
    }));
  }
}

// Heights that differ by no more than numbers are rounded by are one.
/** @type {(z: number) => number} */
const level = (z) => Math.round(1e4 * z);

// A place of the world as it is seen on a board that lies turned.
/**
 * @param {number} x
 * @param {number} y
 * @param {number} degrees
 */
function lying(x, y, degrees) {
  const sin = Math.sin(radians(degrees)), cos = Math.cos(radians(degrees));
  return [x * cos + y * sin, y * cos - x * sin];
}

// A place as it is seen on the paper, where y runs down.
/** @type {(place: number[]) => string} */
const spot = ([x, y]) => `translate(${(UNITS * x).toFixed(1)} ${(-UNITS * y).toFixed(1)})`;

// The least and the most of one coordinate of places, in units.
/**
 * @param {number[][]} places
 * @param {number} axis
 */
function ends(places, axis) {
  const own = places.map((place) => UNITS * place[axis]);
  return [Math.floor(Math.min(...own)), Math.ceil(Math.max(...own))];
}

// An element of a drawing. Texts are text, whatever they say.
/**
 * @param {string | null} space
 * @param {{ [name: string]: any }} row
 */
function drawn(space, { tag, text = "", top, ...attributes }) {
  const node = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.textContent = text;
  return node;
}

// What stands in the table's place where there is no WebGL: it follows the moves; a figure shows them.
export class Blind {
  /** @param {(node: number) => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.node = 0;
    /** @type {Spread} */
    this.spread = "";
    /** @type {Spread} */
    this.nextSpread = "";
    this.camera = null;
  }

  /** @param {number} node */
  show(node) {
    this.node = node;
    this.changed(node);
  }

  hover() {
    return "";
  }

  look() {}
  hold() {}
  take() {}
  turn() {}
  coast() {}
  zoom() {}
  otherProjection() {}
  setSpread() {}
  setStyle() {}
  resize() {}
  end() {}
}
