// A picture of 256 pixels or a .vox file in; the colours of a palette out.

/** Colours by palette index, four bytes each; index 0 stays as it is. */
export async function paletteOf(blob, name, before) {
  const colors = new Uint8Array(before);
  colors.set(/\.vox$/i.test(name) ? voxColors(new Uint8Array(await blob.arrayBuffer())) : await pictureColors(blob), 4);
  return colors;
}

/** Pixel i is the colour of index i + 1, as MagicaVoxel writes it. */
async function pictureColors(blob) {
  const bitmap = await createImageBitmap(blob, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
  if (bitmap.width * bitmap.height !== 256) throw new Error(`It has ${bitmap.width} × ${bitmap.height} pixels, not 256 × 1`);
  const sheet = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  sheet.drawImage(bitmap, 0, 0);
  return sheet.getImageData(0, 0, bitmap.width, bitmap.height).data.subarray(0, 255 * 4);
}

/** The RGBA chunk of a .vox file: behind MAIN, chunks of a name, two lengths and their content. */
function voxColors(bytes) {
  const view = new DataView(bytes.buffer);
  const name = (at) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 20 || name(0) !== "VOX ") throw new Error("It is no .vox file");
  for (let at = 20; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    if (name(at) === "RGBA" && length >= 1020 && at + 12 + length <= bytes.length) return bytes.subarray(at + 12, at + 12 + 255 * 4);
    at += 12 + length + view.getUint32(at + 8, true);
  }
  throw new Error("It has no palette of its own");
}
