// Bytes that nobody trusts in; checksums, inflated bytes that are never more than they may be, and errors out.

export const grouped = (number) => number.toLocaleString("en");

/** What is wrong with a file, in one sentence, and where. */
export class TvxError extends Error {
  constructor(message, chunk = "", offset = -1) {
    const place = [chunk && `${chunk} chunk`, offset >= 0 && `byte ${grouped(offset)}`].filter(Boolean);
    super(place.length ? `${message} (${place.join(", ")}).` : `${message}.`);
    this.name = "TvxError";
    this.chunk = chunk;
    this.offset = offset;
  }
}

/** The content of a chunk. */
export class Chunk {
  constructor(entry, bytes, inflated, packed) {
    Object.assign(this, { entry, bytes, inflated, packed });
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  fail(message, byte = 0) {
    return new TvxError(message, this.entry.type, this.entry.offset + (this.inflated || this.packed ? 0 : byte));
  }

  expect(size) {
    if (this.bytes.length !== size) throw this.fail(`It has ${grouped(this.bytes.length)} bytes, not ${grouped(size)}`);
  }

  rows(size) {
    if (this.bytes.length % size) throw this.fail(`Its ${grouped(this.bytes.length)} bytes are no whole records of ${size}`);
    return this.bytes.length / size;
  }
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(...arrays) {
  let value = -1;
  for (const bytes of arrays) {
    for (let i = 0; i < bytes.length; i++) value = TABLE[(value ^ bytes[i]) & 255] ^ (value >>> 8);
  }
  return ~value >>> 0;
}

/** Inflate a zlib stream that must give a number of bytes; no more is ever taken. */
export async function inflate(bytes, size, fail) {
  const content = new Uint8Array(size);
  let filled = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (filled + value.length > size) throw fail(`The compressed bytes do not end after ${grouped(size)} bytes`);
      content.set(value, filled);
      filled += value.length;
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error instanceof TvxError ? error : fail("The compressed bytes are damaged");
  }
  if (filled !== size) throw fail(`It has ${grouped(filled)} bytes, not ${grouped(size)} as it says`);
  return content;
}
