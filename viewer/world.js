// Files in; which of their shapes stand where, side by side, in a frame, and the box around all of them, out.

import { around, animationRange, placedShapes, sceneBox } from "./scene.js";

const RIGHT = [1, 2, 0];
// Frames that are looked at to know how far an animation reaches.
const LOOKS = 24;
const RATE = 10;

export class World {
  /** @param {object[]} files as `readTvx` returns them */
  constructor(files) {
    this.files = files;
    this.eyes = files.map(() => ({ nodes: new Map(), layers: new Map() }));
    const ranges = files.map(animationRange);
    const moving = ranges.filter(({ first, last }) => last > first);
    this.first = moving.length ? Math.min(...moving.map(({ first }) => first)) : 0;
    this.last = moving.length ? Math.max(...moving.map(({ last }) => last)) : 0;
    this.rate = files.find((file, number) => ranges[number].last > ranges[number].first && file.rate)?.rate || RATE;
    this.frame = this.first;
    this.upAxis = files[0]?.upAxis ?? 2;
    this.arrange();
    this.refresh();
  }

  get animated() {
    return this.last > this.first;
  }

  /** Put files side by side, with gaps. */
  arrange() {
    const axis = RIGHT[this.upAxis];
    const steps = this.animated ? Math.min(LOOKS, this.last - this.first + 1) : 1;
    const boxes = this.files.map((file) => {
      const found = [];
      for (let step = 0; step < steps; step++) {
        const frame = this.first + Math.round((step * (this.last - this.first)) / Math.max(steps - 1, 1));
        const box = sceneBox(file, placedShapes(file, frame));
        if (box) found.push(box);
      }
      return around(found);
    });
    let edge = null;
    this.offsets = boxes.map(({ low, high }) => {
      const offset = [0, 0, 0];
      if (edge !== null) {
        offset[axis] = edge - low[axis];
        // All stand on one ground, and their middles in one row.
        for (const other of [0, 1, 2].filter((one) => one !== axis)) {
          const [a, b] = [boxes[0], { low, high }].map((box) => (other === this.upAxis ? box.low[other] : (box.low[other] + box.high[other]) / 2));
          offset[other] = Math.round(a - b);
        }
      }
      edge = Math.ceil(high[axis] + offset[axis] + Math.max(3, 0.15 * (high[axis] - low[axis])));
      return offset;
    });
    this.box = around(
      boxes.map(({ low, high }, number) => ({
        low: low.map((value, one) => value + this.offsets[number][one]),
        high: high.map((value, one) => value + this.offsets[number][one]),
      })),
    );
  }

  /** Find what can be seen in the frame. */
  refresh() {
    this.shapes = this.files.map((file, number) => placedShapes(file, this.frame, this.eyes[number]));
  }

  /** @param {"nodes" | "layers"} kind */
  see(file, kind, key, hidden) {
    this.eyes[file][kind].set(key, hidden);
    this.refresh();
  }

  forget() {
    this.eyes = this.files.map(() => ({ nodes: new Map(), layers: new Map() }));
    this.refresh();
  }
}
