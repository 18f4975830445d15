// The box of all that is lit in; maps of depth as the sun and the sky see it, and uniforms of light, out.

import { depthMaps } from "./gl.js";
import { SKY } from "./light.js";
import { add, cross, dot, multiply, normalize, placement, scale } from "./matrix.js";

const SUN_SIZE = 2048;
const SKY_SIZE = 512;
// Triangles for which maps of the sky are drawn at once; of larger scenes one map after the other, a picture each.
const TRIANGLES = 4_000_000;
const AXES = [[[0, 1, 0], [0, 0, 1], [1, 0, 0]], [[0, 0, 1], [1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]];

export class Lights {
  constructor(gl) {
    this.gl = gl;
    this.maps = null;
    this.place({ low: [0, 0, 0], high: [1, 1, 1] }, 2);
  }

  /** Light a box from now on; what has moved in it is seen when the maps are drawn anew. */
  place({ low, high }, upAxis) {
    this.moved();
    const key = [...low, ...high, upAxis].join();
    if (key === this.key) return;
    this.key = key;
    // Maps of the sky that show something, from the first.
    this.known = 0;
    const [right, front, up] = AXES[upAxis];
    this.up = up;
    this.middle = low.map((value, axis) => (value + high[axis]) / 2);
    this.radius = Math.hypot(...high.map((value, axis) => value - low[axis])) / 2 + 1;
    const reach = 2.4 * this.radius;
    const below = low[upAxis] - 0.01 - this.middle[upAxis];
    this.floor = { ground: add(this.middle, up, below), right: scale(right, reach), front: scale(front, reach) };
    this.sun = normalize(add(add(scale(right, 0.42), front, -0.55), up, 0.95));
    this.sky = Array.from({ length: SKY }, (_, place) => {
      // The first ones lie far from each other.
      const number = (7 * place + 11) % SKY;
      const height = (number + 0.5) / SKY;
      const turn = number * Math.PI * (3 - Math.sqrt(5));
      const level = Math.sqrt(1 - height * height);
      return add(add(scale(right, level * Math.cos(turn)), front, level * Math.sin(turn)), up, height);
    });
    const sides = [0, 1, 2].flatMap((axis) => [1, -1].map((sign) => [0, 1, 2].map((other) => (other === axis ? sign : 0))));
    this.sides = [...sides, up];
  }

  moved() {
    // Maps to draw: that of the sun, then those of the sky.
    this.stale = SKY + 1;
  }

  /** World to a map's picture, the farther from the light the larger z; as rows. */
  turn(direction) {
    const right = normalize(cross(direction, Math.abs(direction[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
    return [right, cross(direction, right), scale(direction, -1)];
  }

  /** Draw maps, unless nothing has moved: as many as a picture has time for, or all. */
  fill(stock, program, bind, all) {
    if (!this.stale) return;
    const { gl } = this;
    this.maps ??= {
      sun: depthMaps(gl, SUN_SIZE, 0),
      sky: depthMaps(gl, SKY_SIZE, SKY),
      frame: gl.createFramebuffer(),
    };
    const made = program();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.maps.frame);
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.depthMask(true);
    gl.depthFunc(gl.LESS);
    gl.clearDepth(1);
    const draw = (direction, size) => {
      gl.viewport(0, 0, size, size);
      gl.clear(gl.DEPTH_BUFFER_BIT);
      const [right, top, away] = this.turn(direction);
      const matrix = multiply(
        placement([...right, ...top, ...away].map((value) => value / this.radius), [0, 0, 0]),
        placement([1, 0, 0, 0, 1, 0, 0, 0, 1], scale(this.middle, -1)),
      );
      made.use().matrix("4", "viewProjection", matrix).set("1f", "width", size);
      // From far away along the light, as parallel rays.
      stock.draw(made, { eye: null, forward: scale(direction, -1) }, 0, { bind });
    };
    if (this.stale > SKY) {
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, this.maps.sun, 0);
      draw(this.sun, SUN_SIZE);
      this.stale = SKY;
    }
    const count = all ? SKY : Math.max(Math.floor(TRIANGLES / (stock.triangles + 1)), 1);
    for (const last = Math.max(this.stale - count, 0); this.stale > last; this.stale--) {
      const layer = SKY - this.stale;
      gl.framebufferTextureLayer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, this.maps.sky, 0, layer);
      draw(this.sky[layer], SKY_SIZE);
      this.known = Math.max(this.known, layer + 1);
    }
  }

  bind(program, bind, [x, y]) {
    const { gl } = this;
    if (!this.maps) return;
    bind("sunMap", this.maps.sun);
    bind("skyMaps", this.maps.sky, gl.TEXTURE_2D_ARRAY);
    // Columns: each row of the turn is spread over them.
    const columns = (direction) => {
      const rows = this.turn(direction);
      return [0, 1, 2].flatMap((axis) => rows.map((row) => row[axis]));
    };
    const known = this.sky.slice(0, this.known);
    const totals = this.sides.map((side) => known.reduce((sum, one) => sum + Math.max(dot(side, one), 0), 0));
    program.matrix("3", "sunTurn", columns(this.sun)).matrix("3", "skyTurns", this.sky.flatMap(columns));
    program.set("3fv", "sky", this.sky.flat()).set("1i", "skyKnown", this.known).set("1fv", "skyTotals", totals).set("3fv", "sunDirection", this.sun);
    program.set("3fv", "up", this.up).set("3fv", "middle", this.middle).set("1f", "radius", this.radius);
    program.set("1f", "margin", Math.max(0.3, (3 * this.radius) / SKY_SIZE)).set("2f", "softness", 9 * x, 9 * y);
  }

  ground(program) {
    for (const [name, value] of Object.entries(this.floor)) program.set("3fv", name, value);
  }
}
