// 4 x 4 matrices, column by column as WebGL takes them, vectors of three numbers, and places of samples.

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const add = (a, b, scale = 1) => [a[0] + scale * b[0], a[1] + scale * b[1], a[2] + scale * b[2]];
export const scale = (a, by) => [a[0] * by, a[1] * by, a[2] * by];
export const normalize = (a) => scale(a, 1 / (Math.hypot(...a) || 1));

/** The product: first `b`, then `a`. */
export function multiply(a, b) {
  const product = new Float64Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      for (let k = 0; k < 4; k++) product[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    }
  }
  return product;
}

/** The view from `eye` along `forward`, with `up` as near to the top as it can be. */
export function lookAlong(eye, forward, up) {
  const right = normalize(cross(forward, up));
  const top = cross(right, forward);
  return Float64Array.of(
    right[0], top[0], -forward[0], 0,
    right[1], top[1], -forward[1], 0,
    right[2], top[2], -forward[2], 0,
    -dot(right, eye), -dot(top, eye), dot(forward, eye), 1,
  );
}

export function perspective(fieldOfView, aspect, near, far) {
  const f = 1 / Math.tan(fieldOfView / 2);
  const depth = near - far;
  return Float64Array.of(f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / depth, -1, 0, 0, (2 * far * near) / depth, 0);
}

export function orthographic(halfWidth, halfHeight, near, far) {
  const depth = near - far;
  return Float64Array.of(1 / halfWidth, 0, 0, 0, 0, 1 / halfHeight, 0, 0, 0, 0, 2 / depth, 0, 0, 0, (far + near) / depth, 1);
}

/** A turn (3 x 3, row by row) and a move as one matrix. */
export function placement(rotation, translation) {
  const r = rotation;
  return Float64Array.of(r[0], r[3], r[6], 0, r[1], r[4], r[7], 0, r[2], r[5], r[8], 0, ...translation, 1);
}

/** Element `index` of a sequence that fills the unit interval evenly. */
function halton(index, base) {
  let [sum, part] = [0, 1];
  for (let left = index; left > 0; left = Math.floor(left / base)) {
    part /= base;
    sum += part * (left % base);
  }
  return sum;
}

/** Where in its pixel sample `number` of a picture is, parts of a pixel from the middle. */
export const jitter = (number) => (number ? [halton(number, 2) - 0.5, halton(number, 3) - 0.5] : [0, 0]);
