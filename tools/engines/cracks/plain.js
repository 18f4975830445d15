// A mesh as engines get it from .glb files in: 32-bit positions and texture coordinates, a picture that is not filtered;
// pictures of palette indices out.

const VERTEX = `#version 300 es
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 uv;
uniform mat4 modelViewProjection;
out vec2 at;
void main() {
  at = uv;
  gl_Position = modelViewProjection * vec4(position, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D picture;
in vec2 at;
out vec4 color;
void main() {
  float index = texture(picture, at).r;
  if (index == 0.0) discard;
  color = vec4(index, 0.0, 0.0, 1.0);
}`;

export class Plain {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", { antialias: false });
    this.gl = gl;
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    gl.useProgram(program);
    this.matrix = gl.getUniformLocation(program, "modelViewProjection");
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
  }

  /** @param {ArrayBuffer} data corners, width and height; five numbers for each corner, three corners a triangle; texels */
  upload(data) {
    const { gl } = this;
    const [count, width, height] = new Uint32Array(data, 0, 3);
    const corners = gl.createVertexArray();
    gl.bindVertexArray(corners);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Uint8Array(data, 12, 20 * count), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 20, 0);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 2, gl.FLOAT, false, 20, 12);
    const picture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, picture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R8, width, height);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RED, gl.UNSIGNED_BYTE, new Uint8Array(data, 12 + 20 * count));
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return { count, corners, picture };
  }

  draw({ count, corners, picture }, matrix, size) {
    const { gl } = this;
    gl.viewport(0, 0, size, size);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.uniformMatrix4fv(this.matrix, false, matrix);
    gl.bindVertexArray(corners);
    gl.bindTexture(gl.TEXTURE_2D, picture);
    gl.drawArrays(gl.TRIANGLES, 0, count);
  }
}
