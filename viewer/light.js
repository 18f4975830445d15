// GLSL: a point and the side it is on in, the light that reaches it out: a sun, the sky seen past all that is in its way,
// and what the ground throws back. Linear light; colours of files are sRGB.

/** Directions of the sky for which there is a map of depth; the golden spiral over the upper half of the sphere. */
export const SKY = 16;

export const LIGHT = `
uniform highp sampler2DShadow sunMap;
uniform highp sampler2DArrayShadow skyMaps;
uniform mat3 sunTurn;          // world to the sun's map, without the middle
uniform mat3 skyTurns[${SKY}];
uniform vec3 sky[${SKY}];      // unit vectors to the sky
uniform int skyKnown;          // maps of the sky that are there
uniform float skyTotals[7];    // sum of cosines for each direction of a face, and for the ground
uniform vec3 sunDirection;     // to the sun
uniform vec3 up;
uniform vec3 middle;           // of all that is lit
uniform float radius;          // of a sphere around it
uniform float margin;          // by which a point is lifted from its face, in voxels
uniform vec2 softness;         // the next shift of the sun's map, so that shadows of many pictures are soft

const vec3 SUN = vec3(1.0, 0.93, 0.82) * 0.82;
const vec3 SKY_LIGHT = vec3(0.80, 0.90, 1.0) * 0.62;
const vec3 BOUNCE = vec3(1.0, 0.94, 0.88) * 0.24;

float sunAt(vec3 place) {
  vec3 p = sunTurn * (place - middle) / radius * 0.5 + 0.5;
  float step = 1.2 / float(textureSize(sunMap, 0).x);
  p.xy += softness * step;
  float sum = 0.0;
  for (int i = 0; i < 4; i++) sum += texture(sunMap, vec3(p.xy + step * (vec2(i & 1, i >> 1) - 0.5), min(p.z, 1.0)));
  return sum / 4.0;
}

float skyAt(vec3 place, vec3 normal, int side, vec2 spread) {
  float open = 0.0, step = 1.0 / float(textureSize(skyMaps, 0).x);
  for (int k = 0; k < skyKnown; k++) {
    float weight = dot(normal, sky[k]);
    if (weight <= 0.0) continue;
    vec3 p = skyTurns[k] * (place - middle) / radius * 0.5 + 0.5;
    p.xy += spread * step;
    // What is farther than all that is mapped is as far as nothing.
    open += weight * texture(skyMaps, vec4(p.xy, float(k), min(p.z, 1.0)));
  }
  return skyTotals[side] > 0.0 ? open / skyTotals[side] : 1.0;
}

vec3 lightAt(vec3 place, vec3 normal, int side) {
  vec3 lifted = place + margin * normal;
  float level = dot(normal, up);
  float facing = max(dot(normal, sunDirection), 0.0);
  float sun = facing > 0.0 ? facing * sunAt(lifted) : 0.0;
  float open = level > -0.5 ? skyAt(lifted, normal, side, softness) : 0.35;
  return SUN * sun + SKY_LIGHT * open * (0.5 + 0.5 * level) + BOUNCE * (0.5 - 0.5 * level) * (0.4 + 0.6 * open)
       + 0.05 * SKY_LIGHT;
}

vec3 toLinear(vec3 c) {
  return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}`;

export const TO_SHOWN = `
vec3 toShown(vec3 c) {
  return mix(c * 12.92, 1.055 * pow(max(c, 0.0), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}`;

/** A vertex shader for three vertices that cover the picture. */
export const WHOLE = `#version 300 es
out vec2 at;
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  at = 0.5 * corner + 0.5;
  gl_Position = vec4(corner, 1.0, 1.0);
}`;

/** What is behind everything: a soft gradient. */
export const BACKGROUND = `#version 300 es
precision highp float;
uniform vec3 glow, high, low;  // linear
uniform float aspect;
in vec2 at;
out vec4 color;
void main() {
  vec2 p = (at - vec2(0.5, 0.46)) * vec2(min(aspect, 1.6), 1.0);
  float near = smoothstep(0.75, 0.0, length(p));
  color = vec4(mix(mix(low, high, smoothstep(0.0, 1.0, at.y)), glow, near), 0.0);
}`;

/** The ground below the model darkens what is behind it. */
export const GROUND_VERTEX = `#version 300 es
precision highp float;
uniform mat4 viewProjection;
uniform vec3 ground, right, front;  // middle of the ground, and two directions, as long as it reaches
out vec3 place;
out vec2 at;
void main() {
  at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  place = ground + at.x * right + at.y * front;
  gl_Position = viewProjection * vec4(place, 1.0);
}`;

export const GROUND = `#version 300 es
precision highp float;
precision highp int;
${LIGHT}
in vec3 place;
in vec2 at;
out vec4 color;
void main() {
  float open = skyAt(place + 0.02 * up, up, 6, 3.0 * softness);
  float sun = sunAt(place + 0.02 * up);
  float light = 0.55 * sun + 0.45 * open;
  color = vec4(vec3(mix(1.0, mix(0.30, 1.0, light), smoothstep(1.0, 0.35, length(at)))), 1.0);
}`;

/** Adds a layer that was peeled off, or copies a picture, as the blending says. */
export const COPY = `#version 300 es
precision highp float;
uniform sampler2D picture;
out vec4 color;
void main() { color = texelFetch(picture, ivec2(gl_FragCoord.xy), 0); }`;

/** What glows, made smaller. */
export const BRIGHT = `#version 300 es
precision highp float;
uniform sampler2D picture;
uniform vec2 size;  // of the small picture
in vec2 at;
out vec4 color;
void main() {
  vec3 sum = vec3(0.0);
  for (int i = 0; i < 16; i++) {
    vec4 c = texture(picture, at + (vec2(i & 3, i >> 2) - 1.5) / 4.0 / size);
    sum += c.rgb * c.a;
  }
  color = vec4(sum / 16.0, 1.0);
}`;

/** One direction of a blur that falls off like a bell. */
export const BLUR = `#version 300 es
precision highp float;
uniform sampler2D picture;
uniform vec2 direction;  // of one texel
in vec2 at;
out vec4 color;
void main() {
  vec3 sum = vec3(0.0);
  float total = 0.0;
  for (int i = -10; i <= 10; i++) {
    float weight = exp(-float(i * i) / 36.0);
    sum += weight * texture(picture, at + float(i) * direction).rgb;
    total += weight;
  }
  color = vec4(sum / total, 1.0);
}`;

/** The picture as it is shown: glow added, bright parts rounded off, light to sRGB; or values as they are. */
export const SHOW = `#version 300 es
precision highp float;
uniform sampler2D picture, bloom;
uniform bool linear;
in vec2 at;
out vec4 color;
${TO_SHOWN}
void main() {
  vec4 c = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
  if (!linear) {
    color = c;
    return;
  }
  vec3 light = c.rgb + 0.9 * texture(bloom, at).rgb;
  // Up to 0.8 nothing changes; above, light goes to 1 ever more slowly.
  vec3 over = max(light - 0.8, 0.0);
  light = min(light, 0.8) + 0.2 * (1.0 - exp(-over / 0.2));
  color = vec4(toShown(light), 1.0);
}`;
