// Scenes in, pictures out: WebGL2, no vertex attributes but places of nodes, the file's own records as integer textures.

import { Target, Program } from "./gl.js";
import { Glass } from "./glass.js";
import { BACKGROUND, BLUR, BRIGHT, COPY, GROUND, GROUND_VERTEX, SHOW, WHOLE } from "./light.js";
import { Lights } from "./lights.js";
import { multiply } from "./matrix.js";
import { drawReliefs, RELIEF, RELIEF_VERTEX } from "./parallax.js";
import { DEPTH, FRAGMENT, VERTEX } from "./shaders.js";
import { Stock, UNITS } from "./stock.js";

/** Surfaces that one can look through, one behind the other, of which no more are drawn. */
const MOST_LAYERS = 8;
const HALF = 4;

export class Renderer {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", { antialias: false, alpha: false, depth: false });
    if (!gl) throw new Error("no WebGL2");
    this.gl = gl;
    // Half floats, or bytes where a card cannot draw into those.
    this.format = gl.getExtension("EXT_color_buffer_float") || gl.getExtension("EXT_color_buffer_half_float") ? gl.RGBA16F : gl.RGBA8;
    gl.getExtension("OES_texture_float_linear");
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    this.empty = gl.createVertexArray();
    this.programs = new Map();
    this.targets = new Map();
    // What pictures are drawn for: those of one purpose do not disturb those of another one.
    this.purpose = "page";
    this.stock = new Stock(gl);
    this.lights = new Lights(gl);
    this.glass = new Glass(gl, MOST_LAYERS);
    this.program("scene", VERTEX, FRAGMENT);
  }

  /** A program, made when it is first used. */
  program(name, vertex, fragment) {
    if (!this.programs.has(name)) {
      const made = new Program(this.gl, vertex, fragment).use();
      for (const [sampler, unit] of Object.entries(UNITS)) made.set("1i", sampler, unit);
      this.programs.set(name, made);
    }
    return this.programs.get(name).use();
  }

  /** A target of a size that is kept until it is needed in another one. */
  target(name, width, height, options) {
    const key = `${this.purpose} ${name}`;
    const before = this.targets.get(key);
    if (before?.width === width && before?.height === height) return before;
    before?.free();
    const made = new Target(this.gl, width, height, this.format, options);
    this.targets.set(key, made);
    return made;
  }

  /** Put scenes on the graphics card in place of those before. */
  load(files) {
    this.stock.load(files);
    this.glass.known = MOST_LAYERS;
  }

  /** Say where shapes stand and how far each file is moved; light is found anew. */
  place(shapes, offsets, box, upAxis) {
    this.stock.place(shapes, offsets);
    this.lights.place(box, upAxis);
  }

  bind(name, texture, kind = this.gl.TEXTURE_2D) {
    this.gl.activeTexture(this.gl.TEXTURE0 + UNITS[name]);
    this.gl.bindTexture(kind, texture);
  }

  /**
   * Draw one sample of a picture into a target of this renderer.
   * @param {{matrix: Float64Array, eye: number[] | null, forward: number[]}} camera an eye, or parallel rays
   * @param {object} look shaded, blended, randomColors, wire, stage
   * @param {number[]} [jitter] parts of a pixel by which the picture is moved
   * @returns {{target: Target, drawn: number}} triangles that were drawn
   */
  sample(camera, look, width, height, jitter = [0, 0]) {
    const { gl } = this;
    if (look.shaded) this.lights.fill(this.stock, () => this.program("depth", VERTEX, DEPTH), (...a) => this.bind(...a), look.settled);
    const matrix = moved(camera.matrix, (2 * jitter[0]) / width, (2 * jitter[1]) / height);
    const target = this.target("sample", width, height, { depth: true });
    target.bind();
    gl.clearColor(0, 0, 0, 0);
    gl.disable(gl.BLEND);
    gl.depthMask(true);
    gl.clearDepth(1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (look.stage) this.background(look, width / height);
    const program = this.scene(matrix, look, width, jitter);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.depthFunc(gl.LESS);
    let drawn = this.stock.draw(program, camera, 0, this, look.relief);
    if (!look.blended) drawn += this.stock.draw(program, camera, 1, this, look.relief);
    if (look.relief) drawn += this.reliefs(camera, matrix, look, jitter);
    gl.disable(gl.CULL_FACE);
    if (look.stage && look.shaded) this.ground(matrix, jitter);
    if (look.blended && this.stock.transparent) drawn += this.peel(camera, matrix, look, target, jitter);
    gl.disable(gl.DEPTH_TEST);
    return { target, drawn };
  }

  scene(matrix, look, width, jitter) {
    const program = this.program("scene", VERTEX, FRAGMENT);
    program.matrix("4", "viewProjection", matrix).set("1f", "width", width).set("1f", "wire", look.wire).set("1i", "peeling", 0);
    for (const name of ["shaded", "blended", "randomColors"]) program.set("1i", name, look[name] ? 1 : 0);
    // A sampler needs a texture of its kind, used or not.
    this.lights.bind(program, (...a) => this.bind(...a), jitter);
    this.bind("opaqueDepth", null);
    this.bind("takenDepth", null);
    return program;
  }

  /** Draw the reliefs of meshes that have some in their place. */
  reliefs(camera, matrix, look, jitter) {
    const program = this.program("relief", RELIEF_VERTEX, RELIEF);
    program.matrix("4", "viewProjection", matrix).set("1i", "shaded", look.shaded ? 1 : 0);
    this.lights.bind(program, (...a) => this.bind(...a), jitter);
    return drawReliefs(this.gl, this.stock, program, camera, this);
  }

  background(look, aspect) {
    const { gl } = this;
    const values = (color) => (look.shaded ? color.map(linear) : color);
    const program = this.program("background", WHOLE, BACKGROUND).set("1f", "aspect", aspect);
    for (const name of ["glow", "high", "low"]) program.set("3fv", name, values(look.stage[name]));
    gl.disable(gl.DEPTH_TEST);
    this.whole();
  }

  ground(matrix, jitter) {
    const { gl } = this;
    const program = this.program("ground", GROUND_VERTEX, GROUND).matrix("4", "viewProjection", matrix);
    this.lights.bind(program, (...a) => this.bind(...a), jitter);
    this.lights.ground(program);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.ZERO, gl.SRC_COLOR, gl.ZERO, gl.ONE);
    gl.depthMask(false);
    gl.enable(gl.CULL_FACE);
    gl.frontFace(gl.CCW);
    gl.bindVertexArray(this.empty);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.disable(gl.CULL_FACE);
    gl.disable(gl.BLEND);
    gl.depthMask(true);
  }

  /** Draw what one can look through, from the nearest surface of each pixel to the farthest, and lay it over the rest. */
  peel(camera, matrix, look, target, jitter) {
    const { gl } = this;
    const { width, height } = target;
    const layers = [0, 1].map((number) => this.target(`layer ${number}`, width, height, { depth: true }));
    const sum = this.target("layers", width, height);
    sum.bind();
    gl.clear(gl.COLOR_BUFFER_BIT);
    layers[1].bind();
    gl.clearDepth(0);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.clearDepth(1);
    let drawn = 0;
    const most = look.settled ? MOST_LAYERS : this.glass.most();
    for (let layer = 0; layer < most; layer++) {
      const [here, before] = [layers[layer & 1], layers[(layer + 1) & 1]];
      here.bind();
      gl.enable(gl.DEPTH_TEST);
      gl.enable(gl.CULL_FACE);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      const program = this.scene(matrix, look, width, jitter).set("1i", "peeling", 1);
      this.bind("opaqueDepth", target.depth);
      this.bind("takenDepth", before.depth);
      this.glass.begin(layer);
      const count = this.stock.draw(program, camera, 1, this, look.relief);
      this.glass.end();
      if (!layer) drawn = count;
      gl.disable(gl.CULL_FACE);
      this.over(here, sum, gl.ONE_MINUS_DST_ALPHA, gl.ONE);
    }
    // What glows behind glass glows less; without light, alpha says what is covered.
    this.over(sum, target, gl.ONE, gl.ONE_MINUS_SRC_ALPHA, look.shaded ? gl.ZERO : gl.ONE);
    return drawn;
  }

  over(source, target, from, to, alpha = from) {
    const { gl } = this;
    target.bind();
    this.program("copy", WHOLE, COPY);
    this.bind("picture", source.color);
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(from, to, alpha, to);
    this.whole();
    gl.disable(gl.BLEND);
  }

  whole() {
    this.gl.bindVertexArray(this.empty);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, 3);
  }

  /** Add a sample to the mean of those before it. */
  add(sample, number) {
    const { gl } = this;
    const mean = this.target("mean", sample.width, sample.height, { smooth: true });
    gl.blendColor(0, 0, 0, 1 / (number + 1));
    this.over(sample, mean, gl.CONSTANT_ALPHA, gl.ONE_MINUS_CONSTANT_ALPHA);
    return mean;
  }

  /** Show a picture in a framebuffer, null for the canvas. */
  show(picture, look, frame = null) {
    const { gl } = this;
    const { width, height } = picture;
    const bloom = look.shaded && !look.randomColors && this.stock.glows ? this.bloom(picture) : null;
    const program = this.program("show", WHOLE, SHOW).set("1i", "linear", look.shaded ? 1 : 0);
    this.bind("picture", picture.color);
    this.bind("bloom", bloom);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.viewport(0, 0, width, height);
    gl.disable(gl.BLEND);
    program.use();
    this.whole();
  }

  bloom(picture) {
    const [width, height] = [picture.width, picture.height].map((size) => Math.max(Math.ceil(size / HALF), 1));
    const [one, other] = ["one", "other"].map((name) => this.target(`bloom ${name}`, width, height, { smooth: true }));
    one.bind();
    this.program("bright", WHOLE, BRIGHT).set("2f", "size", width, height);
    this.bind("picture", picture.color);
    this.whole();
    for (const [from, to, x, y] of [[one, other, 1 / width, 0], [other, one, 0, 1 / height]]) {
      to.bind();
      this.program("blur", WHOLE, BLUR).set("2f", "direction", x, y);
      this.bind("picture", from.color);
      this.whole();
    }
    return one.color;
  }
}

const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** A matrix whose picture is moved. */
function moved(matrix, x, y) {
  return x || y ? multiply(Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, 0, 1), matrix) : matrix;
}
