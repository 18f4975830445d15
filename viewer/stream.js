// The address of a file with a tree in; of it only what a camera needs is loaded and drawn, within a bound of memory.

import { Remote } from "./remote.js";

// Requests under way at a time.
const AT_ONCE = 4;
const MEBIBYTE = 2 ** 20;
const BUDGET = 256;
// What a mesh of so many coded bytes is taken for until its size is known.
const UNPACKED = 3;

export class Stream {
  /**
   * @param {Remote} remote
   * @param {object} file as the remote opens it
   * @param {Stock} stock
   * @param {{budget?: number, pixels?: number}} options mebibytes that meshes may take, and pixels that an error may look large
   */
  constructor(remote, file, stock, { budget = BUDGET, pixels = 1 } = {}) {
    Object.assign(this, { remote, file, stock, budget: budget * MEBIBYTE, pixels });
    this.nodes = file.tree;
    // Bytes of the meshes that are loaded; the most there were; loads in their order.
    this.used = this.most = 0;
    this.loads = [];
    this.underWay = 0;
    this.time = 0;
    this.shown = [];
    this.errors = 0;
    this.key = "";
    this.queue = [];
    for (const node of this.nodes) Object.assign(node, { state: "away", bytes: UNPACKED * (node.mesh < 0 ? 0 : remote.content(node.mesh)), used: 0 });
  }

  /** Open a file that has a tree; null if it has none, or cannot be read by parts. */
  static async open(address) {
    const remote = new Remote(address);
    const file = await remote.open();
    return { remote, file };
  }

  get box() {
    return { low: this.nodes[0].low, high: this.nodes[0].high };
  }

  /** Whether all that the camera needs is there, or there is no room for more. */
  get settled() {
    return !this.underWay && !this.queue.length;
  }

  /**
   * Choose what is drawn, and load what is missing.
   * @param {{matrix: Float64Array, eye: number[] | null, forward: number[]}} camera
   * @param {number} height of the picture in pixels
   */
  update(camera, height) {
    this.time++;
    Object.assign(this, { camera, height });
    this.view = viewOf(camera, height);
    this.queue = [];
    const found = [];
    for (const node of this.nodes) node.far = undefined;
    this.choose(this.nodes[0], found);
    found.sort((a, b) => a.far - b.far);
    this.queue.sort((a, b) => a.far - b.far || a.number - b.number);
    const key = found.map(({ number }) => number).join();
    if (key !== this.key) {
      [this.key, this.shown, this.fresh] = [key, found, true];
      this.stock.only(0, found);
    }
    // Last, for what is loaded may take the room of what is drawn.
    this.load();
  }

  /**
   * Add what stands for a node to what is drawn.
   * @returns {boolean} whether nothing of it is missing
   */
  choose(node, found) {
    node.far ??= this.view.distance(node);
    if (!this.view.sees(node)) return true;
    node.used = this.time;
    const fine = node.children.length && (node.mesh < 0 || this.view.pixels(node) > this.pixels);
    if (fine) {
      const inside = [];
      // A child that is not there is asked for once what stands for it now is there.
      const whole = this.ready(node) || node.mesh < 0 || node.state === "refused";
      const all = node.children.map((child) => (whole || child.state === "here" ? this.choose(child, inside) : false)).every(Boolean);
      if (all || node.mesh < 0 || !this.ready(node)) {
        found.push(...inside);
        if (!all && node.mesh >= 0 && !this.ready(node)) this.want(node);
        return all;
      }
    }
    if (this.ready(node)) {
      found.push(node);
      return true;
    }
    this.want(node);
    return false;
  }

  ready(node) {
    return node.state === "here";
  }

  want(node) {
    if (node.state === "away" && !this.queue.includes(node)) this.queue.push(node);
  }

  load() {
    while (this.underWay < AT_ONCE && this.queue.length) {
      const node = this.queue.shift();
      if (!this.room(node)) {
        // What is nearer has the room; nothing farther will find any.
        this.queue = [];
        return;
      }
      this.fetch(node);
    }
  }

