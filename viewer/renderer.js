// A checked .tvx scene in, pictures out: WebGL2, no vertex attributes, the file's own records as integer textures.

import { DIRECTIONS, polygonNumbers, TvxError } from "./reader.js";
import { dot, multiply, placement } from "./matrix.js";
import { partBox } from "./scene.js";
import { FRAGMENT, VERTEX } from "./shaders.js";

const WIDTH = 2048;
// Modes whose polygons are rectangles with corners within sides of others, and the pixels that these reach over their sides.
const RECTANGLES = new Set(["rectangles", "fewest", "cutout"]);
const REACH = 1 / 16;
const SAMPLERS = ["vertices", "polygons", "triangles", "pages", "texels", "numbers", "palette", "materials"];

export class Renderer {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: true, premultipliedAlpha: true });
    if (!gl) throw new Error("no WebGL2");
    this.gl = gl;
    this.program = link(gl);
    this.uniforms = new Map();
    gl.useProgram(this.program);
    SAMPLERS.forEach((name, unit) => gl.uniform1i(this.uniform(name), unit));
    gl.bindVertexArray(gl.createVertexArray());
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    this.textures = [];
    this.meshes = [];
    this.shapes = [];
  }

  uniform(name) {
    if (!this.uniforms.has(name)) this.uniforms.set(name, this.gl.getUniformLocation(this.program, name));
    return this.uniforms.get(name);
  }

  /** Put a scene on the graphics card in place of the one before. */
  load(file, shapes) {
    const { gl } = this;
    this.textures.forEach((texture) => gl.deleteTexture(texture));
    this.textures = [];
    this.shapes = shapes;
    this.palette = this.table(file.palette, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE);
    const materials = new Uint8Array(256 * 2);
    file.materials.forEach(({ kind, emission, transparency }, index) => {
      const clear = kind === 2 || kind === 5 ? Math.max(transparency, 0.3) : transparency;
      materials[2 * index] = kind === 3 ? 255 * Math.min(Math.max(emission, 0), 1) : 0;
      materials[2 * index + 1] = 255 * Math.min(Math.max(clear, 0), 1);
    });
    this.materials = this.table(materials, gl.RG8, gl.RG, gl.UNSIGNED_BYTE);
    this.meshes = file.meshes.map((mesh) => this.upload(mesh));
  }

  upload(mesh) {
    const { gl } = this;
    // Polygons can name no more than 256 pages.
    const pages = new Uint32Array(4 * 256);
    let texel = 0;
    mesh.pages.slice(0, 256).forEach(({ width, height, texels }, index) => {
      pages.set([width, height, texel], 4 * index);
      texel += texels.length;
    });
    const joined = mesh.pages.length === 1 ? mesh.pages[0].texels : new Uint8Array(texel);
    if (mesh.pages.length > 1) mesh.pages.slice(0, 256).forEach((page, index) => joined.set(page.texels, pages[4 * index + 2]));
    return {
      pivot: mesh.pivot,
      reach: RECTANGLES.has(mesh.mode) ? REACH : 0,
      pages: this.table(pages, gl.RGBA32UI, gl.RGBA_INTEGER, gl.UNSIGNED_INT),
      texels: this.records(joined, 1, gl.R8UI, gl.RED_INTEGER, gl.UNSIGNED_BYTE),
      parts: mesh.parts.map((part) => this.uploadPart(part)),
    };
  }

  uploadPart(part) {
    const { gl } = this;
    const words = new Uint16Array(part.polygons.buffer, part.polygons.byteOffset, part.polygons.length / 2);
    const wide = part.triangles.BYTES_PER_ELEMENT === 4;
    return {
      part,
      box: partBox(part),
      vertices: this.records(part.vertices, 3, gl.RGB8UI, gl.RGB_INTEGER, gl.UNSIGNED_BYTE),
      polygons: this.records(words, 4, gl.RGBA16UI, gl.RGBA_INTEGER, gl.UNSIGNED_SHORT),
      triangles: this.records(
        part.triangles, 4, wide ? gl.RGBA32UI : gl.RGBA16UI, gl.RGBA_INTEGER, wide ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT,
      ),
      numbers: null,
    };
  }

  /** One row of up to 2048 texels. */
  table(data, internal, format, type) {
    const channels = { [this.gl.RGBA]: 4, [this.gl.RG]: 2, [this.gl.RGBA_INTEGER]: 4 }[format];
    const texture = this.texture(data.length / channels, 1, internal);
    this.gl.texSubImage2D(this.gl.TEXTURE_2D, 0, 0, 0, data.length / channels, 1, format, type, data);
    return texture;
  }

  /** Records row after row, as they lie in the file; the last row may be shorter. */
  records(data, channels, internal, format, type) {
    const { gl } = this;
    const count = data.length / channels;
    const rows = Math.ceil(count / WIDTH);
    if (rows > gl.getParameter(gl.MAX_TEXTURE_SIZE)) throw new TvxError("a part is too large for this graphics card");
    const texture = this.texture(WIDTH, Math.max(rows, 1), internal);
    const full = Math.floor(count / WIDTH);
    if (full) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, WIDTH, full, format, type, data);
    if (count % WIDTH) {
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, full, count % WIDTH, 1, format, type, data, full * WIDTH * channels);
    }
    return texture;
  }

  texture(width, height, internal) {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, internal, width, height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    this.textures.push(texture);
    return texture;
  }

  /** Change the colours only. */
  setPalette(colors) {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.palette);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 256, 1, gl.RGBA, gl.UNSIGNED_BYTE, colors);
  }

  bind(name, texture) {
    this.gl.activeTexture(this.gl.TEXTURE0 + SAMPLERS.indexOf(name));
    this.gl.bindTexture(this.gl.TEXTURE_2D, texture);
  }

  /**
   * Draw what the bound framebuffer shall show.
   * @param {{matrix: Float64Array, eye: number[] | null, forward: number[], light: number[]}} camera an eye, or parallel rays
   * @param {{shaded: boolean, blended: boolean, randomColors: boolean, wire: number}} look
   * @returns {number} triangles that were drawn
   */
  draw(camera, look, width, height) {
    const { gl } = this;
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (!this.meshes.length) return 0;
    gl.useProgram(this.program);
    gl.uniform1i(this.uniform("shaded"), look.shaded ? 1 : 0);
    gl.uniform1i(this.uniform("blended"), look.blended ? 1 : 0);
    gl.uniform1i(this.uniform("randomColors"), look.randomColors ? 1 : 0);
    gl.uniform1f(this.uniform("wire"), look.wire);
    gl.uniform1f(this.uniform("width"), width);
    this.bind("palette", this.palette);
    this.bind("materials", this.materials);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    let drawn = 0;
    for (const transparent of [false, true]) {
      const blend = transparent && look.blended;
      (blend ? gl.enable : gl.disable).call(gl, gl.BLEND);
      gl.depthMask(!blend);
      for (const shape of this.shapes) drawn += this.drawShape(shape, camera, look, transparent ? 6 : 0);
    }
    gl.depthMask(true);
    return drawn;
  }

  drawShape({ mesh, rotation, translation }, camera, look, firstRange) {
    const { gl } = this;
    const { pivot, reach, pages, texels, parts } = this.meshes[mesh];
    // The rotation's rows and columns hold one entry each: its transpose is its inverse.
    const back = (p) => [0, 1, 2].map((column) => rotation[column] * p[0] + rotation[3 + column] * p[1] + rotation[6 + column] * p[2]);
    const forward = back(camera.forward);
    const eye = camera.eye && back(camera.eye.map((value, axis) => value - translation[axis]));
    const normals = DIRECTIONS.map(({ axis, sign }) => [0, 3, 6].map((row) => sign * rotation[row + axis]));
    const [x, y, z] = [0, 1, 2].map((row) => rotation.slice(3 * row, 3 * row + 3));
    const mirrors = dot(x, [y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]]) < 0;
    gl.frontFace(mirrors ? gl.CW : gl.CCW);
    gl.uniform1fv(this.uniform("shades"), normals.map((normal) => 0.7 + 0.36 * dot(normal, camera.light)));
    gl.uniformMatrix4fv(this.uniform("modelViewProjection"), false, multiply(camera.matrix, placement(rotation, translation)));
    gl.uniform1f(this.uniform("reach"), reach);
    let drawn = 0;
    for (const entry of parts) {
      const { part, box } = entry;
      if (part.ranges[firstRange + 6] === part.ranges[firstRange]) continue;
      const origin = part.origin.map((value, axis) => value - pivot[axis]);
      if (look.randomColors) entry.numbers ??= this.records(polygonNumbers(part), 1, gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT);
      gl.uniform3fv(this.uniform("origin"), origin);
      for (const name of ["vertices", "polygons", "triangles"]) this.bind(name, entry[name]);
      this.bind("numbers", entry.numbers ?? entry.triangles);
      this.bind("pages", pages);
      this.bind("texels", texels);
      for (const [start, end] of visibleRanges(part.ranges, firstRange, box, origin, eye, forward)) {
        gl.drawArrays(gl.TRIANGLES, 3 * start, 3 * (end - start));
        drawn += end - start;
      }
    }
    return drawn;
  }
}

/** Ranges of triangles that can look at the camera, neighbours joined. */
function visibleRanges(ranges, firstRange, box, origin, eye, forward) {
  const joined = [];
  DIRECTIONS.forEach(({ axis, sign }, direction) => {
    const start = ranges[firstRange + direction];
    const end = ranges[firstRange + direction + 1];
    const plane = origin[axis] + (sign > 0 ? box.low : box.high)[axis];
    const faces = eye ? sign * (eye[axis] - plane) > 0 : sign * forward[axis] < 0;
    if (!faces || start === end) return;
    if (joined.length && joined.at(-1)[1] === start) joined.at(-1)[1] = end;
    else joined.push([start, end]);
  });
  return joined;
}

function link(gl) {
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) throw new Error(gl.getShaderInfoLog(shader));
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(program));
  return program;
}
