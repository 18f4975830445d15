// GLSL: the records of a part, as integer textures, in; pixels out. gl_VertexID finds triangle, vertex and polygon.

import { LIGHT } from "./light.js";

export const VERTEX = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;

layout(location = 0) in vec3 place;  // of the node that shows the mesh, in voxels

uniform usampler2D polygons;   // RGBA16UI, a texel a record
uniform usampler2D faces;      // RGBA16UI, a texel a rectangle or a triangle
uniform bool rectangles;       // which of the two
uniform vec3 origin;           // of the part, minus the pivot of its mesh
uniform float size;            // of a cell in voxels; more than 1 in coarser meshes
uniform int turn;              // orientation of the node, as in files
uniform vec3 offset;           // of the file, where several are side by side
uniform mat4 viewProjection;
uniform float reach;           // pixels by which rectangles reach over their sides
uniform float width;           // of the picture in pixels

flat out uvec4 polygon;
flat out uint number;          // of the polygon, among those of its part
flat out vec4 bounds;          // box of the face in its plane
flat out vec3 normal;
centroid out vec2 inPlane;  // never outside the face, where smoothed edges would take texels of a neighbour
out vec3 corner;
out vec3 world;

uvec4 fetch(usampler2D records, uint index) {
  uint width = uint(textureSize(records, 0).x);
  return texelFetch(records, ivec2(index % width, index / width), 0);
}

vec2 bytes(uint word) { return vec2(word & 255u, word >> 8); }

// u, v and the coordinate on the plane's axis to x, y, z
vec3 inSpace(vec2 p, float plane, uint direction) {
  return direction == 0u ? vec3(plane, p.x, p.y) : direction == 1u ? vec3(plane, p.y, p.x)
       : direction == 2u ? vec3(p.y, plane, p.x) : direction == 3u ? vec3(p.x, plane, p.y)
       : direction == 4u ? vec3(p.x, p.y, plane) : vec3(p.y, p.x, plane);
}

vec2 alongPlane(vec3 p, uint direction) {
  return direction == 0u ? p.yz : direction == 1u ? p.zy
       : direction == 2u ? p.zx : direction == 3u ? p.xz
       : direction == 4u ? p.xy : p.yx;
}

vec3 turned(vec3 p) {
  int x = turn & 3, y = (turn >> 2) & 3;
  vec3 signs = 1.0 - 2.0 * vec3(turn >> 4 & 1, turn >> 5 & 1, turn >> 6 & 1);
  return signs * vec3(p[x], p[y], p[3 - x - y]);
}

vec3 inWorld(vec3 p) { return size * turned(p + origin) + place + offset; }

// Each corner of a rectangle moves away from its middle. What would be seen between two of them, since corners are rounded
// to parts of a pixel, is covered by both; colours stay, for texels are clamped.
vec2 reaching(vec2 p, float plane, uint direction) {
  vec4 rowX = vec4(viewProjection[0].x, viewProjection[1].x, viewProjection[2].x, 0.0);
  float w = (viewProjection * vec4(inWorld(inSpace(p, plane, direction)), 1.0)).w;
  float pixel = 2.0 * max(w, 0.0) / (width * length(rowX));
  return p + min(reach * pixel / size, 0.25) * sign(2.0 * p - bounds.xy - bounds.zw);
}