  async fetch(node) {
    this.underWay++;
    // Room is kept for what is under way.
    this.used += node.bytes;
    node.state = "coming";
    const expected = node.bytes;
    try {
      const mesh = await this.remote.mesh(node.mesh);
      this.used -= expected;
      node.bytes = sizeOf(mesh);
      node.state = "away";
      if (!this.room(node)) return;
      this.stock.add(0, node.mesh, mesh);
      node.state = "here";
      this.used += node.bytes;
      this.most = Math.max(this.most, this.used);
      this.loads.push({ number: node.number, mesh: node.mesh, level: Math.log2(node.factor), far: node.far ?? 0, bytes: node.bytes });
    } catch (error) {
      this.used -= node.state === "coming" ? expected : 0;
      // What cannot be read is left out, and told once.
      node.state = "refused";
      this.errors++;
      this.failed?.(error);
    } finally {
      this.underWay--;
      // A picture may take long; loading does not wait for it.
      if (this.camera) this.update(this.camera, this.height);
      this.changed?.();
    }
  }

  /** Make room for a mesh by giving up what nobody sees, the longest unseen first, then what is farther than it. */
  room(node) {
    const drawn = new Set(this.shown);
    const far = node.far ?? 0;
    const spare = this.nodes
      .filter((one) => one.state === "here" && one !== node && (one.used < this.time || (drawn.has(one) && one.far > far && one.parent?.state === "here")))
      .sort((a, b) => a.used - b.used || b.far - a.far);
    let free = this.budget - this.used;
    const given = [];
    for (const one of spare) {
      if (free >= node.bytes) break;
      free += one.bytes;
      given.push(one);
    }
    if (free < node.bytes) return false;
    for (const one of given) {
      this.stock.remove(0, one.mesh);
      one.state = "away";
      this.used -= one.bytes;
    }
    if (given.some((one) => drawn.has(one))) {
      // Siblings without it would leave a gap: what stands for all of them is drawn until all are there again.
      const gone = new Set(given);
      this.shown = this.shown.filter((one) => !gone.has(one));
      for (const one of gone) if (drawn.has(one)) this.shown = [...this.shown.filter((other) => other.parent !== one.parent), one.parent];
      [this.key, this.fresh] = ["", true];
      this.stock.only(0, this.shown);
    }
    return true;
  }
}

/** Bytes of a mesh on the card. */
function sizeOf({ parts, pages }) {
  const ofParts = parts.reduce((sum, { polygons, rectangles, triangles }) => sum + polygons.length + rectangles.length + triangles.length, 0);
  return ofParts + pages.reduce((sum, { texels, blocks }) => sum + texels.length + 4 * (blocks?.length ?? 0), 0);
}

/** What a camera tells of boxes: whether it sees them, how far they are and how large an error looks. */
function viewOf({ matrix: m, eye, forward }, height) {
  const row = (number) => [0, 1, 2, 3].map((column) => m[4 * column + number]);
  const [x, y, z, w] = [0, 1, 2, 3].map(row);
  const planes = [x, y, z].flatMap((one) => [1, -1].map((sign) => w.map((value, at) => value + sign * one[at])));
  const across = (Math.hypot(y[0], y[1], y[2]) * height) / 2;
  const distance = ({ low, high }) => {
    if (eye) return Math.hypot(...eye.map((value, axis) => Math.max(low[axis] - value, value - high[axis], 0)));
    return low.reduce((sum, value, axis) => sum + forward[axis] * (forward[axis] > 0 ? value : high[axis]), 0);
  };
  return {
    distance,
    pixels: (node) => (node.error * across) / (eye ? Math.max(node.far, 1e-6) : 1),
    sees: ({ low, high }) => planes.every((plane) => plane[3] + [0, 1, 2].reduce((sum, axis) => sum + plane[axis] * (plane[axis] > 0 ? high[axis] : low[axis]), 0) >= 0),
  };
}
