// GLSL: the records of a .tvx part, as integer textures, in; pixels out. gl_VertexID finds triangle, vertex and polygon.

export const VERTEX = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;

uniform usampler2D vertices;   // RGB8UI, a texel a vertex
uniform usampler2D polygons;   // RGBA16UI, a texel a record
uniform usampler2D triangles;  // RGBA16UI or RGBA32UI, a texel a triangle
uniform vec3 origin;           // of the part, minus the pivot of its mesh
uniform mat4 modelViewProjection;
uniform float reach;           // pixels by which rectangles reach over their sides
uniform float width;           // of the picture in pixels

flat out uvec4 polygon;
flat out uint triangleNumber;
flat out vec4 bounds;          // box of the triangle in its plane
centroid out vec2 inPlane;  // never outside the triangle, where smoothed edges would take texels of a neighbour
out vec3 corner;

uvec4 fetch(usampler2D records, uint index) {
  uint width = uint(textureSize(records, 0).x);
  return texelFetch(records, ivec2(index % width, index / width), 0);
}

vec2 alongPlane(vec3 p, uint direction) {
  return direction == 0u ? p.yz : direction == 1u ? p.zy
       : direction == 2u ? p.zx : direction == 3u ? p.xz
       : direction == 4u ? p.xy : p.yx;
}

// The half of a rectangle has the rectangle's box, so each half moves its corners alike. What would be seen between two
// rectangles, since corners are rounded to parts of a pixel, is covered by both; colours stay, for texels are clamped.
vec3 reaching(vec3 p, vec3 low, vec3 high) {
  vec4 rowX = vec4(modelViewProjection[0].x, modelViewProjection[1].x, modelViewProjection[2].x, 0.0);
  float w = (modelViewProjection * vec4(p + origin, 1.0)).w;
  float pixel = 2.0 * max(w, 0.0) / (width * length(rowX));
  return p + min(reach * pixel, 0.25) * sign(2.0 * p - low - high);
}

void main() {
  int which = gl_VertexID % 3;
  triangleNumber = uint(gl_VertexID) / 3u;
  uvec4 triangle = fetch(triangles, triangleNumber);
  vec3 a = vec3(fetch(vertices, triangle.x).xyz);
  vec3 b = vec3(fetch(vertices, triangle.y).xyz);
  vec3 c = vec3(fetch(vertices, triangle.z).xyz);
  vec3 low = min(min(a, b), c), high = max(max(a, b), c);
  vec3 p = reaching(which == 0 ? a : which == 1 ? b : c, low, high);
  polygon = fetch(polygons, triangle.w);
  uint direction = polygon.z & 7u;
  inPlane = alongPlane(p, direction);
  bounds = vec4(alongPlane(low, direction), alongPlane(high, direction));
  corner = vec3(which == 0, which == 1, which == 2);
  gl_Position = modelViewProjection * vec4(p + origin, 1.0);
}`;

export const FRAGMENT = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
precision highp sampler2D;

uniform usampler2D pages;      // RGBA32UI: width, height, first texel of each page
uniform usampler2D texels;     // R8UI: all pages of the mesh, one after another
uniform usampler2D numbers;    // R32UI: a polygon number for each triangle
uniform sampler2D palette;     // 256 x 1
uniform sampler2D materials;   // 256 x 1: emission, transparency
uniform float shades[6];       // light on each direction, turned with the node
uniform bool shaded;
uniform bool blended;
uniform bool randomColors;
uniform float wire;            // opacity of the lines
uniform float reach;           // pixels by which what is seen reaches over what is clear

flat in uvec4 polygon;
flat in uint triangleNumber;
flat in vec4 bounds;
centroid in vec2 inPlane;
in vec3 corner;
out vec4 color;

uint linear(usampler2D records, uint index) {
  uint width = uint(textureSize(records, 0).x);
  return texelFetch(records, ivec2(index % width, index / width), 0).r;
}

// The palette index at a place in the polygon's plane.
uint texelAt(vec2 place) {
  uint face = polygon.z & 255u;
  vec2 p = (face & 8u) != 0u ? place.yx : place;
  if ((face & 16u) != 0u) p.x = -p.x;
  if ((face & 32u) != 0u) p.y = -p.y;
  uvec4 page = texelFetch(pages, ivec2(polygon.w >> 8, 0), 0);
  ivec2 offset = ivec2(polygon.xy << 16) >> 16;
  ivec2 texel = clamp(ivec2(floor(p)) + offset, ivec2(0), ivec2(page.xy) - 1);
  return linear(texels, page.z + uint(texel.y) * page.x + uint(texel.x));
}

// Pixel: voxels of a pixel along both axes of the plane. What is clear takes the texel that begins less than the reach
// beside it, for the same reason for which rectangles reach over their sides.
uint paletteIndex(vec2 pixel) {
  if ((polygon.w & 1u) != 0u) return polygon.w >> 8;
  // Interpolation can leave a triangle that is thinner than a pixel.
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

vec3 randomColor(uint number) {
  number = (number ^ 61u) ^ (number >> 16);
  number *= 9u;
  number = (number ^ (number >> 4)) * 0x27d4eb2du;
  number ^= number >> 15;
  float hue = float(number & 1023u) / 1024.0 * 6.0;
  vec3 pure = clamp(abs(mod(hue + vec3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0, 0.0, 1.0);
  return mix(vec3(float((number >> 10) & 255u) / 255.0 * 0.3 + 0.6), pure, 0.55);
}

void main() {
  vec2 along = dFdx(inPlane), up = dFdy(inPlane);
  uint index = paletteIndex(vec2(length(vec2(along.x, up.x)), length(vec2(along.y, up.y))));
  if (index == 0u) discard;  // nothing is there
  vec2 material = texelFetch(materials, ivec2(index, 0), 0).xy;
  vec4 base = texelFetch(palette, ivec2(index, 0), 0);
  if (randomColors) base.rgb = randomColor(linear(numbers, triangleNumber));
  float shade = shaded ? shades[polygon.z & 7u] : 1.0;
  base.rgb *= mix(shade, 1.25, randomColors || !shaded ? 0.0 : material.x);
  if (wire > 0.0) {
    vec3 steps = max(fwidth(corner), vec3(1e-6));
    vec3 edge = corner / steps;
    float line = 1.0 - smoothstep(0.4, 1.3, min(min(edge.x, edge.y), edge.z));
    // Lines of triangles of few pixels would hide all else.
    float dense = 1.0 - 0.75 * smoothstep(0.1, 0.5, max(max(steps.x, steps.y), steps.z));
    float light = dot(base.rgb, vec3(0.3, 0.6, 0.1)) > 0.55 ? 0.05 : 0.95;
    base.rgb = mix(base.rgb, vec3(light), line * wire * dense);
  }
  color = vec4(base.rgb, blended ? 1.0 - 0.75 * material.y : 1.0);
}`;
