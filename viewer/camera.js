// Pointers, wheel and keys in, a camera that turns around a point out; lengths in voxels.

import { add, cross, lookAlong, multiply, orthographic, perspective, scale } from "./matrix.js";

const FIELD_OF_VIEW = Math.PI / 5;
const HOME = { yaw: -0.62, pitch: 0.46 };
const AXES = [[[0, 1, 0], [0, 0, 1], [1, 0, 0]], [[0, 0, 1], [1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]];

export class Orbit {
  constructor() {
    this.parallel = false;
    this.frame({ low: [0, 0, 0], high: [1, 1, 1] }, 2);
  }

  /** Look at a whole box from the front, above and one side. */
  frame({ low, high }, upAxis) {
    [this.right, this.front, this.up] = AXES[upAxis];
    this.radius = Math.hypot(...high.map((value, axis) => value - low[axis])) / 2;
    this.home = low.map((value, axis) => (value + high[axis]) / 2);
    this.reset();
  }

  reset() {
    Object.assign(this, HOME);
    this.target = this.home;
    this.distance = (this.radius * 1.22) / Math.sin(FIELD_OF_VIEW / 2);
  }

  turn(dx, dy) {
    this.yaw -= dx;
    this.pitch = Math.min(Math.max(this.pitch + dy, -1.55), 1.55);
  }

  zoom(by) {
    this.distance = Math.min(Math.max(this.distance * by, this.radius * 0.05), this.radius * 40);
  }

  /** Move the target by parts of the picture's height. */
  pan(dx, dy) {
    const forward = this.forward();
    const right = cross(forward, this.up);
    const height = 2 * this.distance * Math.tan(FIELD_OF_VIEW / 2);
    const length = Math.hypot(...right);
    this.target = add(this.target, right, (-dx * height) / length);
    this.target = add(this.target, cross(right, forward), (dy * height) / length);
  }

  forward() {
    const level = add(scale(this.right, Math.sin(this.yaw)), this.front, Math.cos(this.yaw));
    return add(scale(level, Math.cos(this.pitch)), this.up, -Math.sin(this.pitch));
  }

  /** The camera for a picture of some width / height. */
  camera(aspect) {
    const forward = this.forward();
    // Narrow pictures need more room, so that the width fits as well as the height.
    const distance = this.distance / Math.min(1, aspect);
    const eye = add(this.target, forward, -distance);
    const view = lookAlong(eye, forward, this.up);
    const far = distance + 4 * this.radius + Math.hypot(...add(this.target, this.home, -1));
    if (this.parallel) {
      const half = distance * Math.tan(FIELD_OF_VIEW / 2);
      return { matrix: multiply(orthographic(half * aspect, half, -far, far), view), eye: null, forward };
    }
    const near = Math.max(distance - 2 * this.radius - (far - distance - 4 * this.radius), distance / 200, 0.02);
    return { matrix: multiply(perspective(FIELD_OF_VIEW, aspect, near, far), view), eye, forward };
  }
}

/**
 * Let pointers, wheel and keys move a camera.
 * @param {HTMLElement} element
 * @param {Orbit} orbit
 * @param {() => void} changed
 */
export function control(element, orbit, changed) {
  const pointers = new Map();
  const middle = () => {
    const [a, b = a] = [...pointers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread: Math.hypot(a.x - b.x, a.y - b.y) };
  };
  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  for (const type of ["pointerup", "pointercancel"]) {
    element.addEventListener(type, (event) => pointers.delete(event.pointerId));
  }
  element.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    const before = middle();
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = middle();
    const size = Math.min(element.clientWidth, element.clientHeight);
    const [dx, dy] = [(after.x - before.x) / size, (after.y - before.y) / size];
    if (pointers.size > 1 || event.buttons & 6 || event.shiftKey) orbit.pan(dx, dy);
    else orbit.turn(3.4 * dx, 3.4 * dy);
    if (pointers.size > 1 && before.spread > 0 && after.spread > 0) orbit.zoom(before.spread / after.spread);
    changed();
  });
  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    orbit.zoom(Math.exp(Math.min(Math.max(event.deltaY, -240), 240) * 0.0016));
    changed();
  }, { passive: false });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("keydown", (event) => {
    const action = {
      ArrowLeft: () => orbit.turn(-0.12, 0),
      ArrowRight: () => orbit.turn(0.12, 0),
      ArrowUp: () => orbit.turn(0, -0.12),
      ArrowDown: () => orbit.turn(0, 0.12),
      "+": () => orbit.zoom(0.88),
      "=": () => orbit.zoom(0.88),
      "-": () => orbit.zoom(1.14),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
    changed();
  });
}