void main() {
  int which = gl_VertexID % 3;
  float plane;
  uvec4 words = fetch(faces, uint(gl_VertexID) / (rectangles ? 6u : 3u));
  polygon = fetch(polygons, words.w);
  uint direction = polygon.z & 7u;
  if (rectangles) {
    number = uint(gl_VertexID) / 6u;
    vec3 low = vec3(bytes(words.x), words.y & 255u);
    vec2 start = alongPlane(low, direction), size = vec2(words.y >> 8, words.z & 255u);
    plane = direction < 2u ? low.x : direction < 4u ? low.y : low.z;
    int place = int[](0, 1, 2, 0, 2, 3)[gl_VertexID % 6];
    bounds = vec4(start, start + size);
    inPlane = reaching(start + size * vec2(place == 1 || place == 2, place >= 2), plane, direction);
  } else {
    number = 0x1000000u + words.w;
    vec2 a = bytes(words.x), b = bytes(words.y), c = bytes(words.z);
    plane = float(polygon.w >> 8);
    bounds = vec4(min(min(a, b), c), max(max(a, b), c));
    inPlane = which == 0 ? a : which == 1 ? b : c;
  }
  corner = vec3(which == 0, which == 1, which == 2);
  vec3 side = vec3(0.0);
  side[direction >> 1] = (direction & 1u) == 0u ? 1.0 : -1.0;
  normal = turned(side);
  world = inWorld(inSpace(inPlane, plane, direction));
  gl_Position = viewProjection * vec4(world, 1.0);
}`;

const START = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
precision highp sampler2D;
`;

const INDEX = `
uniform usampler2D pages;      // RGBA32UI: width and height, form, first byte, first block of each page
uniform usampler2D texels;     // R8UI: texels or data of blocks, of all pages of the mesh
uniform usampler2D blocks;     // R32UI: depth and place of each block of 8 x 8 texels
uniform float reach;           // pixels by which what is seen reaches over what is clear

flat in uvec4 polygon;
flat in uint number;
flat in vec4 bounds;
flat in vec3 normal;
centroid in vec2 inPlane;
in vec3 corner;
in vec3 world;

uint linear(usampler2D records, uint index) {
  uint width = uint(textureSize(records, 0).x);
  return texelFetch(records, ivec2(index % width, index / width), 0).r;
}

uint fromBlocks(uvec2 texel, uint width, uint data, uint first) {
  uint entry = linear(blocks, first + (texel.y >> 3) * ((width + 7u) >> 3) + (texel.x >> 3));
  uint depth = entry & 15u, at = entry >> 4;
  if (depth == 0u) return at;
  uint k = (texel.y & 7u) * 8u + (texel.x & 7u);
  if (depth == 8u) return linear(texels, data + at + k);
  uint bit = k * depth, colors = 1u << depth;
  uint local = (linear(texels, data + at + colors + (bit >> 3)) >> (bit & 7u)) & (colors - 1u);
  return linear(texels, data + at + local);
}

// The palette index at a place in the polygon's plane.
uint texelAt(vec2 place) {
  uint face = polygon.z & 255u, value = polygon.w & 255u;
  vec2 p = (face & 8u) != 0u ? place.yx : place;
  if ((face & 16u) != 0u) p.x = -p.x;
  if ((face & 32u) != 0u) p.y = -p.y;
  uvec4 page = texelFetch(pages, ivec2(value, 0), 0);
  ivec2 size = ivec2(page.x & 65535u, page.x >> 16);
  ivec2 offset = ivec2(polygon.xy << 16) >> 16;
  uvec2 texel = uvec2(clamp(ivec2(floor(p)) + offset, ivec2(0), size - 1));
  return page.y == 0u ? linear(texels, page.z + texel.y * uint(size.x) + texel.x)
                      : fromBlocks(texel, uint(size.x), page.z, page.w);
}

// What is clear takes the texel that begins less than the reach beside it, for the same reason for which rectangles reach
// over their sides.
uint paletteIndex() {
  vec2 along = dFdx(inPlane), up = dFdy(inPlane);
  vec2 pixel = vec2(length(vec2(along.x, up.x)), length(vec2(along.y, up.y)));  // in voxels
  if ((polygon.z & 128u) != 0u) return polygon.w & 255u;
  // Interpolation can leave a face that is thinner than a pixel.
  vec2 low = bounds.xy + 0.001, high = bounds.zw - 0.001;
  vec2 place = clamp(inPlane, low, high);
  uint index = texelAt(place);
  if (index != 0u || reach == 0.0) return index;
  vec2 near = floor(place + 0.5), away = near - place;
  vec2 beside = clamp(near + 0.5 * sign(away), low, high);
  vec2 share = abs(away) / min(reach * pixel + 1e-9, 0.25);
  bvec2 close = lessThan(share, vec2(1.0));
  if (close.x) index = texelAt(vec2(beside.x, place.y));
  if (index == 0u && close.y) index = texelAt(vec2(place.x, beside.y));
  if (index == 0u && dot(share, share) < 1.0) index = texelAt(beside);
  return index;
}
`;

