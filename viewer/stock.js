// Scenes and places of their shapes in; what lies on the graphics card, and draw calls, out.

import { records, texture } from "./gl.js";
import { boxesOf } from "./parallax.js";
import { DIRECTIONS } from "./parts.js";
import { turned, turnOf } from "./scene.js";
import { TvxError } from "./trust.js";

// Modes whose polygons are rectangles with corners within sides of others, and the pixels that these reach over their sides.
const RECTANGLES = new Set(["rectangles", "fewest", "cutout"]);
const REACH = 1 / 16;
// A page is named by a byte.
const PAGES = 256;
// The orientation that turns nothing, as files have it.
const IDENTITY = 4;

/** Texture units of all samplers. */
export const UNITS = Object.fromEntries(
  ["polygons", "faces", "pages", "texels", "blocks", "palette", "materials", "sunMap", "skyMaps", "opaqueDepth", "takenDepth", "picture", "bloom", "reliefs"]
    .map((name, unit) => [name, unit]),
);

export class Stock {
  constructor(gl) {
    this.gl = gl;
    this.textures = [];
    this.files = [];
    this.groups = [];
  }

  /** Put scenes on the card in place of those before. */
  load(files) {
    const { gl } = this;
    const before = this.textures;
    const loose = this.files.flatMap(({ meshes }) => meshes);
    this.textures = [];
    this.words = [gl.RGBA16UI, gl.RGBA_INTEGER, gl.UNSIGNED_SHORT];
    try {
      this.files = files.map((file) => ({
        palette: this.table(file.palette, 256, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE),
        materials: this.table(finish(file.materials), 256, gl.RG32F, gl.RG, gl.FLOAT),
        meshes: file.meshes.map((mesh) => this.upload(mesh)),
      }));
    } catch (error) {
      this.textures.forEach((one) => gl.deleteTexture(one));
      this.textures = before;
      throw error;
    }
    before.forEach((one) => gl.deleteTexture(one));
    loose.forEach(({ textures }) => textures?.forEach((one) => gl.deleteTexture(one)));
    this.glows = files.some((file) => file.materials.some((material) => emission(material) > 0));
  }

  /** Put one more mesh on the card, of which the textures are known, so that it can be taken away again. */
  add(file, number, mesh) {
    const before = this.textures;
    this.textures = [];
    try {
      this.files[file].meshes[number] = { ...this.upload(mesh), textures: this.textures };
    } catch (error) {
      this.textures.forEach((one) => this.gl.deleteTexture(one));
      throw error;
    } finally {
      this.textures = before;
    }
  }

  remove(file, number) {
    this.files[file].meshes[number].textures.forEach((one) => this.gl.deleteTexture(one));
    delete this.files[file].meshes[number];
  }

  upload(mesh) {
    const { gl } = this;
    const shown = mesh.pages.slice(0, PAGES);
    const pages = new Uint32Array(4 * PAGES);
    let [byte, block] = [0, 0];
    shown.forEach(({ width, height, texels, blocks }, number) => {
      pages.set([width | (height << 16), blocks ? 1 : 0, byte, block], 4 * number);
      byte += texels.length;
      block += blocks?.length ?? 0;
    });
    const [texels, blocks] = [new Uint8Array(byte), new Uint32Array(block)];
    shown.forEach((page, number) => {
      texels.set(page.texels, pages[4 * number + 2]);
      if (page.blocks) blocks.set(page.blocks, pages[4 * number + 3]);
    });
    return {
      pivot: mesh.pivot,
      reach: RECTANGLES.has(mesh.mode) ? REACH : 0,
      pages: this.table(pages, PAGES, gl.RGBA32UI, gl.RGBA_INTEGER, gl.UNSIGNED_INT),
      texels: this.records(texels, 1, [gl.R8UI, gl.RED_INTEGER, gl.UNSIGNED_BYTE]),
      blocks: this.records(blocks, 1, [gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT]),
      parts: mesh.parts.map((part, number) => this.uploadPart(part, number, mesh.pivot)),
      boxes: boxesOf(mesh.reliefs ?? []).map(({ texels, ...box }) => ({
        ...box,
        origin: box.low.map((value, axis) => value - mesh.pivot[axis]),
        reliefs: this.records(texels, 1, [gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT]),
      })),
    };
  }

