// Reliefs in; boxes of at most twelve triangles that look like the meshes which were seen from their sides, out.

import { turned } from "./scene.js";
import { DIRECTIONS } from "./parts.js";
import { LIGHT } from "./light.js";

/**
 * Put reliefs together that lie on the sides of one box.
 * @param {object[]} reliefs as `readRelief` gives them
 * @returns {object[]} low, size, scale, places (of the first texel and the width of each side, -1 where there is none), texels
 */
export function boxesOf(reliefs) {
  const boxes = new Map();
  for (const relief of reliefs) {
    const { low, size, scale } = relief;
    const key = [...low, ...size, scale].join();
    if (!boxes.has(key)) boxes.set(key, { low, size, scale, own: [] });
    boxes.get(key).own.push(relief);
  }
  return [...boxes.values()].map(({ own, ...box }) => {
    const texels = new Uint32Array(own.reduce((sum, relief) => sum + relief.texels.length, 0));
    const places = new Array(12).fill(-1);
    let first = 0;
    for (const relief of own) {
      texels.set(relief.texels, first);
      places.splice(2 * relief.side, 2, first, relief.width);
      first += relief.texels.length;
    }
    return { ...box, places, texels };
  });
}

/** Draw the boxes of all shapes that have some; their sides that look at the camera. */
export function drawReliefs(gl, stock, program, camera, binder) {
  let drawn = 0;
  for (const group of stock.groups) {
    const { palette, materials, meshes } = stock.files[group.file];
    const { boxes } = meshes[group.mesh];
    if (!boxes.length) continue;
    gl.bindVertexArray(group.array);
    gl.frontFace(group.mirrors ? gl.CW : gl.CCW);
    binder.bind("palette", palette);
    binder.bind("materials", materials);
    const eye = camera.eye ? [...turned(group.back, camera.eye), 1] : [...turned(group.back, camera.forward), 0];
    program.set("1i", "turn", group.turn).set("3fv", "offset", group.offset).set("4fv", "eye", eye);
    for (const { origin, size, scale, places, reliefs } of boxes) {
      binder.bind("reliefs", reliefs);
      program.set("3fv", "origin", origin).set("3iv", "size", size).set("1f", "scale", scale).set("2iv", "places", places);
      DIRECTIONS.forEach((_, side) => {
        if (places[2 * side] < 0) return;
        program.set("1i", "side", side);
        gl.drawArraysInstanced(gl.TRIANGLES, 0, 6, group.count);
        drawn += 2 * group.count;
      });
    }
  }
  return drawn;
}

const START = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;

uniform mat4 viewProjection;
uniform int turn;              // orientation of the node, as in files
uniform vec3 offset;           // of the file, where several are side by side
uniform vec3 origin;           // low corner of the box, minus the pivot of its mesh
uniform ivec3 size;            // of the box, in steps
uniform float scale;           // voxels of a step
uniform int side;              // of the box, to which its picture belongs

vec3 turned(vec3 p) {
  int x = turn & 3, y = (turn >> 2) & 3;
  vec3 signs = 1.0 - 2.0 * vec3(turn >> 4 & 1, turn >> 5 & 1, turn >> 6 & 1);
  return signs * vec3(p[x], p[y], p[3 - x - y]);
}

// Axes of the planes of a direction: that of its normal, u and v.
ivec3 axesOf(int direction) {
  return ivec3[](ivec3(0, 1, 2), ivec3(0, 2, 1), ivec3(1, 2, 0), ivec3(1, 0, 2), ivec3(2, 0, 1), ivec3(2, 1, 0))[direction];
}
`;

export const RELIEF_VERTEX = `${START}
layout(location = 0) in vec3 place;  // of the node that shows the mesh, in voxels
uniform vec4 eye;                    // turned back by the node: a point, or with 0 the way of all rays

out vec3 start;                      // where the ray comes in, in steps from the low corner
out vec3 way;                        // of the ray
flat out vec3 where;                 // of the node in the world

vec3 turnedBack(vec3 p) {
  int x = turn & 3, y = (turn >> 2) & 3;
  p *= 1.0 - 2.0 * vec3(turn >> 4 & 1, turn >> 5 & 1, turn >> 6 & 1);
  vec3 q;
  q[x] = p.x;
  q[y] = p.y;
  q[3 - x - y] = p.z;
  return q;
}