/** Fills a map of depth. */
export const DEPTH = `${START}${INDEX}
void main() {
  if (paletteIndex() == 0u) discard;  // nothing is there
}`;

export const FRAGMENT = `${START}${LIGHT}${INDEX}
uniform uint salt;             // makes numbers of polygons differ from part to part
uniform sampler2D palette;     // 256 x 1
uniform sampler2D materials;   // 256 x 1: emission, transparency
uniform bool shaded;
uniform bool blended;
uniform bool randomColors;
uniform float wire;            // opacity of the lines
uniform bool peeling;          // take the nearest surface behind those taken before, and before what is opaque
uniform highp sampler2D opaqueDepth;
uniform highp sampler2D takenDepth;
out vec4 color;

vec3 randomColor(uint number) {
  number = (number ^ 61u) ^ (number >> 16);
  number *= 9u;
  number = (number ^ (number >> 4)) * 0x27d4eb2du;
  number ^= number >> 15;
  float hue = float(number & 1023u) / 1024.0 * 6.0;
  vec3 pure = clamp(abs(mod(hue + vec3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0, 0.0, 1.0);
  return mix(vec3(float((number >> 10) & 255u) / 255.0 * 0.3 + 0.6), pure, 0.55);
}

vec3 lined(vec3 base) {
  vec3 steps = max(fwidth(corner), vec3(1e-6));
  vec3 edge = corner / steps;
  float line = 1.0 - smoothstep(0.4, 1.3, min(min(edge.x, edge.y), edge.z));
  // Lines of triangles of few pixels would hide all else.
  float dense = 1.0 - 0.75 * smoothstep(0.1, 0.5, max(max(steps.x, steps.y), steps.z));
  float light = dot(base, vec3(0.3, 0.6, 0.1)) > 0.55 ? 0.05 : 0.95;
  return mix(base, vec3(light), line * wire * dense);
}

int sideOf(vec3 n) {
  vec3 a = abs(n);
  int axis = a.x > 0.5 ? 0 : a.y > 0.5 ? 1 : 2;
  return 2 * axis + (n[axis] < 0.0 ? 1 : 0);
}

void main() {
  uint index = paletteIndex();
  if (index == 0u) discard;  // nothing is there
  if (peeling) {
    float z = gl_FragCoord.z;
    ivec2 at = ivec2(gl_FragCoord.xy);
    if (z >= texelFetch(opaqueDepth, at, 0).r || z <= texelFetch(takenDepth, at, 0).r) discard;
  }
  vec2 material = texelFetch(materials, ivec2(index, 0), 0).xy;
  vec3 base = texelFetch(palette, ivec2(index, 0), 0).rgb;
  if (randomColors) base = randomColor(number + salt);
  float glow = randomColors ? 0.0 : material.x;
  if (shaded) {
    base = toLinear(base);
    // However strong: what sends out its own colour keeps it, and all around shines.
    glow /= 1.0 + glow;
    base *= mix(lightAt(world, normal, sideOf(normal)), vec3(1.3), glow);
  }
  if (wire > 0.0) base = lined(base);
  float cover = blended ? 1.0 - 0.75 * material.y : 1.0;
  if (peeling) color = vec4(base * cover, cover);
  else color = vec4(base, shaded ? glow : 1.0);
}`;