  uploadPart(part, number, pivot) {
    const starts = (counts) => counts.reduce((sums, count) => [...sums, sums.at(-1) + count], [0]);
    const upload = (bytes) => (bytes.length ? this.records(words(bytes), 4, this.words) : null);
    return {
      origin: part.origin.map((value, axis) => value - pivot[axis]),
      extent: part.extent,
      salt: 7919 * number,
      polygons: upload(part.polygons),
      kinds: [
        { faces: upload(part.rectangles), starts: starts(part.rectangleCounts), corners: 6 },
        { faces: upload(part.triangles), starts: starts(part.triangleCounts), corners: 3 },
      ].filter(({ faces }) => faces),
    };
  }

  records(data, channels, kind) {
    const made = records(this.gl, data, channels, kind);
    if (!made) throw new TvxError("A part is too large for this graphics card");
    this.textures.push(made);
    return made;
  }

  table(data, width, internal, format, type) {
    const { gl } = this;
    const made = texture(gl, width, 1, internal);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, 1, format, type, data);
    this.textures.push(made);
    return made;
  }

  /** Change the colours of a file only. */
  setPalette(number, colors) {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.files[number].palette);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 256, 1, gl.RGBA, gl.UNSIGNED_BYTE, colors);
  }

  /** Say where the shapes of each file stand: those of one mesh and orientation are drawn at once. */
  place(shapes, offsets) {
    const { gl } = this;
    for (const { array, buffer } of this.groups) {
      gl.deleteVertexArray(array);
      gl.deleteBuffer(buffer);
    }
    this.groups = [];
    shapes.forEach((own, file) => {
      const groups = new Map();
      for (const { mesh, rotation, translation } of own) {
        const turn = turnOf(rotation);
        const key = 128 * mesh + turn;
        if (!groups.has(key)) groups.set(key, { file, mesh, turn, rotation, offset: offsets[file], places: [] });
        groups.get(key).places.push(translation);
      }
      for (const group of groups.values()) this.groups.push(this.instanced(group));
    });
    this.counted();
  }

  /** Draw single meshes, in their order: what a tree shows. */
  only(file, placed) {
    this.groups.forEach(({ array, buffer }) => (this.gl.deleteVertexArray(array), this.gl.deleteBuffer(buffer)));
    const turn = { turn: IDENTITY, rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], offset: [0, 0, 0] };
    this.groups = placed.map(({ mesh, place, factor }) => this.instanced({ file, mesh, ...turn, places: [place], factor }));
    this.counted();
  }

  counted() {
    const triangles = (part) => part.kinds.reduce((sum, { starts, corners }) => sum + (starts[12] * corners) / 3, 0);
    this.triangles = this.groups.reduce((sum, { file, mesh, count }) => sum + count * this.files[file].meshes[mesh].parts.reduce((all, part) => all + triangles(part), 0), 0);
    this.transparent = this.groups.some(({ file, mesh }) =>
      this.files[file].meshes[mesh].parts.some((part) => part.kinds.some(({ starts }) => starts[12] > starts[6])),
    );
  }

  instanced(group) {
    const { gl } = this;
    const places = new Float32Array(group.places.flat());
    const array = gl.createVertexArray();
    const buffer = gl.createBuffer();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, places, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.vertexAttribDivisor(0, 1);
    const { rotation: r } = group;
    // Orientations hold one entry in each row and column: the transpose is the inverse.
    const back = [r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]];
    const local = { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] };
    for (const place of group.places) {
      turned(back, place.map((value, axis) => value + group.offset[axis])).forEach((value, axis) => {
        local.low[axis] = Math.min(local.low[axis], value / (group.factor ?? 1));
        local.high[axis] = Math.max(local.high[axis], value / (group.factor ?? 1));
      });
    }
    const mirrors = r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]) < 0;
    return { ...group, array, buffer, back, local, mirrors, count: group.places.length, places: null };
  }

  /**
   * Draw all opaque or all transparent faces that can look at a camera.
   * @param {boolean} [rest] only of meshes that have no reliefs
   * @returns {number} triangles
   */
  draw(program, camera, transparent, binder, rest = false) {
    const { gl } = this;
    let drawn = 0;
    for (const group of this.groups) {
      if (rest && this.files[group.file].meshes[group.mesh].boxes.length) continue;
      const { palette, materials, meshes } = this.files[group.file];
      const { reach, pages, texels, blocks, parts } = meshes[group.mesh];
      const forward = turned(group.back, camera.forward);
      const size = group.factor ?? 1;
      const eye = camera.eye && turned(group.back, camera.eye).map((value) => value / size);
      let ready = false;
      for (const part of parts) {
        for (const { faces, starts, corners } of part.kinds) {
          const ranges = looking(starts, 6 * transparent, part, group.local, eye, forward);
          if (!ranges.length) continue;
          if (!ready) {
            ready = true;
            gl.bindVertexArray(group.array);
            gl.frontFace(group.mirrors ? gl.CW : gl.CCW);
            for (const [name, value] of Object.entries({ palette, materials, pages, texels, blocks })) binder.bind(name, value);
            program.set("1i", "turn", group.turn).set("3fv", "offset", group.offset).set("1f", "reach", reach).set("1f", "size", size);
          }
          binder.bind("polygons", part.polygons);
          binder.bind("faces", faces);
          program.set("1i", "rectangles", corners === 6 ? 1 : 0).set("3fv", "origin", part.origin).set("1ui", "salt", part.salt);
          for (const [start, end] of ranges) {
            gl.drawArraysInstanced(gl.TRIANGLES, corners * start, corners * (end - start), group.count);
            drawn += (corners / 3) * (end - start) * group.count;
          }
        }
      }
    }
    return drawn;
  }
}

