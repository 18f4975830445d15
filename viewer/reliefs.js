// The content of RELF chunks in; what is seen of a mesh from each side, as heights and colours of texels, out. Rule 31.

import { DIRECTIONS } from "./parts.js";
import { grouped } from "./trust.js";

const HEAD = 32;
const FARTHEST = 2 ** 30;

/**
 * Read one side of a mesh.
 * @param {{texels: number, limit: number}} totals of all reliefs of the file
 * @returns {object} side, box (low corner, size in steps, scale), width, height and texels: height | palette index << 16
 */
export function readRelief(chunk, totals) {
  const { bytes, view } = chunk;
  if (bytes.length < HEAD) throw chunk.fail("It is too short for a relief");
  const side = chunk.entry.number;
  if (side > 5) throw chunk.fail(`There is no side ${grouped(side)}`);
  const low = [0, 4, 8].map((byte) => view.getInt32(byte, true));
  const [width, height, depth] = [12, 14, 16].map((byte) => view.getUint16(byte, true));
  const [wide, scale, distance] = [bytes[18], bytes[19], view.getFloat32(20, true)];
  const [spans, stretches] = [24, 28].map((byte) => view.getUint32(byte, true));
  if (low.some((value) => Math.abs(value) > FARTHEST)) throw chunk.fail("The relief is too far away");
  if (!width || !height || !depth || !scale) throw chunk.fail("The box or the scale of a relief is 0", 12);
  if (wide !== 1 && wide !== 2) throw chunk.fail(`Heights of ${wide} bytes are not known`, 18);
  if (!Number.isFinite(distance) || distance < 0) throw chunk.fail("The distance is no number from 0", 20);
  totals.texels += width * height;
  if (4 * totals.texels > totals.limit) throw chunk.fail("The reliefs have more texels than the file accounts for", 12);
  chunk.expect(HEAD + (1 + wide) * spans + 2 * stretches);
  const texels = new Uint32Array(width * height);
  const values = HEAD + spans;
  const fill = (place, start, count, value) => {
    let at = 0;
    for (let run = 0; run < count; run++) {
      const end = at + bytes[place + run] + 1;
      // A run stays in its row.
      if (end > texels.length || Math.floor(at / width) !== Math.floor((end - 1) / width)) break;
      for (const here = value(start, run); at < end; at++) texels[at] |= here;
    }
    let total = count;
    for (let run = 0; run < count; run++) total += bytes[place + run];
    if (at !== texels.length || total !== at) throw chunk.fail(`Its runs do not fill ${grouped(height)} rows of ${grouped(width)} texels`, place);
  };
  const heightAt = wide === 1 ? (start, run) => bytes[start + run] : (start, run) => view.getUint16(start + 2 * run, true);
  fill(HEAD, values, spans, heightAt);
  if (texels.some((value) => value > depth)) throw chunk.fail(`A height is more than ${grouped(depth)}`, values);
  const second = values + wide * spans;
  fill(second, second + stretches, stretches, (start, run) => bytes[start + run] << 16);
  if (texels.some((value) => ((value & 0xffff) === 0) !== (value >>> 16 === 0))) {
    throw chunk.fail("A texel has a height and no color, or a color and no height", second);
  }
  const size = [0, 0, 0];
  const { axis, u, v } = DIRECTIONS[side];
  [size[axis], size[u], size[v]] = [depth, width, height];
  return { side, low, size, scale, width, height, texels, distance };
}
