// Sources of shaders and sizes in, programs, textures and framebuffers of WebGL2 out.

/** A linked program that knows its uniforms by name. */
export class Program {
  constructor(gl, vertex, fragment) {
    this.gl = gl;
    this.program = gl.createProgram();
    this.places = new Map();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(gl.getProgramInfoLog(this.program));
    }
  }

  use() {
    this.gl.useProgram(this.program);
    return this;
  }

  place(name) {
    if (!this.places.has(name)) this.places.set(name, this.gl.getUniformLocation(this.program, name));
    return this.places.get(name);
  }

  /** Set a uniform: "1i", "3fv" and so on are the ends of WebGL's names. */
  set(kind, name, ...values) {
    this.gl[`uniform${kind}`](this.place(name), ...values);
    return this;
  }

  matrix(size, name, values) {
    this.gl[`uniformMatrix${size}fv`](this.place(name), false, values);
    return this;
  }
}

/** A texture that is read texel by texel, or one that smooths. */
export function texture(gl, width, height, internal, smooth = false) {
  const made = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, made);
  gl.texStorage2D(gl.TEXTURE_2D, 1, internal, width, height);
  for (const which of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, which, smooth ? gl.LINEAR : gl.NEAREST);
  for (const which of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, which, gl.CLAMP_TO_EDGE);
  return made;
}

/** A map of depth of one or more layers, that tells shadow from light. */
export function depthMaps(gl, size, layers) {
  const kind = layers ? gl.TEXTURE_2D_ARRAY : gl.TEXTURE_2D;
  const made = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(kind, made);
  if (layers) gl.texStorage3D(kind, 1, gl.DEPTH_COMPONENT16, size, size, layers);
  else gl.texStorage2D(kind, 1, gl.DEPTH_COMPONENT24, size, size);
  for (const which of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(kind, which, gl.LINEAR);
  for (const which of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(kind, which, gl.CLAMP_TO_EDGE);
  gl.texParameteri(kind, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
  gl.texParameteri(kind, gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL);
  return made;
}

/** A framebuffer of a colour texture, and of one for depth where that is wanted. */
export class Target {
  constructor(gl, width, height, format, { depth = false, smooth = false } = {}) {
    Object.assign(this, { gl, width, height });
    this.color = texture(gl, width, height, format, smooth);
    this.depth = depth ? texture(gl, width, height, gl.DEPTH_COMPONENT32F) : null;
    this.frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.color, 0);
    if (depth) gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, this.depth, 0);
  }

  bind() {
    this.gl.bindFramebuffer(this.gl.FRAMEBUFFER, this.frame);
    this.gl.viewport(0, 0, this.width, this.height);
  }

  free() {
    this.gl.deleteFramebuffer(this.frame);
    this.gl.deleteTexture(this.color);
    if (this.depth) this.gl.deleteTexture(this.depth);
  }
}

/** Records row after row, as they lie in the file; the last row may be shorter. Null where the card has no room. */
export function records(gl, data, channels, [internal, format, type]) {
  const width = 2048;
  const count = data.length / channels;
  const rows = Math.ceil(count / width);
  if (rows > gl.getParameter(gl.MAX_TEXTURE_SIZE)) return null;
  const made = texture(gl, width, Math.max(rows, 1), internal);
  const full = Math.floor(count / width);
  if (full) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, full, format, type, data);
  if (count % width) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, full, count % width, 1, format, type, data, full * width * channels);
  return made;
}