void main() {
  ivec3 axes = axesOf(side);
  int corner = int[](0, 1, 2, 0, 2, 3)[gl_VertexID];
  vec3 at = vec3(0.0);
  at[axes.x] = (side & 1) == 0 ? float(size[axes.x]) : 0.0;
  at[axes.y] = corner == 1 || corner == 2 ? float(size[axes.y]) : 0.0;
  at[axes.z] = corner >= 2 ? float(size[axes.z]) : 0.0;
  start = at;
  where = place + offset;
  vec3 local = origin + scale * at;
  way = eye.w == 0.0 ? eye.xyz : local - (eye.xyz - turnedBack(where));
  gl_Position = viewProjection * vec4(turned(local) + where, 1.0);
}`;

// From cell to cell of the box: a cell is filled if no side sees past it.
export const RELIEF = `${START}${LIGHT}
uniform usampler2D reliefs;    // R32UI: height, and palette index in the upper half, of all sides
uniform ivec2 places[6];       // first texel and width of each side; -1 where there is none
uniform sampler2D palette;     // 256 x 1
uniform sampler2D materials;   // 256 x 1: emission, transparency
uniform bool shaded;

in vec3 start;
in vec3 way;
flat in vec3 where;
out vec4 color;

uint texelOf(int direction, ivec3 cell) {
  ivec3 axes = axesOf(direction);
  ivec2 place = places[direction];
  uint index = uint(place.x + cell[axes.z] * place.y + cell[axes.y]);
  uint width = uint(textureSize(reliefs, 0).x);
  return texelFetch(reliefs, ivec2(index % width, index / width), 0).r;
}

// How high a cell is, seen from a side.
int levelOf(int direction, ivec3 cell) {
  int axis = direction >> 1;
  return (direction & 1) == 0 ? cell[axis] + 1 : size[axis] - cell[axis];
}

bool isFilled(ivec3 cell) {
  for (int direction = 0; direction < 6; direction++) {
    if (places[direction].x < 0) continue;
    if (levelOf(direction, cell) > int(texelOf(direction, cell) & 65535u)) return false;
  }
  return true;
}

// The colour of a cell that is seen on one side: as that side sees it, or another, or what lies over it.
uint indexOf(ivec3 cell, int direction) {
  uint found = 0u;
  for (int turn = 0; turn < 6; turn++) {
    int other = (direction + turn) % 6;
    if (places[other].x < 0) continue;
    uint texel = texelOf(other, cell);
    if (levelOf(other, cell) == int(texel & 65535u)) return texel >> 16;
    if (found == 0u) found = texel >> 16;
  }
  return found;
}

int sideOf(vec3 n) {
  vec3 a = abs(n);
  int axis = a.x > 0.5 ? 0 : a.y > 0.5 ? 1 : 2;
  return 2 * axis + (n[axis] < 0.0 ? 1 : 0);
}

void main() {
  ivec3 axes = axesOf(side);
  vec3 far = 1e30 * vec3(1.0), pace = far, wall = far;
  ivec3 cell = clamp(ivec3(floor(start)), ivec3(0), size - 1), way1 = ivec3(sign(way));
  // On the side itself, rounding must not choose the cell.
  cell[axes.x] = (side & 1) == 0 ? size[axes.x] - 1 : 0;
  for (int axis = 0; axis < 3; axis++) {
    if (way1[axis] == 0) continue;
    pace[axis] = abs(1.0 / way[axis]);
    wall[axis] = (float(cell[axis]) + (way1[axis] > 0 ? 1.0 : 0.0) - start[axis]) / way[axis];
  }
  int last = axes.x;
  float t = 0.0;
  for (int left = size.x + size.y + size.z; left >= 0; left--) {
    if (isFilled(cell)) {
      int direction = 2 * last + (way1[last] > 0 ? 1 : 0);
      uint index = indexOf(cell, direction);
      vec3 outward = vec3(0.0);
      outward[last] = -float(way1[last]);
      vec3 normal = turned(outward);
      vec3 world = turned(origin + scale * (start + t * way)) + where;
      vec4 seen = viewProjection * vec4(world, 1.0);
      gl_FragDepth = clamp(0.5 * seen.z / seen.w + 0.5, 0.0, 1.0);
      vec3 base = texelFetch(palette, ivec2(index, 0), 0).rgb;
      float glow = texelFetch(materials, ivec2(index, 0), 0).x;
      if (shaded) {
        glow /= 1.0 + glow;
        base = toLinear(base) * mix(lightAt(world, normal, sideOf(normal)), vec3(1.3), glow);
      }
      color = vec4(base, shaded ? glow : 1.0);
      return;
    }
    last = wall.x < wall.y ? (wall.x < wall.z ? 0 : 2) : (wall.y < wall.z ? 1 : 2);
    t = wall[last];
    wall[last] += pace[last];
    cell[last] += way1[last];
    if (cell[last] < 0 || cell[last] >= size[last]) break;
  }
  discard;
}`;