/** The records of a part as u16 words; a copy where they do not lie on a word. */
function words(bytes) {
  const whole = bytes.byteOffset % 2 ? bytes.slice() : bytes;
  return new Uint16Array(whole.buffer, whole.byteOffset, whole.length / 2);
}

/** Ranges of faces that can look at the camera from one of the places, neighbours joined. */
function looking(starts, first, { origin, extent }, local, eye, forward) {
  const joined = [];
  DIRECTIONS.forEach(({ axis, sign }, direction) => {
    const [start, end] = [starts[first + direction], starts[first + direction + 1]];
    if (start === end) return;
    const plane = sign > 0 ? local.low[axis] + origin[axis] : local.high[axis] + origin[axis] + extent[axis];
    if (eye ? sign * (eye[axis] - plane) <= 0 : sign * forward[axis] >= 0) return;
    if (joined.length && joined.at(-1)[1] === start) joined.at(-1)[1] = end;
    else joined.push([start, end]);
  });
  return joined;
}

/** How many times its own colour a material sends out. */
function emission({ kind, emission: power, flux, ldr }) {
  if (kind !== 3) return 0;
  const clamped = Math.min(Math.max(power, 0), 1);
  return (1 - ldr) * clamped * 10 ** Math.min(Math.max(flux, 0), 8) + ldr * clamped;
}

/** How much light a material lets through. */
function transmission({ kind, transparency, density }) {
  if (kind === 5) return 10 ** -Math.max(density, 0);
  return kind === 2 || kind === 4 ? Math.min(Math.max(transparency, 0), 1) : 0;
}

function finish(materials) {
  return new Float32Array(materials.flatMap((material) => [Math.min(emission(material), 6), transmission(material)]));
}
